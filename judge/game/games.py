"""The games that a mail may be about, each fetched when the mail first names it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from judge.game.state import Game

NAME = re.compile(r"(?=.*[a-z])[a-z0-9]{3,12}")
"""What a game may be called."""


class Games(Mapping[str, Game]):
    """The games by their names, as a mail finds them; iteration gives those fetched so far.

    ``fetch`` returns the game of a name, or None; it is asked once for each.
    """

    def __init__(self, fetch: Callable[[str], Game | None]) -> None:
        self._fetch = fetch
        self._fetched: dict[str, Game | None] = {}

    def __getitem__(self, name: str) -> Game:
        """Return the game of that name. Raises KeyError if there is none."""
        if name not in self._fetched:
            self._fetched[name] = self._fetch(name) if NAME.fullmatch(name) else None
        game = self._fetched[name]
        if game is None:
            raise KeyError(name)
        return game

    def __iter__(self) -> Iterator[str]:
        return iter([name for name, game in self._fetched.items() if game is not None])

    def __len__(self) -> int:
        return sum(game is not None for game in self._fetched.values())
