"""Which games LIST is to show, as people type it."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from judge.game.game_settings import SETTINGS
from judge.hooks import Variant
from judge.language.spelling import fold_text, squeeze_name
from judge.language.word_lists import WordPattern, find_list, list_words
from judge.model.reason import Reason

_ALIVE = ("forming", "active", "paused", "held")
_ENDED = ("ended",)
_STAGES: Mapping[str, tuple[str, ...]] = {
    "games_open": _ALIVE,
    "games_forming": ("forming",),
    "games_running": ("active", "paused", "held"),
    "games_paused": ("paused", "held"),
    "games_ended": _ENDED,
}
"""The stages of games that the words of a list mean."""

_LONGEST_NAME = 4
"""So many words has the name of a variant at most."""

_PARTS = ("filter_about", "filter_winner", "filter_from")
_BEGINS = "%(filter_about)s|%(filter_winner)s|%(filter_from)s"
_PARTED = WordPattern(rf"\b(?P<word>{_BEGINS})\s+(?P<value>.+?)(?=\s+(?:{_BEGINS})\b|$)")


class GameFilters(NamedTuple):
    """Which games are listed: those of which all that is said here holds; "" and 0 say nothing.

    ``is_open``: there may be room for another player; ``wanted``: the master looks for somebody.
    ``text`` stands in what the master says of the game. ``winner`` is a power that won alone.
    The games stand from the name ``beginning`` on.
    """

    stages: tuple[str, ...] = _ALIVE
    is_open: bool = False
    wanted: bool = False
    variant: str = ""
    press: str = ""
    text: str = ""
    year: int = 0
    winner: str = ""
    beginning: str = ""


def read_filters(typed: str, variants: Mapping[str, Variant]) -> GameFilters | Reason:
    """Return what is sought, or which word says nothing about games."""
    text = " ".join(fold_text(typed).strip(" .!?").split())
    found = _PARTED.pattern.findall(text)
    about, winner, beginning = (
        next((value for word, value in reversed(found) if word in list_words(part)), "")
        for part in _PARTS
    )
    filters = GameFilters(
        stages=_ENDED if winner else _ALIVE,
        text=about,
        winner=winner,
        beginning=beginning,
    )
    words = _PARTED.pattern.sub(" ", text).split()
    names = {squeeze_name(name): code for code, v in variants.items() for name in (code, v.name)}
    at = 0
    while at < len(words):
        word, value = words[at], " ".join(words[at + 1 : at + 2])
        size = _count_words_of_name(words[at:], names)
        if size:
            code = names[squeeze_name("".join(words[at : at + size]))]
            filters = filters._replace(variant=code)
        elif find_list(word, ["before_press"]) and (press := SETTINGS["press"].read(value)):
            filters = filters._replace(press=press)
            size = 2
        elif stage := find_list(word, _STAGES):
            filters = filters._replace(stages=_STAGES[stage], is_open=stage == "games_open")
        elif re.fullmatch(r"[12]\d\d\d", word):
            filters = filters._replace(year=int(word), stages=_ENDED)
        elif find_list(word, ["games_wanted"]):
            filters = filters._replace(wanted=True)
        elif not find_list(word, ["list_fillers"]):
            return Reason("no_filter", (word,))
        at += size or 1
    return filters


def _count_words_of_name(words: Sequence[str], names: Container[str]) -> int:
    """Return how many of the words are a name together, from the first on; 0 if they are none."""
    sizes = range(min(len(words), _LONGEST_NAME), 0, -1)
    return next((size for size in sizes if squeeze_name("".join(words[:size])) in names), 0)
