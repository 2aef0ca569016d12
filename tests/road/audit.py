"""Whether a position can be: checked by the map alone, without the rules that made it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from judge.model.map import Map
from judge.model.position import Position
from judge.model.turn import Phase


def position_faults(game_map: Map, position: Position) -> Iterator[str]:
    """Yield what is wrong with a position, a sentence each; nothing if it is sound."""
    for code, unit in position.units.items():
        if code != unit.at.province:
            yield f"{unit} is filed under {code}"
        if unit.power not in game_map.powers:
            yield f"{unit} belongs to nobody"
        if not game_map.can_stand(unit.kind, unit.at):
            yield f"{unit} cannot stand there"
    if position.dislodged and position.turn.phase is not Phase.RETREATS:
        yield f"units wait to retreat in {position.turn}"
    for dislodged in position.dislodged:
        unit = dislodged.unit
        for place in dislodged.options:
            if place not in game_map.neighbors(unit.kind, unit.at):
                yield f"{unit} cannot retreat to {place}"
            if place.province in position.units:
                yield f"{place} is taken, and {unit} may retreat there"
    for code, power in position.owners.items():
        if not game_map.provinces[code].center or power not in game_map.powers:
            yield f"{power} owns {code}"
    units = Counter(unit.power for unit in position.units.values())
    if position.turn.phase is Phase.MOVEMENT and position.turn.season == "spring":
        owned = Counter(position.owners.values())
        for power, count in units.items():
            if count > owned[power]:
                yield f"{power} has {count} units and {owned[power]} centers in Spring"


def visible_spaces(power: str, position: Position, game_map: Map) -> tuple[set[str], set[str]]:
    """Return the spaces whose units a civilization sees, and those whose centers' owners.

    Worked out from the rules' text and the map's borders, not by the rule that the judge uses.
    """
    standing = [unit for unit in position.units.values() if unit.power == power]
    standing += [gone.unit for gone in position.dislodged if gone.unit.power == power]
    own = {code for code, owner in position.owners.items() if owner == power}
    near = _around({unit.at.province for unit in standing}, game_map)
    return near | _around(own, game_map), near | own


def _around(spaces: set[str], game_map: Map) -> set[str]:
    legs = {leg.target.province for leg in game_map.legs if leg.origin.province in spaces}
    return spaces | legs


_STANDS = re.compile(r"^(\w+): +(Army|Fleet) +([^(.]+)", re.M)


def letter_faults(
    letter: str, power: str, position: Position, game_map: Map, called: Mapping[str, str]
) -> Iterator[str]:
    """Yield how the units on a letter's board differ from those that its reader sees.

    Nothing is yielded of a letter that shows no board. ``called`` are the names of the powers.
    """
    _, board_follows, shown_board = letter.partition("Status of the")
    if not board_follows:
        return
    spaces, _ = visible_spaces(power, position, game_map)
    seen = {
        (called[unit.power], unit.kind.capitalize(), game_map.provinces[code].name)
        for code, unit in position.units.items()
        if code in spaces
    }
    shown = {(name, kind, place.strip()) for name, kind, place in _STANDS.findall(shown_board)}
    yield from (f"is shown {' '.join(unit)}" for unit in sorted(shown - seen))
    yield from (f"is not shown {' '.join(unit)}" for unit in sorted(seen - shown))
