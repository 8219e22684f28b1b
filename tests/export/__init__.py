"""Tests of what leaves the site for machines."""
