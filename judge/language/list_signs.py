"""Signs beside the lines of a list by which some of them, or all, may not count."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

from judge.language.mail_lines import MailLine
from judge.language.word_lists import list_words
from judge.language.words import is_neutral
from judge.model.reason import Reason

_PLUS_OR_MINUS = re.compile(r"\s*(?:(?P<plus>[+\u2795])|[-\u2013\u2014\u2212\u2796]+)\s*(?=\w)")
_NEGATES = re.compile(r"(?<![\w!.)'\"])[!\u00ac~](?=[^\W\d_]|-)")
"""A mark of negation before a word or a dash: ``A PAR - !BUR``."""


def find_sign_of_negation(text: str) -> str:
    """Return the mark in an order by which it may be meant not to be carried out, "" if none."""
    found = _NEGATES.search(text)
    return found[0] if found else ""


def find_orders_under_signs(lines: Sequence[MailLine]) -> dict[int, Reason]:
    """Return the doubt of each order of a list that a sign may take back: some lines begin with a
    plus and others with a minus, or one of refusal stands beside its head, or behind its end."""
    doubts = dict[int, Reason]()
    begun = {at: _PLUS_OR_MINUS.match(_read_typed(line)) for at, line in enumerate(lines)}
    signed = {at: found for at, found in begun.items() if found and lines[at].is_order}
    taken = [found[0].strip() for found in signed.values() if not found["plus"]]
    if taken and len(taken) < len(signed):
        doubts |= dict.fromkeys(signed, Reason("may_take_back", (taken[0],)))
    for at, line in enumerate(lines):
        typed = _read_typed(line)
        sign = "" if line.is_order or line.does_something else _find_refusal(typed)
        if sign and is_neutral(typed.replace(sign, "").strip(" :")):
            below = lines[at + 1].item.paragraph if at + 1 < len(lines) else -1
            rows = [row for row in range(at + 1, len(lines)) if lines[row].item.paragraph == below]
            doubts |= dict.fromkeys(rows, Reason("may_take_back", (sign,)))
    for rows in _list_runs(lines):
        sign = _find_refusal(_read_typed(lines[rows[-1]]))
        if sign and not any(_has_picture(_read_typed(lines[row])) for row in rows[:-1]):
            doubts |= dict.fromkeys(rows[:-1], Reason("may_take_back", (sign,)))
    return doubts


def _list_runs(lines: Sequence[MailLine]) -> Iterator[list[int]]:
    """Yield the rows of orders that stand together, several of them, up to the last line."""
    for _, run in groupby(enumerate(lines), lambda row: row[1].is_order and row[1].item.paragraph):
        rows = [at for at, line in run if line.is_order]
        if rows[1:]:
            yield rows


def _find_refusal(text: str) -> str:
    """Return the sign of refusal with which a text ends, or begins, "" if none."""
    bare = text.strip(" .!:\ufe0f")
    signs = list_words("refusing_signs")
    return next((sign for sign in signs if bare.endswith(sign) or bare.startswith(sign)), "")


def _has_picture(text: str) -> bool:
    return any(unicodedata.category(character) == "So" for character in text)


def _read_typed(line: MailLine) -> str:
    return line.item.told or line.item.line.text
