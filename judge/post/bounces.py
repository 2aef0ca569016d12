"""Reports that a letter did not arrive (RFC 3464), in the forms that mail servers give them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.message import Message
from email.parser import BytesParser
from typing import NamedTuple

from flufl.bounce import all_failures

from judge.post.addresses import BOUNCES, split_address_tag
from judge.post.bounds import Bounds, PartFactory, find_exceeded_bound

_LONGEST = 300
"""The most characters of what a server said."""
_MOST = 64 * 1024
"""The most bytes that are read: what became of a letter stands before the letter."""


class DeliveryFailure(NamedTuple):
    """What a report says. ``hard``: the next letter would not arrive either; ``why`` is what the
    server said."""

    hard: bool
    why: str


def find_bounce_recipients(recipients: Iterable[str]) -> tuple[str, ...]:
    """Return the recipients that are envelope senders of single letters of ours."""
    return tuple(
        recipient
        for recipient in recipients
        if split_address_tag(recipient)[1].startswith(f"{BOUNCES}-")
    )


def find_delivery_failure(raw: bytes, most: Bounds) -> DeliveryFailure | None:
    """Return what a mail says of the letter that it is about, None if that may have arrived."""
    head = raw[:_MOST]
    if find_exceeded_bound(head, most):
        return None
    try:
        mail = BytesParser(PartFactory(most)).parsebytes(head)
        delayed, failed = all_failures(mail)
    except Exception:  # whatever the detectors stumble over is no report
        return None
    if not delayed and not failed:
        return None
    status, explanation = _read_status(mail)
    # A server gives up what it could not deliver for days, and mailboxes get emptied.
    soft = not failed or status.startswith("4.") or status.endswith(".2.2")
    return DeliveryFailure(not soft, explanation)


def _read_status(mail: Message[str, str]) -> tuple[str, str]:
    """Return the status of the letter and what was said about it, "" and a dash if nothing was."""
    for block in mail.walk():
        if "final-recipient" in block:
            status = str(block.get("status", "")).strip()
            kind, _, explanation = str(block.get("diagnostic-code", "")).partition(";")
            explanation = " ".join((explanation or kind).split())[:_LONGEST]
            return re.split(r"\s", status)[0], explanation or status or "-"
    return "", "-"
