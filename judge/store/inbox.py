"""The mail received: every mail once, until it is done or set aside."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, exists, func, or_, select, text, tuple_, update

from judge.store import schema as t
from judge.store.database import insert_if_new_statement

ATTEMPTS = 3
"""After so many failures a mail is set aside."""

AT_ONCE = 50
"""So many mails are looked up at once."""

_EVER, _FAR = (moment.replace(tzinfo=UTC) for moment in (datetime.min, datetime.max))

_LOOKED_AT, _LOOKED_BACK, _LATELY = 30, 500, timedelta(days=1)
"""How many mails say what time it is, among how many of the last, and how old ones."""

NEW, DONE, FAILED, ASIDE = "new", "done", "failed", "set-aside"


class NewMail(NamedTuple):
    """A mail that came in, by its columns. ``sender`` and ``recipients`` are the envelope's.

    Mails of one ``lane`` are read one after the other, and so are those of one sender.
    """

    message_id: str
    digest: str
    raw: bytes
    sender: str | None = None
    recipients: Sequence[str] = ()
    via: str = ""
    lane: str = ""


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
        tuple_(t.inbox.c.received_at, t.inbox.c.id)
        > tuple_(
            bindparam("after", type_=t.inbox.c.received_at.type),
            bindparam("after_id", type_=t.inbox.c.id.type),
        ),
    )
    .order_by(t.inbox.c.received_at, t.inbox.c.id)
    .limit(AT_ONCE)
)
_HEAD = (
    select(*(t.inbox.c[name] for name in WaitingMail._fields))
    .where(
        _WAITS,
        t.inbox.c.received_at <= bindparam("until"),
        ~_before.where(_earlier.c.lane == t.inbox.c.lane),
        ~_before.where(_earlier.c.sender == t.inbox.c.sender),
    )
    .order_by(t.inbox.c.received_at, t.inbox.c.id)
    .limit(AT_ONCE)
)
_WAITING, _HEADS = ({False: query, True: query.where(_IN_TIME)} for query in (_FIRST, _HEAD))
_THIS = t.inbox.c.id == bindparam("mail")
_MARK = update(t.inbox).where(_THIS)
_DONE = _MARK.where(_WAITS)


_OLDEST = select(func.min(t.inbox.c.received_at)).where(_WAITS)
_FIND = select(*(t.inbox.c[name] for name in ReceivedMail._fields)).where(_THIS, _WAITS)
_OF_ID = select(t.inbox.c.id).where(t.inbox.c.message_id == bindparam("message_id")).limit(1)
_TAKE = _FIND.with_for_update(skip_locked=True)


def add_mail(tx: Connection, mail: NewMail, now: datetime) -> int | None:
    """Keep a mail and return its key; None if one of this Message-ID and digest is kept."""
    # PostgreSQL keeps no text with zeros.
    mail = mail._replace(sender=mail.sender and mail.sender.replace("\0", ""))
    row = {**mail._asdict(), "received_at": now, "state": NEW}
    key: int | None = tx.execute(insert_if_new_statement(tx, t.inbox, keyed=True), row).scalar()
    return key


def oldest_received_at(tx: Connection) -> datetime | None:
    """Return when the oldest of the mails to be read was received, None if there are none."""
    received_at: datetime | None = tx.execute(_OLDEST).scalar_one()
    return received_at


def list_waiting_mails(
    tx: Connection,
    until: datetime | None = None,
    after: ReceivedMail | None = None,
    *,
    in_time: bool = False,
) -> tuple[ReceivedMail, ...]:
    """Return the first ``AT_ONCE`` of the mails to be read, the oldest first; only those received
    until then, and that come ``after`` this one.

    ``in_time`` leaves out what came when time asked something of a game that it may be about.
    """
    at, key = (after.received_at, after.id) if after else (_EVER, 0)
    query, values = _WAITING[in_time], {"until": until or _FAR, "after": at, "after_id": key}
    return tuple(ReceivedMail(*row) for row in tx.execute(query, values))


def list_readable_mails(
    tx: Connection, until: datetime | None = None, *, in_time: bool = False
) -> tuple[WaitingMail, ...]:
    """Return mails that may be read now: those as ``list_waiting_mails`` has them for which no
    earlier one waits, of their lane or of their sender."""
    rows = tx.execute(_HEADS[in_time], {"until": until or _FAR})
    return tuple(WaitingMail(*row) for row in rows)


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


def newest_mail_id(tx: Connection) -> int:
    """Return the key of the mail received last, 0 if there is none."""
    return int(tx.execute(select(func.coalesce(func.max(t.inbox.c.id), 0))).scalar_one())


def mail_date_offsets(tx: Connection, after: int, now: datetime) -> tuple[timedelta, ...]:
    """Return by how much mails were dated ahead of when they came: the last of each of the last few
    people with a seat in a game who wrote within a day, in mails of keys above ``after``."""
    c, first = t.inbox.c, max(after, newest_mail_id(tx) - _LOOKED_BACK)
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
