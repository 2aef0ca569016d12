"""How spaces and powers are called on boards of other programs, and on ours."""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import chain

from judge.language.spelling import fold_text
from judge.library.check import WORDS

_CODE = re.compile(r"[A-Z][A-Z0-9]{1,3}")
_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def is_code(code: str) -> bool:
    """Say whether a space may have that short name on a board of ours."""
    return bool(_CODE.fullmatch(code)) and code.casefold() not in WORDS


def make_code(code: str, name: str, taken: Container[str]) -> str:
    """Return a short name like one that is none of ours, from its letters and those of a name."""
    letters = re.sub("[^A-Z0-9]", "", fold_text(f"{code}{name}").upper()) + "XX"
    digits = len(letters) - len(letters.lstrip("0123456789"))
    letters = f"{letters[digits:]}{letters[:digits]}"
    own = re.sub("[^A-Z0-9]", "", fold_text(code).upper())
    likely = f"{own.lstrip('0123456789')}{own}"[:3] if re.search("[A-Z]", own) else letters[0] + own
    signs = f"{letters}{_SIGNS}"
    near = (f"{likely[:2]}{sign}" for sign in signs)
    more = (f"{first}{one}{two}" for first in signs for one in signs for two in signs)
    return next(c for c in chain((likely[:3],), near, more) if is_code(c) and c not in taken)


def space_out_name(word: str) -> str:
    """Return the name of a power, in which ``+`` and ``_`` stand for blanks."""
    return capitalize_words(re.sub(r"[+_]+", " ", word).strip())


def strip_name(name: str) -> str:
    """Return what is left of a name for comparing."""
    return re.sub(r"[\W_]", "", name).casefold()


def make_name_readable(name: str) -> str:
    """Return a name as it is, or with capitals where it had nothing else, or none."""
    return capitalize_words(name) if name.isupper() or name.islower() else name


def capitalize_words(text: str) -> str:
    """Return a text with a capital where a word begins: ``4th Reich``, ``Pete's``."""
    return re.sub(r"(?<=\d)[^\W\d_]+|(?<=')[^\W\d_]\b|([^\W\d_]+)", _capitalize_word, text)


def _capitalize_word(word: re.Match[str]) -> str:
    return word[0].capitalize() if word[1] else word[0].lower()
