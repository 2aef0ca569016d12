"""XML of strangers: read in bounded memory, with the line of each element; entities are refused."""

from __future__ import annotations

import re
import xml.sax
import xml.sax.handler
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from judge.boards.draft import SourceError, SourceLine

MOST_BYTES = 8_000_000
MOST_ELEMENTS = 50_000
DEEPEST = 60
"""What a file may have at most; elements within each other, in a row."""

_ENTITY = re.compile(rb"<!ENTITY\s+[^%\s]")


@dataclass
class Element:
    """An element: its name, its attributes, and what stands in it."""

    name: str
    attributes: Mapping[str, str]
    place: SourceLine
    inside: list[Element] = field(default_factory=list)

    def find_elements(self, name: str) -> Iterator[Element]:
        """Yield the elements of that name that stand anywhere in this one."""
        for element in self.inside:
            if element.name == name:
                yield element
            yield from element.find_elements(name)

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute without blanks about it."""
        return self.attributes.get(name, default).strip()

    def __getitem__(self, name: str) -> str:
        """Return an attribute that must be there. Raises SourceError."""
        if name not in self.attributes:
            raise SourceError(f"{self.place}: {self.name} wants {name}")
        return self.get(name)


class _ElementBuilder(xml.sax.handler.ContentHandler):
    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = file
        self.count = 0
        self.root = Element("", {}, SourceLine(file, 0))
        self.path = [self.root]
        self.locator: xml.sax.xmlreader.Locator | None = None

    def setDocumentLocator(self, locator: xml.sax.xmlreader.Locator) -> None:  # noqa: N802 - named by SAX
        self.locator = locator

    def startElement(  # noqa: N802 - named by SAX
        self, name: str, attrs: xml.sax.xmlreader.AttributesImpl
    ) -> None:
        line = self.locator.getLineNumber() if self.locator else 0
        place = SourceLine(self.file, line or 0)
        self.count += 1
        if self.count > MOST_ELEMENTS or len(self.path) > DEEPEST:
            raise SourceError(f"{place}: too many elements, or too deep within each other")
        element = Element(name, dict(attrs.items()), place)
        self.path[-1].inside.append(element)
        self.path.append(element)

    def endElement(self, name: str) -> None:  # noqa: N802 - named by SAX
        self.path.pop()


def read_xml(path: Path) -> Element:
    """Return the first element of a file. Raises SourceError."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as trouble:
        raise SourceError(f"{path.name}: {trouble.strerror}") from trouble
    if len(data) > MOST_BYTES:
        raise SourceError(f"{path.name}: it is larger than {MOST_BYTES} bytes")
    if entity := _ENTITY.search(data):
        line = data.count(b"\n", 0, entity.start()) + 1
        raise SourceError(f"{path.name}:{line}: entities of its own are not read")
    builder = _ElementBuilder(path.name)
    try:
        xml.sax.parseString(data, builder)
    except xml.sax.SAXParseException as trouble:
        where = f"{path.name}:{trouble.getLineNumber()}"
        raise SourceError(f"{where}: {trouble.getMessage()}") from trouble
    return builder.root.inside[0]
