"""What every page carries: keyboard, menu, copying, light and dark, the rail, no script, print."""

from __future__ import annotations

import re

import pytest
from faultatlas.library import Library
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import overflow

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def record(library: Library) -> str:
    """The path of the record page with most relations."""
    return f"failures/{max(library.edges, key=lambda id_: len(library.edges[id_]))}/"


@pytest.mark.parametrize("path", ["", "{record}", "about/", "nccl/"])
def test_the_first_tab_stop_skips_to_the_content(page: Page, site: str, record: str, path: str):
    page.goto(site + path.format(record=record))
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    expect(skip).to_have_text(re.compile("Skip to content"))
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    page.keyboard.press("Tab")
    assert page.evaluate("document.getElementById('content').contains(document.activeElement)")


@pytest.mark.parametrize("path", ["", "{record}", "about/"])
def test_the_menu_opens_on_a_phone_and_closes_with_escape(page: Page, site: str, record: str, path: str):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(site + path.format(record=record))
    menu = page.get_by_role("navigation", name="Menu")
    expect(menu).to_be_hidden()
    page.locator("summary[aria-label=Menu]").click()
    expect(menu).to_be_visible()
    assert overflow(page) <= 0
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.locator("summary[aria-label=Menu]").click()
    menu.get_by_role("link", name="Browse").click()
    expect(page).to_have_url(f"{site}browse/")


@pytest.mark.parametrize("path", ["", "{record}", "about/", "search/"])
def test_the_slash_key_leads_to_the_search(page: Page, site: str, record: str, path: str):
    page.goto(site + path.format(record=record))
    page.wait_for_load_state("networkidle")
    page.locator("h1").first.click()
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.type("a/b")
    assert page.evaluate("document.activeElement.value") == "a/b"


def test_the_field_in_the_header_searches(page: Page, site: str):
    page.goto(f"{site}about/")
    page.locator("[data-find]").fill("xid 79")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/search/"))
    expect(page.locator("#q")).to_have_value("xid 79")


@pytest.fixture
def copying(page: Page, site: str) -> Page:
    """A page that may use the clipboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def _clipboard(page: Page) -> str:
    return page.evaluate("navigator.clipboard.readText()")


def test_buttons_copy_what_stands_beside_them(copying: Page, site: str, record: str, library: Library):
    failure = library.failures[record.split("/")[1]].record
    copying.goto(site + record)
    text = copying.get_by_role("button", name="Copy text").first
    text.click()
    expect(copying.get_by_role("button", name="Copied").first).to_be_visible()
    assert _clipboard(copying) == failure.signatures[0].match[0]
    copying.locator("#fix .fix > div").nth(2).get_by_role("button").first.click()
    expect(copying.locator("#fix .copy.done")).to_have_count(1)
    assert _clipboard(copying) == failure.fix.verify.run


def test_the_address_of_the_record_is_copied_without_its_anchor(copying: Page, site: str, record: str):
    copying.goto(f"{site}{record}#fix")
    copying.get_by_role("link", name="Copy link").click()
    expect(copying.locator("[data-copy-link].done")).to_have_count(1)
    assert _clipboard(copying) == site + record
    assert copying.url == f"{site}{record}#fix"


@pytest.mark.parametrize("prefers", ["light", "dark"])
def test_light_and_dark_follow_the_system_until_chosen_and_are_remembered(page: Page, site: str, prefers: str):
    page.emulate_media(color_scheme=prefers)
    page.goto(site)
    scheme = {"light": "default", "dark": "slate"}
    other = {"light": "slate", "dark": "default"}[prefers]
    body = page.locator("body")
    expect(body).to_have_attribute("data-md-color-scheme", scheme[prefers])
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(body).to_have_attribute("data-md-color-scheme", other)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
    page.reload()
    expect(body).to_have_attribute("data-md-color-scheme", other)
    page.goto(f"{site}browse/")
    expect(body).to_have_attribute("data-md-color-scheme", other)


def test_the_rail_marks_the_section_that_is_read(page: Page, site: str, record: str):
    page.goto(site + record)
    marked = page.locator(".rail ol a[aria-current=true]")
    expect(marked).to_have_count(1)
    for link in page.locator(".rail ol a").all()[:4]:
        page.evaluate(
            "id => document.getElementById(id).scrollIntoView()", link.get_attribute("href").removeprefix("#")
        )
        expect(link).to_have_attribute("aria-current", "true")
        expect(marked).to_have_count(1)


@pytest.fixture
def without_script(browser: Browser, site: str):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1400, "height": 900})
    yield context.new_page()
    context.close()


def test_without_script_a_record_can_be_read_and_browsed_to(without_script: Page, site: str, library: Library):
    page = without_script
    page.goto(site)
    page.locator(".tab a").first.click()
    expect(page.locator("h1")).to_have_text("Root cause")
    page.locator(".leader a", has=page.locator("xpath=../*[@class='n' and .//i]")).first.click()
    page.locator(".hits a").first.click()
    expect(page.locator("section.sec h2").first).to_be_visible()
    for section in page.locator("section.sec").all():
        expect(section).to_be_visible()


@pytest.mark.parametrize("path", ["browse/", "nccl/", "graph/", "errors/nccl-results/"])
def test_without_script_lists_and_tables_are_there(without_script: Page, site: str, library: Library, path: str):
    without_script.goto(site + path)
    first = next(iter(library.failures))
    expect(without_script.locator("h1")).to_have_count(1)
    assert without_script.locator("main a:visible").count() > 5
    if path == "browse/":
        expect(without_script.locator(f"main a[href$='failures/{first}/']").first).to_be_visible()
    if path == "graph/":
        assert without_script.locator("a[href*='failures/']").count() >= len(library.failures)


@pytest.mark.parametrize("path", ["{record}", "browse/", "nccl/", "graph/", "about/"])
def test_without_script_no_button_is_offered_that_needs_it(without_script: Page, site: str, record: str, path: str):
    without_script.goto(site + path.format(record=record))
    offered = without_script.locator("button:not([type=submit])").filter(visible=True)
    assert [node.evaluate("node => node.outerHTML.slice(0, 90)") for node in offered.all()] == []


@pytest.mark.parametrize("path", ["{record}", "", "nccl/", "browse/"])
def test_a_printed_page_has_no_controls(page: Page, site: str, record: str, path: str):
    page.goto(site + path.format(record=record))
    page.wait_for_load_state("networkidle")
    page.emulate_media(media="print")
    visible = page.locator(".rail, nav, button, input, select, summary, textarea, .skip").filter(visible=True)
    assert [node.evaluate("node => node.outerHTML.slice(0, 90)") for node in visible.all()] == []
    expect(page.locator("main")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") in (
        "rgb(255, 255, 255)",
        "rgba(0, 0, 0, 0)",
    )
