"""What a finished game is worth: systems of scoring as data, a master's own, and ratings."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple


@dataclass(frozen=True)
class Scoring:
    """A scoring system. Whoever wins alone gets ``solo``, and the others nothing.

    Otherwise the points of a seat are the sum of: its part of ``draw``, which those in the draw
    share alike; its part of ``squares``, shared by the squares of the centers; ``each``, which
    everybody gets; ``center`` for each center; what ``ranks`` has for its place by centers, where
    equals share what their places have.
    """

    solo: float = 100
    draw: float = 0
    squares: float = 0
    each: float = 0
    center: float = 0
    ranks: tuple[float, ...] = ()


SYSTEMS: Mapping[str, Scoring] = {
    "draw-size": Scoring(draw=100),
    "sum-of-squares": Scoring(squares=100),
    "c-diplo": Scoring(each=1, center=1, ranks=(38, 14, 7)),
    "center-count": Scoring(solo=34, center=1),
}
"""The systems that have a name."""

_ALIASES = {
    "drawsize": "draw-size", "calhamer": "draw-size", "dss": "draw-size",
    "sumofsquares": "sum-of-squares", "squares": "sum-of-squares", "sos": "sum-of-squares",
    "cdiplo": "c-diplo", "centercount": "center-count", "centers": "center-count",
}  # fmt: skip


def read_scoring(text: str) -> str | None:
    """Return a system as it is kept: its name, or a master's own as a row of TOML; None for no
    system.

    A row is ``solo = 100, each = 1, center = 1, ranks = [38, 14, 7]``.
    """
    name = re.sub(r"[\s_-]+", "", text.casefold())
    named = next((key for key in SYSTEMS if key.replace("-", "") == name), _ALIASES.get(name))
    if named is not None:
        return named
    own = _read_row(text)
    return _write_scoring_row(own) if own is not None else None


def find_scoring(kept: str) -> Scoring:
    """Return the system that was kept."""
    return SYSTEMS.get(kept) or _read_row(kept) or SYSTEMS["draw-size"]


def _read_row(text: str) -> Scoring | None:
    try:
        row = tomllib.loads(f"row = {{{text}}}")["row"]
    except tomllib.TOMLDecodeError:
        return None
    known = {field.name for field in fields(Scoring)}
    if not row or not row.keys() <= known:
        return None
    numbers = {key: value for key, value in row.items() if key != "ranks"}
    ranks = row.get("ranks", [])
    if not isinstance(ranks, list) or not all(map(_is_number, (*numbers.values(), *ranks))):
        return None
    return Scoring(**{key: float(value) for key, value in numbers.items()}, ranks=tuple(ranks))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 10_000


def _write_scoring_row(scoring: Scoring) -> str:
    numbers = {field.name: getattr(scoring, field.name) for field in fields(Scoring)}
    ranks = numbers.pop("ranks")
    parts = [f"{name} = {value:g}" for name, value in numbers.items() if value or name == "solo"]
    if ranks:
        parts.append(f"ranks = [{', '.join(f'{value:g}' for value in ranks)}]")
    return ", ".join(parts)


def score_game(
    scoring: Scoring, centers: Sequence[int], winners: Sequence[int]
) -> tuple[float, ...]:
    """Return the points of each seat, in the order of ``centers``.

    ``winners`` are the numbers of the seats that won: one alone, or those who share a draw.
    """
    if len(winners) == 1:
        return tuple(scoring.solo if seat == winners[0] else 0.0 for seat in range(len(centers)))
    squares = sum(count * count for count in centers) or 1
    return tuple(
        (scoring.draw / len(winners) if seat in winners else 0.0)
        + scoring.squares * count * count / squares
        + scoring.each
        + scoring.center * count
        + _score_rank(scoring.ranks, centers, count)
        for seat, count in enumerate(centers)
    )


def _score_rank(ranks: Sequence[float], centers: Sequence[int], count: int) -> float:
    """Return what a place has; those with as many centers share what their places have."""
    ahead, equal = sum(other > count for other in centers), centers.count(count)
    return sum(ranks[ahead : ahead + equal]) / equal


class Rating(NamedTuple):
    """How strong somebody seems to be, how unsure that is, and from how many games it comes."""

    mean: float = 25.0
    deviation: float = 25.0 / 3
    games: int = 0

    @property
    def shown(self) -> tuple[int, int]:
        """The rating and twice its deviation on the scale on which they are told: beginners have
        1500, and 40 points are one of the method's."""
        return round(1500 + 40 * (self.mean - 25)), round(80 * self.deviation)


NEW = Rating()
_DIGITS = 6
"""So many are kept, so that all machines come to the same."""


class RatedSeat(NamedTuple):
    """A seat of a rated game: its place, and the persons who held it with their shares."""

    place: int
    holders: Mapping[int, float]


def rate_game(seats: Sequence[RatedSeat], ratings: Mapping[int, Rating]) -> dict[int, Rating]:
    """Return the ratings of all who played, after the game.

    A seat is as strong as its holders by their shares of the game, and what it gains or loses goes
    to each by their share, too (H. Weng and C. Lin, A Bayesian approximation method for online
    ranking, 2011; the model of Plackett and Luce).
    """
    held = [seat for seat in seats if seat.holders]
    if len(held) < 2:
        return {}
    # The library has all commands, but not this package, which the judge alone needs.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    before = [_make_rating(seat, ratings) for seat in held]
    teams = [[model.rating(mu=rating.mean, sigma=rating.deviation)] for rating in before]
    rated = model.rate(teams, ranks=[float(seat.place) for seat in held])
    after: dict[int, Rating] = {}
    for seat, was, (now,) in zip(held, before, rated, strict=True):
        for person, share in seat.holders.items():
            old = after.get(person, ratings.get(person, NEW))
            mean = old.mean + share * (now.mu - was.mean)
            deviation = old.deviation * (now.sigma / was.deviation) ** share
            after[person] = Rating(round(mean, _DIGITS), round(deviation, _DIGITS), old.games + 1)
    return after


def _make_rating(seat: RatedSeat, ratings: Mapping[int, Rating]) -> Rating:
    whole = sum(seat.holders.values())
    parts = [(ratings.get(person, NEW), share / whole) for person, share in seat.holders.items()]
    return Rating(
        sum(rating.mean * part for rating, part in parts),
        sum(rating.deviation * part for rating, part in parts),
    )
