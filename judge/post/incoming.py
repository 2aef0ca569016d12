"""Mail as it was received, and mail as it was read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from judge.model.errors import JudgeError
from judge.model.reason import Reason
from judge.post.bounces import DeliveryFailure
from judge.post.verdict import Verdict

WEB = "web"
"""How what the judge wrote to itself came in, for somebody who proved themselves on the web."""


class Envelope(NamedTuple):
    """How a mail came in: who the dialog said it is from and for.

    ``sender`` is "" for the null sender (RFC 5321, 4.5.5) and None where no dialog was seen
    (IMAP). ``via`` is ``smtp``, ``lmtp``, ``imap``, or WEB.
    """

    sender: str | None = None
    recipients: tuple[str, ...] = ()
    via: str = "smtp"


class NoRoomError(JudgeError):
    """So much mail came of somebody, or of strangers, that no more is taken just now."""


Accept = Callable[[bytes, Envelope], object]
"""Takes charge of a mail. When it returns, the mail is safe; when it raises, it is not. Raises
NoRoomError for one that is not taken just now."""


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """A mail as read.

    ``message_id`` is "" where there is none that can be cited; ``digest`` tells mails apart that
    share an id, and is the same for one mail that came in twice. ``sender`` is the one address
    that the mail is from, in small letters, and "" where there is not exactly one. ``name`` is
    what stands beside it. ``recipients`` are all addresses it may have been sent to, the most
    trustworthy first. ``text`` is what the sender wrote this time, ``cut`` what was taken away from
    around it, ``offers_above`` the offers quoted just above its lines. ``answers`` are the ids of
    the letters that it may answer, the likeliest first,
    ``answered_subject`` is that of the one of ours that it does;
    ``written`` is when its writer says they wrote it. ``automatic`` says why no person wrote the
    mail, or why it must be taken for such, ``over`` which bound it is over: of such a mail only
    the header was read. ``failure`` is what it reports of a letter that did not arrive, ``verdict``
    what the mail server found out about the sender.
    """

    message_id: str
    digest: str
    sender: str = ""
    name: str = ""
    recipients: tuple[str, ...] = ()
    subject: str = ""
    text: str = ""
    cut: tuple[Reason, ...] = ()
    answers: tuple[str, ...] = ()
    answered_subject: str = ""
    written: datetime | None = None
    automatic: Reason | None = None
    over: Reason | None = None
    failure: DeliveryFailure | None = None
    verdict: Verdict = ""
    offers_above: tuple[tuple[int, int], ...] = ()
