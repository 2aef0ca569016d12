"""Writing orders: canonical text for the store, long wording for letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from judge.language.lexicon import coast_words
from judge.model.map import Location, Map
from judge.model.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from judge.model.position import Unit


def write(order: Order, game_map: Map) -> str:
    """Return the order as canonical text, which ``reader.read_order`` turns back into it.

    A variant's own order types provide a method ``write(unit)``, where ``unit`` writes a Unit.
    """

    def unit(one: Unit) -> str:
        return write_unit(one, game_map)

    own = cast(Callable[[Callable[[Unit], str]], str] | None, getattr(order, "write", None))
    if own is not None:
        return own(unit)
    text = unit(order.unit)
    if isinstance(order, Hold):
        return f"{text} H"
    if isinstance(order, Move):
        return f"{text} - {order.to}{' VIA' if order.via_convoy else ''}"
    if isinstance(order, Support):
        aim = f" - {order.into}" if order.into else ""
        return f"{text} S {unit(order.of)}{aim}"
    if isinstance(order, Convoy):
        return f"{text} C {unit(order.of)} - {order.to}"
    if isinstance(order, Retreat):
        return f"{text} - {order.to}"
    if isinstance(order, Disband):
        return f"{text} DISBAND"
    if isinstance(order, Build):
        return f"BUILD {text}"
    if isinstance(order, Remove):
        return f"REMOVE {text}"
    assert isinstance(order, Waive)
    return "WAIVE"


def write_unit(unit: Unit, game_map: Map) -> str:
    """Return a unit as canonical text, without its power: ``F STP/sc``."""
    kind = game_map.kinds[unit.kind].code + " " if unit.kind else ""
    return f"{kind}{unit.at}"


def place_words(location: Location, game_map: Map, article: bool = False) -> str:
    """Return a place as the judge prints it: ``St Petersburg (north coast)``, without a dot.

    With ``article`` seas take one: ``the Ionian Sea``.
    """
    province = game_map.provinces[location.province]
    name = province.name.replace(".", "")
    if article and province.terrain == "sea":
        name = f"the {name}"
    return f"{name} ({coast_words(location.coast)})" if location.coast else name


def unit_words(unit: Unit, game_map: Map, adjective: str = "") -> str:
    """Return a unit as the judge prints it: ``Army Venice``, ``Austrian Army Serbia``."""
    words = [adjective, unit.kind.capitalize(), place_words(unit.at, game_map)]
    return " ".join(word for word in words if word)


def say(order: Order, game_map: Map, adjective: str = "", route: Sequence[str] = ()) -> str:
    """Return an order in the judge's long wording, without the power and the final stop.

    ``adjective`` is that of the unit supported or convoyed, if it is another power's; ``route``
    are the provinces of the fleets that carried a move.
    """
    unit = unit_words(order.unit, game_map) if order.unit.kind else ""
    if isinstance(order, Hold):
        return f"{unit} HOLD"
    if isinstance(order, Move | Retreat):
        stops = [place_words(Location(code), game_map) for code in route]
        return " -> ".join([unit, *stops, place_words(order.to, game_map)])
    if isinstance(order, Support):
        aim = f" -> {place_words(order.into, game_map)}" if order.into else ""
        return f"{unit} SUPPORT {unit_words(order.of, game_map, adjective)}{aim}"
    if isinstance(order, Convoy):
        of = unit_words(order.of, game_map, adjective)
        return f"{unit} CONVOY {of} -> {place_words(order.to, game_map)}"
    if isinstance(order, Disband):
        return f"{unit} DISBAND"
    if isinstance(order, Build):
        kind = order.unit.kind
        article = "an" if kind[0] in "aeiou" else "a"
        return f"Builds {article} {kind} in {place_words(order.unit.at, game_map, True)}"
    if isinstance(order, Remove):
        return f"Removes the {order.unit.kind} in {place_words(order.unit.at, game_map, True)}"
    if isinstance(order, Waive):
        return "Build waived"
    return write(order, game_map)
