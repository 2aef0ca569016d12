"""Mail addresses: which are proper, which are ours, what our tags say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

BOUNCES = "bounces"
"""With this begins the tag of the envelope sender of our letters, a dash and what tells of which
letter behind it: what comes there is never obeyed."""

_PART = r"[^\s<>,;:\"()\[\]\\@]"
_ADDRESS = re.compile(rf"(?<!{_PART}){_PART}+@{_PART}+")
_STRING = re.compile(r'(?s)"(?:[^"\\]|\\.)*+(?:(")|\\?\Z)')
"""A quoted string, or from the mark that nothing closes to the end: each is looked through once."""
_LONGEST = 10_000
"""The most characters of a header field in which addresses are looked for."""
_PROPER = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


def is_proper_address(address: str) -> bool:
    """Say whether mail can be sent there: ASCII, one mailbox, no quoting, a sane length."""
    return len(address) <= 254 and _PROPER.fullmatch(address) is not None


def find_addresses(text: str) -> tuple[str, ...]:
    """Return the different proper addresses that a header field names, in small letters.

    Quoted display names and comments are not looked at.
    """
    bare = _STRING.sub(lambda quoted: " " if quoted[1] else quoted[0], text[:_LONGEST])
    if "(" in bare:
        for _depth in range(5):
            bare = re.sub(r"\([^()]*\)", " ", bare)
    return tuple(dict.fromkeys(a.lower() for a in _ADDRESS.findall(bare)))


def find_only_address(fields: Iterable[str]) -> str:
    """Return the only address that the fields name, or "" if there is none, or more than one.

    A second field counts even if it names the same address (RFC 5322, 3.6: one From at most).
    """
    values = tuple(fields)
    if len(values) != 1:
        return ""
    named = find_addresses(values[0])
    return named[0] if len(named) == 1 and is_proper_address(named[0]) else ""


def split_address_tag(address: str) -> tuple[str, str]:
    """Return an address without its tag, and the tag: ``judge+a.b@x`` is judge@x and a.b."""
    local, at, domain = address.lower().rpartition("@")
    base, _, tag = local.partition("+")
    return f"{base}{at}{domain}", tag


def is_own_address(address: str, own_addresses: Iterable[str]) -> bool:
    """Say whether it is one of our own addresses, with any tag."""
    return split_address_tag(address)[0] in {own_address.lower() for own_address in own_addresses}


def mentions_own_address(text: str, own_addresses: Iterable[str]) -> bool:
    """Say whether the text contains one of our own addresses, with any tag."""
    small = text.lower()
    return "@" in small and any(
        _build_own_address_pattern(own_address.lower()).search(small)
        for own_address in own_addresses
    )


@cache
def _build_own_address_pattern(own_address: str) -> re.Pattern[str]:
    local, _, domain = own_address.rpartition("@")
    return re.compile(
        rf"(?<![\w.+-]){re.escape(local)}(\+[^\s@<>]*)?@{re.escape(domain)}(?![\w-])", re.A
    )
