"""Exchanges: mail in, and every mail out, written down so that they can be read.

    exchange  An order, and its receipt
    given     a running game

    <= france@example.org answering
    Subject: our move

    A Par - Bur
    => france@example.org: Re: our move
    > A Par - Bur
    A PAR - BUR
    ! not taken

``given`` says how things stand: ``nothing``, ``an open game`` (ruhr, which all but Turkey have
joined), ``a running game`` (ruhr, just begun), ``civilizations`` (ruhr, where Akkad, Babylon and
Carthage have met, and four more nobody), ``a war in S10M`` (ruhr, with the 36 players of World War
IV, see ``tests.road.war``), ``Global Diplomacy: units US R SUS; facts ...`` (ruhr with a board as
lines of a record say, in Winter 2101 unless they do) or ``fog: turn Fall 1901 moves; units ...``
(the same for Standard in fog). ``; policy normal`` behind it has the judge ask for proof from then
on, which in other exchanges it does not; its mail server is mx.example.org,
its keeper keeper@example.org. Players write from
``france@example.org`` and so on, or ``us@example.org``, the master from ``master@example.org``; the
clock stands at Tuesday 3 November 2026, 09:00 UTC.

``<= ADDRESS`` sends a mail to the judge; ``answering`` behind it sends it to the reply address of
the last letter to that address, ``answering OTHER`` to that of somebody else's; a subject behind
it is that of the letter answered. ``bouncing OTHER`` sends it, without a sender, to where reports
on that letter go; ``leaving`` is the button by which mail programs unsubscribe. Header
fields may follow, then the text.

``== until 2026-11-06 09:00`` and ``== 2 hours later`` move the clock.

``=> ADDRESS: SUBJECT`` is a letter that comes of it, ``=> everybody else: SUBJECT`` one to each
who is not named before; whoever is not named gets no letter. The lines below stand in its plain
text in this order (line ends do not count), those after ``!`` nowhere in it. ``=> nobody`` says
that no letter comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import unquote, urlsplit

from judge.game.clock.dates import parse_duration
from tests.road import laws
from tests.road.office import Letter, Office

_FIELD = re.compile(r"(Subject|To|From|Message-ID|Auto-Submitted|Precedence|List-\w+|X-[\w-]+"
                    r"|Content-[\w-]+|Return-Path|Reply-To|A\w+-Results|In-Reply-To"
                    r"|Date): ?(.*)")  # fmt: skip


class UnmetError(AssertionError):
    """The judge did not answer as an exchange says."""


@dataclass
class Expected:
    """A letter that should come; ``to`` is empty for one to everybody else."""

    to: str
    subject: str
    lines: list[str] = field(default_factory=list)


@dataclass
class Step:
    """A mail in or a movement of the clock, and the letters that come of it."""

    line: int
    head: str
    body: list[str] = field(default_factory=list)
    letters: list[Expected] = field(default_factory=list)
    silence: bool = False


@dataclass
class Exchange:
    """A whole exchange as it is written down."""

    title: str = ""
    given: str = "a running game"
    steps: list[Step] = field(default_factory=list)


def parse(text: str, first: int = 1) -> Exchange:
    """Read an exchange; ``first`` is the number that its first line has in its file."""
    told = Exchange()
    for number, line in enumerate(text.splitlines(), first):
        step = told.steps[-1] if told.steps else None
        if re.match(r"<= |== until |== .* later$", line):
            told.steps.append(Step(number, line))
        elif line.strip() == "=> nobody" and step:
            step.silence = True
        elif found := re.fullmatch(r"=> ([^:]+): (.*)", line):
            assert step, f"line {number}: a letter that comes of nothing"
            who = "" if found[1] == "everybody else" else found[1]
            step.letters.append(Expected(who, found[2].strip()))
        elif step is None:
            word, _, rest = line.partition(" ")
            if word in ("exchange", "given"):
                setattr(told, "title" if word == "exchange" else word, rest.strip())
            elif line.strip() and not line.startswith("#"):
                raise ValueError(f"line {number}: {line}")
        elif step.letters:
            if line.strip():
                step.letters[-1].lines.append(line.strip())
        else:
            step.body.append(line)
    return told


def run(told: Exchange, office: Office) -> Iterator[tuple[Step, list[Letter]]]:
    """Play an exchange step by step, and raise UnmetError where the judge answers otherwise."""
    for step in told.steps:
        letters = _act(step, office)
        laws.check(letters, office)
        yield step, letters
        _compare(step, letters)


def _act(step: Step, office: Office) -> list[Letter]:
    if step.head.startswith("=="):
        office.now = _moment(step.head, office.now)
        return office.run()
    found = re.fullmatch(r"<= (\S+)(?: (answering|bouncing|leaving) ?(.+)?)?", step.head)
    assert found, f"line {step.line}: {step.head}"
    fields: dict[str, str] = {}
    body = list(step.body)
    while body and (one := _FIELD.fullmatch(body[0])):
        fields[one[1]] = one[2]
        del body[0]
    while body and not body[-1].strip():
        del body[-1]
    text = "\n".join(body[1:] if body and not body[0].strip() else body)
    if found[2] == "bouncing":
        back = office.last(found[3]).returns
        fields.setdefault("Subject", "Undelivered Mail Returned to Sender")
        mail = office.compose(found[1], text, back, fields.pop("Subject"), fields)
        office.accept(mail, "", (back,))
        return office.run()
    if found[2] == "leaving":
        way = urlsplit(office.last(found[1])["List-Unsubscribe"].strip("<>"))
        mail = office.compose(found[1], text, way.path, unquote(way.query)[8:], fields)
        office.accept(mail, found[1], (way.path,))
        return office.run()
    answered = found[2] and (found[3] or found[1])
    office.write(
        found[1], text, subject=fields.pop("Subject", "hello"), answering=answered, headers=fields
    )
    return office.run()


def _moment(text: str, now: datetime) -> datetime:
    if found := re.fullmatch(r"== until (.+)", text):
        return datetime.fromisoformat(found[1]).replace(tzinfo=UTC)
    length = parse_duration(text.removeprefix("==").removesuffix("later").strip())
    assert length, text
    return now + length


def _compare(step: Step, letters: list[Letter]) -> None:
    left = list(letters)
    for expected in step.letters:
        meant = [one for one in left if expected.to in ("", one.to) and _fits(one, expected)]
        meant = meant if expected.to == "" else meant[:1]
        if not meant:
            came = "".join(f"\n{one.to}: {one.subject}" for one in left) or " nothing"
            missed = f"line {step.line}: no letter to {expected.to}: {expected.subject}"
            raise UnmetError(f"{missed}; there came{came}")
        for letter in meant:
            left.remove(letter)
            _read(step, expected, letter)
    if step.silence and not step.letters:
        assert not left, f"line {step.line}: {[one.subject for one in left]}"
    if left:
        more = ", ".join(f"{one.to}: {one.subject}" for one in left)
        raise UnmetError(f"line {step.line}: letters that are not named: {more}\n\n{left[0].text}")
    if not letters and not step.silence:
        raise UnmetError(f"line {step.line}: no letter came, and nothing is said of that")


def _fits(letter: Letter, expected: Expected) -> bool:
    return letter.subject == expected.subject


def _read(step: Step, expected: Expected, letter: Letter) -> None:
    at = 0
    for number, line in enumerate(expected.lines):
        wanted = " ".join(line.removeprefix("!").split())
        if line.startswith("!"):
            if wanted in letter.flat:
                raise UnmetError(f"line {step.line}: {wanted!r} stands in\n\n{letter.text}")
            continue
        found = letter.flat.find(wanted, at)
        if found < 0:
            raise UnmetError(f"line {step.line}: {wanted!r} does not follow in\n\n{letter.text}")
        at = found + len(wanted)
        if line.startswith("> ") and re.match(r" Not (?:taken|read)\b", letter.flat[at:]):
            below = expected.lines[number + 1 : number + 2]
            if not re.match(r"Not |\d+\. ", "".join(below)):
                raise UnmetError(f"line {step.line}: {wanted!r} is not taken in\n\n{letter.text}")
