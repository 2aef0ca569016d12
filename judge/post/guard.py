"""Mail that must never be answered: loops, bounces, autoreplies, bulk.

What is refused here gets no letter, because a machine would read it, or nobody would.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime

from judge.language.word_lists import WordPattern
from judge.model.letter import JUDGE_MARK
from judge.model.reason import Reason
from judge.post.addresses import BOUNCES, find_addresses, is_own_address, split_address_tag
from judge.post.incoming import IncomingMail

_BOUNCER = WordPattern(r"%(bouncer)s@")
_AWAY = WordPattern(r"%(away)s\s*(:|$)")
"""Subjects of programs that mark their answers in no other way."""

_LISTS = WordPattern(r"(owner-[^@]*|[^@]*-%(list_address)s)(\+[^@]*)?@")
"""Programs that keep mailing lists, and what those send."""

_MUTE = WordPattern(r"%(mute)s[^@]*@")

Fields = Mapping[str, Sequence[str]]
"""Header fields by small name, each with all its values."""


def explain_if_automatic(
    fields: Fields,
    kind: str,
    subject: str,
    sender: str | None,
    recipients: Iterable[str],
    own_addresses: Iterable[str],
) -> Reason | None:
    """Say why a mail was not written by a person, or must be taken for such.

    ``kind`` is its content type, ``subject`` is decoded, ``sender`` the envelope's (None: unknown).
    """
    writers = [address for value in fields.get("from", ()) for address in find_addresses(value)]
    precedence = {value.strip().lower() for value in fields.get("precedence", ())}
    if _is_loop(fields, writers, tuple(own_addresses)):
        return Reason("mail_loop")
    if _is_bounce(fields, kind, sender, recipients, writers):
        return Reason("mail_bounce")
    if _is_autoreply(fields, subject) or "auto_reply" in precedence:
        return Reason("mail_autoreply")
    machines = any(_MUTE.pattern.match(writer) for writer in writers) or any(
        _LISTS.pattern.match(origin) for origin in (*writers, sender or "")
    )
    # A list may have passed on what somebody answers: that is read, as nothing may be lost.
    unasked = {"bulk", "junk"} if "in-reply-to" in fields else {"bulk", "junk", "list"}
    if machines or precedence & unasked or kind == "multipart/digest":
        return Reason("mail_bulk")
    return None


OLD = timedelta(days=21)
"""Mail that is older was not written to a judge that is there now."""


def explain_if_old(raw: bytes, via: str, now: datetime) -> Reason | None:
    """Say why a mail is too old to be answered: weeks ago it was written, by its Date, and brought,
    by the uppermost of its Received. In a mailbox it needs none of these. A Date that is not there,
    or to come, says nothing: then it is old by its Received alone."""
    header = BytesHeaderParser().parsebytes(raw[:_HEADER])
    written = _read_moment(header.get("Date", ""))
    brought = [
        _read_moment(str(value).rpartition(";")[2]) for value in header.get_all("Received", [])
    ]
    dated = written is not None and written < now + _AHEAD
    if dated and written is not None and now - written < OLD:
        return None
    if not brought:
        return Reason("mail_old") if dated and via == "imap" else None
    is_new = brought[0] is None or now - brought[0] < OLD
    return None if is_new else Reason("mail_old")


_AHEAD = timedelta(days=2)
"""By more than that no clock is ahead that is set to the right day."""


_HEADER = 65_536


def _read_moment(text: object) -> datetime | None:
    try:
        moment = parsedate_to_datetime(str(text).strip()[:200])
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    try:
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (OverflowError, ValueError):
        return None


def _is_loop(fields: Fields, writers: Iterable[str], own_addresses: Sequence[str]) -> bool:
    looped = " ".join((*fields.get("x-loop", ()), *fields.get("list-id", ()))).lower()
    by_judge = JUDGE_MARK.lower() in fields or any(
        is_own_address(writer, own_addresses) for writer in writers
    )
    return by_judge or any(
        own_address.lower() in looped or own_address.lower().replace("@", ".") in looped
        for own_address in own_addresses
    )


def _is_bounce(
    fields: Fields,
    kind: str,
    sender: str | None,
    recipients: Iterable[str],
    writers: Iterable[str],
) -> bool:
    return (
        sender == ""
        or any(value.strip() == "<>" for value in fields.get("return-path", ()))
        or any(
            split_address_tag(recipient)[1].partition("-")[0] == BOUNCES for recipient in recipients
        )
        or kind == "multipart/report"
        or "x-failed-recipients" in fields
        or any(_BOUNCER.pattern.match(writer) for writer in writers)
    )


def _is_autoreply(fields: Fields, subject: str) -> bool:
    # RFC 3834, 5: any value but "no" marks a mail that no person sent.
    marks = [value.partition(";")[0].strip().lower() for value in fields.get("auto-submitted", ())]
    return (
        any(mark != "no" for mark in marks)
        or any(name in fields for name in ("x-autoreply", "x-autorespond", "x-autoresponder"))
        or _AWAY.pattern.match(subject) is not None
    )


def explain_not_answering(incoming: IncomingMail) -> Reason | None:
    """Say why this mail gets no answer, or None where it is to be read."""
    if incoming.automatic is not None:
        return incoming.automatic
    if not incoming.sender:
        return Reason("mail_nobody")
    return None
