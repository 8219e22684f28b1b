"""`faultatlas diagnose` and `faultatlas score`: reports, exit codes, and what comes in from outside."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from faultatlas.cli import main

LOGS = Path(__file__).parent / "logs"
RAISE = LOGS / "torchrun" / "raise" / "console.log"
OOM = "[rank2]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n"


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


def diagnose(capsys, *arguments: object) -> tuple[int, str, str]:
    code = main(["diagnose", *map(str, arguments)])
    return code, *capsys.readouterr()


def test_the_text_report_says_what_where_why_and_what_to_do(capsys):
    code, out, _ = diagnose(capsys, RAISE)
    assert code == 10
    labels = [line.split(" ")[0] for line in out.splitlines()]
    assert out.startswith("One rank raises an exception")
    assert [label for label in ("where", "why", "echo", "do", "verify", "page") if label not in labels] == []
    assert f"{RAISE}:30  [default2]:[rank2]: ValueError" in out
    assert "\x1b" not in out


def test_json_is_the_contract(capsys):
    code, out, _ = diagnose(capsys, RAISE, "--format", "json")
    found = json.loads(out)
    assert (code, found["schema"], found["outcome"]) == (10, "faultatlas.diagnosis/1", "diagnosed")
    keys = "schema outcome findings initiating collateral missing next considered versions input"
    assert list(found) == keys.split()
    assert found["initiating"]["rank"] == 2
    assert found["input"] | {"bytes": 0} == {"files": 1, "bytes": 0, "lines": 114, "ranks": 4, "skipped": []}
    assert found["considered"] == []


def test_explain_lists_what_was_considered(capsys):
    _, out, _ = diagnose(capsys, RAISE, "--format", "json", "--explain")
    assert json.loads(out)["considered"][0]["fate"] == "stands"


def test_nothing_found_is_exit_code_0(capsys):
    code, out, _ = diagnose(capsys, LOGS / "torchrun" / "ok")
    assert (code, out) == (0, "Nothing found: no line that a record describes as a failure.\n")


def test_uncertain_is_exit_code_11(tmp_path, capsys):
    log = tmp_path / "a.log"
    log.write_text('Traceback (most recent call last):\n  File "x.py", line 1, in <module>\nOddError: never seen\n')
    code, out, _ = diagnose(capsys, log)
    assert code == 11
    assert "OddError: never seen" in out


def test_what_cannot_be_read_is_exit_code_1(tmp_path, capsys):
    code, out, err = diagnose(capsys, tmp_path / "none.log")
    assert (code, out) == (1, "")
    assert err == f"faultatlas: {tmp_path}/none.log: no such file or folder\n"


def test_standard_input(tmp_path):
    command = [sys.executable, "-m", "faultatlas", "diagnose", "-", "--format", "json"]
    done = subprocess.run(command, input=("step\n" * 70_000 + OOM).encode(), capture_output=True, check=False)
    found = json.loads(done.stdout)
    assert done.returncode == 10
    line = found["findings"][0]["evidence"][0]
    assert (line["file"], line["line"]) == ("standard input", 70_001)


@pytest.mark.parametrize("format_", ["markdown", "html"])
def test_what_is_shared_is_redacted(tmp_path, capsys, format_):
    log = tmp_path / "a.log"
    log.write_text(
        "trainer7:12:13 [2] NCCL INFO x\n"
        "[rank2]: /home/alice/t.py on trainer7: CUDA out of memory. Tried to allocate 2.00 GiB\n"
    )
    _, out, _ = diagnose(capsys, log, "--format", format_)
    assert "alice" not in out
    _, bare, _ = diagnose(capsys, log, "--format", format_, "--no-redact")
    assert "alice" in bare


def test_a_log_cannot_act_on_terminal_page_or_issue(tmp_path, capsys):
    log = tmp_path / "a.log"
    evil = "</pre><script>alert(1)</script>```\x1b[2J\x07\u202e[x](javascript:1)"
    log.write_text(f"[rank2]: {evil} torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB\n")
    _, text, _ = diagnose(capsys, log)
    assert not set(text) & {"\x1b", "\x07", "\u202e"}
    _, page, _ = diagnose(capsys, log, "--format", "html")
    assert "<script" not in page
    _, issue, _ = diagnose(capsys, log, "--format", "markdown")
    fence = next(line for line in issue.splitlines() if set(line) == {"`"})
    assert len(fence) > 3 and issue.count(fence) == 2
    _, raw, _ = diagnose(capsys, log, "--format", "json")
    assert raw.isascii()


def test_what_a_healthy_run_says_too_does_not_count(tmp_path, capsys):
    good, bad = tmp_path / "good.log", tmp_path / "bad.log"
    good.write_text(OOM)
    bad.write_text(OOM)
    assert diagnose(capsys, bad)[0] == 10
    assert diagnose(capsys, bad, "--baseline", good)[0] == 0


def test_both_matchers_give_the_same(capsys):
    pytest.importorskip("hyperscan")
    for folder in (LOGS / "torchrun" / "raise", LOGS / "torchrun" / "two-nodes", LOGS / "healthy"):
        one = diagnose(capsys, folder, "--format", "json", "--prefilter", "python")
        assert one == diagnose(capsys, folder, "--format", "json", "--prefilter", "hyperscan")


def test_a_changed_record_is_seen_at_once(tmp_path, capsys, monkeypatch):
    from tests.conftest import make_root

    root = make_root(tmp_path / "root")
    log = tmp_path / "a.log"
    log.write_text("nothing here\n")
    assert diagnose(capsys, log, "--records", root)[0] == 0
    kept = list((Path(sys.modules["os"].environ["XDG_CACHE_HOME"]) / "faultatlas").iterdir())
    path = next((root / "kb").rglob("*.yaml"))
    path.write_text(path.read_text() + "\n")
    diagnose(capsys, log, "--records", root)
    assert list((Path(sys.modules["os"].environ["XDG_CACHE_HOME"]) / "faultatlas").iterdir()) != kept


def test_a_broken_cache_is_made_anew(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert diagnose(capsys, RAISE)[0] == 10
    for path in (tmp_path / "faultatlas").iterdir():
        path.write_text("{broken")
    assert diagnose(capsys, RAISE)[0] == 10


def test_score_counts_and_names_what_is_wrong(capsys):
    assert main(["score", str(LOGS / "healthy")]) == 0
    out = capsys.readouterr().out
    assert "alarms on healthy logs            0 of 10" in out
    assert main(["score", str(LOGS / "torchrun"), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["summary"]["wrong with strong support"]["count"] == 0
    assert {"log", "accept", "named", "support", "outcome", "covered", "right", "rank"} == set(found["logs"][0])


def test_score_without_labels_is_exit_code_1(tmp_path, capsys):
    assert main(["score", str(tmp_path)]) == 1
    assert "no labelled logs" in capsys.readouterr().err
