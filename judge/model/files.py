"""Texts that go with a letter as files of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class TextFile(NamedTuple):
    """A file: its name, its media type, and what stands in it."""

    name: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class GameFiles:
    """EXPORT: a game, for a reader who may know all of it, in several forms.

    ``files`` are there as soon as the letter is written: of the game as it is then.
    """

    game: str
    files: tuple[TextFile, ...] = ()
