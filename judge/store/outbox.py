"""The mail to send: finished bytes, leased while they are being sent, until they are gone.

Each mail is sent at least once. Its Message-ID never changes, so a repeat can be told. The letters
to a recipient who takes none at present wait together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    Row,
    Select,
    String,
    Text,
    bindparam,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from judge.game.effects import SentLetter
from judge.model.sections import Offer
from judge.store import schema as t
from judge.store.columns import Instant, numbered_table
from judge.store.database import insert_if_new_statement
from judge.store.together import select_other_judges

destinations = numbered_table(
    "destinations",
    Column("recipient", String(254), nullable=False, unique=True),
    Column("failures", Integer, nullable=False),
    Column("since", Instant, nullable=False),
    Column("next_try", Instant, nullable=False),
    Column("error", Text, nullable=False),
)
"""Recipients to whom letters do not get through at present."""

_REACHED = delete(destinations).where(
    destinations.c.recipient.in_(bindparam("recipients", expanding=True))
)

PAUSES = (
    *(timedelta(minutes=m) for m in (1, 5, 15, 60)),
    *(timedelta(hours=h) for h in (4, 12, 24, 24, 24)),
)
"""How long to wait after each failure; after the last one letters are given up."""


DOUBT = timedelta(seconds=10)
"""How long to wait before a refusal for good is believed, or one that may be meant for all."""


def record_failure(
    tx: Connection, recipient: str, now: datetime, error: str, *, permanent: bool = False
) -> int:
    """Let the letters to somebody wait; return how often in a row they were not taken before."""
    c = destinations.c
    this_recipient = c.recipient == recipient
    _insert_if_new(tx, recipient, now, error)
    count: int = tx.execute(select(c.failures).where(this_recipient)).scalar_one()
    wait = DOUBT if permanent and not count else pause_after_failures(count)
    values = {"failures": count + 1, "next_try": now + wait, "error": error}
    tx.execute(update(destinations).where(this_recipient).values(values))
    return count


def defer_recipient(tx: Connection, recipient: str, now: datetime, error: str) -> None:
    """Let the letters to somebody wait for a moment, and hold nothing against them."""
    _insert_if_new(tx, recipient, now, error)
    this_recipient = destinations.c.recipient == recipient
    values = {"next_try": now + DOUBT, "error": error}
    tx.execute(update(destinations).where(this_recipient).values(values))


def _insert_if_new(tx: Connection, recipient: str, now: datetime, error: str) -> None:
    row = {"recipient": recipient, "since": now, "failures": 0, "next_try": now, "error": error}
    tx.execute(insert_if_new_statement(tx, destinations), row)


def pause_after_failures(failures: int) -> timedelta:
    """Return how long to wait after so many failures and one more."""
    return PAUSES[min(failures, len(PAUSES) - 1)]


def mark_reached(tx: Connection, recipients: Iterable[str]) -> None:
    """Note to whom letters were taken: their others wait no longer."""
    tx.execute(_REACHED, {"recipients": [*recipients]})


LATE = timedelta(minutes=10)
"""Mails that are older wait behind those that are not."""

WAITING, SENT, DEAD = "waiting", "sent", "dead"
_LETTER = select(
    *(t.outbox.c[name] for name in ("message_id", "recipient", "game", "seat", "number")),
    *(t.outbox.c[name] for name in ("offers", "done", "more")),
)
_RETURNED = select(t.outbox.c.recipient).where(
    t.outbox.c.envelope_from.in_(bindparam("to", expanding=True))
)
_THESE = t.outbox.c.id.in_(bindparam("ids", expanding=True))
_TAKE = update(t.outbox).where(_THESE).values(lease=bindparam("holder"))
_SENT = (
    update(t.outbox)
    .where(_THESE, t.outbox.c.lease.in_(bindparam("holders", expanding=True)))
    .values(state=SENT, attempts=t.outbox.c.attempts + 1, error="", sent_at=bindparam("now"))
    .values(lease="")
)


def _build_due_query() -> Select[Any]:
    c, d = t.outbox.c, destinations.c
    now, soon = bindparam("now", type_=c.next_try.type), bindparam("soon", type_=c.next_try.type)
    waits = exists().where(d.recipient == c.recipient, d.next_try > now, d.next_try <= soon)
    late = c.created_at < bindparam("late", type_=c.created_at.type)
    return (
        select(c.id)
        .where(c.state == WAITING, or_(c.next_try <= now, c.next_try > soon), ~waits)
        .where(c.lease.not_in(select_other_judges(bindparam("holder"))))
        .where(c.id.not_in(bindparam("held", expanding=True)))
        .where(c.recipient.not_in(bindparam("but", expanding=True)))
        .where(c.recipient.not_like(bindparam("domain", type_=c.recipient.type)))
        .order_by(late, case((late, -c.id), else_=c.id))
        .limit(bindparam("most", type_=c.id.type))
        .with_for_update(skip_locked=True)
    )


_DUE = _build_due_query()


class OutMail(NamedTuple):
    """A mail to send. ``game`` is the game it is about, or "".

    ``pictures`` are [digest, form, alternative text, name of the file, name to be saved by] of
    each, which join it as it is sent. ``seat``, ``number``, ``offers`` and ``more`` are those of a
    ``SentLetter``.
    """

    message_id: str
    envelope_from: str
    recipient: str
    raw: bytes
    game: str = ""
    pictures: Sequence[Sequence[str]] | None = None
    seat: str = ""
    number: int = 0
    offers: Sequence[Offer] | None = None
    more: Sequence[str] | None = None


_MAILS = select(
    *(t.outbox.c[it] for it in ("id", "attempts", "created_at", *OutMail._fields))
).where(_THESE)


class LeasedMail(NamedTuple):
    """A mail that is being sent by its holder, a judge of that name; ``made`` is when it was
    written."""

    id: int
    holder: str
    mail: OutMail
    attempts: int
    made: datetime


def add_mails(tx: Connection, mails: Sequence[OutMail], now: datetime) -> None:
    """Keep mails to send; one of a known Message-ID is not kept again."""
    fresh = {"created_at": now, "state": WAITING, "next_try": now}
    if mails:
        tx.execute(
            insert_if_new_statement(tx, t.outbox), [{**mail._asdict(), **fresh} for mail in mails]
        )


def find_bounced_recipient(tx: Connection, to: Sequence[str]) -> str:
    """Return whom the letter went to whose envelope sender is one of these, "" if none is."""
    return tx.execute(_RETURNED, {"to": to}).scalars().first() or ""


class Exclusions(NamedTuple):
    """Which mails are not taken: these, those to some recipients, and those to a domain."""

    ids: Collection[int] = ()
    recipients: Collection[str] = ()
    domain: str = ""


NO_EXCLUSIONS = Exclusions()


def lease_due_mails(
    tx: Connection,
    now: datetime,
    holder: str,
    most: int = 20,
    but: Exclusions = NO_EXCLUSIONS,
) -> tuple[LeasedMail, ...]:
    """Take mails that are due and that nobody else is sending who is at work.

    Of those that have waited for long the newest go first: what is new matters most. A moment
    farther off than the longest pause was written by a clock that was wrong.
    """
    values = {"now": now, "late": now - LATE, "soon": now + max(PAUSES), "most": most}
    values |= {"but": [*but.recipients], "domain": f"%@{but.domain}" if but.domain else ""}
    values |= {"holder": holder, "held": [*but.ids]}
    ids = tx.execute(_DUE, values).scalars().all()
    if not ids:
        return ()
    tx.execute(_TAKE, {"ids": ids, "holder": holder})
    rows = {row.id: row for row in tx.execute(_MAILS, {"ids": ids})}
    return tuple(
        LeasedMail(row, holder, OutMail(*mail), attempts, made)
        for row, attempts, made, *mail in (rows[it] for it in ids)
    )


def release_leases(tx: Connection, leases: Iterable[LeasedMail]) -> None:
    """End leases of mails that were not tried."""
    ids = {leased.id: leased.holder for leased in leases}
    if ids:
        is_leased = t.outbox.c.id.in_(ids) & t.outbox.c.lease.in_({*ids.values()})
        tx.execute(update(t.outbox).where(is_leased).values(lease=""))


def mark_sent(tx: Connection, leases: Iterable[LeasedMail], now: datetime) -> int:
    """Mark mails as sent, and return how many: not those that somebody else took, who had not heard
    of this judge for a while."""
    ids = {leased.id: leased.holder for leased in leases}
    marks = {"ids": [*ids], "holders": [*{*ids.values()}], "now": now}
    return tx.execute(_SENT, marks).rowcount if ids else 0


def record_refusal(
    tx: Connection,
    leased: LeasedMail,
    now: datetime,
    error: str,
    *,
    permanent: bool,
    own_pause: bool = True,
) -> bool:
    """Note that a mail was not taken; say whether it is dead now.

    ``own``: it waits for itself; else it is due whenever its recipient is.
    """
    attempts = leased.attempts + 1
    if permanent or attempts > len(PAUSES):
        return _update_and_release(tx, leased, state=DEAD, attempts=attempts, error=error)
    later = now + pause_after_failures(leased.attempts) if own_pause else now
    _update_and_release(tx, leased, state=WAITING, attempts=attempts, next_try=later, error=error)
    return False


def defer_mail(tx: Connection, leased: LeasedMail, until: datetime, error: str) -> None:
    """Let a mail wait until then, and hold nothing against it."""
    _update_and_release(tx, leased, next_try=until, error=error)


def _update_and_release(tx: Connection, leased: LeasedMail, **values: object) -> bool:
    is_leased = (t.outbox.c.id == leased.id) & (t.outbox.c.lease == leased.holder)
    marked = tx.execute(update(t.outbox).where(is_leased).values(lease="", **values))
    return marked.rowcount == 1


def find_letter(tx: Connection, ids: Sequence[str]) -> SentLetter | None:
    """Return the first of the letters with these Message-IDs that is known."""
    c = t.outbox.c
    rows = tx.execute(_LETTER.where(c.message_id.in_(ids))).all() if ids else ()
    letters = {row.message_id: row for row in rows}
    row = next((letters[message_id] for message_id in ids if message_id in letters), None)
    return _read_sent_letter(row) if row is not None else None


def find_last_letter(
    tx: Connection, column: Literal["offers", "more"], game: str, seat: str
) -> SentLetter | None:
    """Return the last letter to a seat of a game that offers something, or has left some out."""
    c = t.outbox.c
    is_wanted = (c.game == game) & (c.seat == seat) & c[column].is_not(None)
    row = tx.execute(_LETTER.where(is_wanted).order_by(c.id.desc()).limit(1)).one_or_none()
    return _read_sent_letter(row) if row is not None else None


def find_last_turn_mailed(tx: Connection, at: datetime, game: str, seat: str) -> int | None:
    """Return the number of the turn in the last letter that had left for a seat then."""
    c = t.outbox.c
    is_wanted = (c.game == game) & (c.seat == seat) & (c.number > 0) & (c.sent_at <= at)
    query = select(c.number).where(is_wanted).order_by(c.id.desc()).limit(1)
    number: int | None = tx.execute(query).scalar_one_or_none()
    return number


def _read_sent_letter(row: Row[Any]) -> SentLetter:
    offers = tuple(Offer(tuple(lines), body) for lines, body in row.offers or ())
    done_numbers = frozenset(row.done or ())
    about = (row.message_id, row.recipient, row.game, row.seat, row.number)
    return SentLetter(*about, offers, done_numbers, tuple(row.more or ()))


def mark_offers_done(tx: Connection, message_id: str, numbers: Sequence[int]) -> None:
    """Note what was done of what a letter offers."""
    this_letter = t.outbox.c.message_id == message_id
    tx.execute(update(t.outbox).where(this_letter).values(done=list(numbers)))


def find_letter_bytes(tx: Connection, reader: str, ids: Sequence[str]) -> bytes:
    """Return the first known of the letters with these Message-IDs, if it went to that reader."""
    c = t.outbox.c
    is_wanted = c.message_id.in_(ids) & (func.lower(c.recipient) == reader)
    rows = tx.execute(select(c.message_id, c.raw).where(is_wanted)).all()
    letters: dict[str, bytes] = {row.message_id: row.raw for row in rows}
    return next((letters[message_id] for message_id in ids if message_id in letters), b"")


def purge_bodies(tx: Connection, before: datetime) -> int:
    """Throw away the bytes of mails sent, or given up, that were made before; return how many."""
    c = t.outbox.c
    old = (c.state != WAITING) & (c.created_at < before) & (func.length(c.raw) > 0)
    return tx.execute(update(t.outbox).where(old).values(raw=b"")).rowcount


def find_oldest_waiting_since(tx: Connection) -> datetime | None:
    """Return when the letter was made that waits longest, None if none waits."""
    c = t.outbox.c
    return tx.execute(select(func.min(c.created_at)).where(c.state == WAITING)).scalar()


def find_oldest_untried_since(tx: Connection) -> datetime | None:
    """Return when the oldest letter was made that waits and was never tried, though its recipient
    is reached; None if there is none."""
    c, d = t.outbox.c, destinations.c
    waits = exists().where(d.recipient == c.recipient)
    fresh = select(func.min(c.created_at)).where(c.state == WAITING, c.attempts == 0, ~waits)
    return tx.execute(fresh).scalar()


def retry_dead_letters(
    tx: Connection, ids: Collection[int] | None, now: datetime
) -> tuple[int, ...]:
    """Let letters wait anew that were given up, these or all, and return which: those whose text
    is still there. Whoever they go to is tried at once."""
    c = t.outbox.c
    fresh = {"state": WAITING, "attempts": 0, "next_try": now, "error": ""}
    change = update(t.outbox).where(c.state == DEAD, func.length(c.raw) > 0).values(**fresh)
    selected = change if ids is None else change.where(c.id.in_(ids))
    revived = tx.execute(selected.returning(c.id)).scalars()
    theirs = select(c.recipient).where(c.state == WAITING, c.next_try == now)
    tx.execute(delete(destinations).where(destinations.c.recipient.in_(theirs)))
    return tuple(sorted(revived))


def count_by_state(tx: Connection) -> dict[str, int]:
    """Return how many mails are in each state."""
    query = select(t.outbox.c.state, func.count().label("mails")).group_by(t.outbox.c.state)
    return {row.state: row.mails for row in tx.execute(query)}
