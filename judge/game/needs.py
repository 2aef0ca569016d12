"""What must be at hand before a mail can be decided on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from judge.game.seats.access import Tag
from judge.language.spelling import normal

_NAMING = re.compile(
    r"\b(sign[ -]?on|log[ -]?in|hello|join|game|create|observe|watch|take[ -]?over|status|summary"
    r"|list|history|resign)\b(.*)",
    re.IGNORECASE,
)
_REPORTS = {"list", "status", "summary"}
_WORDS = 8
"""So many words behind a command may be the name of a game."""


class Needs(NamedTuple):
    """The names of all games that a mail may be about; names among them may be no game's.

    ``past``: their whole past is asked for; ``listing``: the list of all games may be.
    """

    games: frozenset[str]
    past: bool = False
    listing: bool = False


def needs(tags: Iterable[Tag], lines: Iterable[str]) -> Needs:
    """Return what a mail with those reply tags, subject and lines needs."""
    games = {tag.game for tag in tags}
    asked = set()
    for line in lines:
        found = _NAMING.search(normal(line))
        if not found:
            continue
        asked.add(found[1].casefold())
        for word in re.findall(r"[a-z0-9]+", found[2].casefold())[:_WORDS]:
            games |= {word, word[1:]}  # a sign-on may write a power's letter before the name
    names = frozenset(name for name in games if 3 <= len(name) <= 12)
    return Needs(names, "history" in asked, bool(asked & _REPORTS))
