"""Games that robots play among themselves, without a mail: each sees its own View alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import collect_wanted_orders, list_next_turn_effects
from judge.hooks import Variant
from judge.library import load
from judge.model.order import Order
from judge.model.position import Position, apply_effects
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord
from judge.model.view import View
from judge.views.project import build_view

Player = Callable[[Variant, View, str, int], tuple[Order, ...]]
"""Who makes up the orders of a power, from its view and a seed."""


@dataclass
class Table:
    """A game in which each power is some player's."""

    variant: Variant
    players: Mapping[str, Player]
    seed: int
    position: Position = field(init=False)
    last: PhaseRecord | None = None

    def __post_init__(self) -> None:
        game_map = self.variant.map
        opening = self.variant.rules.opening
        self.position = opening.deal_position(game_map, tuple(game_map.powers), self.seed)

    def view(self, power: str) -> View:
        return build_view([power], self.position, self.last, self.variant, power)

    def orders(self) -> dict[str, tuple[Order, ...]]:
        wanted = collect_wanted_orders(self.variant, self.position)
        return {
            power: player(self.variant, self.view(power), power, self.seed)
            for power, player in self.players.items()
            if power in wanted
        }

    def play(self, orders: Mapping[str, tuple[Order, ...]]) -> PhaseRecord:
        record = adjudicate_phase(self.variant, self.position, orders)
        self.position = apply_effects(record.after, list_next_turn_effects(self.variant, record))
        self.last = record
        return record

    def turns(self, years: int) -> Iterator[PhaseRecord]:
        """Play so many years, or until the game is over."""
        start = self.position.turn.year
        span = self.variant.calendar.span or 1
        while self.position.ended is None and self.position.turn.year - start < years * span:
            yield self.play(self.orders())


def load_with_options(named: str) -> Variant:
    """Return a variant by its code, with options: ``civ:sight=near``."""
    code, *options = named.split(":")
    return load(code, dict(option.split("=", 1) for option in options))


def void_results(record: PhaseRecord) -> list[Result]:
    return [result for result in record.results if result.fate == "void"]
