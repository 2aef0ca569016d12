"""Which games LIST is to show, as people type it."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from judge.hooks import Variant
from judge.language.spelling import fold_text, squeeze_name
from judge.language.word_lists import WordPattern, list_words
from judge.model.reason import Reason

STAGES: Mapping[str, tuple[str, ...]] = {
    "open": ("forming", "active", "paused", "held"),
    "forming": ("forming",), "starting": ("forming",),
    "running": ("active", "paused", "held"), "active": ("active",),
    "paused": ("paused", "held"),
    "ended": ("ended",), "finished": ("ended",), "over": ("ended",),
}  # fmt: skip
"""The stages of games that a word means."""

_ALIVE = ("forming", "active", "paused", "held")
_PRESS = {"white": "white", "grey": "grey", "gray": "grey", "both": "both", "white/grey": "both",
          "public": "public", "none": "none", "no": "none"}  # fmt: skip
_LONGEST_NAME = 4
"""So many words has the name of a variant at most."""

_FILLERS = frozenset({"games", "game", "all", "full", "in", "of", "variant", "and", "with"})
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
        stages=STAGES["ended"] if winner else _ALIVE,
        text=about,
        winner=winner,
        beginning=beginning,
    )
    words = _PARTED.pattern.sub(" ", text).split()
    names = {squeeze_name(name): code for code, v in variants.items() for name in (code, v.name)}
    at = 0
    while at < len(words):
        size = next(
            (n for n in (4, 3, 2, 1) if "".join(map(squeeze_name, words[at : at + n])) in names), 0
        )
        word, value = words[at], words[at + 1] if at + 1 < len(words) else ""
        if size:
            code = names["".join(map(squeeze_name, words[at : at + size]))]
            filters = filters._replace(variant=code)
            at += size
        elif word == "press" and value in _PRESS:
            filters = filters._replace(press=_PRESS[value])
            at += 2
        elif word in STAGES:
            filters = filters._replace(stages=STAGES[word], is_open=word == "open")
            at += 1
        elif re.fullmatch(r"[12]\d\d\d", word):
            filters = filters._replace(year=int(word), stages=STAGES["ended"])
            at += 1
        elif word == "wanted":
            filters = filters._replace(wanted=True)
            at += 1
        elif word in _FILLERS:
            at += 1
        else:
            return Reason("no_filter", (word,))
    return filters


def _count_words_of_name(words: Sequence[str], names: Container[str]) -> int:
    """Return how many of the words are a name together, from the first on; 0 if they are none."""
    sizes = range(min(len(words), _LONGEST_NAME), 0, -1)
    return next((size for size in sizes if squeeze_name("".join(words[:size])) in names), 0)
