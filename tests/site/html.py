"""Pages read strictly: what a browser would mend is a fault here."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

VOID = {"meta", "link", "img", "br", "hr", "input", "col"}
INLINE = {"a", "span", "strong", "em", "abbr", "time", "code"}
BLOCKS = {"p", "ul", "ol", "li", "div", "section", "table", "figure", "h1", "h2", "h3", "nav"}


class Page(HTMLParser):
    """A page taken apart. ``faults`` say what is wrong with it, ``links`` where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.links: list[str] = []
        self.ids: Counter[str] = Counter()
        self.headings: list[int] = []
        self.words: list[str] = []
        self.title = ""
        if not text.startswith("<!DOCTYPE html>\n"):
            self.faults.append("no doctype")
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is left open" for tag in self.open]
        self.faults += [f"id {name} twice" for name, count in self.ids.items() if count > 1]
        if self.headings.count(1) != 1 or self.headings[0] != 1:
            self.faults.append("not one h1 first")
        steps = zip(self.headings, self.headings[1:], strict=False)
        self.faults += [f"h{a} then h{b}" for a, b in steps if b > a + 1]
        if not self.title.strip():
            self.faults.append("no title")

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if len(given) < len(attrs):
            self.faults.append(f"<{tag}> says something twice")
        if "id" in given:
            self.ids[given["id"] or ""] += 1
        if tag == "html" and not given.get("lang"):
            self.faults.append("no language")
        if tag == "img" and not given.get("alt"):
            self.faults.append("a picture without words")
        if tag in BLOCKS and {*self.open} & {"p", "a", "span"} and tag not in ("figure",):
            self.faults.append(f"<{tag}> inside of <{self.open[-1]}>")
        if tag == "li" and self.open[-1:] not in (["ul"], ["ol"]):
            self.faults.append("<li> outside of a list")
        if tag in ("h1", "h2", "h3"):
            self.headings.append(int(tag[1]))
        self.links += [link for name in ("href", "src") if (link := given.get(name))]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if "svg" not in self.open:
            self.faults.append(f"<{tag}/>")
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1:] != [tag]:
            self.faults.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["title"] and "svg" not in self.open:
            self.title += data
        else:
            self.words.append(data)


def dead_links(folder: Path) -> list[str]:
    """The links of all pages of a folder that lead to no file in it."""
    found = []
    for path in sorted(folder.rglob("*.html")):
        page = _page(path)
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme == "mailto":
                continue
            target = (path.parent / parts.path).resolve() if parts.path else path
            strange = parts.scheme or parts.netloc or not target.is_file()
            if strange or (parts.fragment and parts.fragment not in _page(target).ids):
                found.append(f"{path.name}: {link}")
    return found


def _page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))
