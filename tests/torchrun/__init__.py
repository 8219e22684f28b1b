"""Real failures of torchrun with gloo on CPU, recorded as logs with their truth.

Renew all, with the Python of an environment that has torch (CPU is enough) and numpy:

    python -m tests.torchrun tests/logs/torchrun

Linux only; needs `unshare`, `ip` and user namespaces, no root. Each run gets machines of its own (namespaces
named node-a, node-b with 192.0.2.x addresses, /opt/venv, /opt/train), so that nothing of this one shows.
job/ is an ordinary training script that knows nothing of failures; faults.py spoils its data, its disk or its
processes from outside; in_ranks.py and
around_ranks.py say what happens when, and what is true.
"""
