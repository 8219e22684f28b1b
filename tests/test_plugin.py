"""The mkdocs plugin as a user meets it: clear sentences when something is wrong, a strict build when nothing is."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.conftest import FIXTURE
from tests.page_tree import parse
from tests.projects import QUICK, build, edit, make_project, mkdocs


def _refused(project):
    """What mkdocs says when it refuses to build: no traceback, exit code 1, no site."""
    done = mkdocs(project, "build")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    assert not (project / "site" / "index.html").exists()
    return [line.split("-  ", 1)[-1] for line in done.stderr.splitlines() if line.startswith("ERROR")]


def test_an_unknown_option_is_named_with_the_known_ones(tmp_path):
    (error,) = _refused(make_project(tmp_path / "p", options="recods: [.]"))
    assert "no option is called 'recods'; the options are records, search, fonts, cache_dir" in error


def test_an_option_of_the_wrong_type_is_one_sentence(tmp_path):
    (error,) = _refused(make_project(tmp_path / "p", options="records: 7"))
    assert "'records': Expected a list of items" in error


def test_a_record_root_that_is_not_there_is_one_sentence(tmp_path):
    (error,) = _refused(make_project(tmp_path / "p", options="records: [nowhere]"))
    assert error.endswith("nowhere is not a folder; name one that holds kb/, cases/ and taxonomy/")


def test_a_missing_folder_is_named(tmp_path):
    project = make_project(tmp_path / "p", options="records: [mine]", records=False)
    shutil.copytree(FIXTURE, project / "mine")
    shutil.rmtree(project / "mine" / "cases")
    assert any(
        line.startswith("faultatlas: mine/cases:1:1: the folder cases/ with records is not here")
        for line in _refused(project)
    )


def test_empty_folders_are_one_sentence_each(tmp_path):
    project = make_project(tmp_path / "p", records=False)
    for folder in ("kb", "cases", "taxonomy"):
        (project / folder).mkdir()
    *folders, _ = _refused(project)
    said = "holds no record; name a record root that has kb/, cases/, taxonomy/"
    assert len(folders) == 3
    assert all(said in line for line in folders)


def test_a_wrong_record_stops_the_build_with_all_problems(tmp_path):
    project = make_project(tmp_path / "p")
    edit(project / "kb/gpu/gpu-lost.yaml", "severity: job-fatal", "severity: job-fatl")
    edit(project / "kb/nccl/peer-timeout.yaml", "components: [nccl]", "components: [ncl]")
    edit(project / "cases/example-cloud-2023-lost-gpu.yaml", "title: One", "title: <script>One")
    *problems, count = _refused(project)
    assert count == "3 problems in the records; mend what is listed above."
    assert problems[0].startswith("faultatlas: cases/example-cloud-2023-lost-gpu.yaml:2:8: ") and problems[0].endswith(
        "[prose]"
    )
    assert "kb/gpu/gpu-lost.yaml:9:" in problems[1] and 'did you mean "job-fatal"? [schema]' in problems[1]
    assert "kb/nccl/peer-timeout.yaml:8:14:" in problems[2] and "[word-in-taxonomy]" in problems[2]


def test_an_overlay_adds_records_that_link_to_public_ones(tmp_path):
    project = make_project(
        tmp_path / "p",
        options=f"records: [., private], {QUICK}",
        settings="repo_url: https://forge.example.org/atlas\nedit_uri: edit/main/docs/",
    )
    ours = project / "private" / "cases" / "example-lab-2025-own-outage.yaml"
    ours.parent.mkdir(parents=True)
    shutil.copy(FIXTURE / "cases/example-lab-2024-05-name-outage.yaml", ours)
    edit(ours, "formerly: [example-lab-2024-dns]\n", "")
    edit(ours, "A name server under load stops every job of a morning", "Jobs cannot find each other after an upgrade")
    edit(ours, "date: 2024-05-03", "date: 2025")
    edit(ours, "reports/name-outage", "reports/upgrade")
    site = build(project)
    failure = parse((site / "failures/name-not-resolved/index.html").read_text("utf-8"))
    assert "../../cases/example-lab-2025-own-outage/" in {href for _, href in failure.one("section", id="seen").links}
    assert (
        "Edit this record",
        "https://forge.example.org/atlas/edit/main/kb/dns-and-addressing/name-not-resolved.yaml",
    ) in failure.links
    case = parse((site / "cases/example-lab-2025-own-outage/index.html").read_text("utf-8"))
    assert (
        "Edit this record",
        "https://forge.example.org/atlas/edit/main/private/cases/example-lab-2025-own-outage.yaml",
    ) in case.links


def test_a_record_outside_the_repository_has_no_edit_link(tmp_path):
    project = make_project(
        tmp_path / "p",
        options=f"records: [../records], {QUICK}",
        settings="repo_url: https://forge.example.org/atlas",
        records=False,
    )
    shutil.copytree(FIXTURE, tmp_path / "records")
    page = (build(project) / "failures/gpu-lost/index.html").read_text("utf-8")
    assert "Edit this record" not in page and str(tmp_path) not in page


@pytest.fixture(scope="module")
def under_a_path(tmp_path_factory):
    """A built project whose address has a path."""
    settings = "site_url: https://example.org/team/atlas/"
    return build(make_project(tmp_path_factory.mktemp("sub") / "p", settings=settings))


def test_a_site_under_a_path_keeps_its_links_relative(under_a_path):
    page = parse((under_a_path / "failures/gpu-lost/index.html").read_text("utf-8"))
    assert page.one("link", rel="canonical")["href"] == "https://example.org/team/atlas/failures/gpu-lost/"
    assert page.one("a", class_="logo")["href"] == "../.."
    assert not [node for node in page if node["href"].startswith("/") or node["src"].startswith("/")]


def test_the_page_for_unknown_addresses_links_from_the_path_of_the_site(under_a_path):
    page = parse((under_a_path / "404.html").read_text("utf-8"))
    local = [
        target
        for node in page
        for target in (node["href"], node["src"], node["action"])
        if target and not target.startswith(("#", "https:"))
    ]
    assert local and all(target.startswith("/team/atlas/") for target in local)


def test_the_policy_stands_on_every_page_but_redirects(under_a_path):
    for path in under_a_path.rglob("*.html"):
        text = path.read_text("utf-8")
        assert "Content-Security-Policy" in text or "<title>Moved</title>" in text, path
        assert "@@CSP@@" not in text


def test_hostile_program_text_stays_text_through_the_whole_shell(tmp_path):
    project = make_project(tmp_path / "p")
    evil = """</title></script><script>alert(1)</script><img src=x onerror=alert(1)>"""
    edit(project / "kb/dns-and-addressing/name-not-resolved.yaml", "EAI_AGAIN storm", evil)
    edit(
        project / "kb/nccl/peer-timeout.yaml",
        "[Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7)",
        f"[Rank 3] Watchdog caught collective operation timeout {evil}",
    )
    site = build(project)
    for id_ in ("name-not-resolved", "peer-timeout"):
        page = parse((site / f"failures/{id_}/index.html").read_text("utf-8"))
        assert evil in page.text
        assert not page.all("img") and not [
            script for script in page.all("script") if "alert" in script.text and "json" not in script["type"]
        ]
    data = page.one("script", type="application/ld+json").text
    assert json.loads(data)["@type"] == "TechArticle"
