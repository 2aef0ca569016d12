"""Takes passwords out of mails that are kept."""

from __future__ import annotations

import html
from collections.abc import Collection
from email import message_from_bytes
from email.errors import MessageError

from judge.language.word_lists import WordPattern
from judge.post.bounds import cut_raw_header
from judge.post.words import decode_bytes

_MASK = "****"


def mask_passwords(raw: bytes, passwords: Collection[str]) -> bytes:
    """Return a mail with its passwords masked, and nothing of a mail in which they are not found
    as they were read."""
    if not passwords:
        return raw
    missing_passwords = set(passwords)
    try:
        mail = message_from_bytes(raw)
        for part in mail.walk():
            if part.is_multipart():
                continue
            body = part.get_payload(decode=True)
            text = (
                decode_bytes(body, part.get_content_charset() or "")
                if isinstance(body, bytes)
                else ""
            )
            part_passwords = {word for word in passwords if word in html.unescape(text)}
            if part_passwords:
                missing_passwords -= part_passwords
                del part["Content-Transfer-Encoding"]
                part.set_payload(_mask_words(html.unescape(text), part_passwords), "utf-8")
        subject = " ".join(str(mail.get("Subject", "")).split())
        missing_passwords -= {word for word in passwords if word in subject}
        if subject:
            mail.replace_header("Subject", _mask_words(subject, passwords))
        return b"" if missing_passwords else mail.as_bytes()
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, MessageError):
        return b""


def mask_likely_passwords(raw: bytes) -> bytes:
    """Return a mail that could not be obeyed without what may be a password in it: what follows
    the word, or the seat and the game of a sign-on. Of one that cannot be read the header stays."""
    try:
        mail = message_from_bytes(raw)
        for part in mail.walk():
            body = None if part.is_multipart() else part.get_payload(decode=True)
            text = (
                decode_bytes(body, part.get_content_charset() or "")
                if isinstance(body, bytes)
                else ""
            )
            if _TYPED.pattern.search(text):
                del part["Content-Transfer-Encoding"]
                part.set_payload(_TYPED.pattern.sub(rf"\1 {_MASK}", text), "utf-8")
        if subject := str(mail.get("Subject", "")):
            mail.replace_header("Subject", _TYPED.pattern.sub(rf"\1 {_MASK}", subject))
        return mail.as_bytes()
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, MessageError):
        return cut_raw_header(raw)


_TYPED = WordPattern(
    r"(?im)(\b%(secret)s\b|\b%(signs_on)s {1,9}\S{1,40}(?: {1,9}\S{1,40})?)[ \t:=].*$"
)


def _mask_words(text: str, words: Collection[str]) -> str:
    for word in sorted(words, key=len, reverse=True):
        text = text.replace(word, _MASK)
    return text
