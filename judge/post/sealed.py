"""Mails that are signed or encrypted, by S/MIME or PGP: which, and what was signed."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message

_SIGNATURES = (
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
)
_ENVELOPES = ("application/pkcs7-mime", "application/x-pkcs7-mime")
_ARMOR = "-----BEGIN PGP MESSAGE-----"
_DATA = bytes.fromhex("2a864886f70d010701")
"""The object identifier of plain content in a CMS message (RFC 5652)."""
_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
_SEQUENCE, _OCTETS, _OCTETS_IN_PARTS, _IDENTIFIER, _CONTENT = 0x30, 0x04, 0x24, 0x06, 0xA0
_DEEPEST = 12


def is_signature(kind: str) -> bool:
    """Say whether a part is the signature of another."""
    return kind in _SIGNATURES


def is_encrypted(part: Message[str, str], text: str = "") -> bool:
    """Say whether a part is encrypted, or the text of one."""
    kind = part.get_content_type()
    return kind == "multipart/encrypted" or is_envelope(kind) or text.lstrip().startswith(_ARMOR)


def is_envelope(kind: str) -> bool:
    """Say whether a part is an envelope of S/MIME, in which something is signed or encrypted."""
    return kind in _ENVELOPES


def find_signed_content(envelope: bytes) -> bytes | None:
    """Return the mail that was signed in an S/MIME envelope, None if that is another, or broken."""
    try:
        values = list(_walk_values(envelope, 0, len(envelope), _DEEPEST))
    except IndexError:
        return None
    identifiers = [value for tag, value in values if tag == _IDENTIFIER]
    if identifiers[:1] != [_SIGNED_DATA]:
        return None
    marked = next((at for at, value in enumerate(values) if value == (_IDENTIFIER, _DATA)), None)
    if marked is None:
        return None
    content = b"".join(
        value for tag, value in _read_until_other(values[marked + 1 :]) if tag == _OCTETS
    )
    return content or None


def _read_until_other(values: list[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Yield the values that are content, up to the first that is none."""
    for tag, value in values:
        if tag not in (_OCTETS, _OCTETS_IN_PARTS, _CONTENT):
            return
        yield tag, value


def _walk_values(data: bytes, at: int, end: int, depth: int) -> Iterator[tuple[int, bytes]]:
    """Yield the values of a BER encoding in their order, each composed one before its parts.

    Raises IndexError where the bytes end too early.
    """
    while at < end:
        tag, start, size = data[at], at + 2, data[at + 1]
        if tag == 0 and size == 0:
            return
        if size > 0x80:
            count = size & 0x7F
            size = int.from_bytes(data[start : start + count], "big")
            start += count
        stop = end if size == 0x80 and data[at + 1] == 0x80 else start + size
        composed = bool(tag & 0x20)
        yield tag, b"" if composed else data[start:stop]
        if composed and depth:
            yield from _walk_values(data, start, min(stop, end), depth - 1)
        at = stop
