"""What players say of their bombs in words of their own: the orders they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.engine.legality import check_order
from judge.game.procedure import GameProcedure, OpenMatter
from judge.game.sentences.marks import MarkedSentence
from judge.game.state import Play, Seat
from judge.language.word_lists import list_words
from judge.language.writer import write_order
from judge.model.order import Hold, Order
from judge.model.turn import Phase
from judge.variants.gd.orders import ARSENAL, Bomb


class BombTalk(GameProcedure):
    """A bomb that is called off, or is to fall elsewhere, or of which only the target is said."""

    def find_lines_meant(self, game: Play, seat: Seat, said: MarkedSentence) -> OpenMatter | None:
        """Return the order for an arsenal that a sentence may mean; None if that is open."""
        if game.position.turn.phase is not Phase.MOVEMENT or said.asks:
            return None
        bombs = _list_standing_bombs(game, seat)
        named = [*_list_codes(game, said)]
        told = [bomb for bomb in bombs if bomb.target in named]
        speaks = _has(said, "speaks_of_bombs")
        if not (speaks or (told and _has(said, "speaks_of_change"))) or _has(said, "hands_on"):
            return None
        own = {
            unit.at.province for unit in game.position.units.values() if unit.power in seat.powers
        }
        targets = [
            code for code in named if code not in own and all(b.target != code for b in bombs)
        ]
        denies = _has(said, "speaks_against", "takes_offer_back", "may_take_offer_back")
        meant = told or bombs
        orders: Sequence[Order] = ()
        if len(meant) == 1 and not targets and denies:
            orders = [Hold(meant[0].unit)]
        elif len(targets) == 1 and bombs:
            orders = [replace(bomb, target=targets[0]) for bomb in meant]
        elif len(targets) == 1 and not denies:
            arsenals = (unit for unit in game.position.units.values() if unit.kind == ARSENAL)
            orders = [Bomb(u, (), targets[0]) for u in arsenals if u.power in seat.powers]
        legal = [each for each in orders if check_order(game.variant, game.position, each) is None]
        lines = tuple(write_order(each, game.variant) for each in legal)
        return OpenMatter(lines) if len(lines) == 1 else None


def _has(said: MarkedSentence, *lists: str) -> bool:
    return any(not {*said.words}.isdisjoint(list_words(name)) for name in lists)


def _list_standing_bombs(game: Play, seat: Seat) -> list[Bomb]:
    orders = (order for power in seat.powers for order in game.orders.get(power, ()))
    return [order for order in orders if isinstance(order, Bomb)]


def _list_codes(game: Play, said: MarkedSentence) -> Iterator[str]:
    """Yield the spaces that a sentence names."""
    names = {space.name: code for code, space in game.variant.map.provinces.items()}
    yield from (names[name] for name in said.values.get("place", ()) if name in names)
