"""Order mails as people write them, and what a person who reads them would keep.

``mails/*.toml`` are read like this:

- ``text`` is what was typed, in answer to the judge's last letter (``answers = "press"``: to one
  that carried press from France); ``~~this~~`` is struck out, tabs part the cells of a table;
- ``as`` is the power that writes (France), ``scene`` when (spring, fall, retreats, builds);
- ``before`` is what the player had sent and had kept already; it may go on to stand, which is no
  order that nobody gave;
- ``kept`` are all the orders that stand afterwards, in a mail that is clear;
- ``doubtful`` says that a careful person would ask before doing any of it; ``may`` are orders that
  may stand all the same, for they are not in doubt or what is asked leads to no other;
- ``or_asked`` says that a careful person might do it or ask;
- ``known`` says why a doubtful one is kept all the same: that is wrong, and not mended;
- ``alike`` are orders either of which is right where the other is named; ``shown`` must stand in
  the answer; ``press`` is who must get what was written to them, ``press_may`` who may;
- ``times`` is by how many mail programs it is sent, each in another language; ``by`` names them.

Those of ``raw`` are whole mails, as programs send them: what is of them stands in ``expect.toml``.

Those of ``blind/*.toml`` are by others, who had read no other, and only the first two the help:
they are counted by themselves. Of the clear ones of each the judge took whole, before it learned
from them, 20 of 40 (letters), 11 of 80 (chat), 38 of 70 (ordinary), 11 of 50 (quaint), 5 of 30
(doubt), 25 of 72 (phases), 4 of 90 (unseen), 162 of 340 (various), 50 of 85 (plain), 8 of 75
(prose), 12 of 50 (worlds), 40 of 90 (daily), 44 of 90 (daily2), 4 of 60 (layout), 9 of 50 (tester),
28 of 90 (weekly), 8 of 59 (layout2), 33 of 70 (plain2), 18 of 50 (forms), 21 of 42 (global), 17 of
29 (cuba), 10 of 50 (plain3), 20 of 45 (forms2), 26 of 48 (global2), 13 of 55, 11 of 45, 12 of 42
and 16 of 44 with all orders in sentences (told3 to told6), 20 of 33 and 15 of 39 as programs of
today send them (every, every2), 23 of 34 (global3), 8 of 35 (every3), 8 of 36 (layout3), 8 of 30
(global4), 1 of 38 (told7), 10 of 25 beside a doubtful twin (halves), and, since words are weighed,
20 of 40 (every4), 11 of 38 (later7), 8 of 38 (told8), 13 of 36 (global5), with what they name 36 of
45 (every5) and 22 of 42 (told9), 12, 17 and 12 of 35 by chatty people (every6 to every8), 9 of 35
(told10), after that 19 and 26 of 35 (every9, every10), and 15 of 65 in words of their own
(every11), and of those that look like doubtful ones 1 of 20 (cunning), 2 of 20 (sly), 1 of 20
(sly2), 1 of 30 (sly3), 12 of 30 (traps), 0 of 10 (danger), 3 of 10 (danger2), 3 of 8 (danger3), 1
of 8 (danger4) and 0 of 10 (tolddanger); of answers to its questions 31 of 68 (replies), 32 of 74
(replies2) and 26 of 38 (replies3); of later mails that change what stands, or nothing, 15 of 44
(second), 12 of 50 (later), 10 of 42 (later2), 10 of 40 (later3), 8 of 35 (later4), 17 of 36
(later5), 11 of 30 (later6) and 15 of 33 (later8). It asked about the others, or refused them; six
were obeyed wrongly. Of the 2,406 doubtful ones (120 more in danger5 and danger6, 52 in every6 to
every8, told10 and later8, 20 in every9 and every10, 35 in every11) it kept an order that nobody
gave in 80, some of them the last of two plain orders for one unit. Those of danger7 were found by
somebody who sent 544 letters to find what is obeyed in doubt, and are what was: the judge had kept
orders of all 52; so it is with the 139 of danger8, of 1,616 letters of somebody else. Their talk is
among the examples from which words are weighed (``tests/road/remarks``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.road import scenes
from tests.road.office import player
from tests.road.people import programs
from tests.road.people.programs import LANGUAGES, PROGRAMS, WITHOUT_HTML, Answer, fill

MAILS = Path(__file__).parent / "mails"
BLIND = Path(__file__).parent / "blind"
RAW = Path(__file__).parent / "raw"
TAKEN, PART, ASKED, REFUSED, SILENT, WRONG = (
    "taken",
    "in part",
    "asked",
    "refused",
    "silent",
    "wrong",
)
CLEAR, EITHER, DOUBTFUL = "clear", "either", "doubtful"


@dataclass(frozen=True)
class Mail:
    """A mail of the corpus, by one mail program."""

    kind: str
    number: int
    told: dict[str, Any]
    program: str
    language: str

    @property
    def text(self) -> str:
        return str(self.told["text"]).strip("\n")

    @property
    def sort(self) -> str:
        if self.told.get("doubtful"):
            return DOUBTFUL
        return EITHER if self.told.get("or_asked") else CLEAR

    @property
    def kept(self) -> set[str]:
        return set(self.told.get("kept", ()))


@dataclass(frozen=True)
class Found:
    """What came of a mail."""

    mail: Mail
    came: str
    kept: tuple[str, ...]
    wrong: tuple[str, ...]
    letter: str

    @property
    def good(self) -> bool:
        fits = {CLEAR: (TAKEN,), EITHER: (TAKEN, ASKED), DOUBTFUL: (ASKED,)}
        return self.came in fits[self.mail.sort]


def mails(folder: Path = MAILS) -> Iterator[Mail]:
    """Yield all mails of a folder; the same each time."""
    number = 0
    for path in sorted(folder.glob("*.toml")):
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        for one in told["mail"]:
            for program, language in _ways(one, number):
                yield Mail(told["kind"], number, one, program, language)
                number += 1


def raw_mails() -> Iterator[Mail]:
    """Yield the mails that stand as their programs sent them, but for whom they answer."""
    for path in sorted(RAW.glob("*/expect.toml")):
        for number, one in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["mail"], 1):
            told = one | {"text": one["why"], "raw": path.parent / one["file"]}
            yield Mail(f"raw {path.parent.name}", number, told, "its own", "")


def _ways(told: dict[str, Any], number: int) -> Iterator[tuple[str, str]]:
    if "by" in told:
        yield from (tuple(way.split("/")) for way in told["by"])
        return
    names = [name for name in PROGRAMS if "~~" not in told["text"] or name not in WITHOUT_HTML]
    for at in range(number, number + told.get("times", 1)):
        yield names[at % len(names)], LANGUAGES[(at + at // len(names)) % len(LANGUAGES)]


def send(mail: Mail) -> Found:
    """Set the scene, send the mail, and say what came of it."""
    told = mail.told
    writer = player(told.get("as", "France"))
    scene = "press" if told.get("answers") == "press" else told.get("scene", "spring")
    office = scenes.twin(scene)
    try:
        power = next(p for s in office.game().seats if s.address == writer for p in s.powers)
        if "before" in told:
            office.answer(writer, told["before"])
        earlier = set(office.orders(power))
        answer = Answer(mail.text, mail.language, office.last(writer))
        if "raw" in told:
            raw = fill(told["raw"].read_bytes(), answer, writer)
        else:
            raw = programs.mail(mail.program, answer, mail.number, office.now)
        office.accept(raw, writer, (answer.letter["Reply-To"],))
        letters = office.run()
        kept = tuple(office.orders(power))
    finally:
        office.remove()
    reply = "\n".join(letter.text for letter in letters if letter.to == writer)
    reached = {letter.to.split("@")[0] for letter in letters if letter.to != writer}
    allowed = mail.kept | set(told.get("may", ()))
    for pair in told.get("alike", ()):
        allowed |= set(pair) if allowed & set(pair) else set()
    allowed |= earlier
    wrong = [order for order in kept if order not in allowed]
    wrong += [
        f"a letter to {name}"
        for name in sorted(reached)
        if name not in (told.get("press"), told.get("press_may"))
    ]
    return Found(mail, _came(mail, kept, reached, reply, wrong), kept, tuple(wrong), reply)


def _came(
    mail: Mail, kept: tuple[str, ...], reached: set[str], reply: str, wrong: list[str]
) -> str:
    if wrong:
        return WRONG
    alike = {one: pair[0] for pair in mail.told.get("alike", ()) for one in pair}
    stands, due = ({alike.get(one, one) for one in orders} for orders in (kept, mail.kept))
    whole = mail.told.get("shown", "") in " ".join(reply.split())
    whole = whole and {mail.told["press"]} <= reached if "press" in mail.told else whole
    if mail.sort != DOUBTFUL and stands == due and whole:
        return TAKEN
    if re.search(r"(?m)^\s*(?:\|\s*)?\d+\. ", reply):
        return ASKED
    if re.search(r"Not (?:taken|read)", reply):
        return REFUSED if not stands & due else PART
    return SILENT
