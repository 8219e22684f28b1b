"""Measurements of the site build, the check, the browse page and the command: `python -m benchmarks [--quick]`."""
