"""Private names get pseudonyms, always the same; what a diagnosis rests on stays."""

import re

import pytest
from faultatlas.diagnosis.redaction import Redactor, redacted
from faultatlas.library import Library

from tests.diagnosis.tiny import answer

PRIVATE = [
    ("trainer7:15325:16199 [2] NCCL INFO x", "host-1:15325:16199 [2] NCCL INFO x"),
    ("srun: error: dgx-017: task 5: Killed", "srun: error: host-1: task 5: Killed"),
    ("connect to 10.1.2.3<4567> failed", "connect to 192.0.2.1<4567> failed"),
    ("peer fe80::12:34ff:fe56:7890 lost", "peer fe80::1:1 lost"),
    ("peer 2600:1f18::7 lost", "peer 2001:db8::1 lost"),
    ('File "/home/alice/train.py", line 3', 'File "/home/user-1/train.py", line 3'),
    ("mail bob@corp.org now", "mail user-1@example.com now"),
    ("token=hf_abcdefghijklmnopqrstuvwxyz", "token=secret-1"),
    ("using hf_abcdefghijklmnopqrstuvwxyz", "using secret-1"),
    ("https://user:pass@git.example.com/x", "https://git.example.com/x"),
    ("saving to s3://my-company-bucket/run/7", "saving to s3://bucket-1/run/7"),
    ("GPU-0123abcd-0123-0123-0123-0123456789ab lost", "gpu-1 lost"),
]
KEPT = [
    "NVRM: Xid (PCI:0000:01:00): 79, pid=4242, GPU has fallen off the bus.",
    "[rank3]:[E1206 18:44:12.715 ProcessGroupNCCL.cpp:607] [Rank 3] SeqNum=7, ran for 600061 milliseconds",
    "failed (exitcode: -9) local_rank: 1 (pid: 12) of binary: /opt/venv/bin/python",
    "listening on 127.0.0.1:29500, 0.0.0.0:29500 and [::]:29500",
    "step 4 loss 2.39 at 12:34:56",
    "NCCL version 2.26.3+cuda12.4",
]


@pytest.mark.parametrize(("text", "wanted"), PRIVATE)
def test_what_is_private_is_replaced(text: str, wanted: str):
    assert Redactor().redact(text) == wanted


@pytest.mark.parametrize("text", KEPT)
def test_what_the_diagnosis_needs_stays(text: str):
    assert Redactor().redact(text) == text


def test_one_name_has_one_pseudonym_everywhere():
    redactor = Redactor()
    redactor.learn("srun: error: dgx-017: task 5: Killed")
    assert redactor.redact("dgx-017 and 10.1.2.3, dgx-018, 10.1.2.3") == "host-1 and 192.0.2.1, dgx-018, 192.0.2.1"
    assert redactor.replaced == {"dgx-017": "host-1", "10.1.2.3": "192.0.2.1"}


@pytest.mark.parametrize("text", [text for text, _ in PRIVATE] + KEPT)
def test_redacting_twice_changes_nothing(text: str):
    redactor = Redactor()
    once = redactor.redact(text)
    assert redactor.redact(once) == once == Redactor().redact(once)


def test_signatures_match_redacted_lines_too(library: Library):
    lost = []
    for entry in library.failures.values():
        for signature in entry.record.signatures:
            pattern = re.compile(signature.pattern, re.I if signature.ignore_case else 0)
            lost += [
                (entry.id, signature.id, line)
                for line in signature.match
                if not pattern.search(Redactor().redact(line))
            ]
    assert lost == []


def test_a_report_shows_no_private_name():
    found = redacted(answer("[rank2]: trainer7:1:2 [0] CUDA out of memory for /home/alice/x\n"), Redactor())
    assert "trainer7" not in str(found) and "alice" not in str(found)
    assert found["findings"][0]["failure"] == "out-of-memory"
