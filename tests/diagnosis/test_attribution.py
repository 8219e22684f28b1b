"""Who failed first, what is echo, and when the engine must not say."""

import pytest
from faultatlas.diagnosis.evidence import Origin
from faultatlas.diagnosis.prefix import Speaker
from faultatlas.diagnosis.versions import within

from tests.diagnosis.tiny import answer

T = "2026-12-01 16:44:"
OOM = "[rank2]: torch.OutOfMemoryError: CUDA out of memory\n"
CLOSED = "".join(f"[rank{rank}]: RuntimeError: Connection closed by peer\n" for rank in (0, 1, 3))
WATCHDOG = "[rank{rank}]: {time} Watchdog caught it SeqNum={seq}, OpType={op}) ran for {ran} ms\n"


def watchdog(rank: int, seq: int = 7, op: str = "ALLREDUCE", time: str = T + "50", ran: int = 600) -> str:
    return WATCHDOG.format(rank=rank, seq=seq, op=op, time=time, ran=ran)


def traceback(rank: int, place: str, last: str) -> str:
    lines = ["Traceback (most recent call last):", f'  File "/opt/train/{place}", line 3, in step', "    x()", last]
    return "".join(f"[rank{rank}]: {line}\n" for line in lines)


def first(found: dict) -> str | None:
    return found["findings"][0]["failure"] if found["findings"] else None


def test_a_cause_with_its_echoes():
    found = answer(CLOSED + OOM)
    assert (first(found), found["outcome"]) == ("oom-on-one-rank", "diagnosed")
    assert found["initiating"]["rank"] == 2
    assert found["collateral"] == [{"signature": "rank-raised/closed", "ranks": [0, 1, 3], "count": 3}]


def test_without_echoes_the_general_failure_is_named():
    assert first(answer(OOM)) == "out-of-memory"


def test_all_ranks_alike_blame_none():
    found = answer("".join(OOM.replace("rank2", f"rank{rank}") for rank in range(4)))
    assert found["initiating"] is None


def test_the_earliest_of_several_is_named_only_by_a_clear_lead():
    def two(later: str) -> str:
        return (
            f"[rank2]: {T}10 CUDA out of memory\n[rank1]: {T}{later} CUDA out of memory\n"
            + "".join(f"[rank{rank}]: {T}00 step\n" for rank in range(8))
        )  # fmt: skip

    assert answer(two("30"))["initiating"]["rank"] == 2
    found = answer(two("10"))
    assert found["initiating"] is None
    assert any("which rank failed first" in line for line in found["missing"])


def test_echoes_alone_are_uncertain():
    found = answer(CLOSED)
    assert (found["outcome"], found["findings"][0]["support"], found["initiating"]) == ("uncertain", "weak", None)
    assert found["missing"]


@pytest.mark.parametrize(
    "text", ["all is well\n", "No plugin found\n", "comm destroyed at exit\n", "saving checkpoint at iteration 5\n", ""]
)
def test_nothing_is_found_in(text: str):
    found = answer(text)
    assert (found["outcome"], found["findings"], found["missing"]) == ("nothing-found", [], [])


def test_work_that_did_not_end_explains_the_time_outs():
    began = f"[rank0]: {T}01 saving checkpoint at iteration 5\n"
    ended = f"[rank0]: {T}02 successfully saved checkpoint\n"
    assert first(answer(began + watchdog(1))) == "save-stalls"
    assert first(answer(began + ended + watchdog(1))) == "timeout"
    assert first(answer(began + "step\n" * 9000 + watchdog(1))) == "timeout"


def test_the_exception_of_one_rank_explains_the_echoes_of_others():
    found = answer(traceback(2, "data.py", "KeyError: 'label'") + CLOSED)
    assert (first(found), found["initiating"]["rank"]) == ("rank-raised", 2)


def test_an_exception_alone_is_shown_and_not_judged():
    found = answer(traceback(2, "data.py", "KeyError: 'label'"))
    assert (found["outcome"], found["findings"]) == ("uncertain", [])
    assert "KeyError" in found["next"][0]["step"]


def test_the_rank_that_waits_elsewhere():
    echo = "RuntimeError: Connection closed by peer"
    text = "".join(traceback(rank, "train.py", echo) for rank in (0, 1, 3)) + traceback(2, "evaluate.py", echo)
    found = answer(text)
    assert (first(found), found["initiating"]["rank"]) == ("mismatch", 2)


def test_the_rank_that_runs_another_operation():
    found = answer("".join(watchdog(rank) for rank in (0, 1, 3)) + watchdog(2, op="BROADCAST"))
    assert (first(found), found["initiating"]["rank"]) == ("mismatch", 2)


def test_the_rank_that_is_behind():
    found = answer("".join(watchdog(rank) for rank in (0, 1, 3)) + watchdog(2, seq=6))
    assert (first(found), found["initiating"]["rank"]) == ("timeout", 2)


def test_recovery_speaks_against_a_cause():
    down = f"{T}01 link down on mlx5_0\n"
    strong = answer(down + watchdog(1))["findings"][0]
    weaker = answer(down + f"{T}02 link up on mlx5_0\n" + watchdog(1))["findings"][0]
    assert (strong["support"], weaker["support"]) != (weaker["support"], strong["support"])
    assert weaker["against"]


def test_an_echo_before_the_cause_speaks_against_it():
    late = "2026-12-01 17:44:50 kernel: NVRM: Xid (PCI:0000:01:00): 79\n"
    found = answer(watchdog(1) + late)["findings"][0]
    assert found["against"] and found["support"] != "strong"


def test_time_waited_is_taken_off_before_causes_are_ordered():
    late_line = watchdog(1, time="2026-12-01 17:00:00", ran=1_800_000)
    xid = "2026-12-01 16:35:00 kernel: NVRM: Xid (PCI:0000:01:00): 79\n"
    assert answer(xid + late_line)["findings"][0]["against"], "the wait began at 16:30, before the fault"


def test_logs_in_any_order_give_the_same():
    texts = [f"{T}10 CUDA out of memory\n", f"{T}20 Connection closed by peer\n", f"{T}20 Connection closed by peer\n"]
    origins = [Origin(f"rank_{rank}.log", Speaker(rank=rank)) for rank in range(3)]
    one = answer(*texts, origins=origins)
    other = answer(*texts[::-1], origins=origins[::-1])
    assert one["findings"] == other["findings"]
    assert one["initiating"] == other["initiating"]
    assert one["initiating"]["rank"] == 0


def test_ordinary_lines_around_change_nothing():
    noise = "".join(f"[rank{n % 4}]: {T}{n % 60:02} step {n} loss 2.1\n" for n in range(20_000))
    for text in (CLOSED + OOM, traceback(2, "data.py", "KeyError: 'label'") + CLOSED):
        alone, amid = answer(text), answer(noise + text + noise)
        assert first(amid) == first(alone)
        assert amid["initiating"]["rank"] == alone["initiating"]["rank"]
        assert amid["findings"][0]["support"] == alone["findings"][0]["support"]


def test_silent_ranks_are_missed():
    found = answer("world_size=4\n" + CLOSED.replace("rank3", "rank1"))
    assert any("ranks 2, 3" in line for line in found["missing"])


def test_evidence_says_where_it_stands():
    line = answer("first\nsecond\n" + OOM)["findings"][0]["evidence"][0]
    assert (line["file"], line["line"], line["rank"]) == ("log-0", 3, 2)


def test_versions_are_held_against_known_defects():
    found = answer("NCCL version 2.26.3\n" + OOM)["versions"]
    assert found == [
        {
            "program": "nccl",
            "version": "2.26.3",
            "known_bad": [{"failure": "timeout", "versions": ">=2.26.2,<2.26.6", "why": "hangs"}],
        }
    ]


@pytest.mark.parametrize(
    ("version", "bounds", "inside"),
    [
        ("2.26.3", ">=2.26.2,<2.26.6", True),
        ("2.26.6", ">=2.26.2,<2.26.6", False),
        ("2.27", "2.27.0", True),
        ("2.1", "x", False),
    ],
)
def test_version_ranges(version: str, bounds: str, inside: bool):
    assert within(version, bounds) is inside
