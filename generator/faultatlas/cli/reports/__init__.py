"""A diagnosis as text for a terminal, as JSON, as Markdown and as a page. Each module has `report(answer) -> str`."""
