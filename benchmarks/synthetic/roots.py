"""Record roots on disk, and the Markdown twin of a root."""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from pathlib import Path

from benchmarks.synthetic.cases import case, case_id
from benchmarks.synthetic.failures import failure, failure_id
from benchmarks.synthetic.markdown import case_markdown, failure_markdown
from benchmarks.synthetic.yamltext import to_yaml

REPOSITORY = Path(__file__).parents[2]
AREAS = ("container", "gpu", "kubernetes", "nccl", "rdma", "storage", "training-process")
VOCABULARIES = ("root-causes", "components", "symptoms", "contributing-factors", "layers", "programs")
_TERM = re.compile(r"^  - (?:\{)?id: ([a-z0-9-]+)", re.M)

Records = dict[str, dict]


def write_root(root: Path, records: int) -> Path:
    """A record root with four failures to each case, under the taxonomy of this repository.

    Its tables of errors stay behind: they lead to records that are not there.
    """
    _empty(root / "taxonomy")
    for file in (REPOSITORY / "taxonomy").glob("*.yaml"):
        shutil.copy(file, root / "taxonomy")
    failures, cases = _records(records)
    for number, (id_, record) in enumerate(failures.items()):
        _write(root / "kb" / AREAS[number % len(AREAS)] / f"{id_}.yaml", to_yaml(record))
    for id_, record in cases.items():
        _write(root / "cases" / f"{id_}.yaml", to_yaml(record))
    return root


def write_markdown(docs: Path, records: int) -> Path:
    """The records of such a root as Markdown pages under `docs`."""
    _empty(docs)
    failures, cases = _records(records)
    related: dict[str, list[tuple[str, dict]]] = defaultdict(list)
    for id_, record in failures.items():
        for relation in record["relations"]:
            related[relation["to"]].append((id_, relation))
    seen: dict[str, list[tuple[str, dict]]] = defaultdict(list)
    for id_, record in cases.items():
        seen[record["failures"][0].partition("#")[0]].append((id_, record))
    for id_, record in failures.items():
        _write(docs / "failures" / f"{id_}.md", failure_markdown(record, related[id_], seen[id_]))
    for id_, record in cases.items():
        _write(docs / "cases" / f"{id_}.md", case_markdown(record))
    return docs


def _records(count: int) -> tuple[Records, Records]:
    words = {name: _words(name) for name in VOCABULARIES}
    failures = count * 4 // 5
    return (
        {failure_id(number): failure(number, failures, words) for number in range(failures)},
        {case_id(number): case(number, failures, words) for number in range(count - failures)},
    )


def _words(vocabulary: str) -> list[str]:
    """The words of a vocabulary; read as text, so that measuring does not load what it measures."""
    text = (REPOSITORY / "taxonomy" / f"{vocabulary}.yaml").read_text("utf-8")
    return _TERM.findall(text.partition("\nterms:\n")[2])


def _empty(folder: Path) -> None:
    shutil.rmtree(folder.parent, ignore_errors=True)
    folder.mkdir(parents=True)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
