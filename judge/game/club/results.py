"""What became of a game and of those who played it, and what it adds to statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal, NamedTuple

from judge.game.club.scoring import find_scoring, score_game
from judge.game.game_settings import Settings
from judge.game.past import PastTurn
from judge.game.state import Play, Reliability, Seat
from judge.language.writer import write_order
from judge.model.turn import Phase

UNPLAYED = "terminated"
"""How a game ended that has no result."""

Outcome = Literal["solo", "draw", "survived", "eliminated"]


class SeatResult(NamedTuple):
    """What became of a seat: its powers and centers, its place (1 is the first; equals have the
    same), its points by the game's scoring, and the movement deadlines missed."""

    seat: str
    powers: tuple[str, ...]
    outcome: Outcome
    centers: int
    place: int
    points: float


@dataclass(frozen=True)
class GameResult:
    """What became of a game.

    ``kind`` is what it is rated as: its variant, games without press apart. ``turn`` is the code
    of its last turn. ``listed``: strangers could know of it; only then it counts in the hall, and
    for ratings if it was ``rated``.
    """

    game: str
    variant: str
    kind: str
    turn: str
    how: str
    scoring: str
    rated: bool
    listed: bool
    ended_at: datetime
    seats: tuple[SeatResult, ...]


class PastResult(NamedTuple):
    """A line of RESULTS: what a person, by ``name`` if they let it be shown, made of a seat.

    ``share`` is how much of the game they held it, up to 1.
    """

    game: str
    variant: str
    turn: str
    name: str
    powers: tuple[str, ...]
    outcome: str
    centers: int
    place: int
    points: float
    share: float


class HallLine(NamedTuple):
    """A line of HALL: how often a person won alone and shared a draw in so many games."""

    name: str
    solos: int
    draws: int
    games: int


class RatingLine(NamedTuple):
    """A line of RATINGS: a person's rating, how sure that is, and from how many games."""

    name: str
    kind: str
    rating: int
    deviation: int
    games: int


def find_kind_of_game(game: Play) -> str:
    """Return what a game is rated as."""
    return name_kind_of_model(game.variant.code, game.settings)


def name_kind_of_model(variant: str, settings: Settings) -> str:
    """Return what games of a variant with such settings are rated as."""
    return f"{variant}{' gunboat' if settings.press == 'none' else ''}"


def make_game_result(game: Play, now: datetime) -> GameResult | None:
    """Return what became of a game that has ended; None for one that has no result."""
    ended = game.position.ended
    seats = [seat for seat in game.players if seat.powers]
    if ended is None or ended.how == UNPLAYED or not seats:
        return None
    centers = [_count_centers(game, seat) for seat in seats]
    winners = [
        number for number, seat in enumerate(seats) if not {*seat.powers}.isdisjoint(ended.winners)
    ]
    points = score_game(find_scoring(game.settings.scoring), centers, winners)
    ranks = [
        (number not in winners, -count if number not in winners else 0)
        for number, count in enumerate(centers)
    ]
    results = tuple(
        SeatResult(
            seat.name,
            seat.powers,
            _judge_outcome(game, seat, number, winners),
            centers[number],
            1 + sum(rank < ranks[number] for rank in ranks),
            points[number],
        )
        for number, seat in enumerate(seats)
    )
    return GameResult(
        game.name,
        game.variant.code,
        find_kind_of_game(game),
        str(game.position.turn),
        ended.how,
        game.settings.scoring,
        game.settings.rated and game.settings.listed,
        game.settings.listed,
        now,
        results,
    )


def _count_centers(game: Play, seat: Seat) -> int:
    return sum(len(game.position.centers_of(power)) for power in seat.powers)


def _judge_outcome(game: Play, seat: Seat, number: int, winners: Sequence[int]) -> Outcome:
    if number in winners:
        return "solo" if len(winners) == 1 else "draw"
    survived = any(map(game.position.has_survived, seat.powers))
    return "survived" if survived else "eliminated"


class Tenure(NamedTuple):
    """That somebody held a seat from one turn to another, both by their numbers. ``person`` tells
    persons apart."""

    seat: str
    person: int
    first: int
    last: int


def shares_of_seats(tenures: Sequence[Tenure], end: int) -> Mapping[tuple[str, int], float]:
    """Return how much of the game each person held each seat, by seat and person.

    A game that ended in its first turn counts as held by those who were there at its end.
    """
    begin = min((tenure.first for tenure in tenures), default=end)
    whole = max(end - begin, 1)
    shares: dict[tuple[str, int], float] = {}
    for tenure in tenures:
        span = tenure.last - tenure.first or (1 if begin == end else 0)
        key = tenure.seat, tenure.person
        shares[key] = min(1.0, shares.get(key, 0.0) + span / whole)
    return {key: share for key, share in shares.items() if share}


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
