"""Diagnosis: who failed first in a log, what is only its echo, and what to do. Standard library only."""
