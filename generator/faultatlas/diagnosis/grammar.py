"""How logs are built, as data: where a line says when, who and on which host, and how reports are laid out.

Both engines read these patterns from `knowledge.json`, so nothing here is written twice. They keep to the portable
subset of signatures, but may be anchored: they are tried on the start of a line, never searched through a log.
"""

from __future__ import annotations

_CLOCK = r"(?P<hour>\d{2}):(?P<minute>\d{2}):(?P<second>\d{2})(?:[.,](?P<fraction>\d{1,9}))?"
_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"

_HOST = r"(?P<host>[A-Za-z0-9][A-Za-z0-9._\-]{0,63})"

# Bytes at the start of a line in which its time, rank and host are looked for.
PREFIX_BYTES = 240

# The first that is found anywhere in the prefix counts: a full date before one without a year.
STAMPS = [
    rf"(?P<year>\d{{4}})[\-/](?P<month>\d{{2}})[\-/](?P<day>\d{{2}})[T _]{_CLOCK}(?P<zone>Z|[+\-]\d{{2}}:?\d{{2}})?",
    rf"\b[IWEFC](?P<month>\d{{1,2}})(?P<day>\d{{2}}) {_CLOCK}",
    rf"\b(?P<month_name>{_MONTHS}) {{1,2}}(?P<day>\d{{1,2}}) {_CLOCK}",
    r"\[ {0,11}(?P<uptime>\d{1,10}\.\d{6})\]",
]

# Who prints: a global rank is better than a local one; later patterns only fill what earlier ones left open.
SPEAKERS = [
    r"\[rank(?P<rank>\d{1,6})\]",
    r"\[1,(?P<rank>\d{1,6})\]<std(?:err|out|diag)>",
    r"\[(?:Rank|rank|RANK)[ :=]{0,2}(?P<rank>\d{1,6})\]",
    r"\bglobal_rank[ :=]{1,2}(?P<rank>\d{1,6})\b",
    r"\[PG (?:ID )?\d{1,6} (?:PG GUID [^\]]{1,60})?Rank (?P<rank>\d{1,6})\]",
    # Any name that a launcher gives its workers, but not `rank`, which is not local.
    r"^\[(?:[a-qs-z_][a-z_]{0,23}|r[b-z_][a-z_]{0,22}|ra[a-mo-z_][a-z_]{0,21})(?P<local_rank>\d{1,4})\]:",
    rf"{_HOST}:\d{{1,8}}:\d{{1,8}} \[(?P<device>\d{{1,3}})\] .{{0,60}}NCCL ",
    rf"srun: error: {_HOST}: tasks? (?P<rank>\d{{1,6}}):",
    r"^(?P<rank>\d{1,5}): ",
    r"\blocal_rank: (?P<local_rank>\d{1,4}) \(pid: ",
    rf"^(?:{_MONTHS}) {{1,2}}\d{{1,2}} \d{{2}}:\d{{2}}:\d{{2}} {_HOST} [A-Za-z]",
    rf"^\d{{4}}-\d{{2}}-\d{{2}}T[0-9:.,+\-Z]{{8,24}} {_HOST} (?:kernel|systemd|slurm|kubelet)",
]

# What a launcher puts before each line it passes on; the rest is what the program itself printed.
LABEL = (
    r"^(?:\[[a-z_]{1,24}\d{1,6}\]: ?|\[1,\d{1,6}\]<std(?:err|out|diag)>: ?|"
    r"\([A-Za-z_]{1,60} (?:pid|rank)=[^\)]{1,80}\) ?|\d{1,5}: ?)"
)

# Lines that open or build a report of several lines, found like signatures by a required literal.
STRUCTURES = {
    "traceback": r"Traceback \(most recent call last\)",
    "child-time": r"  time      : (?P<time>\d{4}-\d{2}-\d{2}_\d{2}:\d{2}:\d{2})",
    "child-host": r"  host      : (?P<host>[^ ]{1,255})",
    "child-rank": r"  rank      : (?P<rank>\d{1,6}) \(local_rank: (?P<local_rank>\d{1,4})\)",
    "child-exitcode": r"  exitcode  : (?P<exitcode>-?\d{1,4}) \(pid: (?P<pid>\d{1,10})\)",
    "child-traceback": r"  traceback : ",
    "world-size": r"\b(?:world_size|WORLD_SIZE|world size|nranks)[ :=]{1,3}(?P<world>\d{1,6})\b",
    "nccl-version": r"NCCL version (?P<nccl>\d{1,3}\.\d{1,3}\.\d{1,3})",
    "torch-version": r"(?:PyTorch version: |torch==|torch version[ :=]{1,2})(?P<pytorch>\d{1,3}\.\d{1,3}\.\d{1,3})",
    "driver-version": r"(?:Driver Version: |Kernel Module  )(?P<driver>\d{3}\.\d{1,4}(?:\.\d{1,4})?)",
}

FRAME = r'^  File "(?P<file>[^"]{1,400})", line (?P<line>\d{1,7}), in (?P<name>.{1,200})$'
EXCEPTION = r"^(?P<type>[A-Za-z_][A-Za-z0-9_.]{0,150})(?:: (?P<message>.*))?$"

# Frames of these files are the frameworks', not the user's.
LIBRARY_PATHS = ["/site-packages/", "/dist-packages/", "/lib/python", "<frozen "]

# Raised by a launcher or on request: they report an end and are never its cause.
LAUNCHER_EXCEPTIONS = [
    "torch.distributed.elastic.multiprocessing.errors.ChildFailedError",
    "torch.distributed.elastic.multiprocessing.api.SignalException",
    "torch.multiprocessing.spawn.ProcessExitedException",
    "subprocess.CalledProcessError",
    "KeyboardInterrupt",
    "SystemExit",
]


def as_data() -> dict:
    """All of it as plain JSON values, for `knowledge.json`."""
    return {
        "prefix_bytes": PREFIX_BYTES,
        "stamps": STAMPS,
        "speakers": SPEAKERS,
        "label": LABEL,
        "structures": STRUCTURES,
        "frame": FRAME,
        "exception": EXCEPTION,
        "library_paths": LIBRARY_PATHS,
        "launcher_exceptions": LAUNCHER_EXCEPTIONS,
    }
