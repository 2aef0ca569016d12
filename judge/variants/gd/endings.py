"""How a game of Global Diplomacy ends, counted for each player over all the powers that they hold.

The order within a season: uninhabitable globe, victory, the question to two who have the number,
first elimination where that is agreed, deadlock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from judge.hooks import NOTHING, RunningGame, Settlement
from judge.model.map import Location, Map
from judge.model.motion import Motion
from judge.model.paths import list_distances_from
from judge.model.position import Effect, Ended, Fact, Forgotten, Noted, Position, Unit
from judge.model.sheet import PhaseRecord
from judge.model.turn import Calendar
from judge.rules.aftermath import are_centers_counted
from judge.rules.motions import Draw
from judge.rules.opening import collect_powers_by_side
from judge.variants.gd.ruins import collect_destroyed_spaces

QUESTION = "gd.question"
"""The fact of an open question to a power's player: share the victory or play on?"""
BOUND = "gd.bound"
"""The fact of the most centers that a player, named by all their powers, could ever control."""


def collect_center_counts_by_player(position: Position) -> Mapping[tuple[str, ...], int]:
    """Return how many centers each player has, by their powers."""
    return {
        powers: sum(owner in powers for owner in position.owners.values())
        for powers in collect_powers_by_side(position).values()
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
            for powers, held in collect_center_counts_by_player(record.after).items()
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
            powers
            for powers, held in collect_center_counts_by_player(after).items()
            if held >= self.win
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
        held, last = collect_center_counts_by_player(record.after), self.calendar.steps[-1].season
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
        most = collect_center_bounds_by_player(record.after, record.board.map, self.win)
        if most is None:
            return NOTHING
        held = collect_powers_by_side(record.after)
        facts = [Fact(BOUND, " + ".join(held[side]), str(most[side])) for side in most]
        return Settlement(effects=tuple(map(Noted, facts)))

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """Look whether bounds were noted."""
        after = record.after
        if not any(fact.rule == BOUND for fact in after.facts):
            return None
        played = chain.from_iterable(collect_powers_by_side(after).values())
        return Ended("draw", tuple(power for power in played if after.has_survived(power)))


class SharedVictory(Draw):
    """While two are asked, DRAW from both ends the game as theirs (GD II.5).

    A draw of all who survive may be agreed to as ever (GD II.4).
    """

    def is_carried(self, motion: Motion, game: RunningGame) -> bool:
        """Carried by the two who are asked, or by everybody."""
        return bool(_list_powers_sharing_victory(motion, game)) or super().is_carried(motion, game)

    def list_effects_if_carried(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """The two share the game, else all survivors."""
        sharers = _list_powers_sharing_victory(motion, game)
        return (
            (Ended("draw", sharers),) if sharers else super().list_effects_if_carried(motion, game)
        )


def _list_powers_sharing_victory(motion: Motion, game: RunningGame) -> tuple[str, ...]:
    """Return the powers of the two who are asked if both agree to a draw of no named powers."""
    asked = {fact.about for fact in game.position.facts if fact.rule == QUESTION}
    seats = {seat.name for seat in game.players if asked & set(seat.powers)}
    if motion.terms or not seats <= motion.collect_seats_with_ballot("yes"):
        return ()
    return tuple(power for power in game.variant.map.powers if power in asked)


def collect_center_bounds_by_player(
    position: Position, game_map: Map, enough: int
) -> Mapping[str, int] | None:
    """Return each player's bound, or None as soon as one is ``enough``.

    It counts the centers they control and those that their units, or units built in their open home
    centers, could reach over spaces that still exist, in any number of seasons, by any convoy.
    Without a player who has a center or a unit there is nothing to say.
    """
    gone = collect_destroyed_spaces(position)
    centers = frozenset(game_map.centers) - position.lost
    most: dict[str, int] = {}
    for side, powers in collect_powers_by_side(position).items():
        reachable_centers = {code for code, owner in position.owners.items() if owner in powers}
        for unit in _list_possible_units(position, game_map, powers):
            reachable_centers |= centers & _collect_reachable_provinces(
                game_map, unit.kind, unit.at, gone
            )
            if len(reachable_centers) >= enough:
                return None
        if any(position.has_survived(power) for power in powers):
            most[side] = len(reachable_centers)
    return most or None


def _list_possible_units(
    position: Position, game_map: Map, powers: tuple[str, ...]
) -> Iterator[Unit]:
    """Yield a side's units where they are or were, and those it could build."""
    standing = [*position.units.values(), *(dislodged.unit for dislodged in position.dislodged)]
    yield from (unit for unit in standing if unit.power in powers)
    for power in powers:
        for home in position.homes.get(power, ()):
            if position.owners.get(home) == power:
                for kind in game_map.kinds:
                    yield from (
                        Unit(power, kind, place)
                        for place in game_map.list_places_for_kind(kind, home)
                    )


@lru_cache(maxsize=4096)
def _collect_reachable_provinces(
    game_map: Map, kind: str, at: Location, gone: frozenset[str]
) -> frozenset[str]:
    """Return the provinces that a kind of unit can get to from a place."""
    if "move" not in game_map.kinds[kind].orders:
        return frozenset([at.province])
    ways = _collect_steps_by_place(game_map, kind)

    def next_places(here: Location) -> Iterator[Location]:
        return (to for to in ways.get(here, ()) if to.province not in gone)

    return frozenset([place.province for place, _ in list_distances_from([at], next_places)])


@lru_cache(maxsize=16)
def _collect_steps_by_place(game_map: Map, kind: str) -> Mapping[Location, tuple[Location, ...]]:
    """Return the steps of a kind of unit; one that is convoyed goes out to sea, and ashore."""
    convoyed = game_map.kinds[kind].convoyed
    ways: dict[Location, tuple[Location, ...]] = {}
    for code, province in game_map.provinces.items():
        near = game_map.contacts[code] if convoyed else frozenset()
        seas = tuple(Location(c) for c in near if game_map.provinces[c].terrain == "sea")
        for place in game_map.list_places_for_kind(kind, code):
            ways[place] = (*game_map.neighbors(kind, place), *seas)
        if convoyed and province.terrain == "sea":
            shores = (game_map.list_places_for_kind(kind, neighbor) for neighbor in near)
            ways[Location(code)] = (*seas, *chain.from_iterable(shores))
    return ways
