"""Hands a mail to an SMTP server without waiting for each answer (RFC 2920)."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Sequence
from contextlib import suppress

_OK, _FORWARDED, _GO_ON, _GOING_AWAY = 250, 251, 354, 421
"""Codes of replies, RFC 5321 4.2."""


def hand_over_mail(client: smtplib.SMTP, sender: str, recipient: str, raw: bytes) -> None:
    """Hand a mail over; raise what ``smtplib.SMTP.sendmail`` raises.

    A server that takes commands together gets them together: a mail costs two waits for its
    answers, not four, which is most of the time where the server is far away.
    """
    # Of a letter that comes back the header is enough: all of it may be too long.
    options = ["RET=HDRS"] if client.has_extn("dsn") else []
    if not client.has_extn("pipelining"):
        client.sendmail(sender, [recipient], raw, options)
        return
    if client.has_extn("size"):
        options.append(f"SIZE={len(raw)}")
    client.putcmd("MAIL", " ".join((f"FROM:{smtplib.quoteaddr(sender)}", *options)))
    client.putcmd("RCPT", f"TO:{smtplib.quoteaddr(recipient)}")
    client.putcmd("DATA")
    from_, to, end = _read_three_replies(client)
    welcome = from_[0] == _OK and to[0] in (_OK, _FORWARDED)
    if end[0] == _GO_ON:
        # A server may ask for the mail though nobody is to have it: it gets an empty one (3.1).
        client.send(_dot_stuff_mail(raw) if welcome else b".\r\n")
        end = client.getreply()
    if welcome and end[0] == _OK:
        return
    with suppress(smtplib.SMTPServerDisconnected):  # what it said before is what counts
        client.rset()
    if from_[0] != _OK:
        raise smtplib.SMTPSenderRefused(*from_, sender)
    if not welcome:
        raise smtplib.SMTPRecipientsRefused({recipient: to})
    raise smtplib.SMTPDataError(*end)


def _read_three_replies(client: smtplib.SMTP) -> Sequence[tuple[int, bytes]]:
    """Return the answers to three commands; a server that goes away answers the rest by that."""
    replies: list[tuple[int, bytes]] = []
    for _ in range(3):
        gone = bool(replies) and replies[-1][0] == _GOING_AWAY
        replies.append(replies[-1] if gone else client.getreply())
    if replies[-1][0] == _GOING_AWAY:
        client.close()
    return replies


def _dot_stuff_mail(raw: bytes) -> bytes:
    """Return a mail as it follows DATA (RFC 5321 4.5.2)."""
    end = b".\r\n" if raw.endswith(b"\r\n") else b"\r\n.\r\n"
    return re.sub(rb"(?m)^\.", b"..", raw) + end
