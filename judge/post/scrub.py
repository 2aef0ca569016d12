"""Takes passwords out of mails that are kept."""

from __future__ import annotations

import html
import re
from collections.abc import Collection
from email import message_from_bytes
from email.errors import MessageError

from judge.post.bounds import head_of
from judge.post.words import decode

_MASK = "****"


def scrubbed(raw: bytes, passwords: Collection[str]) -> bytes:
    """Return a mail with its passwords masked, and nothing of a mail in which they are not found
    as they were read."""
    if not passwords:
        return raw
    left = set(passwords)
    try:
        mail = message_from_bytes(raw)
        for part in mail.walk():
            if part.is_multipart():
                continue
            body = part.get_payload(decode=True)
            text = decode(body, part.get_content_charset() or "") if isinstance(body, bytes) else ""
            found = {word for word in passwords if word in html.unescape(text)}
            if found:
                left -= found
                del part["Content-Transfer-Encoding"]
                part.set_payload(_masked(html.unescape(text), found), "utf-8")
        subject = " ".join(str(mail.get("Subject", "")).split())
        left -= {word for word in passwords if word in subject}
        if subject:
            mail.replace_header("Subject", _masked(subject, passwords))
        return b"" if left else mail.as_bytes()
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, MessageError):
        return b""


def veiled(raw: bytes) -> bytes:
    """Return a mail that could not be obeyed without what may be a password in it: what follows
    the word, or the seat and the game of a sign-on. Of one that cannot be read the header stays."""
    try:
        mail = message_from_bytes(raw)
        for part in mail.walk():
            body = None if part.is_multipart() else part.get_payload(decode=True)
            text = decode(body, part.get_content_charset() or "") if isinstance(body, bytes) else ""
            if _TYPED.search(text):
                del part["Content-Transfer-Encoding"]
                part.set_payload(_TYPED.sub(rf"\1 {_MASK}", text), "utf-8")
        if subject := str(mail.get("Subject", "")):
            mail.replace_header("Subject", _TYPED.sub(rf"\1 {_MASK}", subject))
        return mail.as_bytes()
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, MessageError):
        return head_of(raw)


_TYPED = re.compile(
    r"(?im)(\bpassword\b|\b(?:sign[ -]?on|log[ -]?in|observe) {1,9}\S{1,40}(?: {1,9}\S{1,40})?)"
    r"[ \t:=].*$"
)


def _masked(text: str, words: Collection[str]) -> str:
    for word in sorted(words, key=len, reverse=True):
        text = text.replace(word, _MASK)
    return text
