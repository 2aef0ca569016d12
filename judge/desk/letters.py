"""Letters that wait, and letters that were given up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email import message_from_bytes

from sqlalchemy import Connection, func, select

from judge.desk.table import DeskTable, build_table, format_moment
from judge.desk.words import DeskError, parse_numbers_or_all, parse_single_number, refuse_words
from judge.store import outbox
from judge.store import schema as t
from judge.store.outbox import destinations

_MOST = 200
"""Rows of a list."""


def list_waiting_letters(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """letters that wait, by whom they go to"""
    refuse_words(words)
    c, d = t.outbox.c, destinations.c
    query = (
        select(
            c.recipient,
            func.count().label("letters"),
            func.min(c.created_at).label("oldest"),
            func.coalesce(d.next_try, func.min(c.next_try)).label("next"),
            func.coalesce(d.failures, 0).label("failures"),
            func.coalesce(d.error, func.max(c.error)).label("error"),
        )
        .join_from(t.outbox, destinations, d.recipient == c.recipient, isouter=True)
        .where(c.state == outbox.WAITING)
        .group_by(c.recipient, d.next_try, d.failures, d.error)
        .order_by(func.min(c.created_at))
    )
    rows = tx.execute(query).all()
    letters = sum(row.letters for row in rows)
    title = f"Letters that wait: {letters}, for {len(rows)} recipients."
    return build_table(
        title, "to letters oldest next-try failures error", (tuple(row) for row in rows)
    )


def list_dead_letters(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """letters that were given up; with a number, one of them"""
    if words:
        return _show_dead_letter(tx, parse_single_number(words))
    c = t.outbox.c
    query = select(c.id, c.recipient, c.game, c.created_at, c.attempts, c.error)
    given_up = c.state == outbox.DEAD
    rows = tx.execute(query.where(given_up).order_by(c.id.desc()).limit(_MOST)).all()
    many = tx.execute(select(func.count()).where(given_up)).scalar_one()
    title = f"Letters given up: {many}. SEND AGAIN with numbers, or ALL, tries them anew."
    columns = "number to game written attempts error"
    return build_table(title, columns, (tuple(row) for row in rows))


def _show_dead_letter(tx: Connection, letter: int) -> DeskTable:
    """Return a letter that was given up. Its text is not shown: it is its reader's."""
    row = tx.execute(select(t.outbox).where(t.outbox.c.id == letter)).one_or_none()
    if row is None or row.state != outbox.DEAD:
        raise DeskError(f"there is no letter {letter} that was given up; DEAD lists them")
    mail = message_from_bytes(row.raw)
    rows = [
        ("to", row.recipient),
        ("subject", str(mail.get("Subject", "(thrown away)"))),
        ("id", row.message_id),
        ("game", row.game),
        ("written", format_moment(row.created_at)),
        ("bytes", len(row.raw)),
        ("attempts", row.attempts),
        ("error", row.error),
    ]
    return build_table(
        f"Letter {letter}, given up. SEND AGAIN {letter} tries it anew.", "what is", rows
    )


def resend_dead_letters(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """send letters that were given up once more"""
    which = parse_numbers_or_all(words)
    revived = outbox.retry_dead_letters(tx, which, now)
    gone = sorted(set(which or ()) - set(revived))
    if gone and not revived:
        raise DeskError(
            f"nothing to send again: {', '.join(map(str, gone))} is no letter that was given up, "
            "or its text was thrown away; DEAD lists them"
        )
    missing_note = f" Not there any more: {', '.join(map(str, gone))}." if gone else ""
    return DeskTable(
        f"Letters that are sent again: {len(revived)}.{missing_note} QUEUE shows what waits."
    )
