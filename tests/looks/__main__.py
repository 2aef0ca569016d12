"""Look at letters as a browser shows them: ``python -m tests.looks OUT ww4 gd exchanges FOLDER``.

Each source is the code of a variant (a table of people plays it by mail, with its pictures), or
``exchanges`` (every letter of every exchange, without), or a file of exchanges, or ``site`` (all
pages of a judge with a tournament, and those to order on), or a folder with pages or with mails as
``judge demo`` writes them. Of all their letters it is told what is cut off, too pale to read,
without words for who sees no picture, or without a width. For each kind of letter a sheet is
written into OUT/SOURCE: the letter at 400 and 800 pixels, light and dark.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterable, Iterator
from email import message_from_bytes
from pathlib import Path
from typing import NamedTuple

from judge.demo.mailboxes import POLICY
from judge.library import codes
from tests.letters.conftest import office_for
from tests.looks.pages import write_pages
from tests.looks.screen import Screen
from tests.looks.table import play_table
from tests.road import exchange

EXCHANGES = "exchanges"
SITE = "site"
LETTERS = Path(__file__).parent.parent / "letters"


class Look(NamedTuple):
    """A page to look at. Those of one ``kind`` are alike, and one of them is on a sheet."""

    kind: str
    html: str


def make_look(raw: bytes) -> Look | None:
    """Return a letter with its pictures in it, None if it has no HTML."""
    mail = message_from_bytes(raw, policy=POLICY)
    body = mail.get_body(("html",))
    if body is None:
        return None
    html = body.get_content()
    for part in mail.walk():
        if mark := part["Content-ID"]:
            data = part["Content-Transfer-Encoding"] and part.get_payload().replace("\n", "")
            html = html.replace(
                f"cid:{mark.strip('<>')}", f"data:{part.get_content_type()};base64,{data}"
            )
    plain = mail.get_body(("plain",))
    answered = re.search(r"^> (.*)$", plain.get_content() if plain else "", re.MULTILINE)
    return Look(name_kind(str(mail["Subject"]), answered[1] if answered else "", html), html)


def name_kind(subject: str, answered: str, html: str) -> str:
    """Return what letters have in common that are built alike: their subject, the first line that
    they answer, and their headings."""
    heads = re.findall(r"<h([12])[^>]*>(.*?)</h\1>", html, re.DOTALL)
    words = " ".join([subject, answered, *(re.sub("<[^>]+>", "", head) for _, head in heads)])
    return re.sub(
        r"[^A-Za-z]+", "-", re.sub(r"\b[A-Z]+\d+[A-Z]+\b|\w*\d\w*|ruhr", "", words)
    ).strip("-")[:90]


def list_looks(source: str, is_brief: bool) -> Iterator[Look | None]:
    if source == EXCHANGES:
        yield from map(make_look, play_exchanges(sorted(LETTERS.rglob("*.txt"))))
    elif source.endswith(".txt"):
        yield from map(make_look, play_exchanges([Path(source)]))
    elif source == SITE:
        with tempfile.TemporaryDirectory(prefix="looks-") as folder:
            write_pages(Path(folder))
            yield from list_pages(Path(folder))
    elif source in codes():
        with tempfile.TemporaryDirectory(prefix="looks-") as folder:
            yield from map(make_look, play_table(Path(folder), source, is_brief))
    else:
        yield from (make_look(path.read_bytes()) for path in sorted(Path(source).rglob("*.eml")))
        yield from list_pages(Path(source))


def list_pages(folder: Path) -> Iterator[Look]:
    """Yield the pages of a folder; those are of one kind whose paths differ by numbers alone."""
    for path in sorted(folder.rglob("*.html")):
        words = re.findall(
            r"[A-Za-z]+", re.sub(r"\b[0-9a-f]{32}\b", "", str(path.relative_to(folder)))
        )
        yield Look("-".join(words), path.as_uri())


def play_exchanges(files: Iterable[Path]) -> Iterator[bytes]:
    """Yield each letter of each exchange that is written down in files."""
    for path in files:
        for part in f"\n{path.read_text(encoding='utf-8')}".split("\nexchange  ")[1:]:
            told = exchange.parse(f"exchange  {part}")
            with tempfile.TemporaryDirectory(prefix="looks-") as folder:
                office = office_for(told.given, Path(folder))
                try:
                    for _, letters in exchange.run(told, office):
                        yield from (letter.raw for letter in letters)
                finally:
                    office.remove()


def look_at(looks: Iterable[Look | None], folder: Path, screen: Screen) -> int:
    """Look at letters, put a sheet of each kind into a folder, return how many faults there are."""
    folder.mkdir(parents=True, exist_ok=True)
    seen: set[str] = set()
    faults: set[str] = set()
    count = 0
    for look in looks:
        if look is None:
            continue
        count += 1
        is_new = look.kind not in seen
        seen.add(look.kind)
        sheet = folder / f"{len(seen):03} {look.kind}.png" if is_new else None
        for fault in screen.look_at_page(look.html, sheet):
            if fault not in faults:
                print(f"  {look.kind}: {fault}", flush=True)
            faults.add(fault)
    print(f"{folder.name}: {count} letters of {len(seen)} kinds, {len(faults)} faults", flush=True)
    return len(faults)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--brief", action="store_true", help="ask nothing that all boards share")
    chosen = parser.parse_args()
    with Screen() as screen:
        faults = [
            look_at(
                list_looks(source, chosen.brief),
                chosen.out / re.sub(r"\W+", "-", source).strip("-"),
                screen,
            )
            for source in chosen.sources
        ]
    return min(1, sum(faults))


if __name__ == "__main__":
    raise SystemExit(main())
