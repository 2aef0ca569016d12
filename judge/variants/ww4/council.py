"""The United Nations: who may be nominated, who has how many votes, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from judge.hooks import RunningGame
from judge.model.map import Map
from judge.model.motion import Motion
from judge.model.position import Ended, Position
from judge.model.reason import Reason
from judge.model.turn import Phase, Turn
from judge.rules.motions import MotionRules
from judge.tables import Positive, Table

COALITION = "coalition"
"""The kind of motion that a line of the ballot is."""


class CouncilTable(Table):
    """The vote on coalitions: the ``votes`` that win, how many places lead, and ``members``: from
    which year of play on a coalition has how many. It closes so many hours before the deadline.
    """

    votes: Positive
    top: Positive
    members: Annotated[tuple[tuple[Positive, Positive], ...], Field(min_length=1)]
    close: Positive


@dataclass(frozen=True)
class UnitedNations:
    """Coalitions are nominated after the moves of Spring and voted on until shortly before Fall's.

    ``start`` is the first year of play.
    """

    board: Map
    start: int
    table: CouncilTable

    def can_nominate(self, turn: Turn) -> bool:
        """Say whether it is a Summer of a year in which there is a vote."""
        return turn.season == "summer" and self.count_coalition_size(turn) > 0

    def find_time_closed_early(self, turn: Turn) -> timedelta | None:
        """Say how long before the moves of Fall the vote closes."""
        fall = turn.season == "fall" and turn.phase is Phase.MOVEMENT
        return (
            timedelta(hours=self.table.close) if fall and self.count_coalition_size(turn) else None
        )

    def count_coalition_size(self, turn: Turn) -> int:
        """Return how many members a coalition has in that year: 0 before the first vote."""
        year = turn.year - self.start + 1
        sizes = [size for since, size in sorted(self.table.members) if since <= year]
        return sizes[-1] if sizes else 0

    def count_years_of_votes(self, turn: Turn) -> int:
        """Return how many years there has been a vote, the present one included."""
        return turn.year - self.start + 2 - min(since for since, _ in self.table.members)

    def describe_nominations(self, position: Position) -> Reason:
        """Say how many members a coalition has, and one of whom has to be in it."""
        lead = self.list_leading_powers(position)
        named = lead if len(lead) <= 2 * self.table.top else ()
        return Reason("nominations_open", (str(self.count_coalition_size(position.turn)), *named))

    def explain_refusal(self, members: Sequence[str], position: Position) -> Reason | None:
        """Say why those powers are no coalition to be voted on."""
        twice = [power for power, times in Counter(members).items() if times > 1]
        if twice:
            return Reason("named_twice", (twice[0],))
        for power in members:
            if not owns_a_center(power, position):
                return Reason("not_surviving", (power,))
        size = self.count_coalition_size(position.turn)
        if len(members) != size:
            return Reason("coalition_size", (str(size), str(len(members))))
        lead = self.list_leading_powers(position)
        return None if set(lead) & {*members} else Reason("no_leader", lead)

    def list_leading_powers(self, position: Position) -> tuple[str, ...]:
        """Return the powers with the most centers, all who tie for the last place included."""
        counts = Counter(position.owners.values())
        ranking = sorted(counts.values(), reverse=True)[: self.table.top]
        return tuple(power for power in self.board.powers if counts[power] >= ranking[-1] > 0)

    def collect_votes_by_power(self, position: Position) -> Mapping[str, int]:
        """Return the votes of each power: for being alive, for capitals, for majorities."""
        owners, votes = position.owners, Counter[str]()
        for power in self.board.powers.values():
            if owns_a_center(power.name, position):
                votes[power.name] += 1
            holder = owners.get(power.capital)
            if holder:
                votes[holder] += 1
            heir = self._find_majority_holder(power.name, position)
            if heir:
                votes[heir] += 1
        return {power: votes[power] for power in self.board.powers}

    def count_votes_of_eliminated(self, position: Position) -> int:
        """Return the votes of the eliminated, which go to every coalition."""
        return sum(not owns_a_center(power, position) for power in self.board.powers)

    def elect_coalition(self, tallies: Mapping[tuple[str, ...], int]) -> Ended | None:
        """Return the coalition with the most votes, if it has enough and none has as many."""
        best = Counter(tallies).most_common(2)
        if not best or best[0][1] < self.table.votes:
            return None
        if len(best) == 2 and best[1][1] == best[0][1]:
            return None
        return Ended("coalition", best[0][0])

    def _find_majority_holder(self, power: str, position: Position) -> str | None:
        """Return who holds the majority of a power's original centers."""
        origin = self.board.powers[power]
        held = Counter(position.owners[code] for code in origin.homes if code in position.owners)
        for holder, count in held.items():
            if 3 * count >= 2 * len(origin.homes):
                return holder
        if held.total() < len(origin.homes):
            return None
        return power if power in held else position.owners.get(origin.capital)


@dataclass(frozen=True, kw_only=True)
class Coalition(MotionRules):
    """A line of the ballot: votes are weighed, and those of the eliminated go to every line.

    Which of the lines is carried the council says of all of them (``elected``).
    """

    share: Fraction | None = None
    public: bool = True
    named: bool = True
    council: UnitedNations

    def collect_votes_by_seat(self, motion: Motion, game: RunningGame) -> Mapping[str, int]:
        """Return the votes of each seat: those of its powers."""
        votes = self.council.collect_votes_by_power(game.position)
        return {seat.name: sum(votes[power] for power in seat.powers) for seat in game.players}

    def count_votes(self, motion: Motion, game: RunningGame, ballot: str = "yes") -> int:
        """Add the votes of the eliminated."""
        return self.council.count_votes_of_eliminated(game.position) + super().count_votes(
            motion, game, ballot
        )


def owns_a_center(power: str, position: Position) -> bool:
    """Say whether a power has a center left."""
    return power in position.owners.values()
