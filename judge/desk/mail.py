"""Mail that could not be read, and mail that waits for somebody's word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from typing import Any

from sqlalchemy import Connection, Row, func, select

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
    """mail that could not be read or waits for an answer; with a number, one mail; SHOW any"""
    if words and words[0].casefold() == "show":
        return _show_mail(tx, parse_single_number(words[1:]))
    if words:
        return _show_stuck_mail(tx, parse_single_number(words))
    c, q = t.inbox.c, t.questions.c
    stuck = tx.execute(select(t.inbox).where(c.state.in_(_STUCK)).order_by(c.id)).all()
    rows: list[tuple[str | int | datetime | None, ...]] = [
        (
            row.id,
            row.state,
            _read_header(row.raw, "From"),
            row.received_at,
            row.attempts,
            _find_last_line_of_trace(row.trace),
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
        *((name.lower(), _read_header(row.raw, name)) for name in ("From", "Subject", "Date")),
        ("received", format_moment(row.received_at)),
        ("attempts", row.attempts),
        ("error", _find_last_line_of_trace(row.trace)),
    ]
    text = _TAG.sub("+****@", _read_text_of_mail(mask_likely_passwords(row.raw)))
    return build_table(f"Mail {which}.", "what is", rows, text.replace("\r\n", "\n").rstrip())


def _show_mail(tx: Connection, which: int) -> DeskTable:
    """Return what became of a mail, without its text: when it came, and what was answered."""
    row = tx.execute(select(t.inbox).where(t.inbox.c.id == which)).one_or_none()
    if row is None:
        raise DeskError(f"there is no mail {which}; those that are older than mail_days are gone")
    rows = [
        ("state", row.state),
        ("what became of it", row.outcome),
        ("from", _TAG.sub("+****@", row.sender or row.writer)),
        ("game", row.lane),
        ("received", format_moment(row.received_at)),
        ("attempts", row.attempts),
        ("bytes", row.size),
        *(
            (f"letter {letter.id}", _describe_fate(letter))
            for letter in _list_letters_to(tx, row.sender or row.writer)
            if row.message_id and _read_header(letter.raw, "In-Reply-To") == row.message_id
        ),
    ]
    return build_table(f"Mail {which}.", "what is", rows)


def trace_address(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """what became of the mails from an address, and of the letters to it, the last first"""
    if len(words) != 1 or "@" not in words[0]:
        raise DeskError("TRACE takes an address: TRACE karl@example.org")
    address, c = words[0].casefold(), t.inbox.c
    is_from = (c.writer == address) | (func.lower(c.sender) == address)
    mails = tx.execute(select(t.inbox).where(is_from).order_by(c.id.desc()).limit(_MOST)).all()
    found = [
        (mail.received_at, f"mail {mail.id}", mail.lane, f"{mail.state} {mail.outcome}".strip())
        for mail in mails
    ]
    found += [
        (letter.created_at, f"letter {letter.id}", letter.game, _describe_fate(letter))
        for letter in _list_letters_to(tx, address)
    ]
    found.sort(key=lambda row: row[0], reverse=True)
    title = f"Mails from {address}: {len(mails)}, letters to them: {len(found) - len(mails)}."
    return build_table(title, "when what game fate", found)


_MOST = 50
"""So many mails, and so many letters, are traced."""


def _list_letters_to(tx: Connection, address: str) -> Sequence[Row[Any]]:
    """Return the last letters to an address."""
    c = t.outbox.c
    is_to = func.lower(c.recipient) == address.casefold()
    return tx.execute(select(t.outbox).where(is_to).order_by(c.id.desc()).limit(_MOST)).all()


def _describe_fate(letter: Row[Any]) -> str:
    """Return in words what became of a letter, and what the mail server said if it took none."""
    left = f" {format_moment(letter.sent_at)}" if letter.sent_at else ""
    said = f": {letter.error}" if letter.error else ""
    return f"{letter.state}{left}, tries: {letter.attempts}{said}"


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


def _read_text_of_mail(raw: bytes) -> str:
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


def _read_header(raw: bytes, name: str) -> str:
    try:
        value = str(make_header(decode_header(str(message_from_bytes(raw).get(name, "")))))
    except (ValueError, LookupError):
        value = ""
    return _TAG.sub("+****@", value)


def _find_last_line_of_trace(trace: str) -> str:
    """Return the last line of a trace."""
    return trace.strip().rpartition("\n")[2][:200]
