"""People beside the seats of a game, and how somebody has played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Preferences = tuple[tuple[str, ...], ...]
"""Groups of powers that somebody would like, the dearest first; ANY stands for the others."""

ANY = "*"


class Reliability(NamedTuple):
    """How somebody has played: turns with orders that were due, all there in time or not, and
    seats that they left while they were in the game."""

    kept: int = 0
    late: int = 0
    left: int = 0

    @property
    def percentage(self) -> int:
        """How reliable they are, as a percentage: of their turns those in time. Everybody begins
        with five of them, and a seat that was left counts as ten late turns."""
        good = self.kept + 5
        return 100 * good // (good + self.late + 10 * self.left)


NOTHING_DONE = Reliability()


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody without a seat, and how they stand to the game: a ``standing`` or "".

    ``conduct`` is theirs in seats here that they have left; ``wish``, ``prefers`` and ``password``
    (a hash) are for the seat of one who asks for one.
    """

    address: str
    standing: str = ""
    wish: str = ""
    prefers: Preferences = ()
    password: str = ""
    conduct: Reliability = NOTHING_DONE


BARRED, INVITED, ASKS, STANDBY = "barred", "invited", "asks", "standby"
"""Standings: the game is closed to somebody, who was ejected or banned; they were invited; they ask
to be let in; they would like to be called when a seat comes open."""
