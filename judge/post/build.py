"""Makes the bytes of a mail from a letter.

They are put together here: the standard library's message objects take ten times as long, and
only what is not plain needs them.
"""

from __future__ import annotations

import hashlib
import re
import textwrap
from binascii import b2a_qp
from collections.abc import Iterator
from datetime import datetime
from email.header import Header
from email.policy import SMTP
from email.utils import format_datetime
from functools import lru_cache

from judge.model.letter import Letter
from judge.model.sections import TextFile
from judge.post.addresses import is_proper_address

_LINE = 998
"""The longest line that SMTP carries (RFC 5321, 4.5.3.1.6)."""
_FIELD = 78
"""The longest line of a header that need not be folded (RFC 5322, 2.1.1)."""
_END = "\r\n"
_IDS = frozenset(
    {"message-id", "references", "in-reply-to", "list-id", "list-help", "list-unsubscribe"}
)


def build_mail(letter: Letter, now: datetime, calendar: str = "") -> bytes:
    """Return a letter as a mail, ready for SMTP; ``now`` is its date, ``calendar`` a file for
    calendar programs that goes with it.

    The plain text goes out as it stands, unwrapped and 7bit, unless it holds what 7bit lines
    cannot carry. Raises ValueError for an address that mail cannot be sent to.
    """
    for address in (letter.to, letter.sender, letter.reply_to or letter.sender):
        if not is_proper_address(_strip_display_name(address)):
            raise ValueError(f"not a proper address: {address!r}")
    # Drawn by lot, the boundaries would keep any letter from being made twice.
    mark = hashlib.sha256(letter.message_id.encode()).hexdigest()[:24]
    body = _build_plain_text(letter.text)
    if letter.html:
        body = _build_multipart(
            "alternative", f"=_1_{mark}", body, build_quoted_printable("text/html", letter.html)
        )
    date = [TextFile("deadline.ics", "text/calendar; method=PUBLISH", calendar)] if calendar else []
    if files := [*date, *letter.files]:
        body = _build_multipart("mixed", f"=_3_{mark}", body, *map(_build_attachment, files))
    head = "".join(
        [_format_header_field(name, value) for name, value in _list_header_fields(letter, now)]
    )
    return f"{head}{body}".encode("ascii")


def _list_header_fields(letter: Letter, now: datetime) -> Iterator[tuple[str, str]]:
    yield "From", letter.sender
    yield "To", letter.to
    if letter.reply_to:
        yield "Reply-To", letter.reply_to
    # In this order: a mailbox of results, saved, is a history for the hobby's map programs.
    yield "Date", _date(now)
    yield "Subject", " ".join(letter.subject.split())
    yield "Message-ID", f"<{letter.message_id.strip('<>')}>"
    yield from letter.headers
    letter_field_names = {name.lower() for name, _ in letter.headers}
    yield from (
        field
        for field in _list_default_fields(letter)
        if field[0].lower() not in letter_field_names
    )
    yield "MIME-Version", "1.0"


_date = lru_cache(maxsize=4)(format_datetime)


@lru_cache(maxsize=512)
def _format_header_field(name: str, value: str) -> str:
    """Return a header field, folded and encoded where it must be. Most stand in many letters.

    Ids and links are never encoded, whatever their length: threads hang on them. A long subject is
    folded between words, never before its first: some programs show nothing of a subject that
    begins on its second line.
    """
    if name.lower() in _IDS:
        lines = f"{name}: {value}".split()
        return f"{' '.join(lines[:2])}\r\n" + "".join(f" {line}\r\n" for line in lines[2:])
    text = f"{name}: {value}"
    if name == "Subject" and "=?" in text:
        # What looks encoded the library takes for that, and fails at what is not quite.
        plain = value.encode("utf-8", "replace").decode()
        return f"{name}: {Header(plain, 'utf-8', header_name=name).encode(linesep=_END)}{_END}"
    # Names and addresses side by side are left to the library.
    if text.isascii() and text.isprintable() and "=?" not in text and "<" not in text:
        if len(text) <= _FIELD:
            return f"{text}\r\n"
        lines = textwrap.wrap(
            text, _FIELD, subsequent_indent=" ", break_long_words=False, break_on_hyphens=False
        )
        if name == "Subject" and lines[0] != f"{name}:" and max(map(len, lines)) < _LINE:
            return "".join(f"{line}\r\n" for line in lines)
    return str(SMTP.header_factory(name, value).fold(policy=SMTP))


def _build_multipart(kind: str, boundary: str, *parts: str) -> str:
    inner = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts)
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n'
    return f"{head}{inner}--{boundary}--\r\n"


def _build_attachment(file: TextFile) -> str:
    place = f'Content-Disposition: attachment; filename="{file.name}"\r\n'
    return place + build_quoted_printable(f'{file.kind}; name="{file.name}"', file.text)


def _build_plain_text(text: str) -> str:
    lines = _split_to_byte_lines(text)
    if not text.isascii() or max(map(len, lines), default=0) > _LINE:
        return build_quoted_printable("text/plain", text)
    head = 'Content-Type: text/plain; charset="us-ascii"\r\nContent-Transfer-Encoding: 7bit\r\n'
    body = b"\r\n".join([*lines, b""]).decode("ascii")
    return f"{head}\r\n{body}"


def build_quoted_printable(kind: str, text: str) -> str:
    """Return a part of a mail in quoted-printable, with its header."""
    head = f'Content-Type: {kind}; charset="utf-8"\r\n'
    body = "".join(map(_encode_line, _split_to_byte_lines(text)))
    return f"{head}Content-Transfer-Encoding: quoted-printable\r\n\r\n{body}"


@lru_cache(maxsize=8192)
def _encode_line(line: bytes) -> str:
    """Return a line as quoted-printable has it. Most lines stand in many letters."""
    return b2a_qp(line + b"\r\n").decode("ascii")


def _split_to_byte_lines(text: str) -> list[bytes]:
    return text.encode("utf-8").splitlines()


def _list_default_fields(letter: Letter) -> tuple[tuple[str, str], ...]:
    # Each of these alone keeps vacation programs from answering; every program heeds another.
    return (
        ("Auto-Submitted", "auto-generated"),
        ("Precedence", "list"),
        ("List-Id", f"<{_strip_display_name(letter.sender).replace('@', '.')}>"),
        ("X-Auto-Response-Suppress", "All"),
    )


def _strip_display_name(address: str) -> str:
    """Return an address without a display name."""
    named = re.fullmatch(r'(?:"(?:[^"\\\r\n]|\\.)*" |[^<>@"\r\n]*)<([^<>]*)>', address)
    return named[1] if named else address
