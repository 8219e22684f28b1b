"""All rules, imported in the order in which a reader meets them."""

# ruff: noqa: F401, I001
from faultatlas.checks.rules import files
from faultatlas.checks.rules import words
from faultatlas.checks.rules import references
from faultatlas.checks.rules import relations
from faultatlas.checks.rules import layers
from faultatlas.checks.rules import sources
from faultatlas.checks.rules import signatures
from faultatlas.checks.rules import commands
from faultatlas.checks.rules import dates
from faultatlas.checks.rules import duplicates
from faultatlas.checks.rules import prose
