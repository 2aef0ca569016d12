"""How a game of Global Diplomacy ends, counted for each player over all the powers that they hold.

The order within a season: uninhabitable globe, victory, the question to two who have the number,
first elimination where that is agreed, deadlock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from judge.hooks import NOTHING, RunningGame, Settlement
from judge.model.motion import Motion
from judge.model.position import Effect, Ended, Fact, Forgotten, Noted, Position
from judge.model.sheet import PhaseRecord
from judge.model.turn import Calendar
from judge.rules.aftermath import are_centers_counted
from judge.rules.motions import Draw
from judge.rules.opening import powers_by_side
from judge.variants.gd.reachable_centers import center_bounds_by_player

QUESTION = "gd.question"
"""The fact of an open question to a power's player: share the victory or play on?"""
BOUND = "gd.bound"
"""The fact of the most centers that a player, named by all their powers, could ever control."""


def center_counts_by_player(position: Position) -> Mapping[tuple[str, ...], int]:
    """Return how many centers each player has, by their powers."""
    return {
        powers: sum(owner in powers for owner in position.owners.values())
        for powers in powers_by_side(position).values()
    }


@dataclass(frozen=True)
class UninhabitableEnding:
    """Fewer centers on the map than a victory takes: all lose (GD II.2)."""

    win: int

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """Count the centers that are left."""
        centers_left = len(frozenset(record.board.map.centers) - record.after.lost)
        return Ended("uninhabitable", ()) if centers_left < self.win else None


@dataclass(frozen=True)
class SideVictory:
    """The one player who has the number when owners are counted wins (GD II.1)."""

    win: int
    calendar: Calendar

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """Look at the owners after a count."""
        if not are_centers_counted(record.after, self.calendar):
            return None
        enough = [
            powers
            for powers, held in center_counts_by_player(record.after).items()
            if held >= self.win
        ]
        return Ended("victory", enough[0]) if len(enough) == 1 else None


@dataclass(frozen=True)
class JointQuestion:
    """Two players who have the number at one count are asked whether to share (GD II.5).

    The facts name every power of theirs and the turn of the count; each later count asks anew.
    They go when one of the two has the number no longer.
    """

    win: int
    calendar: Calendar

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Ask, ask again, or drop the question."""
        after = record.after
        asked = [fact for fact in after.facts if fact.rule == QUESTION]
        now = are_centers_counted(after, self.calendar)
        if not asked and not now:
            return NOTHING
        enough = [
            powers for powers, held in center_counts_by_player(after).items() if held >= self.win
        ]
        holds = len(enough) > 1
        effects: list[Effect] = [Forgotten(fact) for fact in sorted(asked) if now or not holds]
        if now and holds:
            powers = chain.from_iterable(enough)
            effects += [Noted(Fact(QUESTION, power, str(after.turn))) for power in powers]
        return Settlement(effects=tuple(effects))


@dataclass(frozen=True)
class FirstElimination:
    """The first year in which a player lost their last center is the last (GD III.1)."""

    calendar: Calendar

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """At the year's last count: the most centers win, shared where equal."""
        held, last = center_counts_by_player(record.after), self.calendar.steps[-1].season
        if record.after.turn.season != last or not are_centers_counted(record.after, self.calendar):
            return None
        if all(held.values()):
            return None
        best = [powers for powers, count in held.items() if count == max(held.values())]
        return Ended("victory" if len(best) == 1 else "draw", tuple(chain.from_iterable(best)))


@dataclass(frozen=True)
class Deadlock:
    """When no player could reach the number even in principle, all who remain draw (GD II.3).

    The facts tell each player's bound.
    """

    win: int

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Note the bounds if all are below the number."""
        most = center_bounds_by_player(record.after, record.board.map, self.win)
        if most is None:
            return NOTHING
        held = powers_by_side(record.after)
        facts = [Fact(BOUND, " + ".join(held[side]), str(most[side])) for side in most]
        return Settlement(effects=tuple(map(Noted, facts)))

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """Look whether bounds were noted."""
        after = record.after
        if not any(fact.rule == BOUND for fact in after.facts):
            return None
        played = chain.from_iterable(powers_by_side(after).values())
        return Ended("draw", tuple(power for power in played if after.has_survived(power)))


class SharedVictory(Draw):
    """While two are asked, DRAW from both ends the game as theirs (GD II.5).

    A draw of all who survive may be agreed to as ever (GD II.4).
    """

    def is_carried(self, motion: Motion, game: RunningGame) -> bool:
        """Carried by the two who are asked, or by everybody."""
        return bool(_powers_sharing_victory(motion, game)) or super().is_carried(motion, game)

    def effects_if_carried(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """The two share the game, else all survivors."""
        sharers = _powers_sharing_victory(motion, game)
        return (Ended("draw", sharers),) if sharers else super().effects_if_carried(motion, game)


def _powers_sharing_victory(motion: Motion, game: RunningGame) -> tuple[str, ...]:
    """Return the powers of the two who are asked if both agree to a draw of no named powers."""
    asked = {fact.about for fact in game.position.facts if fact.rule == QUESTION}
    seats = {seat.name for seat in game.players if asked & set(seat.powers)}
    if motion.terms or not seats <= motion.seats_with_ballot("yes"):
        return ()
    return tuple(power for power in game.variant.map.powers if power in asked)
