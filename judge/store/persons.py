"""People: which addresses have proved themselves, what they were asked, what people have set."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, NamedTuple

from pydantic import TypeAdapter
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

from judge.game.clock.digest import People
from judge.game.effects import PersonChange, Question
from judge.game.limits import MailUsage
from judge.game.person.person import ANYBODY, Person
from judge.game.proof.access import Tag
from judge.game.request import Request
from judge.game.state import NOTHING_DONE, Game, Reliability
from judge.language.script import split_mail
from judge.model.reason import Reason
from judge.store import inbox, ledger_rows, outbox, usage
from judge.store import schema as t
from judge.store.club_rows import move_results
from judge.store.database import StaleError, insert_row, insert_rows

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
_used = usage.USAGE.subquery()
_SENDER, _SENDER_BARE = (
    select(t.players.c.address, t.players.c.proved, _same.c.address.label("other"), *_used.c)
    .select_from(
        _used.outerjoin(t.players, mine).outerjoin(
            _same, (_same.c.id == _first) | (_same.c.same_as == _first)
        )
    )
    .order_by(_same.c.id)
    for mine in (_MINE, _BARE)
)
_KEPT = tuple(each.name for each in fields(Request) if each.name not in ("script", "cut"))


class KnownAddress(NamedTuple):
    """What is known of an address: whether it has proved itself, and the same person's others."""

    proved: bool
    others: tuple[str, ...]


def look_up_address(tx: Connection, address: str, *, plus: bool) -> KnownAddress:
    """Return what is known of an address; ``plus``: with a tag behind a plus it is the same."""
    mine = {"mine": _choose_wanted_address(address, plus=plus)}
    return _read_known_address(address, tx.execute(_KNOWN_BARE if plus else _KNOWN, mine).all())


def look_up_sender(
    tx: Connection, address: str, since: datetime, *, plus: bool
) -> tuple[KnownAddress, MailUsage]:
    """Return what is known of an address, and what mail proved to be from it caused since then."""
    values = {"mine": _choose_wanted_address(address, plus=plus), "since": since}
    values |= {"to": address, "seated": True}
    rows = tx.execute(_SENDER_BARE if plus else _SENDER, values).all()
    used = MailUsage(*(int(getattr(rows[0], name)) for name in MailUsage._fields))
    return _read_known_address(address, [row for row in rows if row.address is not None]), used


def _choose_wanted_address(address: str, *, plus: bool) -> str:
    return t.strip_plus(address) if plus else address.lower()


def _read_known_address(address: str, rows: Sequence[Row[*tuple[Any, ...]]]) -> KnownAddress:
    row_addresses = [*(row.address for row in rows), *(row.other for row in rows)]
    other_addresses = tuple(
        dict.fromkeys(
            candidate for candidate in row_addresses if candidate.lower() != address.lower()
        )
    )
    return KnownAddress(any(row.proved for row in rows), other_addresses)


def apply_person_change(tx: Connection, person_change: PersonChange) -> None:
    """Note that somebody has another address, which has proved itself, or a further one, or that
    they are to be forgotten."""
    if person_change.what == "forget":
        _forget_addresses(
            tx, (person_change.old, *look_up_address(tx, person_change.old, plus=False).others)
        )
        return
    if person_change.what in ("standby", "no standby"):
        _add_player_if_new(tx, person_change.new)
        wanted = update(t.players).where(_MINE).values(standby=person_change.what == "standby")
        tx.execute(wanted, {"mine": person_change.new.lower()})
        return
    mark_address_proved(tx, person_change.new)
    old, new = (_make_player_row(tx, address) for address in (person_change.old, person_change.new))
    person = old.same_as or old.id
    c = t.players.c
    if person_change.what == "also":
        tx.execute(update(t.players).where(c.id == new.id, c.id != person).values(same_as=person))
        move_results(tx, new.same_as or new.id, person)
    else:
        to = new.id
        others = (c.same_as == person) | ((c.id == person) & (c.id != old.id))
        tx.execute(update(t.players).where(others, c.id != to).values(same_as=to))
        tx.execute(update(t.players).where(c.id == to).values(same_as=None))
        move_results(tx, person, to)
        first = t.players.alias()
        wishes = select(first.c.wishes).where(first.c.id == person).scalar_subquery()
        tx.execute(update(t.players).where(c.id == to).values(wishes=wishes))


def list_standby_addresses(tx: Connection) -> tuple[str, ...]:
    """Return the addresses of those who are called when a seat comes open in any game."""
    c = t.players.c
    return tuple(tx.execute(select(c.address).where(c.standby).order_by(c.id)).scalars())


def sum_up_conduct(tx: Connection, addresses: Collection[str]) -> Reliability:
    """Return how somebody with these addresses has played, in all games together."""
    is_theirs = func.lower(t.players.c.address).in_([address.lower() for address in addresses])
    total = NOTHING_DONE
    for table, times_left in ((t.seats, literal(0)), (t.guests, t.guests.c.times_left)):
        sums = (func.sum(table.c.kept), func.sum(table.c.late), func.sum(times_left))
        row = tx.execute(select(*sums).select_from(table.join(t.players)).where(is_theirs)).one()
        total = Reliability(
            *(sum_so_far + (more or 0) for sum_so_far, more in zip(total, row, strict=True))
        )
    return total


def describe_personal_data(tx: Connection, addresses: Collection[str]) -> tuple[Reason, ...]:
    """Return what is kept about somebody beside their games."""
    lower_addresses = [address.lower() for address in addresses]
    seats = select(t.seats.c.game_id, t.seats.c.name).join(t.players)
    theirs = seats.where(func.lower(t.players.c.address).in_(lower_addresses)).subquery()
    at = (t.press.c.game_id == theirs.c.game_id) & (t.press.c.sender == theirs.c.name)
    counts = {
        Reason("kept_press"): select(func.count()).select_from(t.press.join(theirs, at)),
        Reason("kept_mails"): select(func.count()).where(
            _is_full_mail_of(t.inbox.c.sender, t.inbox.c.raw, lower_addresses)
        ),
        Reason("kept_letters"): select(func.count()).where(
            _is_full_mail_of(t.outbox.c.recipient, t.outbox.c.raw, lower_addresses)
        ),
    }
    counted = (why.with_subjects((str(tx.scalar(query)),)) for why, query in counts.items())
    played = sum_up_conduct(tx, lower_addresses)
    figures = (*map(str, played), str(played.percentage))
    c = t.players.c
    called = tx.execute(
        select(c.id).where(func.lower(c.address).in_(lower_addresses), c.standby)
    ).first()
    return (*counted, Reason("kept_conduct", figures), *([Reason("kept_standby")] * bool(called)))


def _is_full_mail_of(
    address: Column[Any], raw: Column[Any], lower_addresses: Sequence[str]
) -> ColumnElement[bool]:
    """Return the condition for mail from or to one of these addresses that is there in full."""
    return func.lower(address).in_(lower_addresses) & (func.length(raw) > 0)


def _forget_addresses(tx: Connection, addresses: Collection[str]) -> None:
    """Forget addresses that hold no seat any more, and the mail to and from all of them."""
    lower_addresses = [address.lower() for address in addresses]
    c = t.inbox.c
    read_mails = _is_full_mail_of(c.sender, c.raw, lower_addresses) & (c.state == inbox.DONE)
    tx.execute(update(t.inbox).where(read_mails).values(raw=b"", sender=None))
    c = t.outbox.c
    sent_letters = func.lower(c.recipient).in_(lower_addresses) & (c.state != outbox.WAITING)
    tx.execute(update(t.outbox).where(sent_letters).values(raw=b"", recipient=""))
    tx.execute(delete(t.answers).where(func.lower(t.answers.c.address).in_(lower_addresses)))
    tx.execute(delete(t.attempts).where(func.lower(t.attempts.c.sender).in_(lower_addresses)))
    tx.execute(delete(t.questions).where(func.lower(t.questions.c.asked).in_(lower_addresses)))
    ledger_rows.forget_addresses(tx, lower_addresses)
    seated = select(t.seats.c.player_id).where(t.seats.c.player_id.is_not(None))
    still_used = seated.union(select(t.guests.c.player_id))
    c = t.players.c
    tx.execute(
        delete(t.players).where(func.lower(c.address).in_(lower_addresses), c.id.not_in(still_used))
    )


def _make_player_row(tx: Connection, address: str) -> Row[Any]:
    return tx.execute(select(t.players).where(_MINE), {"mine": address.lower()}).one()


def mark_address_proved(tx: Connection, address: str) -> None:
    """Note that an address has proved itself."""
    row = {"mine": address.lower()}
    if not tx.execute(update(t.players).where(_MINE).values(proved=True), row).rowcount:
        insert_row(tx, t.players, {"address": address.lower(), "proved": True})


def _add_player_if_new(tx: Connection, address: str) -> None:
    """Write down an address that is not known yet."""
    if tx.execute(select(t.players).where(_MINE), {"mine": address.lower()}).first() is None:
        insert_row(tx, t.players, {"address": address.lower()})


def add_questions(tx: Connection, questions: Iterable[Question], now: datetime) -> None:
    """Keep what is asked until it is answered."""
    rows = [
        {
            "token": question_asked.token,
            "asked": question_asked.asked,
            "request": {name: getattr(question_asked.request, name) for name in _KEPT},
            "asked_at": now,
        }
        for question_asked in questions
    ]
    insert_rows(tx, t.questions, rows)


def find_question(tx: Connection, token: str, since: datetime) -> Question | None:
    """Return what the letter of a token asked, if it was written since then."""
    c = t.questions.c
    query = select(c.asked, c.request, c.asked_at).where(c.token == token, c.asked_at > since)
    row = tx.execute(query).one_or_none()
    if row is None:
        return None
    stored = row.request
    tags, relays = ([Tag(*tag) for tag in stored.pop(name)] for name in ("tags", "relays"))
    stored["answers"] = tuple(stored["answers"])
    stored["offers_above"] = tuple(map(tuple, stored.get("offers_above", ())))
    request = Request(
        **stored, script=split_mail(stored["text"]), tags=tuple(tags), relays=tuple(relays)
    )
    return Question(token, row.asked, request, row.asked_at)


def delete_answered_questions(tx: Connection, tokens: Collection[str]) -> None:
    """Forget questions that were answered. Raises StaleError if that was done meanwhile."""
    query = delete(t.questions).where(t.questions.c.token.in_(tokens))
    if tx.execute(query).rowcount < len(tokens):
        raise StaleError("a question that has had its answer")


def delete_old_questions(tx: Connection, before: datetime) -> None:
    """Drop the questions that are too old for an answer to count."""
    tx.execute(delete(t.questions).where(t.questions.c.asked_at <= before))


_PERSON = TypeAdapter(Person)
FIRST = t.players.alias("first")
IS_FIRST = FIRST.c.id == func.coalesce(t.players.c.same_as, t.players.c.id)
"""The row of somebody's first address."""

_OF = (
    select(t.players.c.address, FIRST.c.wishes)
    .join(FIRST, IS_FIRST)
    .where(func.lower(t.players.c.address).in_(bindparam("addresses", expanding=True)))
    .where(FIRST.c.wishes.is_not(None))
)


def load_personal_settings(tx: Connection, addresses: Iterable[str]) -> Mapping[str, Person]:
    """Return the settings of the people at these addresses, by the addresses in small letters.

    Those who have set nothing are absent.
    """
    wanted = {"addresses": [address.lower() for address in addresses]}
    rows = tx.execute(_OF, wanted)
    return read_people(rows)


def read_people(rows: Iterable[Row[*tuple[Any, ...]]]) -> dict[str, Person]:
    """Return what people want by their addresses in small letters, from rows with both."""
    return {
        row.address.lower(): ANYBODY if row.wishes is None else _PERSON.validate_python(row.wishes)
        for row in rows
        if row.address
    }


def complete_people(tx: Connection, people: People, addresses: Iterable[str]) -> People:
    """Return what people want, and those at these addresses if they are not among them."""
    unknown = {address.lower() for address in addresses} - people.keys()
    return {**people, **load_personal_settings(tx, unknown)} if unknown else people


def list_seat_addresses(game: Game) -> tuple[str, ...]:
    """Return where the holders of a game's seats are written to."""
    return tuple(seat.address for seat in game.seats if seat.address)


def save_personal_setting(tx: Connection, address: str, name: str, value: object) -> None:
    """Keep what somebody set for themselves, a field of Person."""
    c, this_address = t.players.c, func.lower(t.players.c.address) == address.lower()
    person = load_personal_settings(tx, [address]).get(address.lower(), ANYBODY)
    wanted = {**_PERSON.dump_python(person), name: value}
    stored = _PERSON.dump_python(_PERSON.validate_python(wanted), mode="json")
    first = select(func.coalesce(c.same_as, c.id)).where(this_address).scalar_subquery()
    tx.execute(update(t.players).where(c.id == first).values(wishes=stored))
