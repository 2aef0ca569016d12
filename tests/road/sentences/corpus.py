"""Sentences that people say to the judge, what they mean, and what the judge makes of them.

``said/*.txt`` are read like this: ``scene`` is how things stand (``tests.road.scenes``), ``from``
who writes, ``answering`` that they answer the judge's last letter to them. Then there is a sentence
on each line and, behind ``=>``, what is meant; ``||`` parts what is equally right:

- a command, or several with ``;`` between them; ``...`` at its end: whatever follows;
- ``order: A PAR - BUR, F BRE H``: these orders; ``order: all``: that all units hold;
- ``answer: KIND``: an answer that tells what ``answers.toml`` says;
- ``chat``: nothing is asked for; ``press``: words to the writer of the letter that is answered;
- ``ask``: somebody careful would ask back; ``refuse``: it cannot be had; ``nothing``: not to do it.

Whether something was done is seen by comparing what the judge knows afterwards with what it knows
when the command itself is mailed instead; so nothing here knows how sentences are read.

Half of the sentences are open: whoever writes examples for the judge may look at them. The others
are held, and show how it fares with what nobody looked at. A digest of the sentence decides. A
third part, ``fresh/*.txt``, was written by who wrote most of the examples, before those examples
and before the judge was asked; it says what the writer of examples meets in words of their own.
Those of ``third*.txt`` were written by the same, after examples like those of ``second*.txt``;
those of ``fourth*.txt`` and ``fifth*.txt`` by somebody who had read the help, and neither sentences
nor examples; the judge was asked the latter after its examples had learned from the former. The
same wrote ``idle*.txt``: words of commands and votes by which nothing is to be done. Those of
``eighth*.txt`` were written before the examples of what nobody can have, those of ``ninth*.txt``
and ``tenth*.txt`` by the same after them; the examples have learned from all three.
Those of ``fourteenth*.txt`` and ``fifteenth*.txt`` were measured before examples learned from them:
85 and 72 % came done or first, 89 and 77 % among three. So were those of ``sixteenth*.txt``,
``seventeenth*.txt`` and ``eighteenth*.txt``: 88, 81 and 86 % first, 89, 85 and 89 % among three,
and 3.9, 2.5 and 4.4 % misleading; what was learned from one was there before the next was written.
Of ``nineteenth*.txt`` 87 % came done or first. Those of ``blindtwo*.txt`` are by two who had read
the help and no example, as twenty people would write: 76 % came done or first, 79 % among three,
5.8 % misleading, before examples learned from them; of those of ``blindthree*.txt`` 70 % and 74 %,
and 5.8 % misleading; of those of ``blindfour*.txt`` 67 % and 71 %, and 11 % misleading.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import text as sql

from judge.game.state import Play
from judge.language.writer import write_order
from tests.road import scenes
from tests.road.office import Letter, Office

HERE = Path(__file__).parent
ANSWERS = tomllib.loads((HERE / "answers.toml").read_text(encoding="utf-8"))
DONE, FIRST, AMONG, REFUSED, MISLEADING, HARMFUL = (
    "done", "first", "among", "refused", "misleading", "harmful",
)  # fmt: skip
CAME = (DONE, FIRST, AMONG, REFUSED, MISLEADING, HARMFUL)
TABLES = {
    "players": ("address", "same_as", "standby", "wishes"),
    "games": ("name", "variant", "stage", "settings", "turn", "due_at", "fields", "position"),
    "seats": ("name", "role", "player_id", "secret", "powers", "fields"),
    "guests": ("player_id", "fields"),
    "orders": ("power", "text"),
    "press": ("sender", "recipients", "public"),
    "turns": ("number", "code"),
}
FILLED = {
    "PRESS": "hello", "BROADCAST": ": hello", "VOTE EXTEND": "1 day", "SET DIGEST": "18:00",
    "PROMOTE": "karl@example.net", "POLL": "Shall we?", "CREATE": "abcd", "SET DEADLINE": "+1 day",
    "SET PASSWORD": "Lutetia7", "PLAN": "north", "SET SKIP": "Dec 24", "ABSENCE": "Nov 10",
}  # fmt: skip
"""What ``...`` may stand for."""

_REFUSED = re.compile(r"(?m)^\s*(?:Not (?:taken|read|done)\b|Nothing of your mail was understood)")
_NOT_UNDERSTOOD = re.compile(r"(?m)^\s*(?:Not taken\b|Nothing of your mail was understood)")
_OFFER = re.compile(r"(?m)^\s*(?:\|\s*)?(\d+)\. (.+)$")


@dataclass(frozen=True)
class Sentence:
    """A sentence, who says it, when, and what is meant."""

    file: str
    scene: str
    sender: str
    answering: bool
    text: str
    meant: tuple[str, ...]
    fresh: bool = False

    @property
    def part(self) -> str:
        """Say to which part it belongs: open, held or fresh."""
        if self.fresh:
            return "fresh"
        is_open = sha256(self.text.casefold().encode()).digest()[0] % 2 == 0
        return "open" if is_open else "held"


class Outcome(NamedTuple):
    """What the judge knows after a mail, what it wrote to the sender, and to whom else."""

    state: frozenset[tuple[str, ...]]
    orders: frozenset[str]
    reply: str


class Verdict(NamedTuple):
    """What came of a sentence, and the judge's answer."""

    sentence: Sentence
    came: str
    reply: str
    offers: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()


def sentences() -> Iterator[Sentence]:
    """Yield all sentences."""
    for path in [*sorted(HERE.glob("said/*.txt")), *sorted(HERE.glob("fresh/*.txt"))]:
        head: dict[str, str] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            said, arrow, meant = line.partition("  =>  ")
            if arrow:
                ways = tuple(way.strip() for way in meant.split("||"))
                yield Sentence(path.stem, head["scene"], head["from"], "answering" in head,
                               said.strip(), ways, path.parent.name == "fresh")  # fmt: skip
            else:
                word, _, rest = line.partition(" ")
                head[word] = rest.strip()


def judge(sentence: Sentence) -> Verdict:
    """Mail a sentence and say what came of it."""
    found = mailed(sentence, sentence.text)
    before = untouched(sentence)
    changes = changed(before, found)
    if any(_is(sentence, way, found) for way in sentence.meant):
        return Verdict(sentence, DONE, found.reply)
    if changes:
        return Verdict(sentence, HARMFUL, found.reply, (), changes)
    offers = tuple(offer for _, offer in _OFFER.findall(found.reply))[:3]
    for at, offer in enumerate(offers):
        if any(_offers(sentence, way, offer) for way in sentence.meant):
            return Verdict(sentence, AMONG if at else FIRST, found.reply, offers)
    if offers and ("ask" in sentence.meant or "nothing" in sentence.meant):
        return Verdict(sentence, DONE, found.reply, offers)
    wrong = [offer for offer in offers if changed(before, sent(sentence, offer))]
    idle = {"chat", "refuse"} & set(sentence.meant)
    if (wrong if idle else offers) or _is_untrue(found.reply):
        return Verdict(sentence, MISLEADING, found.reply, offers)
    return Verdict(sentence, REFUSED, found.reply, offers)


def mailed(sentence: Sentence, text: str) -> Outcome:
    """Set the scene, mail a text as its sender would, and look."""
    office = scenes.twin(sentence.scene)
    try:
        answered = sentence.sender if sentence.answering else None
        last = office.last(sentence.sender) if answered else None
        subject = f"Re: {last.subject}" if last else "hello"
        office.write(sentence.sender, text, subject=subject, answering=answered)
        letters = office.run()
        return Outcome(
            frozenset(_known(office, letters, sentence)),
            frozenset(_orders(office)),
            "\n".join(letter.text for letter in letters if letter.to == sentence.sender),
        )
    finally:
        office.remove()


@cache
def _sent(scene: str, sender: str, answering: bool, text: str) -> Outcome:
    return mailed(Sentence("", scene, sender, answering, text, ()), text)


def sent(sentence: Sentence, line: str) -> Outcome:
    """Return what comes of a line in place of the sentence; each is mailed once."""
    return _sent(sentence.scene, sentence.sender, sentence.answering, line)


@cache
def _idle(scene: str) -> Outcome:
    office = scenes.twin(scene)
    try:
        state = _known(office, [], Sentence("", scene, "", False, "", ()))
        return Outcome(frozenset(state), frozenset(_orders(office)), "")
    finally:
        office.remove()


def untouched(sentence: Sentence) -> Outcome:
    """Return how things stand before anything is mailed, and what answers a senseless mail."""
    idle = _idle(sentence.scene)
    return idle._replace(reply=sent(sentence, "Xyzzy qwrtp zzkvx").reply)


def changed(before: Outcome, after: Outcome) -> tuple[str, ...]:
    """Return what is known after a mail that was not known before it, and what not any more."""
    gone = (f"- {' '.join(row)}" for row in before.state - after.state)
    come = (f"+ {' '.join(row)}" for row in after.state - before.state)
    return tuple(sorted(each[:300] for each in (*gone, *come)))


def _is(sentence: Sentence, way: str, found: Outcome) -> bool:
    """Whether that came of a sentence which is meant in one way."""
    before = untouched(sentence)
    same = found.state == before.state
    refused = bool(_REFUSED.search(found.reply))
    if way == "chat":
        refused = bool(_NOT_UNDERSTOOD.search(found.reply))
        return same and not refused and not _OFFER.search(found.reply) and _is_short(found, before)
    if way == "refuse":
        return same and refused and not _OFFER.search(found.reply) and not _is_untrue(found.reply)
    if way == "nothing":
        return same and not refused
    if way == "ask":
        return False
    if way == "press":
        way = "PRESS TO France..."
    if way.startswith("answer: "):
        told = re.search(ANSWERS[way.removeprefix("answer: ")], " ".join(found.reply.split()))
        return same and not refused and bool(told)
    if way.startswith("order: "):
        return found.orders == _due(way, found) and not _others(before, found)
    due = sent(sentence, filled(way))
    if due.state != before.state:
        if way.endswith("...") and not same and not refused:
            return _kinds(before, due) == _kinds(before, found)
        return due.state == found.state
    return same and _tells(due, before, found)


def _offers(sentence: Sentence, way: str, offer: str) -> bool:
    """Whether an offered line is what is meant, or a part of it."""
    if way in ("chat", "refuse", "nothing", "ask"):
        return False
    if way.endswith("...") or way == "press":
        start = "PRESS TO France" if way == "press" else way[:-3]
        return offer.casefold().startswith(start.casefold())
    if way.startswith("answer: "):
        return _is(sentence, way, sent(sentence, offer))
    if way.startswith("order: "):
        got = sent(sentence, offer)
        return bool(got.orders) and got.orders <= _due(way, got)
    if offer.casefold() in (line.strip().casefold() for line in way.split(";")):
        return True
    return any(
        _is(sentence, part.strip(), sent(sentence, offer)) for part in {way, *way.split(";")}
    )


def filled(way: str) -> str:
    """Return a command as it is mailed."""
    if way.endswith("..."):
        key = max((key for key in FILLED if way.startswith(key)), key=len, default="")
        gap = "" if FILLED.get(key, "").startswith(":") else ": " if key == "PRESS" else " "
        way = f"{way[:-3].strip()}{gap}{FILLED.get(key, '')}"
    return "\n".join(line.strip() for line in way.split(";"))


def _due(way: str, found: Outcome) -> frozenset[str]:
    orders = way.removeprefix("order: ")
    if orders == "all":
        holds = found.orders and all(order.endswith(" H") for order in found.orders)
        return found.orders if holds else frozenset({"all"})
    wanted = Counter(order.strip() for order in orders.split(","))
    return frozenset(f"{n} {order}S" if n > 1 else order for order, n in wanted.items())


def _others(before: Outcome, found: Outcome) -> bool:
    """Whether something but orders is otherwise than before."""
    return any(row[0] != "orders" for row in before.state ^ found.state)


def _kinds(before: Outcome, after: Outcome) -> set[tuple[str, ...]]:
    return {row[:2] for row in before.state ^ after.state}


def _tells(due: Outcome, before: Outcome, found: Outcome) -> bool:
    """Whether a letter tells what one in answer to a question tells."""
    lines = _lines(due) - _lines(before)
    if not lines and not _REFUSED.search(found.reply):
        lines = _lines(due)  # what a senseless mail is told as well
    return bool(lines) and len(lines & _lines(found)) >= 0.8 * len(lines)


def _lines(outcome: Outcome) -> set[str]:
    flat = (" ".join(line.split()) for line in outcome.reply.splitlines())
    return {line for line in flat if line and not line.startswith((">", "::"))}


def _is_short(found: Outcome, before: Outcome) -> bool:
    return len(_lines(found) - _lines(before)) <= 4


def _is_untrue(reply: str) -> bool:
    """Whether the judge says of itself what is not so."""
    if "Nothing of your mail was understood" in reply and _OFFER.search(reply):
        return True
    return any(word.casefold() in _beginnings() for word in _UNKNOWN.findall(reply))


_UNKNOWN = re.compile(r'No order or command begins with "([\w-]+)"')


@cache
def _beginnings() -> frozenset[str]:
    """The words with which commands begin in the lines that are meant here."""
    ways = (way for sentence in sentences() for way in sentence.meant)
    return frozenset(way.split()[0].casefold() for way in ways if way.split()[0].isupper()) - {"i"}


def _known(office: Office, letters: list[Letter], sentence: Sentence) -> Iterator[tuple[str, ...]]:
    secrets = scenes.secrets_of(sentence.scene)
    with office.judge.database.read_transaction() as tx:
        for table, columns in TABLES.items():
            for number, row in enumerate(tx.execute(sql(f"select * from {table} order by id"))):
                for column in columns:
                    value = _plain(column, row._mapping[column], secrets)
                    place = "" if table in ("orders", "press") else str(number)
                    yield table, column, place, value
        asked = tx.execute(sql("select count(*) from questions")).scalar_one()
    yield "questions", "asked", "", str(asked)
    for letter in letters:
        if letter.to != sentence.sender:
            yield "letters", "to", letter.to, letter.subject
        elif "Please confirm. Nothing of this mail" in letter.text:
            lines = " ".join(re.findall(r"(?m)^> (.*)", letter.text))
            if lines:
                yield "letters", "confirm", "", lines.casefold()


def _plain(column: str, value: object, secrets: frozenset[str]) -> str:
    if column == "secret":
        return "as before" if value in secrets else "new"
    if column == "fields" and isinstance(value, str):
        fields = json.loads(value)
        fields.pop("held", None)  # what waits to be confirmed does nothing by itself
        if fields.get("password"):
            fields["password"] = "set"
        value = json.dumps(fields)
    return str(value)


def _orders(office: Office) -> Iterator[str]:
    """Yield the orders that stand, as they are restated."""
    with office.judge.database.read_transaction() as tx:
        game = office.judge.games.load_game(tx, "ruhr")
    if isinstance(game, Play):
        for orders in game.orders.values():
            yield from (write_order(order, game.variant) for order in orders)
