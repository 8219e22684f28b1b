"""What leaves the atlas for machines: JSON, Markdown twins, indexes, redirects."""
