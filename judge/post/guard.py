"""Mail that must never be answered: loops, bounces, autoreplies, bulk, oversize.

What is refused here gets no letter, because a machine would read it, or nobody would.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from judge.model.reason import Reason
from judge.post.addresses import BOUNCES, found_in, ours, split
from judge.post.incoming import Incoming

LIMIT = 256 * 1024
"""The most bytes of a mail that is read."""

_BOUNCER = re.compile(r"(mailer-daemon|postmaster|mail-daemon|mdaemon)@", re.I)
_AWAY = re.compile(
    r"(automatic reply|auto-?reply|autoresponse|out of (the )?office|automatische antwort"
    r"|abwesenheitsnotiz|r\u00e9ponse automatique|respuesta autom\u00e1tica|risposta automatica"
    r"|automatisch antwoord|autosvar|resposta autom\u00e1tica)\s*(:|$)",
    re.I,
)
"""Subjects of programs that mark their answers in no other way."""

_MUTE = re.compile(r"(no-?reply|do-?not-?reply|donotreply|autoreply|auto-reply)[^@]*@", re.I)

Fields = Mapping[str, Sequence[str]]
"""Header fields by small name, each with all its values."""


def automatic(
    fields: Fields,
    kind: str,
    subject: str,
    sender: str | None,
    recipients: Iterable[str],
    own: Iterable[str],
) -> Reason | None:
    """Say why a mail was not written by a person, or must be taken for such.

    ``kind`` is its content type, ``subject`` is decoded, ``sender`` the envelope's (None: unknown).
    """
    own = tuple(own)
    writers = [address for value in fields.get("from", ()) for address in found_in(value)]
    return (
        _loop(fields, writers, own)
        or _bounce(fields, kind, sender, recipients, writers)
        or _reply(fields, subject)
        or _bulk(fields, writers)
    )


def _loop(fields: Fields, writers: Iterable[str], own: Sequence[str]) -> Reason | None:
    looped = " ".join((*fields.get("x-loop", ()), *fields.get("list-id", ()))).lower()
    if any(ours(writer, own) for writer in writers) or any(
        mine.lower() in looped or mine.lower().replace("@", ".") in looped for mine in own
    ):
        return Reason("mail_loop")
    return None


def _bounce(
    fields: Fields,
    kind: str,
    sender: str | None,
    recipients: Iterable[str],
    writers: Iterable[str],
) -> Reason | None:
    nobody = sender == "" or any(v.strip() == "<>" for v in fields.get("return-path", ()))
    to_bounces = any(split(recipient)[1] == BOUNCES for recipient in recipients)
    if (
        nobody
        or to_bounces
        or kind == "multipart/report"
        or "x-failed-recipients" in fields
        or any(_BOUNCER.match(writer) for writer in writers)
    ):
        return Reason("mail_bounce")
    return None


def _reply(fields: Fields, subject: str) -> Reason | None:
    # RFC 3834, 5: any value but "no" marks a mail that no person sent.
    marks = [value.partition(";")[0].strip().lower() for value in fields.get("auto-submitted", ())]
    if (
        any(mark != "no" for mark in marks)
        or any(name in fields for name in ("x-autoreply", "x-autorespond", "x-autoresponder"))
        or "auto_reply" in _precedence(fields)
        or _AWAY.match(subject)
    ):
        return Reason("mail_autoreply")
    return None


def _bulk(fields: Fields, writers: Iterable[str]) -> Reason | None:
    if _precedence(fields) & {"bulk", "junk"} or any(_MUTE.match(writer) for writer in writers):
        return Reason("mail_bulk")
    return None


def _precedence(fields: Fields) -> set[str]:
    return {value.strip().lower() for value in fields.get("precedence", ())}


def admit(incoming: Incoming, own: Iterable[str], limit: int = LIMIT) -> Reason | None:
    """Say why this mail gets no answer, or None where it is to be read."""
    if incoming.automatic is not None:
        return incoming.automatic
    if not incoming.sender:
        return Reason("mail_nobody")
    if ours(incoming.sender, own):
        return Reason("mail_loop")
    if incoming.size > limit:
        return Reason("mail_size", (str(incoming.size), str(limit)))
    return None
