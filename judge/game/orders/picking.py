"""Answers to a letter that offered something: its numbers, or yes."""

from __future__ import annotations

import re

from judge.language.spelling import fold_text, normalize_line

_YES = re.compile(
    r"(?:y|yes|yep|yeah|ok|okay|sure|right|(?:i )?confirm(?:ed)?)(?:,? (?:please|all))?"
)
_NUMBERS = re.compile(
    r"(?:(?:yes|ok|take|no|nos|numbers?|options?|choices?|suggestions?)[.,:]? )?"
    r"#?\d{1,3}[.)]?(?:(?:,? and | ?[,;&+] ?| )#?\d{1,3}[.)]?)*"
)


def parse_picked_numbers(text: str, *, votes: bool = False) -> tuple[int, ...] | None:
    """Return the numbers that a line is made of, none for one that says yes, None for others.

    Where there are ``votes``, NO 1 is one, and not the number 1.
    """
    line = fold_text(normalize_line(text)).strip(" .!\"'")
    if votes and line.startswith("no"):
        return None
    if _YES.fullmatch(line):
        return ()
    if _NUMBERS.fullmatch(line):
        return tuple(dict.fromkeys(map(int, re.findall(r"\d+", line))))
    return None
