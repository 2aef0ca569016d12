"""Makes the bytes of a mail from a letter."""

from __future__ import annotations

import hashlib
import re
import textwrap
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime
from typing import Any

from judge.model.letter import Letter
from judge.post.addresses import proper

_LINE = 998
"""The longest line that SMTP carries (RFC 5321, 4.5.3.1.6)."""
_IDS = frozenset({"message-id", "references", "in-reply-to", "list-id"})


class _Policy(EmailPolicy):
    """SMTP's policy, but ids are never encoded, whatever their length: threads hang on them.

    A long subject is folded between words, never before its first: some programs show nothing of
    a subject that begins on its second line.
    """

    def fold(self, name: str, value: Any) -> str:
        return self._own(name, value) or str(super().fold(name, value))

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self._own(name, value).encode("ascii") or super().fold_binary(name, value)

    def _own(self, name: str, value: Any) -> str:
        text = f"{name}: {value}"
        if name.lower() in _IDS:
            return self._ids(name, value)
        if name.lower() != "subject" or not text.isascii() or "=?" in text:
            return ""
        lines = textwrap.wrap(
            text, 78, subsequent_indent=" ", break_long_words=False, break_on_hyphens=False
        )
        lines = [line for line in lines if line.strip()]
        fits = lines[0] != f"{name}:" and all(len(line) < _LINE for line in lines)
        return f"{self.linesep.join(lines)}{self.linesep}" if fits else ""

    def _ids(self, name: str, value: Any) -> str:
        return f"{name}: {(self.linesep + ' ').join(str(value).split())}{self.linesep}"


_POLICY = _Policy().clone(linesep=SMTP.linesep, cte_type=SMTP.cte_type)


def build(letter: Letter, now: datetime) -> bytes:
    """Return a letter as a mail, ready for SMTP; ``now`` is its date.

    The plain text goes out as it stands, unwrapped and 7bit, unless it holds what 7bit lines
    cannot carry. Raises ValueError for an address that mail cannot be sent to.
    """
    for address in (letter.to, letter.sender, letter.reply_to or letter.sender):
        if not proper(_bare(address)):
            raise ValueError(f"not a proper address: {address!r}")
    mail = EmailMessage(policy=_POLICY)
    mail["From"] = letter.sender
    mail["To"] = letter.to
    if letter.reply_to:
        mail["Reply-To"] = letter.reply_to
    # In this order: a mailbox of results, saved, is a history for the hobby's map programs.
    mail["Date"] = format_datetime(now)
    mail["Subject"] = " ".join(letter.subject.split())
    mail["Message-ID"] = f"<{letter.message_id.strip('<>')}>"
    given = {name.lower() for name, _ in letter.headers}
    defaults = [field for field in _defaults(letter) if field[0].lower() not in given]
    for name, value in (*letter.headers, *defaults):
        mail[name] = value
    charset, cte = _encoding(letter.text)
    mail.set_content(letter.text, charset=charset, cte=cte)
    if letter.html:
        mail.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    if letter.calendar:
        mail.add_attachment(
            letter.calendar,
            subtype="calendar",
            filename="deadline.ics",
            cte="quoted-printable",
            params={"method": "PUBLISH"},
        )
    _set_boundaries(mail, letter.message_id)
    return mail.as_bytes()


def _set_boundaries(mail: EmailMessage, seed: str) -> None:
    # Left alone, they would be drawn by lot, and no letter could be made twice.
    mark = hashlib.sha256(seed.encode()).hexdigest()[:24]
    for number, part in enumerate(mail.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{number}_{mark}")


def _defaults(letter: Letter) -> tuple[tuple[str, str], ...]:
    # Each of these alone keeps vacation programs from answering; every program heeds another.
    return (
        ("Auto-Submitted", "auto-generated"),
        ("Precedence", "list"),
        ("List-Id", f"<{_bare(letter.sender).replace('@', '.')}>"),
        ("X-Auto-Response-Suppress", "All"),
    )


def _encoding(text: str) -> tuple[str, str]:
    if text.isascii() and all(len(line) <= _LINE for line in text.splitlines()):
        return "us-ascii", "7bit"
    return "utf-8", "quoted-printable"


def _bare(address: str) -> str:
    """Return an address without a display name."""
    named = re.fullmatch(r"[^<>@\r\n]*<([^<>]*)>", address)
    return named[1] if named else address
