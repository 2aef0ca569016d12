"""Addresses of people: which have proved themselves, and what they have been asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
    bindparam,
    delete,
    func,
    literal,
    select,
    update,
)

from judge.game.effects import PersonChange, Question
from judge.game.guest import NOTHING_DONE, Conduct
from judge.game.proof.access import Tag
from judge.game.request import Request
from judge.language.script import split
from judge.model.reason import Reason
from judge.store import inbox, ledger_rows, outbox
from judge.store import schema as t
from judge.store.database import StaleError, insert_all, insert_one

REASONS = ("kept_press", "kept_mails", "kept_letters")
"""How many there are of each, in the order in which they are counted."""

_MINE = func.lower(t.players.c.address) == bindparam("mine")
_BARE = t.players.c.bare == bindparam("mine")
_same, _first = t.players.alias("same"), func.coalesce(t.players.c.same_as, t.players.c.id)
_KNOWN, _KNOWN_BARE = (
    select(t.players.c.address, t.players.c.proved, _same.c.address.label("other"))
    .join(_same, (_same.c.id == _first) | (_same.c.same_as == _first))
    .where(mine)
    .order_by(_same.c.id)
    for mine in (_MINE, _BARE)
)
_KEPT = tuple(each.name for each in fields(Request) if each.name not in ("script", "cut"))


class Known(NamedTuple):
    """What is known of an address: whether it has proved itself, and the same person's others."""

    proved: bool
    others: tuple[str, ...]


def known(tx: Connection, address: str, *, plus: bool) -> Known:
    """Return what is known of an address; ``plus``: with a tag behind a plus it is the same."""
    mine = t.bare(address) if plus else address.lower()
    rows = tx.execute(_KNOWN_BARE if plus else _KNOWN, {"mine": mine}).all()
    found = [*(row.address for row in rows), *(row.other for row in rows)]
    others = tuple(dict.fromkeys(one for one in found if one.lower() != address.lower()))
    return Known(any(row.proved for row in rows), others)


def change(tx: Connection, what: PersonChange) -> None:
    """Note that somebody has another address, which has proved itself, or a further one, or that
    they are to be forgotten."""
    if what.what == "forget":
        _forget(tx, (what.old, *known(tx, what.old, plus=False).others))
        return
    if what.what in ("standby", "no standby"):
        _row_made(tx, what.new)
        wanted = update(t.players).where(_MINE).values(standby=what.what == "standby")
        tx.execute(wanted, {"mine": what.new.lower()})
        return
    prove(tx, what.new)
    old, new = (_row(tx, address) for address in (what.old, what.new))
    person = old.same_as or old.id
    c = t.players.c
    moved = c.same_as == person if what.what == "moved" else c.id == new.id
    to = new.id if what.what == "moved" else person
    tx.execute(update(t.players).where(moved & (c.id != to)).values(same_as=to))
    if what.what == "moved":
        first = t.players.alias()
        wishes = select(first.c.wishes).where(first.c.id == person).scalar_subquery()
        tx.execute(update(t.players).where(c.id == to).values(wishes=wishes))


def standbys(tx: Connection) -> tuple[str, ...]:
    """Return the addresses of those who are called when a seat comes open in any game."""
    c = t.players.c
    return tuple(tx.execute(select(c.address).where(c.standby).order_by(c.id)).scalars())


def conduct(tx: Connection, addresses: Collection[str]) -> Conduct:
    """Return how somebody with these addresses has played, in all games together."""
    mine = func.lower(t.players.c.address).in_([address.lower() for address in addresses])
    total = NOTHING_DONE
    for table, left in ((t.seats, literal(0)), (t.guests, t.guests.c.times_left)):
        sums = (func.sum(table.c.kept), func.sum(table.c.late), func.sum(left))
        row = tx.execute(select(*sums).select_from(table.join(t.players)).where(mine)).one()
        total = Conduct(*(one + (more or 0) for one, more in zip(total, row, strict=True)))
    return total


def kept(tx: Connection, addresses: Collection[str]) -> tuple[Reason, ...]:
    """Return what is kept about somebody beside their games."""
    mine = [address.lower() for address in addresses]
    seats = select(t.seats.c.game_id, t.seats.c.name).join(t.players)
    theirs = seats.where(func.lower(t.players.c.address).in_(mine)).subquery()
    at = (t.press.c.game_id == theirs.c.game_id) & (t.press.c.sender == theirs.c.name)
    counts = (
        select(func.count()).select_from(t.press.join(theirs, at)),
        select(func.count()).where(_body(t.inbox.c.sender, t.inbox.c.raw, mine)),
        select(func.count()).where(_body(t.outbox.c.recipient, t.outbox.c.raw, mine)),
    )
    told = zip(REASONS, counts, strict=True)
    counted = (Reason(code, (str(tx.scalar(query)),)) for code, query in told)
    played = conduct(tx, mine)
    figures = (*map(str, played), str(played.reliability))
    c = t.players.c
    called = tx.execute(select(c.id).where(func.lower(c.address).in_(mine), c.standby)).first()
    return (*counted, Reason("kept_conduct", figures), *([Reason("kept_standby")] * bool(called)))


def _body(address: Column[Any], raw: Column[Any], mine: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition for mail from or to one of these addresses that is there in full."""
    return func.lower(address).in_(mine) & (func.length(raw) > 0)


def _forget(tx: Connection, addresses: Collection[str]) -> None:
    """Forget addresses that hold no seat any more, and the mail to and from all of them."""
    mine = [address.lower() for address in addresses]
    c = t.inbox.c
    done = _body(c.sender, c.raw, mine) & (c.state == inbox.DONE)
    tx.execute(update(t.inbox).where(done).values(raw=b"", sender=None))
    c = t.outbox.c
    sent = func.lower(c.recipient).in_(mine) & (c.state != outbox.WAITING)
    tx.execute(update(t.outbox).where(sent).values(raw=b"", recipient=""))
    tx.execute(delete(t.answers).where(func.lower(t.answers.c.address).in_(mine)))
    tx.execute(delete(t.attempts).where(func.lower(t.attempts.c.sender).in_(mine)))
    tx.execute(delete(t.questions).where(func.lower(t.questions.c.asked).in_(mine)))
    ledger_rows.forget(tx, mine)
    seated = select(t.seats.c.player_id).where(t.seats.c.player_id.is_not(None))
    held = seated.union(select(t.guests.c.player_id))
    c = t.players.c
    tx.execute(delete(t.players).where(func.lower(c.address).in_(mine), c.id.not_in(held)))


def _row(tx: Connection, address: str) -> Row[Any]:
    return tx.execute(select(t.players).where(_MINE), {"mine": address.lower()}).one()


def prove(tx: Connection, address: str) -> None:
    """Note that an address has proved itself."""
    row = {"mine": address.lower()}
    if not tx.execute(update(t.players).where(_MINE).values(proved=True), row).rowcount:
        insert_one(tx, t.players, {"address": address.lower(), "proved": True})


def _row_made(tx: Connection, address: str) -> None:
    """Write down an address that is not known yet."""
    if tx.execute(select(t.players).where(_MINE), {"mine": address.lower()}).first() is None:
        insert_one(tx, t.players, {"address": address.lower()})


def ask(tx: Connection, questions: Iterable[Question], now: datetime) -> None:
    """Keep what is asked until it is answered."""
    rows = [
        {
            "token": each.token,
            "asked": each.asked,
            "request": {name: getattr(each.request, name) for name in _KEPT},
            "asked_at": now,
        }
        for each in questions
    ]
    insert_all(tx, t.questions, rows)


def question(tx: Connection, token: str, since: datetime) -> Question | None:
    """Return what the letter of a token asked, if it was written since then."""
    c = t.questions.c
    query = select(c.asked, c.request, c.asked_at).where(c.token == token, c.asked_at > since)
    row = tx.execute(query).one_or_none()
    if row is None:
        return None
    kept = row.request
    tags, relays = ([Tag(*tag) for tag in kept.pop(name)] for name in ("tags", "relays"))
    kept["answers"] = tuple(kept["answers"])
    request = Request(**kept, script=split(kept["text"]), tags=tuple(tags), relays=tuple(relays))
    return Question(token, row.asked, request, row.asked_at)


def answered(tx: Connection, tokens: Collection[str]) -> None:
    """Forget questions that were answered. Raises StaleError if that was done meanwhile."""
    query = delete(t.questions).where(t.questions.c.token.in_(tokens))
    if tx.execute(query).rowcount < len(tokens):
        raise StaleError("a question that has had its answer")


def forget(tx: Connection, before: datetime) -> None:
    """Drop the questions that are too old for an answer to count."""
    tx.execute(delete(t.questions).where(t.questions.c.asked_at <= before))
