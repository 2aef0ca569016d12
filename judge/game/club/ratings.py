"""Ratings of persons: the method of Weng and Lin for games of many players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


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
