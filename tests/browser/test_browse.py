"""The browse page: counts, choices, address, keyboard, the checks, and ten thousand records."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from faultatlas.export.browse_index import browse_index
from faultatlas.export.checks_index import checks_index
from faultatlas.library import Entry, Library, facet_words
from faultatlas.schema.taxonomy import FACETS
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import overflow

pytestmark = pytest.mark.browser

Chosen = dict[str, list[str]]


def _entries(library: Library) -> list[Entry]:
    return [*library.failures.values(), *library.cases_by_date]


def _carries(entry: Entry, facet: str, words: list[str]) -> bool:
    return not words or bool(set(words) & set(facet_words(entry.record, facet)))


def _listed(library: Library, chosen: Chosen, without: str = "") -> list[Entry]:
    """What the choices leave, those of one facet ignored."""
    wanted = {facet: words for facet, words in chosen.items() if facet != without}
    return [entry for entry in _entries(library) if all(_carries(entry, *choice) for choice in wanted.items())]


def _count(library: Library, chosen: Chosen, facet: str, word: str) -> int:
    return sum(word in facet_words(entry.record, facet) for entry in _listed(library, chosen, without=facet))


def _some_choices(library: Library) -> Chosen:
    """Two symptoms and a component that together leave some records, not all."""
    frequent = sorted(library.by_term["symptoms"], key=lambda word: (-len(library.by_term["symptoms"][word]), word))
    for component in sorted(library.by_term["components"]):
        chosen = {"symptoms": frequent[1:3], "components": [component]}
        if 2 <= len(_listed(library, chosen)) < len(_listed(library, {"symptoms": frequent[1:3]})):
            return chosen
    raise AssertionError("the library has no such choice")


def _tick(page: Page, facet: str, word: str) -> None:
    box = page.locator(f'#f-{facet} [data-word="{word}"]')
    if not box.count():
        page.click(f"#f-{facet} .more")
    box.click()


def _open(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("[data-word]")


def _rows(page: Page) -> list[str]:
    return page.eval_on_selector_all("[data-hits] h3 a", "links => links.map(link => link.href.split('/').at(-2))")


def _shown_counts(page: Page, facet: str) -> dict[str, int]:
    script = "boxes => boxes.map(box => [box.dataset.word, Number(box.parentElement.querySelector('.n').textContent)])"
    return dict(page.eval_on_selector_all(f"#f-{facet} [data-word]", script))


def test_all_records_are_listed_as_the_page_was_written(page: Page, site: str, library: Library) -> None:
    _open(page, f"{site}browse/")
    assert _rows(page) == [entry.id for entry in _entries(library)][:100]
    expect(page.locator("[data-count]")).to_have_text(f"{len(library.records)} records")


def test_rows_are_those_of_the_generator(page: Page, browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    written = _markup(context.new_page(), f"{site}browse/")
    context.close()
    page.goto(f"{site}browse/")
    page.wait_for_selector("[data-word]")
    drawn = _markup(page)
    assert drawn == written


def _markup(page: Page, address: str = "") -> list[str]:
    if address:
        page.goto(address)
    rows = page.locator("[data-hits] li").evaluate_all("rows => rows.map(row => row.innerHTML)")
    return [" ".join(row.split()) for row in rows]


@pytest.mark.parametrize("facet", FACETS)
def test_counts_without_a_choice_are_those_of_the_library(page: Page, site: str, library: Library, facet: str) -> None:
    _open(page, f"{site}browse/")
    words = library.by_term[facet]
    shown = _shown_counts(page, facet)
    assert list(shown.values()) == sorted((len(entries) for entries in words.values()), reverse=True)[:8]
    assert all(len(words[word]) == count for word, count in shown.items())
    expect(page.locator(f"#f-{facet} [data-chosen]")).to_have_text(f"{len(words)} of {len(library.terms[facet])}")


def test_choices_are_or_inside_a_facet_and_and_across(page: Page, site: str, library: Library) -> None:
    chosen = _some_choices(library)
    _open(page, f"{site}browse/")
    for facet, words in chosen.items():
        for word in words:
            _tick(page, facet, word)
    assert _rows(page) == [entry.id for entry in _listed(library, chosen)]
    for facet in FACETS:
        for word, count in _shown_counts(page, facet).items():
            assert count == _count(library, chosen, facet, word), (facet, word)
    expect(page.locator("#f-symptoms [data-chosen]")).to_have_text("2 chosen")
    operators = [text.lower() for text in page.locator(".query .op").all_inner_texts()]
    assert operators == ["component", "and", "symptom", "or"]


def test_chosen_words_come_first_and_are_bold_in_the_rows(page: Page, site: str, library: Library) -> None:
    chosen = _some_choices(library)
    _open(page, f"{site}browse/?symptoms={','.join(chosen['symptoms'])}")
    assert set(list(_shown_counts(page, "symptoms"))[:2]) == set(chosen["symptoms"])
    assert set(page.locator("[data-hits] .hit").all_text_contents()) == set(chosen["symptoms"])


def test_the_tree_shows_all_words_under_their_groups(page: Page, site: str, library: Library) -> None:
    _open(page, f"{site}browse/")
    page.click("#f-root-causes .more")
    assert len(_shown_counts(page, "root-causes")) == len(library.terms["root-causes"])
    groups = [group.label for group in library.taxonomies["root-causes"].record.groups]
    assert page.locator("#f-root-causes summary span:first-child").all_inner_texts() == groups
    assert page.evaluate("document.activeElement.textContent") == "only the most frequent"


def test_a_kind_can_be_chosen_and_counts_follow_the_facets(page: Page, site: str, library: Library) -> None:
    word = max(library.by_term["symptoms"], key=lambda word: len(library.by_term["symptoms"][word]))
    cases = [entry.id for entry in library.by_term["symptoms"][word] if entry.id in library.cases]
    _open(page, f"{site}browse/?symptoms={word}")
    button = page.locator('[data-kinds] [value="incident"]')
    expect(button).to_have_text(f"{len(cases)} incident{'s' if len(cases) != 1 else ''}")
    button.click()
    assert _rows(page) == cases
    expect(button).to_have_attribute("aria-pressed", "true")


def test_the_state_is_in_the_address_and_the_back_button_restores_it(page: Page, site: str, library: Library) -> None:
    chosen = _some_choices(library)
    first, second = chosen["symptoms"]
    _open(page, f"{site}browse/")
    _tick(page, "symptoms", first)
    _tick(page, "symptoms", second)
    page.fill("#text", "a")
    assert page.url == f"{site}browse/?symptoms={first},{second}&text=a"
    expect(page.locator("[data-address] code")).to_have_text(page.evaluate("location.pathname + location.search"))
    page.go_back()
    assert page.url == f"{site}browse/?symptoms={first}"
    assert _rows(page) == [entry.id for entry in _listed(library, {"symptoms": [first]})]
    page.go_forward()
    expect(page.locator("#text")).to_have_value("a")
    page.reload()
    page.wait_for_selector("[data-word]")
    assert page.locator(".query .chip").all_inner_texts() == [first, second]


def test_what_the_address_says_wrongly_is_dropped_and_never_markup(page: Page, site: str, library: Library) -> None:
    word = next(iter(library.by_term["symptoms"]))
    bad = "%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E"
    _open(page, f"{site}browse/?symptoms=no-such-word,{bad},{word}&text={bad}&kind=everything&sort=up&more=1")
    assert page.evaluate("location.search").startswith(f"?symptoms={word}&text=%3Cimg+src")
    assert "kind=" not in page.url and "sort=" not in page.url
    assert page.locator(".browse img").count() == 0
    expect(page.locator("#text")).to_have_value("<img src=x onerror=alert(1)>")


def test_text_is_found_in_records_and_in_the_aliases_of_their_words(page: Page, site: str, library: Library) -> None:
    _open(page, f"{site}browse/")
    page.fill("#text", "SHARED memory")
    assert "dev-shm-too-small" in _rows(page)
    assert "shared" in {mark.lower() for mark in page.locator("[data-hits] mark").all_inner_texts()}
    term = next(t for t in library.terms["symptoms"].values() if t.aliases and t.id in library.by_term["symptoms"])
    page.fill("#text", term.aliases[0])
    assert {entry.id for entry in library.by_term["symptoms"][term.id]} <= set(_rows(page))


def test_sorting(page: Page, site: str, library: Library) -> None:
    _open(page, f"{site}browse/")
    page.select_option("[data-sort] select", "date")
    assert _rows(page)[0] == library.cases_by_date[0].id
    page.select_option("[data-sort] select", "seen")
    most = max(library.failures, key=lambda id_: len(library.cases_by_failure.get(id_, [])))
    assert len(library.cases_by_failure[_rows(page)[0]]) == len(library.cases_by_failure[most])
    assert page.url.endswith("?sort=seen")


def test_keyboard(page: Page, site: str, library: Library) -> None:
    ids = [entry.id for entry in _entries(library)]
    _open(page, f"{site}browse/")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "text"
    page.keyboard.type("nccl")
    page.keyboard.press("Escape")
    expect(page.locator("#text")).to_have_value("")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("j")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("k")
    assert page.locator("[data-hits] .cur").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/failures/{ids[1]}/")
    page.go_back()
    page.wait_for_selector("[data-word]")
    page.keyboard.press("j")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "text"


def test_focus_stays_on_the_ticked_box_and_moves_on_from_a_removed_chip(page: Page, site: str) -> None:
    _open(page, f"{site}browse/")
    box = page.locator("#f-components [data-word]").nth(5)
    word = box.get_attribute("data-word")
    box.focus()
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.dataset.word") == word
    page.locator(".query .chip").click()
    assert page.evaluate("document.activeElement.id") == "text"
    expect(page.locator("[data-address]")).to_be_hidden()


def test_an_empty_list_says_what_to_give_up(page: Page, site: str, library: Library) -> None:
    chosen = _some_choices(library)
    _open(page, f"{site}browse/?symptoms={chosen['symptoms'][0]}&text=zzzz")
    expect(page.locator("[data-empty]")).to_contain_text("without the text “zzzz”")
    ways = page.locator("[data-empty] .ways li")
    left = len(_listed(library, {"symptoms": chosen["symptoms"][:1]}))
    expect(ways).to_have_text([f"without the text “zzzz”{left} record{'s' if left != 1 else ''}"])
    ways.locator("button").click()
    assert len(_rows(page)) == left


def test_the_checks_are_those_of_the_records_listed(page: Page, site: str, library: Library) -> None:
    id_, entry = next(iter(library.failures.items()))
    commands = [step.run for step in entry.record.confirm if step.run and step.safety == "read-only"]
    _open(page, f"{site}browse/?text={id_}&kind=failure")
    page.wait_for_selector("[data-run]")
    assert page.eval_on_selector_all("[data-run]", "boxes => boxes.map(box => box.dataset.run)") == commands
    expect(page.locator("[data-script-note]")).to_contain_text(f"{len(commands)} of {len(commands)} checks ticked")


def test_the_script_is_sound_and_says_where_each_command_comes_from(page: Page, site: str, library: Library) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    _open(page, f"{site}browse/?kind=failure")
    page.wait_for_selector("[data-run]")
    first = page.locator("[data-run]").first
    left_out = first.get_attribute("data-run")
    first.click()
    page.click("[data-script]")
    script = page.evaluate("navigator.clipboard.readText()")
    assert subprocess.run(["sh", "-n"], input=script, text=True, capture_output=True, check=False).stderr == ""
    assert "set -e" not in script and "Nothing was changed." in script and f"+ {left_out}'" not in script
    assert sum(line.startswith("echo '+ ") for line in script.splitlines()) == len(checks_index(library)["checks"]) - 1
    assert all(
        f"# {id_}: " in script
        for id_, e in library.failures.items()
        if any(s.run != left_out and s.run and s.safety == "read-only" for s in e.record.confirm)
    )


def test_the_text_of_a_record_cannot_leave_its_comment(page: Page, site: str, tmp_path: Any) -> None:
    page.goto(f"{site}browse/")
    hostile = "x\n touch broken\r\u2028touch broken; '$(touch broken)'"
    checks = [
        {
            "run": 'echo "$NOT_SET" it\'s',
            "needs": [hostile],
            "readings": [{"failure": "a", "step": hostile, "expect": hostile, "otherwise": hostile}],
        }
    ]
    script = page.evaluate(
        "async ([module, checks]) => (await import(module)).script(checks, 'http://x/\\n touch broken')",
        [f"{site}assets/atlas/script.js", checks],
    )
    done = subprocess.run(
        ["sh"], input=script.replace(" it's", ""), text=True, capture_output=True, cwd=tmp_path, check=False
    )
    assert "skipped: set NOT_SET first" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_without_the_index_the_page_says_so_and_stays_usable(
    page: Page, site: str, library: Library, complaints: list[str]
) -> None:
    page.route("**/browse.json", lambda route: route.fulfill(status=503, body=""))
    page.goto(f"{site}browse/")
    expect(page.locator("[data-broken]")).to_be_visible()
    assert _rows(page) == [entry.id for entry in _entries(library)][:100]
    complaints.clear()


def test_at_390_pixels_tabs_switch_the_panels(page: Page, site: str, library: Library) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    word = next(iter(library.by_term["symptoms"]))
    _open(page, f"{site}browse/?symptoms={word}")
    assert overflow(page) <= 0
    expect(page.locator("#f-symptoms")).to_be_hidden()
    page.click('[data-tab="symptoms"]')
    expect(page.locator("#f-symptoms")).to_be_visible()
    expect(page.locator("#f-root-causes")).to_be_hidden()
    expect(page.locator('[data-tab="symptoms"]')).to_have_text("Symptom 1")
    page.click("#f-symptoms .more")
    assert overflow(page) <= 0


def _many(index: dict[str, Any], size: int) -> dict[str, Any]:
    """A library of that size, of the words of the real one in new order, so that it packs no better."""
    chance = random.Random(7)
    words = " ".join(index["title"] + index["summary"]).split()

    def sentence(length: int) -> str:
        return " ".join(chance.choices(words, k=length)).capitalize()

    def column(make: Callable[[int], Any]) -> list[Any]:
        return [make(n) for n in range(size)]

    titles = column(lambda n: sentence(9))
    return {
        **index,
        "kind": column(lambda n: int(n >= size // 2)),
        "id": column(lambda n: "-".join(titles[n].lower().split()[:5]) + f"-{n}"),
        "title": titles,
        "when": column(lambda n: f"{2026 - n % 12}-{n % 12 + 1:02}-{n % 28 + 1:02}" if n >= size // 2 else "job-fatal"),
        "summary": column(lambda n: sentence(22)),
        "who": column(lambda n: chance.choice(index["who"])),
        "seen": column(lambda n: chance.randrange(9) if n < size // 2 else 0),
        "words": {
            facet: column(lambda n, f=facet: chance.sample(range(len(index["facets"][f])), 3)) for facet in FACETS
        },
    }


def test_ten_thousand_records(page: Page, site: str, library: Library) -> None:
    index = _many(browse_index(library), 10_000)
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    packed = len(gzip.compress(text.encode()))
    checks = {**checks_index(library), "shown": [[n % len(library.failures)] for n in range(5_000)]}
    page.route("**/browse.json", lambda route: route.fulfill(body=text, content_type="application/json"))
    page.route("**/checks.json", lambda route: route.fulfill(json=checks))
    _open(page, f"{site}browse/")
    assert page.locator("[data-hits] li").count() == 100
    page.click("[data-more]")
    assert page.locator("[data-hits] li").count() == 200
    assert packed < 1_000_000
