"""How hard a robot thinks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["easy", "fair", "hard"]
"""How a robot plays: by rule of thumb, by trying its orders out, by trying everybody's out."""


WORK: dict[Level, int] = {"easy": 0, "fair": 5_000, "hard": 26_000}
"""How many sets of orders each level tries where nobody says how many."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How a robot is to play, and how much it may think.

    ``work`` is the most sets of its own orders that it tries against sets of the others in a turn;
    0 is as many as belong to the level. It counts and never measures, so that a turn comes out the
    same on every machine.
    """

    level: Level = "easy"
    work: int = 0
