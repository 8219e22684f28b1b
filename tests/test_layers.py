"""Imports point one way, only the plugin knows mkdocs, and only the command line prints."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import faultatlas
import pytest

PACKAGE = Path(faultatlas.__file__).parent

# A part may import parts of lower rank, and itself; parts of one rank know nothing of each other.
RANKS = {
    "__init__": 0,
    "problem": 0,
    "collecting": 0,
    "yamlfile": 1,
    "schema": 2,
    "validation": 3,
    "library": 4,
    "checks": 5,
    "graph": 5,
    "diagnosis": 5,
    "pages": 6,
    "scoring": 6,
    "export": 7,
    "plugin": 8,
    "cli": 8,
    "__main__": 9,
}


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def part_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and full name of all that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


MODULES = list(modules())
IDS = [path.relative_to(PACKAGE).as_posix() for path, _ in MODULES]


@pytest.mark.parametrize(("path", "tree"), MODULES, ids=IDS)
def test_imports_point_one_way(path: Path, tree: ast.Module):
    own = part_of(path)
    for line, name in imports(tree):
        if not name.startswith("faultatlas."):
            continue
        other = name.split(".")[1] if name.split(".")[1] in RANKS else "__init__"
        allowed = own == other or RANKS[other] < RANKS[own]
        assert allowed, f"{path.name}:{line}: {own} may not import {other}"


@pytest.mark.parametrize(("path", "tree"), MODULES, ids=IDS)
def test_only_the_plugin_knows_mkdocs(path: Path, tree: ast.Module):
    if part_of(path) != "plugin":
        assert [name for _, name in imports(tree) if name.split(".")[0] in ("mkdocs", "material")] == []


@pytest.mark.parametrize(("path", "tree"), MODULES, ids=IDS)
def test_only_the_command_line_prints(path: Path, tree: ast.Module):
    if part_of(path) != "cli":
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        assert [call.lineno for call in calls if getattr(call.func, "id", "") == "print"] == []


@pytest.mark.parametrize(("path", "tree"), MODULES, ids=IDS)
def test_modules_stay_small_and_say_what_they_own(path: Path, tree: ast.Module):
    assert ast.get_docstring(tree), f"{path.name} does not say what it owns"
    lines = path.read_text("utf-8").count("\n")
    assert lines <= 300, f"{path.name} has {lines} lines; at most 300"
