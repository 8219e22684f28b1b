"""Made-up record roots of any size, and the same records as Markdown pages, for measurements.

The records are valid, use every field and are the same for the same size and seed. They
say nothing true: words are drawn from a small list.
"""

from benchmarks.synthetic.roots import REPOSITORY, write_markdown, write_root

__all__ = ["REPOSITORY", "write_markdown", "write_root"]
