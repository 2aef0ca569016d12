"""How hard a robot thinks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["easy", "fair", "hard"]
"""How a robot plays: by rule of thumb, by trying its orders out, by trying everybody's out."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How a robot is to play, and how much it may think.

    ``work`` counts and never measures: each unit whose order is tried out on the board counts one,
    so that a turn costs the same on a small board and on a large one, and comes out the same on
    every machine.
    """

    level: Level = "easy"
    work: int = 0
