"""The lines that begin press and those that end it, by the words of ``grammar/commands.lark``.

A mail is split before it is known which game it speaks of, so no variant's grammar can tell them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from judge import resources
from judge.language.word_lists import write_alternatives

PRESS_RULES = ("press", "broadcast", "diary")
"""The commands that carry a text."""


class PressPatterns(NamedTuple):
    """What a line of press is like that is folded: its ``head``, its ``end``, and the ``beginning``
    of any line that carries a text, folded or not."""

    head: re.Pattern[str]
    end: re.Pattern[str]
    beginning: re.Pattern[str]


class _PressWords(NamedTuple):
    """The ``names`` of a command (DIARY), the ``tones`` that stand before or behind one (GREY), and
    what else can follow one, a tone between them or not (TO ALL)."""

    names: tuple[str, ...]
    tones: tuple[str, ...]
    additions: tuple[str, ...]


@cache
def load_press_patterns() -> PressPatterns:
    """Return the patterns. Raises ValueError if the grammar has no such commands."""
    path = resources.find_file("grammar", "commands.lark")
    return build_press_patterns(path.read_text(encoding="utf-8"))


def build_press_patterns(text: str) -> PressPatterns:
    """Return the patterns of the press that a grammar of commands has."""
    press, broadcast, diary = (_collect_words_of_rule(text, rule) for rule in PRESS_RULES)
    names = _match_any_of((*press.names, *broadcast.names, *diary.names))
    tones = _match_any_of((*press.tones, *broadcast.tones, *diary.tones))
    listed, canceled = (
        _match_any_of(_list_tails_behind(press.names, _list_opening_phrases(text, rule)))
        for rule in ("press_list", "cancel_press")
    )
    to_some = rf"(?!{listed}$|{canceled}\b)[\w ,&+/]{{1,50}}(?::.*)?"
    heads = (
        rf"{_match_any_of(press.names)}(?: {_match_any_of(press.additions)})? to \S.*",
        rf"{_match_any_of(press.names)} (?:{write_alternatives('every')}.*|{to_some})",
        rf"{_match_any_of(diary.names)}(?: {_match_any_of(diary.additions)})?(?: ?:.*)?",
        rf"{_match_any_of(broadcast.names)}(?: {_match_any_of(broadcast.tones)})?"
        rf"(?: {_match_any_of(broadcast.additions)})?"
        rf"(?: {write_alternatives('sent')}(?!\w).*)?(?: ?:.*)?",
    )
    return PressPatterns(
        re.compile(rf"(?:{tones} )?(?:{'|'.join(heads)})"),
        re.compile(rf"{write_alternatives('ends')} ?{names}|{write_alternatives('signs_off')}"),
        re.compile(rf"\s*(?:{tones} )?{names}\b", re.IGNORECASE),
    )


def _collect_words_of_rule(text: str, rule: str) -> _PressWords:
    phrases = _list_opening_phrases(text, rule)
    names = tuple(phrase for phrase in phrases if " " not in phrase)
    pairs = [phrase.split() for phrase in phrases if phrase.count(" ") == 1]
    tones = tuple(first for first, last in pairs if last in names)
    tails = (
        re.sub(rf"^{_match_any_of(tones)}(?: |$)", "", tail)
        for tail in _list_tails_behind(names, phrases)
    )
    return _PressWords(names, tones, tuple(filter(None, tails)))


def _list_opening_phrases(text: str, rule: str) -> list[str]:
    """Return the phrases with which a command of that rule can begin."""
    terminals = re.search(rf"^{rule}: \(?([A-Z_ |]+)", text, re.MULTILINE)
    if terminals is None:
        raise ValueError(f"commands.lark: there is no rule {rule}")
    return [
        phrase
        for terminal in re.findall(r"\w+", terminals[1])
        for definition in re.findall(
            rf"^{terminal}(?:\.\d+)?: (.*(?:\n +\|.*)*)", text, re.MULTILINE
        )
        for phrase in re.findall(r'"([^"]+)"', definition)
    ]


def _list_tails_behind(names: Iterable[str], phrases: Iterable[str]) -> tuple[str, ...]:
    """Return what stands behind a name in the phrases that begin with it."""
    names = {*names}
    parts = [phrase.partition(" ") for phrase in phrases]
    return tuple(tail for first, _, tail in parts if first in names and tail)


def _match_any_of(words: Iterable[str]) -> str:
    """Return the pattern of any of these words, the longest first, of none if there are none."""
    longest_first = sorted({*words}, key=lambda word: (-len(word), word))
    return rf"(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})"
