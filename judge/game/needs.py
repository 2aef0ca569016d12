"""What must be at hand before a mail can be decided on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from judge.game.access import Tag

_NAMING = re.compile(
    r"\W*(?:\w+:)?\s*(sign[ -]?on|log[ -]?in|hello|join|game|create|new\s+game|observe|watch|"
    r"take[ -]?over|status|summary|list|history|resign)\b(.*)",
    re.IGNORECASE,
)


class Needs(NamedTuple):
    """The names of all games that a mail may be about, and whether their whole past is asked for.

    There may be names among them that no game bears.
    """

    games: frozenset[str]
    past: bool


def needs(tags: Iterable[Tag], lines: Iterable[str]) -> Needs:
    """Return what a mail with those reply tags, subject and lines needs."""
    games = {tag.game for tag in tags}
    past = False
    for line in lines:
        found = _NAMING.match(line)
        if not found:
            continue
        past = past or found[1].casefold() == "history"
        for word in re.findall(r"[a-z0-9]+", found[2].casefold()):
            games |= {word, word[1:]}  # a sign-on may write a power's letter before the name
    return Needs(frozenset(name for name in games if 3 <= len(name) <= 12), past)
