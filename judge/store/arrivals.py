"""Mail as it comes in: whose it is, whether there is room for it, and every mail once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    Integer,
    UpdateBase,
    and_,
    bindparam,
    case,
    exists,
    func,
    or_,
    select,
)

from judge.game.limits import SPAN, STRANGERS, StrangerLimits
from judge.store import schema as t
from judge.store.database import insert_if_new_from

NEW = "new"

PROVED, CLAIMED, STRANGER = range(3)
"""Ranks of mails: from the holder of a seat, or said to be, or from anybody else."""


class NewMail(NamedTuple):
    """A mail that came in, by its columns. ``sender`` and ``recipients`` are the envelope's.

    Mails of one ``lane`` are read one after the other, and so are those of one sender. ``writer``
    is whom it says it is from, in small letters.
    """

    message_id: str
    digest: str
    raw: bytes
    sender: str | None = None
    recipients: Sequence[str] = ()
    via: str = ""
    lane: str = ""
    writer: str = ""


class MailProof(NamedTuple):
    """What speaks for its writer as a mail comes in: the seat, and the secret, of the reply address
    that it was sent to; ``vouched``: the mail server says that they wrote it. ``proved``: they are
    known already."""

    seat: str = ""
    secret: str = ""
    vouched: bool = False
    proved: bool = False


KNOWN_WRITER = MailProof(proved=True)


def add_mail(
    tx: Connection,
    mail: NewMail,
    now: datetime,
    proof: MailProof = KNOWN_WRITER,
    limits: StrangerLimits = STRANGERS,
) -> int | None:
    """Keep a mail and return its key; None if one of this Message-ID and digest is kept, or if so
    much came of its writer, or of all strangers, that it is not."""
    # PostgreSQL keeps no text with zeros.
    mail = mail._replace(sender=mail.sender and mail.sender.replace("\0", ""))
    row = {**mail._asdict(), "received_at": now, "size": len(mail.raw), "state": NEW}
    values = {**row, **proof._asdict(), "bare": t.strip_plus(mail.writer)}
    values |= {"since": now - SPAN, **limits._asdict()}
    key: int | None = tx.execute(_build_add(tx.dialect.name), values).scalar()
    return key


@cache
def _build_add(dialect: str) -> UpdateBase:
    """Return the statement that ranks a mail by its writer and keeps it, if there is room."""
    c, games, seats, players = t.inbox.c, t.games.c, t.seats.c, t.players.c
    of_seat = exists().where(
        games.key == bindparam("lane", type_=c.lane.type),
        seats.game_id == games.id,
        seats.name == bindparam("seat", type_=seats.name.type),
        seats.secret == bindparam("secret", type_=seats.secret.type),
    )
    written_as = t.players.alias("written_as").c
    person = func.coalesce(written_as.same_as, written_as.id)
    registered = exists().where(
        written_as.bare == bindparam("bare", type_=players.bare.type),
        or_(players.id == person, players.same_as == person),
        seats.player_id == players.id,
    )
    proved, vouched = (bindparam(name, type_=Boolean()) for name in ("proved", "vouched"))
    rank = case(
        (or_(proved, of_seat, and_(vouched, registered)), PROVED),
        (registered, CLAIMED),
        else_=STRANGER,
    )
    ranked = select(rank.label("rank")).subquery()
    size = bindparam("size", type_=c.size.type)
    since = c.received_at > bindparam("since", type_=c.received_at.type)

    def has_room(which: ColumnElement[bool], whose: str) -> ColumnElement[bool]:
        came = select(func.count()).where(which, since).scalar_subquery()
        came_bytes = select(func.coalesce(func.sum(c.size), 0)).where(which, since)
        most, most_bytes = (
            bindparam(f"{whose}_{what}_per_hour", type_=Integer()) for what in ("mails", "bytes")
        )
        return and_(came < most, came_bytes.scalar_subquery() + size <= most_bytes)

    theirs = and_(c.rank != PROVED, c.writer == bindparam("writer", type_=c.writer.type))
    strangers = c.rank == STRANGER
    has_room_for_all = or_(ranked.c.rank == CLAIMED, has_room(strangers, "all_stranger"))
    is_welcome = or_(ranked.c.rank == PROVED, and_(has_room(theirs, "stranger"), has_room_for_all))
    names = (*NewMail._fields, "received_at", "size", "state")
    values = [bindparam(name, type_=c[name].type) for name in names]
    row = select(*values, ranked.c.rank).where(is_welcome)
    return insert_if_new_from(dialect, t.inbox, (*names, "rank"), row)


def has_mail(tx: Connection, mail: NewMail) -> bool:
    """Say whether a mail of this Message-ID and digest is kept."""
    c = t.inbox.c
    same = (c.message_id == mail.message_id) & (c.digest == mail.digest)
    return tx.execute(select(c.id).where(same)).first() is not None
