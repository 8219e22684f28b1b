"""A page read back as a tree, to ask what a reader would find on it."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Node:
    """An element; `children` are elements and strings."""

    def __init__(self, name: str, attributes: dict[str, str | None], parent: Node | None = None):
        self.name, self.attributes, self.parent = name, attributes, parent
        self.children: list[Node | str] = []

    def __getitem__(self, attribute: str) -> str:
        return self.attributes.get(attribute) or ""

    def __iter__(self) -> Iterator[Node]:
        """The element and all below it, in order of the page."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child

    @property
    def text(self) -> str:
        """What stands in the element, white space folded."""
        return " ".join(self._raw().split())

    def _raw(self) -> str:
        return "".join(child if isinstance(child, str) else child._raw() for child in self.children)

    def all(self, name: str = "", /, **wanted: str) -> list[Node]:
        """Elements by name and attributes; `class_` is one of the classes."""
        return [node for node in self if name in ("", node.name) and all(node._has(*item) for item in wanted.items())]

    def one(self, name: str = "", /, **wanted: str) -> Node:
        """The only such element."""
        found = self.all(name, **wanted)
        assert len(found) == 1, f"{len(found)} of <{name} {wanted}>"
        return found[0]

    def _has(self, attribute: str, value: str) -> bool:
        if attribute == "class_":
            return value in self["class"].split()
        return self.attributes.get(attribute) == value

    def within(self, name: str) -> Node:
        """The nearest element of that name around this one."""
        node = self.parent
        while node is not None and node.name != name:
            node = node.parent
        assert node is not None, f"no <{name}> around <{self.name}>"
        return node

    @property
    def links(self) -> list[tuple[str, str]]:
        """Text and target of each link."""
        return [(node.text, node["href"]) for node in self.all("a")]


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.at = Node("", {})
        self.unbalanced: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = self._add(tag, attrs)
        if tag not in VOID:
            self.at = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> Node:
        assert len(dict(attrs)) == len(attrs), f"an attribute of <{tag}> is there twice: {attrs}"
        node = Node(tag, dict(attrs), self.at)
        self.at.children.append(node)
        return node

    def handle_endtag(self, tag: str) -> None:
        if tag != self.at.name:
            self.unbalanced.append(f"</{tag}> in <{self.at.name}> at {self.getpos()}")
        elif self.at.parent is not None:
            self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)


def parse(html: str) -> Node:
    """The tree of a page or body; every element must be closed where it was opened."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    assert not builder.unbalanced, builder.unbalanced
    assert builder.at is builder.root, f"<{builder.at.name}> is never closed"
    return builder.root
