"""The search page, the box on the front page and the suggestions in the header."""

from __future__ import annotations

import re

import pytest
from faultatlas.export.lookup import lookup_index
from faultatlas.library import Library
from faultatlas.pages.roles import line_role
from playwright.sync_api import Page, expect

from tests.browser.conftest import overflow
from tests.pages.test_record_fields import ROLE_WORDS

pytestmark = pytest.mark.browser

PASTE = "\n".join(
    [
        "[rank1]:[E ProcessGroupNCCL.cpp:629] [Rank 1] Watchdog caught collective operation timeout: "
        "WorkNCCL(SeqNum=2635, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=1800000) "
        "ran for 1800024 milliseconds before timing out.",
        "node-secret:1:2 [0] misc/shmutils.cc:88 NCCL WARN Error: failed to extend /dev/shm/nccl-WU88OE "
        "to 9637892 bytes, error: No space left on device (28)",
        "step 17 loss 2.31",
        "export NCCL_IB_TIMEOUT=22",
    ]
)


def _ask(page: Page, site: str, question: str) -> None:
    page.goto(f"{site}search/")
    page.fill("#q", question)
    page.keyboard.press("Enter")
    _wait(page)


def _wait(page: Page) -> None:
    expect(page.locator("[data-status]")).to_contain_text("recognised")


def _known(page: Page) -> list[str]:
    return page.eval_on_selector_all("[data-exact] h3 a", "links => links.map(link => link.getAttribute('href'))")


def _paths(page: Page, site: str) -> list[str]:
    root = "/" + site.split("/", 3)[3]
    return [href.split(root, 1)[1] for href in _known(page)]


def test_an_id_is_recognised_at_once(page: Page, site: str, library: Library) -> None:
    id_ = next(iter(library.failures))
    page.goto(f"{site}search/?q={id_}")
    _wait(page)
    assert _paths(page, site)[0] == f"failures/{id_}/"
    page.locator("[data-exact] h3 a").first.click()
    page.wait_for_url(f"{site}failures/{id_}/")


def test_codes_and_settings_are_recognised(page: Page, site: str) -> None:
    for question, path in (
        ("NCCL_DEBUG", "errors/nccl-settings/#nccl-debug"),
        ("nccl 6", "errors/nccl-results/#remote-error"),
    ):
        _ask(page, site, question)
        assert path in _paths(page, site)[:2], question


def test_every_example_line_is_recognised_by_its_own_record(page: Page, site: str, library: Library) -> None:
    lines = [(line, id_) for id_, e in library.failures.items() for s in e.record.signatures for line in s.match]
    page.goto(f"{site}search/")
    found = page.evaluate(
        """async ([module, lines]) => {
          const { loadLookup } = await import(module);
          const lookup = await loadLookup();
          const answers = [];
          for (const line of lines) {
            const { hits } = await lookup.recognise(line, () => false);
            answers.push(hits.map((hit) => [hit.target.path, hit.why]));
          }
          return answers;
        }""",
        [f"{site}assets/atlas/lookup.js", [line for line, _ in lines]],
    )
    missing = [
        (line, id_)
        for (line, id_), hits in zip(lines, found, strict=True)
        if [f"failures/{id_}/", "signature"] not in hits
    ]
    assert missing == []


def test_every_pattern_compiles_in_the_browser(page: Page, site: str, library: Library) -> None:
    patterns = [pattern for pattern, *_ in lookup_index(library)["patterns"]]
    page.goto(f"{site}search/")
    bad = page.evaluate(
        "patterns => patterns.filter((p) => { try { new RegExp(p); } catch { return true; } })", patterns
    )
    assert bad == []


def test_a_pattern_that_does_not_compile_is_left_out(page: Page, site: str, library: Library) -> None:
    index = lookup_index(library)
    index["patterns"].insert(0, ["(?broken", 0, "initiating", 1, 0])
    page.route("**/lookup.json", lambda route: route.fulfill(json=index))
    _ask(page, site, PASTE)
    assert "failures/dev-shm-too-small/" in _paths(page, site)


def test_what_starts_a_failure_ranks_before_its_echo(page: Page, site: str, library: Library) -> None:
    record = library.failures["dev-shm-too-small"].record
    signature = next(s for s in record.signatures if re.search(s.pattern, PASTE))
    _ask(page, site, PASTE)
    paths = _paths(page, site)
    assert paths[0] == "failures/dev-shm-too-small/"
    assert paths.index("failures/dev-shm-too-small/") < paths.index("failures/nccl-collective-timeout/")
    first = page.locator("[data-exact] li").first
    expect(first.locator(".role")).to_have_text(ROLE_WORDS[line_role(record, signature)])
    expect(first.locator(".because .label")).to_contain_text(re.compile("line 2", re.I))
    assert first.locator("mark").inner_text().startswith("Error: failed to extend /dev/shm")


def test_a_setting_inside_a_paste_is_named_among_the_weaker_hits(page: Page, site: str) -> None:
    _ask(page, site, PASTE)
    more = page.locator("[data-known-more]")
    if more.is_visible():
        more.click()
    assert "errors/nccl-settings/#nccl-ib-timeout" in _paths(page, site)


def test_no_log_text_is_requested_or_stands_in_the_address(page: Page, site: str) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url + (request.post_data or "")))
    page.goto(site)
    page.fill("#finder", PASTE)
    page.press("#finder", "Enter")
    page.wait_for_url("**/search/**")
    _wait(page)
    assert page.input_value("#q") == PASTE
    assert "Watchdog" not in page.url
    page.goto(site)
    page.fill("#finder", "node-secret out of memory")
    page.click("[data-finder] button")
    page.wait_for_url("**/search/#q=*")
    _wait(page)
    assert not [url for url in requests if re.search("secret|atchdog|2635", url.partition("#")[0])]


def test_shift_and_enter_make_a_new_line(page: Page, site: str) -> None:
    page.goto(site)
    page.fill("#finder", "one")
    page.press("#finder", "Shift+Enter")
    page.keyboard.type("two")
    assert page.input_value("#finder") == "one\ntwo"
    assert page.url == site


def test_the_text_search_has_kinds_and_more(page: Page, site: str) -> None:
    _ask(page, site, "memory")
    rows = page.locator("[data-text] .hits li")
    expect(rows).to_have_count(10)
    page.click("[data-text] [data-more]")
    expect(rows).not_to_have_count(10)
    assert page.evaluate("document.activeElement.closest('[data-text]') !== null")
    button = page.locator('[data-text] [data-kinds] [value="failure"]')
    count = int(button.inner_text().split()[0])
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(rows).to_have_count(min(count, 10))
    assert all(
        "/failures/" in href
        for href in page.eval_on_selector_all("[data-text] h3 a", "links => links.map(link => link.href)")
    )


def test_excerpts_are_text_and_marks_only(page: Page, site: str) -> None:
    page.goto(f"{site}search/")
    tags = page.evaluate(
        """async ([module, html]) => {
          const { excerpt } = await import(module);
          const place = document.createElement("p");
          place.append(...excerpt(html));
          return [[...place.querySelectorAll("*")].map((element) => element.tagName), place.textContent];
        }""",
        [
            f"{site}assets/atlas/fulltext.js",
            'a &lt;b&gt; <mark>c</mark> <a href="javascript:1">d</a><img src="x"><script>e</script>',
        ],
    )
    assert tags[0] == ["MARK"]
    assert tags[1].startswith("a <b> c d")


def test_a_question_is_text_and_never_markup(page: Page, site: str) -> None:
    page.goto(f"{site}search/?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%20NCCL_DEBUG")
    _wait(page)
    assert page.locator(".search-page img").count() == 0
    assert page.locator("[data-exact] mark").all_inner_texts() == ["NCCL_DEBUG"]


def test_the_back_button_brings_the_last_question_back(page: Page, site: str) -> None:
    _ask(page, site, "NCCL_DEBUG")
    page.fill("#q", "dev-shm-too-small")
    page.keyboard.press("Enter")
    expect(page.locator("[data-exact] h3 a").first).to_contain_text("Shared memory")
    page.go_back()
    expect(page.locator("#q")).to_have_value("NCCL_DEBUG")


def test_a_huge_paste_is_cut_and_lets_the_page_have_its_turn(page: Page, site: str) -> None:
    page.goto(f"{site}search/")
    page.fill("#q", "warm up")
    _wait(page)
    turns, lines, left = page.evaluate(
        """async ([module, text]) => {
          const { loadLookup } = await import(module);
          const lookup = await loadLookup();
          let turns = 0, running = true;
          const beat = () => {
            turns += 1;
            if (running) setTimeout(beat);
          };
          beat();
          const { lines, left } = await lookup.recognise(text, () => false);
          running = false;
          return [turns, lines, left];
        }""",
        [f"{site}assets/atlas/lookup.js", "\n".join(f"{n} " + "worker said nothing of note " * 40 for n in range(900))],
    )
    assert (lines, left) == (500, 400)
    assert turns > 1


def test_the_lines_read_are_counted_with_their_repeats(page: Page, site: str) -> None:
    text = "\n".join(f"{n // 2} worker said nothing" for n in range(200_000)) + "\n\n"
    page.goto(f"{site}search/")
    found = page.evaluate(
        """async ([module, text]) => {
          const { loadLookup } = await import(module);
          const { lines, read, left } = await (await loadLookup()).recognise(text, () => false);
          return [lines, read, left];
        }""",
        [f"{site}assets/atlas/lookup.js", text],
    )
    assert found == [500, 999, 199_001]


@pytest.mark.parametrize("path", ["search/", "browse/"])
def test_half_a_surrogate_pair_is_searched_like_other_text(page: Page, site: str, path: str) -> None:
    page.goto(site + path)
    field = page.locator("#q, [data-query] input").first
    field.evaluate("""field => {
      field.value = "NCCL_DEBUG \\ud83d";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }""")
    page.wait_for_url("**NCCL_DEBUG**%EF%BF%BD")
    if path == "search/":
        _wait(page)


def test_a_refused_address_stays_and_the_search_goes_on(page: Page, site: str) -> None:
    page.add_init_script("history.pushState = history.replaceState = () => { throw new Error('refused'); };")
    _ask(page, site, "dev-shm-too-small")
    assert _paths(page, site)[0] == "failures/dev-shm-too-small/"
    assert page.url == f"{site}search/"


def test_the_full_text_comes_back_after_a_failure(page: Page, site: str, complaints: list[str]) -> None:
    page.route("**/pagefind/pagefind.js*", lambda route: route.abort(), times=1)
    page.goto(f"{site}search/")
    page.fill("#q", "memory")
    expect(page.locator("[data-status]")).to_contain_text("could not be searched")
    page.fill("#q", "shared memory")
    expect(page.locator("[data-text] .hits li").first).to_be_visible()
    complaints.clear()


def test_suggestions_are_a_combobox(page: Page, site: str) -> None:
    page.goto(f"{site}about/")
    page.keyboard.press("/")
    page.keyboard.type("nccl_ib")
    field, options = page.locator("[data-find]"), page.locator("#suggestions [role=option]")
    expect(options.first).to_be_visible()
    assert 2 <= options.count() <= 6
    expect(field).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", "suggestions-0")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    assert field.get_attribute("aria-activedescendant") is None
    page.keyboard.press("Escape")
    expect(page.locator("#suggestions")).to_be_hidden()
    page.fill("[data-find]", "dev-shm")
    expect(options.first).to_contain_text("dev-shm-too-small")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}failures/dev-shm-too-small/")


def test_enter_without_a_suggestion_searches(page: Page, site: str) -> None:
    page.goto(f"{site}browse/")
    page.fill("[data-find]", "shared memory")
    page.press("[data-find]", "Enter")
    page.wait_for_url(f"{site}search/#q=shared%20memory")
    _wait(page)


def test_without_the_list_of_names_the_text_is_still_searched(page: Page, site: str, complaints: list[str]) -> None:
    page.route("**/lookup.json", lambda route: route.fulfill(status=503, body=""))
    page.goto(f"{site}search/?q=memory")
    expect(page.locator("[data-status]")).to_contain_text("could not be loaded")
    expect(page.locator("[data-text] .hits li").first).to_be_visible()
    complaints.clear()


@pytest.mark.parametrize("path", ["", "search/?q=ncclRemoteError"])
def test_nothing_is_wider_than_a_phone(page: Page, site: str, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(site + path)
    if path:
        _wait(page)
    assert overflow(page) <= 0
