"""Mail that could not be read, and mail that waits for somebody's word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from email import message_from_bytes
from email.header import decode_header, make_header

from sqlalchemy import Connection, select

from judge.desk.table import DeskTable, build_table, format_moment
from judge.desk.words import DeskError, parse_numbers_or_all, parse_single_number
from judge.post.scrub import mask_likely_passwords
from judge.post.words import decode_bytes
from judge.store import inbox
from judge.store import schema as t

_TAG = re.compile(r"\+[^\s@<>]+@")
"""What follows the plus in an address may be the secret of a seat."""

_STUCK = (inbox.FAILED, inbox.ASIDE)


def list_stuck_mail(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """mail that could not be read or waits for an answer; with a number, one mail"""
    if words:
        return _show_stuck_mail(tx, parse_single_number(words))
    c, q = t.inbox.c, t.questions.c
    stuck = tx.execute(select(t.inbox).where(c.state.in_(_STUCK)).order_by(c.id)).all()
    rows: list[tuple[str | int | datetime | None, ...]] = [
        (
            row.id,
            row.state,
            _header_of_mail(row.raw, "From"),
            row.received_at,
            row.attempts,
            _last_line_of_trace(row.trace),
        )
        for row in stuck
    ]
    asked = tx.execute(select(q.asked, q.asked_at).order_by(q.id)).all()
    rows += [(None, "to confirm", row.asked, row.asked_at, 0, "") for row in asked]
    title = (
        f"Mail not read: {len(stuck)}, waiting for an answer: {len(asked)}. "
        "TRY AGAIN and DROP take numbers."
    )
    return build_table(title, "number state from received attempts error", rows)


def _show_stuck_mail(tx: Connection, which: int) -> DeskTable:
    """Return a mail that could not be read, without what may be a secret in it."""
    row = tx.execute(select(t.inbox).where(t.inbox.c.id == which)).one_or_none()
    if row is None or row.state not in _STUCK:
        raise DeskError(f"there is no mail {which} that could not be read; MAIL lists them")
    rows = [
        ("state", row.state),
        *((name.lower(), _header_of_mail(row.raw, name)) for name in ("From", "Subject", "Date")),
        ("received", format_moment(row.received_at)),
        ("attempts", row.attempts),
        ("error", _last_line_of_trace(row.trace)),
    ]
    text = _TAG.sub("+****@", _text_of_mail(mask_likely_passwords(row.raw)))
    return build_table(f"Mail {which}.", "what is", rows, text.replace("\r\n", "\n").rstrip())


def retry_stuck_mail(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """read mail once more that could not be read"""
    again = inbox.retry_failed_mails(tx, parse_numbers_or_all(words))
    if not again:
        raise DeskError("there is no such mail; MAIL lists what could not be read")
    return DeskTable(
        f"Mails that are read again: {len(again)}. Passwords in mail that was set aside are no "
        "longer there: what needs one is answered so."
    )


def drop_stuck_mail(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """give up mail that could not be read; nobody is answered"""
    dropped = inbox.drop_failed_mails(tx, parse_numbers_or_all(words))
    if not dropped:
        raise DeskError("there is no such mail; MAIL lists what could not be read")
    return DeskTable(f"Mails dropped: {len(dropped)}. Nobody is answered.")


def _text_of_mail(raw: bytes) -> str:
    """Return what is written in a mail."""
    parts = [
        part for part in message_from_bytes(raw).walk() if part.get_content_maintype() == "text"
    ]
    bodies = ((part, part.get_payload(decode=True)) for part in parts)
    return "\n".join(
        decode_bytes(body, part.get_content_charset() or "")
        for part, body in bodies
        if isinstance(body, bytes)
    )


def _header_of_mail(raw: bytes, name: str) -> str:
    try:
        value = str(make_header(decode_header(str(message_from_bytes(raw).get(name, "")))))
    except (ValueError, LookupError):
        value = ""
    return _TAG.sub("+****@", value)


def _last_line_of_trace(trace: str) -> str:
    """Return the last line of a trace."""
    return trace.strip().rpartition("\n")[2][:200]
