"""Turns and the calendar that orders them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Phase(StrEnum):
    """What is asked of the players. The value is the last letter of a turn's code."""

    MOVEMENT = "M"
    RETREATS = "R"
    ADJUSTMENTS = "B"

    @property
    def display_name(self) -> str:
        """The phase's name in headlines: Movement, Retreat, Adjustment."""
        return {"M": "Movement", "R": "Retreat", "B": "Adjustment"}[self.value]


class Turn(NamedTuple):
    """A phase of a season of a year; ``str`` gives the hobby's code, ``F1901M``."""

    year: int
    season: str
    phase: Phase

    def __str__(self) -> str:
        return f"{LETTERS[self.season]}{self.year}{self.phase}"


LETTERS = {"winter": "W", "spring": "S", "summer": "U", "fall": "F"}
"""Season letters in turn codes; U is the optional summer of the old judges."""


class CalendarStep(NamedTuple):
    """One season of a calendar: its phases (a word of M, R, B) and whether centers are counted."""

    season: str
    phases: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Calendar:
    """The endless sequence of turns of a variant.

    ``opening`` are phases before the first step (a build phase, say), in the first year or the one
    in which it ``opens``; ``adjusting`` is the name
    that the adjustment phase of the last season bears in print (``winter`` in Standard). ``era``
    is a word before the year in print. ``always`` are phases that are played from some year on
    though nobody has orders to give in them; ``span``: the years from each season to the next, if a
    year has but one; ``every``: no phase at all is left out.
    ``reckoning``, if given, is (year, printed year, years of a season): how dates are printed;
    years BC are negative.
    """

    start: int
    steps: tuple[CalendarStep, ...]
    opening: tuple[tuple[str, Phase], ...] = ()
    adjusting: str = ""
    era: str = ""
    span: int | None = None
    always: tuple[tuple[str, Phase, int], ...] = ()
    every: bool = False
    reckoning: tuple[int, int, int] | None = None
    opens: int | None = None

    @property
    def _opening_year(self) -> int:
        return self.start if self.opens is None else self.opens

    def find_first_turn(self) -> Turn:
        """Return the turn with which play begins."""
        if self.opening:
            return Turn(self._opening_year, *self.opening[0])
        return Turn(self.start, *self._list_phases_of_year()[0])

    def find_next_turn(self, turn: Turn) -> Turn:
        """Return the turn after this one; nothing is skipped here."""
        here, year_round = (turn.season, turn.phase), self._list_phases_of_year()
        if self.is_opening_turn(turn):
            ahead = self.opening[self.opening.index(here) + 1 :]
            return Turn(turn.year, *ahead[0]) if ahead else Turn(self.start, *year_round[0])
        ahead = year_round[year_round.index(here) + 1 :]
        season, phase = (ahead or year_round)[0]
        if self.span and season != turn.season:
            return Turn(turn.year + self.span, season, phase)
        return Turn(turn.year + (not ahead), season, phase)

    def make_sort_key(self, turn: Turn) -> tuple[int, int]:
        """Return what sorts turns by time: the year, and the place in it."""
        if self.is_opening_turn(turn):
            return turn.year, self.opening.index((turn.season, turn.phase)) - len(self.opening)
        return turn.year, self._list_phases_of_year().index((turn.season, turn.phase))

    def count_cycles_before(self, year: int) -> int:
        """Return how often all the seasons had gone round before those of this year."""
        return (year - self.start) // (self.span * len(self.steps) if self.span else 1)

    def _list_phases_of_year(self) -> tuple[tuple[str, Phase], ...]:
        return tuple((step.season, Phase(letter)) for step in self.steps for letter in step.phases)

    def is_opening_turn(self, turn: Turn) -> bool:
        """Say whether the turn comes before the first step."""
        return turn.year == self._opening_year and (turn.season, turn.phase) in self.opening

    def has_center_count(self, turn: Turn) -> bool:
        """Say whether owners of centers change at the end of this turn's season."""
        return any(step.season == turn.season and step.counts for step in self.steps)

    def turn_title(self, turn: Turn) -> str:
        """Return the season and year in print: ``Fall of 1901``; adjustments may differ."""
        adjusting = self.adjusting if turn.phase is Phase.ADJUSTMENTS else ""
        return f"{(adjusting or turn.season).capitalize()} of {self.write_printed_year(turn)}"

    def is_always_played(self, turn: Turn) -> bool:
        """Say whether the turn is played though nobody has orders to give."""
        return (
            self.every
            or turn.phase is Phase.MOVEMENT
            or any(
                (season, phase) == (turn.season, turn.phase) and turn.year >= since
                for season, phase, since in self.always
            )
        )

    def write_printed_year(self, turn: Turn) -> str:
        """Return the year in print. Adjustments carry that of the season which follows (CIV-9)."""
        if self.reckoning is None:
            plain = f"{-turn.year} BC" if turn.year < 0 else str(turn.year)
            return f"{self.era} {plain}".strip()
        first, printed, span = self.reckoning
        if self.is_opening_turn(turn):
            return self.write_printed_year(Turn(self.start, self.steps[0].season, Phase.MOVEMENT))
        number = next(n for n, step in enumerate(self.steps) if step.season == turn.season)
        moves = ["M" in step.phases for step in self.steps]
        seasons = (turn.year - first) * sum(moves) + sum(moves[: number + 1]) - 1
        seasons += turn.phase is Phase.ADJUSTMENTS
        year = printed + span * seasons
        return f"{-year} BC" if year < 0 else f"AD {year or 1}"

    def parse_turn(self, text: str) -> Turn | None:
        """Return the turn a code like ``F1901M`` names, or None if it names none.

        Adjustments are also found under the printed season: ``W1901B`` and ``W1901A`` are
        ``F1901B`` where the calendar's adjustments are called winter and play does not open so.
        """
        code = re.fullmatch(r"([WSUF])(-?\d{1,5})([MRBA])", text.strip().upper())
        if not code:
            return None
        season = next(name for name, letter in LETTERS.items() if letter == code[1])
        phase = Phase.ADJUSTMENTS if code[3] in "AB" else Phase(code[3])
        opens = self.is_opening_turn(Turn(int(code[2]), season, phase))
        if phase is Phase.ADJUSTMENTS and season == self.adjusting and not opens:
            season = next((s.season for s in reversed(self.steps) if "B" in s.phases), season)
        known = opens or (season, phase) in self._list_phases_of_year()
        return Turn(int(code[2]), season, phase) if known else None
