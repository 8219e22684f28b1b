"""The hub table: filtered by a pasted line, by role and by result code, and rows that can be linked to."""

from __future__ import annotations

import pytest
from faultatlas.library import Library
from faultatlas.schema.hub import Hub
from playwright.sync_api import Page, expect

from tests.browser.conftest import overflow

pytestmark = pytest.mark.browser

LINE = (
    "node-3:123:456 [0] transport/net_ib.cc:1295 NCCL WARN NET/IB: Got completion from peer 10.0.0.3<45678> "
    "with status=IBV_WC_RETRY_EXC_ERR(12) opcode=0 len=0 vendor_err=129 (Send)"
)


@pytest.fixture
def hub(library: Library) -> Hub:
    return library.hubs["nccl"].record


def _rows(page: Page) -> list[str]:
    return page.eval_on_selector_all("tr.row:not([hidden])", "rows => rows.map(row => row.id)")


def test_a_pasted_line_leads_to_its_row(page: Page, site: str, hub: Hub) -> None:
    page.goto(f"{site}nccl/")
    assert _rows(page) == [row.id for row in hub.rows]
    page.fill("[data-hub-text]", LINE)
    assert _rows(page) == ["ib-wc-12"]
    expect(page.locator("tr.row.cur")).to_have_attribute("id", "ib-wc-12")
    assert "Got completion from peer" in page.locator("tr.cur mark").first.inner_text()
    expect(page.locator("[data-hub-count]")).to_have_text(f"1 of {len(hub.rows)} rows")
    assert page.locator("tr.band:not([hidden])").count() == 1


def test_each_printed_text_finds_its_own_row(page: Page, site: str, hub: Hub) -> None:
    texts = [
        (seen.text.replace("…", "value17"), row.id) for row in hub.rows for seen in row.you_see if not seen.observed
    ]
    page.goto(f"{site}nccl/")
    missed = page.evaluate(
        """(texts) => {
          const field = document.querySelector("[data-hub-text]");
          return texts.filter(([text, id]) => {
            field.value = "host-a:1:2 [0] NCCL WARN " + text;
            field.dispatchEvent(new Event("input", { bubbles: true }));
            return document.getElementById(id).hidden;
          });
        }""",
        texts,
    )
    assert missed == []


def test_words_rank_rows_when_no_text_matches(page: Page, site: str, hub: Hub) -> None:
    page.goto(f"{site}nccl/")
    page.fill("[data-hub-text]", "firewall interface unreachable")
    rows = _rows(page)
    assert "init-connect" in rows and len(rows) < len(hub.rows) / 2


def test_roles_and_codes_filter_together(page: Page, site: str, hub: Hub) -> None:
    page.goto(f"{site}nccl/")
    page.click('[data-hub-roles] [value="collateral"]')
    assert _rows(page) == [row.id for row in hub.rows if row.role == "collateral"]
    page.click('[data-hub-codes] [value="6"]')
    assert _rows(page) == [row.id for row in hub.rows if row.role == "collateral" and 6 in row.result]
    page.click('[data-hub-codes] [value="none"]')
    expected = [row.id for row in hub.rows if row.role == "collateral" and (6 in row.result or not row.result)]
    assert _rows(page) == expected
    expect(page.locator("[data-hub-count]")).to_have_text(f"{len(expected)} of {len(hub.rows)} rows")


def test_the_state_is_in_the_address(page: Page, site: str) -> None:
    page.goto(f"{site}nccl/")
    page.click('[data-hub-roles] [value="initiating"]')
    page.click('[data-hub-codes] [value="2"]')
    assert page.url == f"{site}nccl/?role=initiating&result=2"
    rows = _rows(page)
    page.go_back()
    assert page.url == f"{site}nccl/?role=initiating"
    page.goto(f"{site}nccl/?role=initiating&result=2&text=")
    assert _rows(page) == rows
    page.goto(f"{site}nccl/?text=Got+completion&role=nonsense&result=99,x")
    assert _rows(page)
    expect(page.locator('[data-hub-roles] [value=""]')).to_have_attribute("aria-pressed", "true")


def test_a_linked_row_stands_below_the_bar(page: Page, site: str) -> None:
    page.goto(f"{site}nccl/#peer-closed")
    page.evaluate("document.fonts.ready")
    row = page.locator("#peer-closed")
    expect(row).to_have_class("row cur")
    page.wait_for_function(
        """() => {
          const bar = document.querySelector(".hubbar").getBoundingClientRect();
          const { top } = document.getElementById("peer-closed").getBoundingClientRect();
          return top >= bar.bottom - 1 && top < bar.bottom + 60;
        }"""
    )


def test_a_link_to_a_hidden_row_lifts_the_filter(page: Page, site: str, hub: Hub) -> None:
    page.goto(f"{site}nccl/")
    page.fill("[data-hub-text]", LINE)
    page.click("#ib-wc-12 .conf a >> nth=0")
    target = page.evaluate("location.hash.slice(1)")
    expect(page.locator(f"tr[id='{target}']")).to_have_class("row cur")
    assert len(_rows(page)) == len(hub.rows)
    expect(page.locator("[data-hub-text]")).to_have_value("")


def test_no_match_says_so_and_escape_clears(page: Page, site: str, hub: Hub) -> None:
    page.goto(f"{site}nccl/")
    page.keyboard.press("/")
    page.keyboard.type("zzzz qqqq")
    expect(page.locator("[data-hub-empty]")).to_be_visible()
    expect(page.locator("table.hub")).to_be_hidden()
    page.keyboard.press("Escape")
    assert len(_rows(page)) == len(hub.rows)
    assert page.locator("tr.row mark").count() == 0
    page.keyboard.type("zzzz")
    page.click("[data-hub-clear]")
    assert page.url == f"{site}nccl/"


def test_pasted_lines_keep_a_space_between_them(page: Page, site: str) -> None:
    page.goto(f"{site}nccl/")
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text", "first line\\nsecond line\\n");
          const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
          document.querySelector("[data-hub-text]").dispatchEvent(paste);
        }"""
    )
    expect(page.locator("[data-hub-text]")).to_have_value("first line second line")


def test_nothing_is_wider_than_a_phone(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}nccl/?role=collateral")
    assert overflow(page) <= 0
