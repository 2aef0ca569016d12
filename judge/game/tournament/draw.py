"""The draw of a round: who meets whom on which board, with which power.

It is a search by exchanging two players at a time, begun by lot and led by a seed: the same players
with the same past and seed are drawn alike.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

_STEPS_PER_PLAYER = 600
_MOST_STEPS = 60_000
"""So many exchanges are tried; a draw without any repetition ends the search before."""
_WARMTH = 0.6
"""How readily the search takes a step that makes the draw worse, at its beginning."""

_LOTS = 1000
_MOST_SEATS_DRAWN = 200_000
"""So many seats are drawn by lot at most, to compare with."""


class Past(NamedTuple):
    """What was before: how often two players have met, and a player has had a seat of a board."""

    met: Mapping[frozenset[int], int]
    sat: Mapping[tuple[int, int], int]


class DrawQuality(NamedTuple):
    """How often people meet again whom they have met, and get a power again that they had."""

    meetings: int
    powers: int

    @property
    def cost(self) -> int:
        """How bad that is."""
        return self.meetings + 2 * self.powers


class LotsCompared(NamedTuple):
    """What so many ``draws`` by lot come to: the ``best`` of them, and the ``middle`` one."""

    draws: int
    best: DrawQuality
    middle: DrawQuality


Pots = Literal["one", "spread", "alike"]

Tables = list[list[int]]
"""The players of each board, in the order of its seats."""


def sum_up_tables(rounds: Iterable[Sequence[Sequence[int]]]) -> Past:
    """Return what earlier rounds come to: the players of each board, in the order of the seats."""
    met: Counter[frozenset[int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    for tables in rounds:
        for players in tables:
            met.update(map(frozenset, combinations(players, 2)))
            sat.update((player, seat) for seat, player in enumerate(players))
    return Past(met, sat)


def rate_draw(tables: Sequence[Sequence[int]], past: Past) -> DrawQuality:
    """Return how often people meet again, and have the same power again; twice for the third
    time, and so on."""
    meetings = sum(
        past.met.get(frozenset(pair), 0) for players in tables for pair in combinations(players, 2)
    )
    powers = sum(
        past.sat.get((player, seat), 0) for players in tables for seat, player in enumerate(players)
    )
    return DrawQuality(meetings, powers)


def draw_by_lot(players: Sequence[int], size: int, chance: random.Random) -> Tables:
    """Return boards of that size, drawn by lot alone."""
    order = list(players)
    chance.shuffle(order)
    return [order[at : at + size] for at in range(0, len(order), size)]


def compare_with_lots(players: Sequence[int], size: int, past: Past, seed: int) -> LotsCompared:
    """Return what draws by lot would come to; there are fewer where there are many players."""
    chance = random.Random(seed)
    draws = max(1, min(_LOTS, _MOST_SEATS_DRAWN // max(len(players), 1)))
    rated = sorted(
        (rate_draw(draw_by_lot(players, size, chance), past) for _ in range(draws)),
        key=lambda quality: quality.cost,
    )
    return LotsCompared(draws, rated[0], rated[draws // 2])


def draw_round(
    players: Sequence[int], size: int, past: Past, seed: int, *, pots: Pots = "one"
) -> Tables:
    """Return the boards of a round, with opponents and powers as different as can be found.

    The players are given the strongest first. ``pots`` are those of whom each board gets as many as
    any other: of all together; of the strongest, of the next, and so on (``spread``); or two boards
    have a pot of their own, the first two the strongest (``alike``).
    """
    chance = random.Random(seed)
    count = len(players) // size
    width = {"one": len(players), "spread": count, "alike": 2 * size}[pots]
    pot_of = {player: rank // width for rank, player in enumerate(players)}
    tables: Tables = [[] for _ in range(count)]
    for pot in range(max(pot_of.values(), default=-1) + 1):
        members = [player for player in players if pot_of[player] == pot]
        chance.shuffle(members)
        of_pot = tables[2 * pot : 2 * pot + 2] if pots == "alike" else tables
        for number, player in enumerate(members):
            of_pot[number % len(of_pot)].append(player)
    for table in tables:
        chance.shuffle(table)
    return _DrawSearch(tables, past, pot_of, chance).find_best_tables()


class _DrawSearch:
    """A draw that is made better step by step."""

    def __init__(
        self, tables: Tables, past: Past, pot_of: Mapping[int, int], chance: random.Random
    ) -> None:
        self._tables, self._past, self._pot_of, self._chance = tables, past, pot_of, chance
        self._places = [
            (table, seat) for table, row in enumerate(tables) for seat in range(len(row))
        ]

    def find_best_tables(self) -> Tables:
        """Exchange players until nothing is repeated, or enough was tried; return the best."""
        if not self._past.met:
            return self._tables
        cost = rate_draw(self._tables, self._past).cost
        best, best_cost = [list(row) for row in self._tables], cost
        steps = min(_MOST_STEPS, _STEPS_PER_PLAYER * len(self._places))
        for step in range(steps):
            if not cost:
                break
            one, other = self._choose_places()
            if one is None or other is None:
                continue
            change = self._exchange_players(one, other)
            warmth = _WARMTH * (1 - step / steps)
            if change > 0 and self._chance.random() >= _measure_odds(change, warmth):
                self._exchange_players(one, other)
                continue
            cost += change
            if cost < best_cost:
                best, best_cost = [list(row) for row in self._tables], cost
        return best

    def _choose_places(
        self,
    ) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        """Return two places whose players may be exchanged: the first has something repeated."""
        one = self._chance.choice(self._places)
        if not self._measure_cost_at(*one):
            return None, None
        other = (
            (one[0], self._chance.randrange(len(self._tables[one[0]])))
            if self._chance.random() < 0.3
            else self._chance.choice(self._places)
        )
        same_pot = self._pot_of[self._find_player(one)] == self._pot_of[self._find_player(other)]
        return (one, other) if one != other and (one[0] == other[0] or same_pot) else (None, None)

    def _find_player(self, place: tuple[int, int]) -> int:
        return self._tables[place[0]][place[1]]

    def _exchange_players(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        """Exchange two players; return by how much the draw is worse."""
        places = (one, other)
        alike = one[0] == other[0]
        before = sum(self._measure_cost_at(*place, powers_only=alike) for place in places)
        first, second = self._find_player(one), self._find_player(other)
        self._tables[one[0]][one[1]], self._tables[other[0]][other[1]] = second, first
        return sum(self._measure_cost_at(*place, powers_only=alike) for place in places) - before

    def _measure_cost_at(self, table: int, seat: int, *, powers_only: bool = False) -> int:
        row = self._tables[table]
        player = row[seat]
        powers = 2 * self._past.sat.get((player, seat), 0)
        if powers_only:
            return powers
        met = self._past.met
        return powers + sum(
            met.get(frozenset((player, rival)), 0) for rival in row if rival != player
        )


def _measure_odds(change: int, warmth: float) -> float:
    """Return how likely a step is taken that makes the draw worse by so much."""
    return float(2.718281828459045 ** (-change / warmth)) if warmth > 1e-9 else 0.0
