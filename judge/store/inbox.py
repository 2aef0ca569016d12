"""The mail received: whose it is, whether there is room for it, and every mail once, until it is
done or set aside.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
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
    false,
    func,
    or_,
    select,
    text,
    tuple_,
    update,
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


ATTEMPTS = 3
"""After so many failures a mail is set aside."""

AT_ONCE = 50
"""So many mails are looked up at once."""

_NEAR = timedelta(minutes=30)
"""How long before a deadline mail to its game comes first."""

_SHARE = 2_000
"""Milliseconds of reading after which others come first."""

_EVER, _FAR = (moment.replace(tzinfo=UTC) for moment in (datetime.min, datetime.max))

_LOOKED_AT, _LOOKED_BACK, _LATELY = 30, 500, timedelta(days=1)
"""How many mails say what time it is, among how many of the last, and how old ones."""

DONE, FAILED, ASIDE = "done", "failed", "set-aside"


class ReceivedMail(NamedTuple):
    """A mail that waits, by its columns. ``sender`` and ``recipients`` are the envelope's."""

    id: int
    message_id: str
    digest: str
    raw: bytes
    sender: str | None
    recipients: Sequence[str]
    via: str
    attempts: int
    received_at: datetime
    rank: int = PROVED
    writer: str = ""


class WaitingMail(NamedTuple):
    """A mail that waits, by its key, and its lane."""

    id: int
    lane: str


_WAITS = text(f"inbox.state IN ('{NEW}', '{FAILED}')")
_earlier = t.inbox.alias("earlier")
_before = exists().where(
    # As text, for a partial index is used only where the planner sees that it will do.
    text("earlier.state IN ('new', 'failed')"),
    tuple_(_earlier.c.received_at, _earlier.c.id) < tuple_(t.inbox.c.received_at, t.inbox.c.id),
)
_MS = 1000
_used, _since = t.answers.alias("used"), bindparam("since", type_=t.answers.c.sent_at.type)
_work_of_writer, _work_of_all = (
    select(func.coalesce(func.sum(_used.c.work), 0))
    .where(which, _used.c.sent_at > _since)
    .scalar_subquery()
    for which in (
        and_(_used.c.address == t.inbox.c.writer, _used.c.proved == (t.inbox.c.rank == PROVED)),
        _used.c.proved == false(),
    )
)
_MAY_BE_READ = or_(
    t.inbox.c.rank == PROVED,
    and_(
        _work_of_writer < bindparam("work", type_=Integer()),
        or_(t.inbox.c.rank == CLAIMED, _work_of_all < bindparam("all_work", type_=Integer())),
    ),
)
"""Reading what strangers write has not cost too much of late."""
_soon = exists().where(
    t.games.c.key == t.inbox.c.lane,
    t.games.c.due_at <= bindparam("soon", type_=t.games.c.due_at.type),
)
_IN_TURN = (
    t.inbox.c.rank,
    case((and_(t.inbox.c.rank == PROVED, _soon), 0), else_=1),
    _work_of_writer // bindparam("share", type_=Integer()),
    t.inbox.c.received_at,
    t.inbox.c.id,
)
"""Who holds a seat comes first, and before all whose deadline is near; then who has cost less; then
who came first."""
_woke = t.games.c.wake_at < t.inbox.c.received_at
_IN_TIME = ~or_(
    exists().where(t.games.c.key == t.inbox.c.lane, _woke),
    and_(t.inbox.c.lane == "", exists().where(_woke)),
)
"""Time asked nothing, before a mail came, of a game that it may be about."""

_FIRST = (
    select(*(t.inbox.c[name] for name in ReceivedMail._fields))
    .where(
        _WAITS,
        t.inbox.c.received_at <= bindparam("until"),
        t.inbox.c.id.not_in(bindparam("but", expanding=True)),
        _MAY_BE_READ,
    )
    .order_by(*_IN_TURN)
    .limit(AT_ONCE)
)
_HEAD = (
    select(*(t.inbox.c[name] for name in WaitingMail._fields))
    .where(
        _WAITS,
        t.inbox.c.received_at <= bindparam("until"),
        _MAY_BE_READ,
        or_(
            t.inbox.c.lane == "",
            ~_before.where(_earlier.c.lane == t.inbox.c.lane, _earlier.c.rank <= t.inbox.c.rank),
        ),
        ~_before.where(_earlier.c.sender == t.inbox.c.sender, _earlier.c.rank <= t.inbox.c.rank),
    )
    .order_by(*_IN_TURN)
    .limit(AT_ONCE)
)
_WAITING, _HEADS = ({False: query, True: query.where(_IN_TIME)} for query in (_FIRST, _HEAD))
_THIS = t.inbox.c.id == bindparam("mail")
_MARK = update(t.inbox).where(_THIS)
_DONE = _MARK.where(_WAITS)


_OLDEST = select(func.min(t.inbox.c.received_at)).where(_WAITS, _MAY_BE_READ)
_FIND = select(*(t.inbox.c[name] for name in ReceivedMail._fields)).where(_THIS, _WAITS)
_OF_ID = select(t.inbox.c.id).where(t.inbox.c.message_id == bindparam("message_id")).limit(1)
_TAKE = _FIND.with_for_update(skip_locked=True)


class QueueRules(NamedTuple):
    """In which order mail is read at a moment, and what is left for later; ``now`` None: nothing
    that reading cost counts."""

    now: datetime | None = None
    limits: StrangerLimits = STRANGERS

    def collect_bound_values(self) -> dict[str, object]:
        """Return what the statements ask for."""
        limits, now = self.limits, self.now
        values: dict[str, object] = {
            "work": limits.stranger_seconds_per_hour * _MS,
            "all_work": limits.all_stranger_seconds_per_hour * _MS,
        }
        since, soon = (now - SPAN, now + _NEAR) if now else (_FAR, _EVER)
        return {**values, "since": since, "soon": soon, "share": _SHARE}


NO_RULES = QueueRules()


def find_oldest_received_at(tx: Connection, rules: QueueRules = NO_RULES) -> datetime | None:
    """Return when the oldest of the mails to be read was received, None if there are none."""
    received_at: datetime | None = tx.execute(_OLDEST, rules.collect_bound_values()).scalar_one()
    return received_at


def list_waiting_mails(
    tx: Connection,
    until: datetime | None = None,
    but: Collection[int] = (),
    rules: QueueRules = NO_RULES,
    *,
    in_time: bool = False,
) -> tuple[ReceivedMail, ...]:
    """Return the first ``AT_ONCE`` of the mails to be read, in the order in which they are; only
    those received until then, ``but`` these.

    ``in_time`` leaves out what came when time asked something of a game that it may be about.
    """
    values = {"until": until or _FAR, "but": [*but], **rules.collect_bound_values()}
    return tuple(ReceivedMail(*row) for row in tx.execute(_WAITING[in_time], values))


def list_readable_mails(
    tx: Connection,
    until: datetime | None = None,
    rules: QueueRules = NO_RULES,
    *,
    in_time: bool = False,
) -> tuple[WaitingMail, ...]:
    """Return mails that may be read now: those as ``list_waiting_mails`` has them for which no
    earlier one of their rank waits, of their game or of their sender."""
    values = {"until": until or _FAR, **rules.collect_bound_values()}
    return tuple(WaitingMail(*row) for row in tx.execute(_HEADS[in_time], values))


def find_waiting_mail(tx: Connection, mail: int) -> ReceivedMail | None:
    """Return a waiting mail; None if it waits no more."""
    row = tx.execute(_FIND, {"mail": mail}).one_or_none()
    return None if row is None else ReceivedMail(*row)


def lock_waiting_mail(tx: Connection, mail: int) -> ReceivedMail | None:
    """Return a waiting mail, locked until the transaction ends; None if it waits no more."""
    row = tx.execute(_TAKE, {"mail": mail}).one_or_none()
    return None if row is None else ReceivedMail(*row)


def mark_mail_done(
    tx: Connection,
    mail: int,
    outcome: str,
    raw: bytes,
    sender: str,
    written: datetime | None = None,
) -> bool:
    """Mark a mail as dealt with, and keep it so; ``outcome`` says in a few words how, ``sender`` is
    whom it says it is from, "" if that is nobody, and ``written`` when. False: it waits no more."""
    row = {"mail": mail, "state": DONE, "outcome": outcome, "raw": raw, "written_at": written}
    return tx.execute(_DONE, {**row, "sender": sender} if sender else row).rowcount == 1


def has_received(tx: Connection, message_id: str) -> bool:
    """Tell whether a mail of that Message-ID, in its angle brackets, was received."""
    return tx.execute(_OF_ID, {"message_id": message_id}).first() is not None


def find_newest_mail_id(tx: Connection) -> int:
    """Return the key of the mail received last, 0 if there is none."""
    return int(tx.execute(select(func.coalesce(func.max(t.inbox.c.id), 0))).scalar_one())


def list_mail_date_offsets(tx: Connection, after: int, now: datetime) -> tuple[timedelta, ...]:
    """Return by how much mails were dated ahead of when they came: the last of each of the last few
    people with a seat in a game who wrote within a day, in mails of keys above ``after``."""
    c, first = t.inbox.c, max(after, find_newest_mail_id(tx) - _LOOKED_BACK)
    seated = exists().where(t.players.c.address == c.sender, t.seats.c.player_id == t.players.c.id)
    query = (
        select(c.sender, c.written_at, c.received_at)
        .where(c.id > first, c.state == DONE, c.written_at.is_not(None), seated)
        .order_by(c.id.desc())
        .limit(_LOOKED_AT)
    )
    ahead = {
        row.sender: row.written_at - row.received_at
        for row in reversed(tx.execute(query).all())
        if abs(now - row.received_at) <= _LATELY
    }
    return tuple(ahead.values())


def purge_bodies(tx: Connection, before: datetime) -> int:
    """Throw away the bytes of mails dealt with that were received before; return how many."""
    c = t.inbox.c
    old = (c.state == DONE) & (c.received_at < before) & (func.length(c.raw) > 0)
    return tx.execute(update(t.inbox).where(old).values(raw=b"")).rowcount


def purge_bodies_of_strangers(tx: Connection, most: int) -> int:
    """Throw away the oldest bytes of mails dealt with that nobody with a seat proved to have
    written, but for so many; return how many mails have lost theirs."""
    c = t.inbox.c
    newest_first = func.sum(c.size).over(order_by=(c.received_at.desc(), c.id.desc()))
    theirs = (c.state == DONE) & (c.rank != PROVED) & (func.length(c.raw) > 0)
    sizes = select(c.id, newest_first.label("so_far")).where(theirs).subquery()
    old = c.id.in_(select(sizes.c.id).where(sizes.c.so_far > most))
    return tx.execute(update(t.inbox).where(old).values(raw=b"")).rowcount


def record_failed_read(tx: Connection, mail: ReceivedMail, trace: str, masked: bytes) -> bool:
    """Note that reading a mail went wrong; say whether it is set aside now, and then kept so:
    ``masked``."""
    attempts = mail.attempts + 1
    row = {"mail": mail.id, "attempts": attempts, "trace": trace}
    if attempts < ATTEMPTS:
        tx.execute(_MARK, {**row, "state": FAILED})
        return False
    tx.execute(_MARK, {**row, "state": ASIDE, "raw": masked})
    return True


def retry_failed_mails(tx: Connection, ids: Collection[int] | None) -> tuple[int, ...]:
    """Let mails be read anew that could not be, these or all, and return which."""
    return _update_failed_mails(tx, ids, state=NEW, attempts=0, trace="")


def drop_failed_mails(tx: Connection, ids: Collection[int] | None) -> tuple[int, ...]:
    """Throw away mails that could not be read, these or all, and return which."""
    return _update_failed_mails(tx, ids, state=DONE, outcome="dropped", raw=b"", trace="")


def _update_failed_mails(
    tx: Connection, ids: Collection[int] | None, **values: object
) -> tuple[int, ...]:
    c = t.inbox.c
    change = update(t.inbox).where(c.state.in_((FAILED, ASIDE))).values(**values)
    selected = change if ids is None else change.where(c.id.in_(ids))
    return tuple(sorted(tx.execute(selected.returning(c.id)).scalars()))
