"""The words behind a command of the desk."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.model.errors import JudgeError

_DOMAIN = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+")
_ADDRESS = re.compile(rf"[^\s@,<>]+@{_DOMAIN.pattern}")


class DeskError(JudgeError, ValueError):
    """Something cannot be done, or was not said as it should be; the text says what to do."""


def refuse_words(words: Sequence[str]) -> None:
    """Refuse words where none belong. Raises DeskError."""
    if words:
        raise DeskError(f"nothing belongs behind that: {' '.join(words)}")


def parse_single_word(words: Sequence[str], needed_thing: str) -> str:
    """Return the one word that is needed. Raises DeskError."""
    if len(words) != 1:
        raise DeskError(f"say {needed_thing} behind it, and nothing else")
    return words[0]


def parse_single_number(words: Sequence[str]) -> int:
    """Return the one number that is needed. Raises DeskError."""
    word = parse_single_word(words, "a number of the list").lstrip("#")
    if not word.isdecimal():
        raise DeskError(f"{word} is no number of the list")
    return int(word)


def parse_numbers_or_all(words: Sequence[str]) -> tuple[int, ...] | None:
    """Return the numbers of a list, None for all of it. Raises DeskError."""
    if [word.casefold() for word in words] == ["all"]:
        return None
    if not words:
        raise DeskError("say which: numbers of the list, or ALL")
    return tuple(parse_single_number([word]) for word in words)


def parse_address_or_domain(words: Sequence[str]) -> str:
    """Return an address or a domain in small letters, the domain without an @.

    Raises DeskError.
    """
    name = parse_single_word(words, "an address or a domain").casefold().lstrip("@")
    if not (_ADDRESS if "@" in name else _DOMAIN).fullmatch(name):
        raise DeskError(f"{name} is neither an address nor a domain, like spam.example")
    return name
