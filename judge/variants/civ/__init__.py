"""Civilization: scattered starts, sight of what is near, contact by nearness and by bounces."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from judge.hooks import Ruleset, RunningGame, Settlement, Spec
from judge.model.facts import BOUNCE, CONTACT, NAME, split_encounter
from judge.model.map import Map, Power
from judge.model.motion import Motion
from judge.model.position import Fact, Noted, Position
from judge.model.reason import Reason
from judge.model.sheet import PhaseRecord
from judge.model.turn import Turn
from judge.rules.aftermath import CenterVictory, Encounters
from judge.rules.disclosure import SeesNear
from judge.rules.motions import Concession, Draw
from judge.tables import Table, Words
from judge.variants.civ.disclosure import SecretDisclosure
from judge.variants.civ.homes import HomeGrowth
from judge.variants.civ.names import NameRule
from judge.variants.civ.offers import Offers


class NamesTable(Table):
    """What civilizations are called that choose no name; no name of a space is among them."""

    all: Words


class CivTables(Table):
    """The tables of its own."""

    names: NamesTable


TABLES = CivTables


def rules(stock: Ruleset, spec: Spec) -> Ruleset:
    """Return the rules of the map's variant as they are for civilizations."""
    names = spec.check_tables(CivTables).names.all
    return replace(
        stock,
        opening=ScatteredOpening(spec.calendar.find_first_turn(), names),
        sight=SeesNear(),
        disclosure=SecretDisclosure(reserved_names=frozenset(names)),
        aftermath=(
            Encounters(),
            *stock.aftermath,
            HomeGrowth(spec.calendar),
            ContactRule(),
            NameRule(spec.calendar.find_first_turn()),
        ),
        motions={
            **stock.motions,
            "concession": QuietConcession(),
            "draw": QuietDraw(),
        },
        procedure=Offers(),  # and no council: to vote on others is to know of them
        endings=stock.endings or (CenterVictory(spec.win, spec.calendar),),
    )


class QuietConcession(Concession):
    """A concession that does not tell whether the power conceded to is still in the game."""

    def check_motion(self, motion: Motion, game: RunningGame) -> Reason | None:
        """Take every ballot."""
        return None

    def is_carried(self, motion: Motion, game: RunningGame) -> bool:
        """Count as ever, but nobody concedes to the dead."""
        return super().check_motion(motion, game) is None and super().is_carried(motion, game)


class QuietDraw(Draw):
    """A draw that does not tell whether those named are still in the game."""

    def check_motion(self, motion: Motion, game: RunningGame) -> Reason | None:
        """Take every ballot that names those whom the voter knows."""
        return Reason("draw_dias") if motion.terms and game.settings.dias else None

    def is_carried(self, motion: Motion, game: RunningGame) -> bool:
        """Count as ever, but the dead share nothing."""
        return super().check_motion(motion, game) is None and super().is_carried(motion, game)


NAMELESS = "civilization"
"""With three digits behind it, the id of a power that players name: too long for a game's name."""

_SIGNS = 0xE100
"""Where the signs of such powers begin, see ``Power.sign``: characters for private use."""


def board(game_map: Map, spec: Spec) -> Map:
    """Return the map with the civilizations of a game in place of its powers."""
    count = int(spec.options["civs"])
    powers = [Power(f"{NAMELESS}{n:03}", "", sign=chr(_SIGNS + n)) for n in range(1, count + 1)]
    return replace(game_map, powers={power.name: power for power in powers})


@dataclass(frozen=True)
class ScatteredOpening:
    """Each power begins with one center drawn by lot, no two of them adjacent (CIV-2).

    ``names`` are what powers are called that choose no name.
    """

    turn: Turn
    names: tuple[str, ...]

    def deal_position(self, game_map: Map, powers: Sequence[str], seed: int) -> Position:
        """Return the first position: centers and names, and no units yet."""
        chance = random.Random(seed)
        places = pick_scattered_centers(game_map, len(powers), chance)
        spaces = {word for code in game_map.provinces.values() for word in code.name.split()}
        called = chance.sample([name for name in self.names if name not in spaces], len(powers))
        return Position(
            turn=self.turn,
            units={},
            owners=dict(zip(places, powers, strict=True)),
            homes={power: (place,) for power, place in zip(powers, places, strict=True)},
            facts=frozenset(
                Fact(NAME, power, name) for power, name in zip(powers, called, strict=True)
            ),
        )

    def list_powers_of_players(
        self, powers: Sequence[str], seed: int
    ) -> tuple[tuple[str, ...], ...]:
        """Return every power alone."""
        return tuple((power,) for power in powers)


def pick_scattered_centers(game_map: Map, count: int, chance: random.Random) -> list[str]:
    """Return so many centers, no two of them adjacent.

    Raises ValueError if after many draws the map has no room for them.
    """
    for _ in range(10_000):
        free_centers = list(game_map.centers)
        chance.shuffle(free_centers)
        places: list[str] = []
        while free_centers and len(places) < count:
            place = free_centers.pop()
            places.append(place)
            free_centers = [code for code in free_centers if code not in game_map.contacts[place]]
        if len(places) == count:
            return places
    raise ValueError(f"{game_map.name} has no room for {count} civilizations")


class ContactRule:
    """Whoever bounces, or has a unit in or beside a unit or a center of another, meets (CIV-6, 11).

    Contact is mutual and lasts.
    """

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Note the contacts that are new."""
        new = {
            Fact(CONTACT, power, other)
            for pair in list_meeting_pairs(record)
            for power, other in permutations(pair, 2)
        } - record.after.facts
        return Settlement(effects=tuple(Noted(fact) for fact in sorted(new)))


def list_meeting_pairs(record: PhaseRecord) -> Iterator[tuple[str, str]]:
    """Yield pairs of powers that meet in the phase, by its bounces and by where all stand now."""
    after, before = record.after, record.before
    for fact in after.facts:
        if fact.rule == BOUNCE and split_encounter(fact)[1] != fact.about:
            yield fact.about, split_encounter(fact)[1]
    for place, unit in after.units.items():
        for near in {place, *record.board.map.contacts[place]}:
            there = after.units.get(near)
            powers = {after.owners.get(near), before.owners.get(near), there and there.power}
            for power in powers - {unit.power, None}:
                yield unit.power, str(power)
