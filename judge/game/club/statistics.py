"""Statistics of the club: what games that have ended add to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Literal, NamedTuple

from judge.game.club.results import GameResult, SeatResult
from judge.game.past import PastTurn
from judge.game.state import Play, Reliability
from judge.language.writer import write_order
from judge.model.turn import Phase

Subject = Literal["result", "opening", "pace"]

_LONGEST = 300
"""So many letters has an opening at most; those of many units are not counted."""


class StatisticsKey(NamedTuple):
    """What a row of the statistics is about: the results of a power, one of its openings (``label``
    are its orders), or turns of a phase (``label``)."""

    variant: str
    subject: Subject
    power: str = ""
    label: str = ""


class GameTally(NamedTuple):
    """What is counted: games (or turns), those won alone, draws, eliminations, the centers at the
    end, and the seconds that turns took."""

    number: int = 0
    solos: int = 0
    draws: int = 0
    eliminated: int = 0
    centers: int = 0
    seconds: int = 0

    def add_tally(self, other: GameTally, times: int = 1) -> GameTally:
        """Return the sum of both, or the difference where ``times`` is -1."""
        pairs = zip(self, other, strict=True)
        return GameTally(*(mine + times * theirs for mine, theirs in pairs))


class StatisticsLine(NamedTuple):
    """A row of the statistics."""

    key: StatisticsKey
    tally: GameTally

    @property
    def pace(self) -> timedelta:
        """How long a turn took on the average, to the minute."""
        return timedelta(minutes=round(self.tally.seconds / self.tally.number / 60))


MOST_OPENINGS = 3
"""So many openings are told of each power, the most frequent ones."""


class VariantStatistics(NamedTuple):
    """The statistics of a variant: the results of each power, its most frequent openings by their
    orders, and how long turns of each phase took."""

    powers: tuple[StatisticsLine, ...]
    openings: tuple[StatisticsLine, ...]
    paces: tuple[StatisticsLine, ...]


def arrange_statistics(rows: Sequence[StatisticsLine]) -> VariantStatistics:
    """Return statistics by what they are about, powers by their names."""

    def list_rows_about(subject: Subject) -> tuple[StatisticsLine, ...]:
        found = (row for row in rows if row.key.subject == subject)
        return tuple(sorted(found, key=lambda row: (row.key.power, -row.tally.number, row.key)))

    return VariantStatistics(
        list_rows_about("result"), list_rows_about("opening"), list_rows_about("pace")
    )


class ReliabilityLine(NamedTuple):
    """How somebody who shows their results has played in the games that have ended."""

    name: str
    conduct: Reliability


def tally_game(
    game: Play, result: GameResult, turns: tuple[PastTurn, ...]
) -> Mapping[StatisticsKey, GameTally]:
    """Return what a game adds to the statistics: nothing if it is not listed.

    Openings are counted where everybody knows who has which power. ``turns`` are those that led to
    its end.
    """
    tallies: dict[StatisticsKey, GameTally] = {}
    if not game.settings.listed:
        return {}
    for key, tally in _list_tallies(game, result, turns):
        tallies[key] = tallies.get(key, GameTally()).add_tally(tally)
    return tallies


def _list_tallies(
    game: Play, result: GameResult, turns: tuple[PastTurn, ...]
) -> Iterator[tuple[StatisticsKey, GameTally]]:
    code = game.variant.code
    known = game.disclosure.public_power_names
    for seat in result.seats:
        tally, powers = _make_tally_of_seat(seat), ", ".join(seat.powers)
        if known:
            yield StatisticsKey(code, "result", powers), tally
        if known and (label := _find_opening(game, seat, turns)):
            yield StatisticsKey(code, "opening", powers, label), tally
    for before, turn in pairwise(turns):
        seconds = max(round((turn.at - before.at).total_seconds()), 0)
        phase = turn.record.before.turn.phase.value
        yield StatisticsKey(code, "pace", label=phase), GameTally(number=1, seconds=seconds)


def _make_tally_of_seat(seat: SeatResult) -> GameTally:
    return GameTally(
        1,
        int(seat.outcome == "solo"),
        int(seat.outcome == "draw"),
        int(seat.outcome == "eliminated"),
        seat.centers,
    )


def _find_opening(game: Play, seat: SeatResult, turns: tuple[PastTurn, ...]) -> str:
    """Return the orders of a seat in the first turn of movement, "" if they are too many."""
    first = next((t for t in turns if t.record.before.turn.phase is Phase.MOVEMENT), None)
    if first is None:
        return ""
    orders = sorted(
        write_order(given.order, game.variant)
        for given in first.record.results
        if given.order.unit.power in seat.powers
    )
    label = ", ".join(orders)
    return label if len(label) <= _LONGEST else ""
