"""Plain text that people like to read and that the hobby's tools do not stumble over."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

WIDTH = 76

_TIE = "\x01"
"""Stands for a blank at which no line is parted."""

_TRAP = re.compile(r"\n(?=Movement|Retreat|Adjustment|Status |Starting position|You have been)")
"""Beginnings of lines that tools take for a headline wherever they stand."""

_GAP = re.compile(r"\n\n\n+")
"""More blank lines than one. That they begin with these signs makes them quick to find."""

_DATE = re.compile(r"^(?=.{0,10}date:)", re.M | re.I)
"""Lines that a history's readers take for the beginning of a mail."""

_SIGNS = {
    0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2013: "-", 0x2014: "-", 0x2212: "-",
    0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2026: "...", 0x2192: "->",
    0x00A0: " ", 0x202F: " ", 0x00DF: "ss", 0x00D8: "O", 0x00F8: "o",
}  # fmt: skip


def wrap_prose(text: str, indent: str = "") -> str:
    """Return prose wrapped to the width; ``indent`` stands before every line but the first."""
    return "\n".join(_fold_words(text, WIDTH, "", indent))


@lru_cache(maxsize=2048)
def put_prose_behind_bar(text: str, first: str = "") -> str:
    """Return prose behind a bar on every line, which keeps it from being read as orders."""
    return "\n".join(_fold_words(text, WIDTH, f"| {first}", f"|   {' ' * len(first)}"))


def put_lines_behind_bar(text: str) -> str:
    """Return somebody's own lines behind a bar, long ones wrapped, the others as they are."""
    lines: list[str] = []
    for line in _remove_control_chars(text).rstrip().split("\n"):
        lines += (
            _fold_words(line, WIDTH, "| ", "| ")
            if len(line) > WIDTH - 2
            else [f"| {line}".rstrip()]
        )
    return "\n".join(lines)


def tie_words_together(text: str) -> str:
    """Return the text as one word, for lines to be folded: its blanks come back then."""
    return text.replace(" ", _TIE)


def make_printable_line(line: str, most: int = 200) -> str:
    """Return a line of somebody's mail as it can be repeated: printable, and not endless."""
    clean = _remove_control_chars(line).replace("\n", " ").strip()
    return clean if len(clean) <= most else f"{clean[:most]}..."


def convert_to_ascii(text: str) -> str:
    """Return the text in ASCII: accents dropped, signs replaced, the rest as question marks."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKD", text.translate(_SIGNS))
    without_accents = "".join(c for c in plain if not unicodedata.combining(c))
    return without_accents.encode("ascii", "replace").decode("ascii")


class PlainTextPage:
    """A text in the making: parts in a fixed layout are kept out of every clean-up."""

    def __init__(self) -> None:
        self.kept: list[str] = []

    def keep_verbatim(self, text: str) -> str:
        """Return a token that stands for the text until the end."""
        self.kept.append(text)
        return f"\x00{len(self.kept) - 1}\x00"

    def finish_page(self, text: str) -> str:
        """Return the page: no gaps, no line that a tool takes for something else, the kept parts
        put back. A page with such parts is ASCII.
        """
        text = _GAP.sub("\n\n", text.strip("\n"))
        text = _TRAP.sub("\n ", f"\n{text}")[1:]
        if "date:" in text.casefold():
            text = _DATE.sub(" " * 10, text)
        text = re.sub(r"\x00(\d+)\x00", lambda token: self.kept[int(token[1])], text)
        return f"{convert_to_ascii(text) if self.kept else text}\n"


def _fold_words(text: str, width: int, first: str, rest: str) -> list[str]:
    """Return the words in lines; a word longer than a line stays whole."""
    words = text.split()
    lines = [first + " ".join(words)]
    if len(lines[0]) > width:
        lines = [first + words[0]]
        for word in words[1:]:
            if len(lines[-1]) + len(word) < width:
                lines[-1] += f" {word}"
            else:
                lines.append(rest + word)
    return [line.rstrip().replace(_TIE, " ") for line in lines]


def _remove_control_chars(text: str) -> str:
    """Return the text without control characters; line ends stay, tabs become blanks."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(8)
    return text if text.isprintable() else "".join(c for c in text if c == "\n" or c.isprintable())
