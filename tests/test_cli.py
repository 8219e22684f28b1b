"""The command line: exit codes, formats, and one clear sentence for each wrong use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from faultatlas import __version__
from faultatlas.cli import main

from tests.conftest import FIXTURE, ROOT, make_root

MISSPELT = [{"path": "kb/gpu/gpu-lost.yaml", "old": "symptoms: [job-crash]", "new": "symptoms: [job-crush]"}]
MESSAGE = '"job-crush" is not a word of taxonomy/symptoms.yaml; did you mean "job-crash"?'
LINE = f"kb/gpu/gpu-lost.yaml:7:12: {MESSAGE} [word-in-taxonomy]\n"


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder is a record root with one problem."""
    root = make_root(tmp_path, replace=MISSPELT)
    monkeypatch.chdir(root)
    return root


def run(*arguments: str, cwd: Path = FIXTURE, **more) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "faultatlas", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, **more)


def test_valid_records_print_nothing(monkeypatch, capsys):
    monkeypatch.chdir(FIXTURE)
    assert main(["check"]) == 0
    assert capsys.readouterr() == ("", "")


def test_problems_are_lines_and_the_exit_code_is_1(broken, capsys):
    assert main(["check"]) == 1
    assert capsys.readouterr().out == LINE


@pytest.mark.parametrize(
    ("paths", "code"),
    [
        (["kb"], 1),
        (["kb/gpu/gpu-lost.yaml"], 1),
        (["kb/nccl", "kb/gpu"], 1),
        (["kb/nccl"], 0),
        (["cases", "taxonomy"], 0),
        (["."], 1),
    ],
)
def test_only_problems_under_the_paths_are_reported(broken, paths, code, capsys):
    assert main(["check", *paths]) == code
    assert capsys.readouterr().out == (LINE if code else "")


def test_the_record_root_is_found_from_below(broken, monkeypatch, capsys):
    monkeypatch.chdir(broken / "kb" / "gpu")
    assert main(["check", "gpu-lost.yaml"]) == 1
    assert main(["check", "../nccl"]) == 0


def test_paths_in_messages_lead_there_from_anywhere(broken, tmp_path_factory, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert main(["check", "--records", str(broken)]) == 1
    assert capsys.readouterr().out == f"{broken}/{LINE}"


def test_several_roots_are_one_library(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "private/taxonomy").mkdir(parents=True)
    assert main(["check", "--records", str(FIXTURE), "private"]) == 0


def test_github_annotations_stand_on_the_line(broken, capsys):
    assert main(["check", "--format", "github"]) == 1
    place = "file=kb/gpu/gpu-lost.yaml,line=7,col=12,title=word-in-taxonomy"
    assert capsys.readouterr().out == f"::error {place}::{MESSAGE} [word-in-taxonomy]\n"


def test_json_is_a_list(broken, capsys):
    main(["check", "--format", "json"])
    assert json.loads(capsys.readouterr().out) == [
        {"path": "kb/gpu/gpu-lost.yaml", "line": 7, "column": 12, "message": MESSAGE, "rule": "word-in-taxonomy"}
    ]
    assert main(["check", "--format", "json", "cases"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_sarif_names_rule_and_place(broken, capsys):
    main(["check", "--format", "sarif"])
    log = json.loads(capsys.readouterr().out)
    (result,) = log["runs"][0]["results"]
    assert (log["version"], result["ruleId"], result["message"]["text"]) == ("2.1.0", "word-in-taxonomy", MESSAGE)
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "kb/gpu/gpu-lost.yaml"
    assert place["region"] == {"startLine": 7, "startColumn": 12}


def test_colours_are_for_terminals_that_want_them(broken, monkeypatch, capsys):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    main(["check"])
    assert "\x1b[1mkb/gpu/gpu-lost.yaml:7:12:\x1b[0m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check"])
    assert capsys.readouterr().out == LINE


WRONG_USE = {
    "": "say what to do: diagnose, score, check, new, ",
    "chek": 'no command is called "chek"; did you mean "check"?',
    "frobnicate": 'no command is called "frobnicate"; use diagnose, score, check, new, ',
    "check nowhere.yaml": "nowhere.yaml does not exist; name a record, or a folder with records",
    "check --records nowhere": "the record root nowhere is not a folder; name one that holds kb/, cases/ and taxonomy/",
    "check --format xml": 'no format is called "xml"; use text, github, json, sarif',
    "check --colour": "unrecognized arguments: --colour; see faultatlas --help",
    "schema failures": 'no schema is called "failures"; did you mean "failure"?',
    "schema case --write x": "argument --write: not allowed with argument NAME; see faultatlas schema --help",
    "new falure x": 'no kind is called "falure"; did you mean "failure"?',
    "new failure gpu-lost --area gpu": 'the id "gpu-lost" is taken; choose another, or edit the record that has it',
    "new failure nccl-stuck --area gpu": 'the id "nccl-stuck" is taken; choose another, or edit the record that has it',
    "new failure GPU_hot --area gpu": '"GPU_hot" has the wrong form; use lower-case words joined by dashes',
    "new failure gpu-hot --area ../gpu": '"../gpu" has the wrong form; use lower-case words joined by dashes',
    "new failure gpu-hot": "say the area of the failure with --area, such as dns-and-addressing, gpu, nccl",
}


@pytest.mark.parametrize("line", WRONG_USE)
def test_wrong_use_is_one_sentence(line, monkeypatch, capsys):
    monkeypatch.chdir(FIXTURE)
    assert main(line.split()) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"faultatlas: {WRONG_USE[line]}")
    assert printed.err.count("\n") == 1


def test_a_folder_without_records_is_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("faultatlas.cli.roots.PACKED", tmp_path / "not-packed")
    assert main(["check"]) == 2
    sentence = "no records are here: neither this folder nor one above it has kb/ or taxonomy/; use --records ROOT"
    assert capsys.readouterr().err == f"faultatlas: {sentence}\n"


def test_outside_a_checkout_the_packed_records_are_used(tmp_path, monkeypatch, capsys):
    packed = make_root(tmp_path / "packed")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setattr("faultatlas.cli.roots.PACKED", packed)
    assert main(["check"]) == 0
    assert main(["new", "failure", "gpu-hot", "--area", "gpu"]) == 2
    assert "not to be changed" in capsys.readouterr().err


def test_an_empty_record_root_is_told_as_problems(tmp_path, capsys):
    assert main(["check", "--records", str(tmp_path)]) == 1
    assert "the folder kb/ with records is not here" in capsys.readouterr().out


def test_ids_are_all_that_ever_were(monkeypatch, capsys):
    monkeypatch.chdir(FIXTURE)
    assert main(["ids"]) == 0
    printed = capsys.readouterr().out.split()
    assert printed == sorted(printed)
    assert {"gpu-lost", "nccl-hang", "nccl-stuck", "name-unresolved"} <= set(printed)


def test_version_and_help_name_what_there_is(capsys):
    for arguments in (["--version"], ["--help"], ["check", "--help"]):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert left.value.code == 0
    printed = capsys.readouterr().out
    assert f"faultatlas {__version__}\n" in printed
    for word in ("check", "new", "schema", "ids", "--records", "--format"):
        assert word in printed


def test_a_closed_pipe_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "faultatlas", "schema", "failure"]
    done = subprocess.run(command, cwd=FIXTURE, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_ctrl_c_is_quiet(monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.chdir(FIXTURE)
    monkeypatch.setattr("faultatlas.library.load", interrupt)
    assert main(["check"]) == 130
    assert capsys.readouterr() == ("", "")


def test_start_up_imports_nothing_heavy():
    code = "import sys, faultatlas.cli.usage as usage; usage.build_parser(); print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"pydantic", "yaml", "mkdocs", "networkx", "jinja2"} & set(done.stdout.split()) == set()


def test_the_installed_command_runs():
    assert run("check").returncode == 0
    assert run("chek").stderr == 'faultatlas: no command is called "chek"; did you mean "check"?\n'


def test_five_hundred_records_are_checked(tmp_path):
    text = (FIXTURE / "kb/gpu/gpu-lost.yaml").read_text("utf-8")
    root = make_root(tmp_path)
    for number in range(500):
        own = text.replace("79", f"1{number:03}").replace(
            "GPU no longer answers on PCIe", f"Card{number} of{number} is{number} lost{number}"
        )
        (root / f"kb/gpu/gpu-lost-{number}.yaml").write_text(own, "utf-8")
    assert main(["check", "--records", str(root)]) == 0


def test_each_command_is_documented():
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for name in ("check", "new", "schema", "ids"):
        assert f"faultatlas {name}" in text


def test_control_characters_of_a_record_do_not_reach_the_terminal(tmp_path, capsys):
    root = make_root(tmp_path)
    (root / "kb/gpu/gpu-lost.yaml").write_text('"\\e[2J::error::": 1\n', "utf-8")
    assert main(["check", "--records", str(root)]) == 1
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "\\x1b[2J" in shown


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("", "utf-8")
    assert main(["schema", "--records", str(FIXTURE), "--write", str(tmp_path / "file" / "in")]) == 1
    assert capsys.readouterr().err.startswith(f"faultatlas: {tmp_path}/file")


def test_new_does_not_write_through_a_link(tmp_path, monkeypatch):
    root = make_root(tmp_path)
    (root / "cases/acme-2026-outage.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    assert main(["new", "case", "acme-2026-outage", "--records", str(root)]) == 1
    assert not (tmp_path / "elsewhere.yaml").exists()
