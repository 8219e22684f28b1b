"""What is costly to make is made once and kept: the cut fonts and the full-text index."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from faultatlas.export import fonts, fulltext

BODIES = {"": "<p>front</p>", "browse/": "<p>all</p>"}


@pytest.fixture
def one_font(monkeypatch):
    monkeypatch.setattr(fonts, "FONTS", {"plex-mono-400.woff2": fonts.FONTS["plex-mono-400.woff2"]})


def test_a_font_is_cut_to_a_small_woff2(tmp_path, one_font):
    (path,) = fonts.web_fonts(tmp_path).values()
    assert path.read_bytes()[:4] == b"wOF2"
    assert path.stat().st_size < 40_000
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_font_in_the_cache_is_not_cut_again(tmp_path, one_font, monkeypatch):
    first = fonts.web_fonts(tmp_path)
    monkeypatch.setattr(fonts, "_cut", lambda source, target: pytest.fail("cut again"))
    assert fonts.web_fonts(tmp_path) == first


def test_a_change_of_what_is_cut_makes_a_new_file(tmp_path, one_font, monkeypatch):
    (before,) = fonts.web_fonts(tmp_path).values()
    monkeypatch.setattr(fonts, "UNICODES", [0x41])
    (after,) = fonts.web_fonts(tmp_path).values()
    assert before != after


def test_a_font_whose_wheel_is_missing_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(fonts, "FONTS", {"no.woff2": ("fontpkg_that_nobody_has", "No.ttf")})
    assert fonts.web_fonts(tmp_path) == {}


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    page = '<html lang="en"><title>x</title><body><main data-pagefind-body><h1>Collective timeout</h1></main>'
    (folder / "index.html").write_text(page, "utf-8")
    return folder


def test_the_index_is_written_into_the_site_without_pagefinds_own_interface(site, tmp_path):
    fulltext.write_index(site, tmp_path / "cache", BODIES)
    names = {path.name for path in (site / "pagefind").iterdir()}
    assert {"pagefind.js", "pagefind-entry.json"} <= names
    assert not [name for name in names if "ui" in name.split(".")[0].split("-")]


def _count_runs(monkeypatch):
    runs = []

    def run(site_dir: Path, target: Path) -> None:
        runs.append(target)
        target.mkdir(parents=True)
        (target / "pagefind.js").write_text(f"// {len(runs)}", "utf-8")

    monkeypatch.setattr(fulltext, "_run", run)
    return runs


def test_unchanged_bodies_are_not_indexed_again(site, tmp_path, monkeypatch):
    runs = _count_runs(monkeypatch)
    fulltext.write_index(site, tmp_path / "cache", BODIES)
    fulltext.write_index(site, tmp_path / "cache", dict(reversed(BODIES.items())))
    assert len(runs) == 1
    assert (site / "pagefind" / "pagefind.js").read_text("utf-8") == "// 1"


def test_a_preview_takes_the_index_that_is_there(site, tmp_path, monkeypatch):
    runs = _count_runs(monkeypatch)
    fulltext.write_index(site, tmp_path / "cache", BODIES, is_stale_fine=True)
    fulltext.write_index(site, tmp_path / "cache", {**BODIES, "": "<p>other</p>"}, is_stale_fine=True)
    assert len(runs) == 1


@pytest.mark.parametrize(
    "bodies", [{**BODIES, "": "<p>other</p>"}, {"": BODIES[""]}, {"x/": BODIES[""], "browse/": BODIES["browse/"]}]
)
def test_a_change_is_indexed_and_only_the_newest_index_is_kept(site, tmp_path, monkeypatch, bodies):
    runs = _count_runs(monkeypatch)
    fulltext.write_index(site, tmp_path / "cache", BODIES)
    fulltext.write_index(site, tmp_path / "cache", bodies)
    assert len(runs) == 2
    assert list((tmp_path / "cache" / "pagefind").iterdir()) == [runs[1]]


@pytest.mark.parametrize("program", ["/bin/false", "/nonexistent/pagefind"])
def test_a_binary_that_fails_is_one_sentence(site, tmp_path, monkeypatch, program):
    monkeypatch.setitem(sys.modules, "pagefind_bin", SimpleNamespace(get_executable=lambda: program))
    with pytest.raises(fulltext.IndexFailed, match="the search index could not be made"):
        fulltext.write_index(site, tmp_path / "cache", BODIES)
    assert not (site / "pagefind").exists()
