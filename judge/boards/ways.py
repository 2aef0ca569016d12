"""The borders of a text map: a list of words for each space, of which case and marks matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.boards.draft import Draft, SourceError, SourceLine, UnplayablePart
from judge.library.files import suggest_name

TERRAINS = ("LAND", "WATER", "SEA", "COAST", "PORT", "SHUT")

_FOR_SOME = re.compile(r":|\(.*\)$")
"""What tells whose units cross a border: ``R:AEG`` Russia's, ``AEG(CON)`` those of Con's owner."""


class _Border(NamedTuple):
    """A word of a line of borders."""

    word: str
    place: SourceLine


class BorderLines:
    """The spaces of a map by how they are written, each with its terrain and its borders.

    ``STP/NC`` is a coast, ``stp`` what armies see of a space that has several. A border in capitals
    is for armies and fleets, one in small letters for armies, one like ``Mun`` for fleets.
    One like ``mun~`` is crossed with the strength of supports alone, ``*MUN`` with half a one more.
    """

    def __init__(self) -> None:
        self.terrain: dict[str, str] = {}
        self.written: dict[str, SourceLine] = {}
        self._borders: dict[str, list[_Border]] = {}
        self.unplayable: list[UnplayablePart] = []

    def read_borders(self, words: Sequence[str], place: SourceLine) -> None:
        """Take in a line like ``LAND MUN ABUTS ...`` or ``AMEND MUN ABUTS ...``."""
        if len(words) < 2 or (len(words) > 2 and words[2].upper() != "ABUTS"):
            raise SourceError(f"{place}: borders are written as LAND MUN ABUTS ...")
        kind, at = words[0].upper().replace("SEA", "WATER"), words[1]
        swapped_case = at.swapcase()
        if swapped_case in self.terrain:  # written anew for armies alone, or no longer so
            self.terrain[at] = self.terrain.pop(swapped_case)
            self._borders[at] = self._borders.pop(swapped_case, [])
            if at.isupper():
                self._join_coasts(at)
        if kind != "AMEND":
            self.terrain[at] = kind
            if len(words) > 2:
                self._borders[at] = []
        elif at not in self.terrain:
            raise SourceError(f"{place}: there is no {at} to amend{suggest_name(at, self.terrain)}")
        self.written[at] = place
        listed = self._borders.setdefault(at, [])
        for word in words[3:]:
            if word.startswith("-"):
                gone = word[1:].upper()
                listed[:] = [
                    border for border in listed if not border.word.upper().startswith(gone)
                ]
            elif _FOR_SOME.search(word):
                text = f"a border for some powers alone: {at} - {word}"
                self.unplayable.append(UnplayablePart(place, text))
            else:
                listed.append(_Border(word, place))

    def _join_coasts(self, code: str) -> None:
        """Forget the coasts of a space: whoever bordered on one borders on the space."""
        for at in [at for at in self.terrain if at.startswith(f"{code}/")]:
            del self.terrain[at]
            self._borders.pop(at, None)
        for listed in self._borders.values():
            for number, border in enumerate(listed):
                bare, shore, _ = border.word.partition("/")
                if shore and find_code_in_word(bare) == code:
                    listed[number] = border._replace(word=bare)

    def drop_space(self, code: str) -> None:
        """Forget a space."""
        self.terrain = {
            at: kind for at, kind in self.terrain.items() if find_code_in_word(at) != code
        }
        self._borders = {
            at: [border for border in words if find_code_in_word(border.word) != code]
            for at, words in self._borders.items()
            if find_code_in_word(at) != code
        }

    def rename_space(self, old: str, new: str) -> None:
        """Let a space have another short name."""
        self.terrain = {rename_in_word(at, old, new): kind for at, kind in self.terrain.items()}
        self.written = {rename_in_word(at, old, new): place for at, place in self.written.items()}
        self._borders = {
            rename_in_word(at, old, new): [
                border._replace(word=rename_in_word(border.word, old, new)) for border in words
            ]
            for at, words in self._borders.items()
        }

    def collect_terrain_by_code(self) -> dict[str, str]:
        """Return the terrain of each space by its code."""
        return {find_code_in_word(at): kind for at, kind in self.terrain.items()}

    def add_borders(self, draft: Draft, closed: Sequence[str]) -> Iterator[str]:
        """Put all borders into a draft that has its spaces; yield what is wrong with them."""
        for at, words in self._borders.items():
            if find_code_in_word(at) in draft.spaces:
                yield from self._add_borders_of_space(at, words, draft, closed)

    def _add_borders_of_space(
        self, at: str, words: Iterable[_Border], draft: Draft, closed: Sequence[str]
    ) -> Iterator[str]:
        name, _, coast = at.partition("/")
        space = draft.spaces[name.upper()]
        kinds = {**self.collect_terrain_by_code(), **dict.fromkeys(draft.open, "")}
        several = {find_code_in_word(spot) for spot in self.terrain if "/" in spot}
        floats = kinds[space.code] != "LAND" and name.isupper()
        if not coast and space.code in several:
            floats = False
        for word, place in words:
            bare, _, shore = word.strip("*~").partition("/")
            target = bare.upper()
            if target in closed:
                continue
            if target not in draft.spaces:
                yield f"{place}: there is no space {target}{suggest_name(target, draft.spaces)}"
                continue
            if word.strip("*~") != word:
                draft.narrows[frozenset((space.code, target))] = 0.5 if word.startswith("*") else 0
            wet = space.sea or draft.spaces[target].sea
            if not (wet or coast or bare == bare.title()):
                space.land.add(target)
            certain = bool(shore) or target not in several
            if floats and bare[0].isupper() and kinds[target] != "LAND" and certain:
                end = f"{target}/{shore.lower()}" if shore else target
                space.water.setdefault(coast.lower(), set()).add(end)


def find_code_in_word(word: str) -> str:
    """Return the code of the space that a word of a map is about."""
    return word.strip("*~").partition("/")[0].upper()


def rename_in_word(word: str, old: str, new: str) -> str:
    """Return a word in which a space is called anew, in the case that it had."""
    if find_code_in_word(word) != old:
        return word
    name = word.strip("*~").partition("/")[0]
    cased = new.upper() if name.isupper() else new.lower() if name.islower() else new.title()
    return word.replace(name, cased, 1)
