"""The borders of a text map: a list of words for each space, of which case and marks matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.boards.draft import Draft, Place, SourceError
from judge.library.files import meant

TERRAINS = ("LAND", "WATER", "COAST", "PORT", "SHUT")


class _Border(NamedTuple):
    """A word of a line of borders."""

    word: str
    place: Place


class Ways:
    """The spaces of a map by how they are written, each with its terrain and its borders.

    ``STP/NC`` is a coast, ``stp`` what armies see of a space that has several. A border in capitals
    is for armies and fleets, one in small letters for armies, one like ``Mun`` for fleets.
    One like ``mun~`` is crossed with the strength of supports alone, ``*MUN`` with half a one more.
    """

    def __init__(self) -> None:
        self.terrain: dict[str, str] = {}
        self.written: dict[str, Place] = {}
        self._borders: dict[str, list[_Border]] = {}

    def read(self, words: Sequence[str], place: Place) -> None:
        """Take in a line like ``LAND MUN ABUTS ...`` or ``AMEND MUN ABUTS ...``."""
        if len(words) < 2 or (len(words) > 2 and words[2].upper() != "ABUTS"):
            raise SourceError(f"{place}: borders are written as LAND MUN ABUTS ...")
        kind, at = words[0].upper(), words[1]
        other = at.swapcase()
        if other in self.terrain:  # written anew for armies alone, or no longer so
            self.terrain[at] = self.terrain.pop(other)
            self._borders[at] = self._borders.pop(other, [])
        if kind != "AMEND":
            self.terrain[at] = kind
            if len(words) > 2:
                self._borders[at] = []
        elif at not in self.terrain:
            raise SourceError(f"{place}: there is no {at} to amend{meant(at, self.terrain)}")
        self.written[at] = place
        listed = self._borders.setdefault(at, [])
        for word in words[3:]:
            if word.startswith("-"):
                gone = word[1:].upper()
                listed[:] = [each for each in listed if not each.word.upper().startswith(gone)]
            else:
                listed.append(_Border(word, place))

    def drop(self, code: str) -> None:
        """Forget a space."""
        self.terrain = {at: kind for at, kind in self.terrain.items() if code_of(at) != code}
        self._borders = {
            at: [each for each in words if code_of(each.word) != code]
            for at, words in self._borders.items()
            if code_of(at) != code
        }

    def rename(self, old: str, new: str) -> None:
        """Let a space have another short name."""
        self.terrain = {renamed(at, old, new): kind for at, kind in self.terrain.items()}
        self.written = {renamed(at, old, new): place for at, place in self.written.items()}
        self._borders = {
            renamed(at, old, new): [
                each._replace(word=renamed(each.word, old, new)) for each in words
            ]
            for at, words in self._borders.items()
        }

    def kinds(self) -> dict[str, str]:
        """Return the terrain of each space by its code."""
        return {code_of(at): kind for at, kind in self.terrain.items()}

    def draw(self, draft: Draft, closed: Sequence[str]) -> Iterator[str]:
        """Put all borders into a draft that has its spaces; yield what is wrong with them."""
        for at, words in self._borders.items():
            if code_of(at) in draft.spaces:
                yield from self._of(at, words, draft, closed)

    def _of(
        self, at: str, words: Iterable[_Border], draft: Draft, closed: Sequence[str]
    ) -> Iterator[str]:
        name, _, coast = at.partition("/")
        space = draft.spaces[name.upper()]
        kinds = {**self.kinds(), **dict.fromkeys(draft.open, "")}
        several = {code_of(spot) for spot in self.terrain if "/" in spot}
        floats = kinds[space.code] != "LAND" and name.isupper()
        if not coast and space.code in several:
            floats = False
        for word, place in words:
            bare, _, shore = word.strip("*~").partition("/")
            target = bare.upper()
            if target in closed:
                continue
            if target not in draft.spaces:
                yield f"{place}: there is no space {target}{meant(target, draft.spaces)}"
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


def code_of(word: str) -> str:
    """Return the code of the space that a word of a map is about."""
    return word.strip("*~").partition("/")[0].upper()


def renamed(word: str, old: str, new: str) -> str:
    """Return a word in which a space is called anew, in the case that it had."""
    if code_of(word) != old:
        return word
    name = word.strip("*~").partition("/")[0]
    cased = new.upper() if name.isupper() else new.lower() if name.islower() else new.title()
    return word.replace(name, cased, 1)
