"""Tests of the pages, rendered from the fixture library."""
