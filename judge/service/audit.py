"""Whether a position can be: checked by the map alone, without the rules that made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from judge.model.map import Map
from judge.model.position import Position
from judge.model.turn import Phase


def faults(board: Map, position: Position) -> Iterator[str]:
    """Yield what is wrong with a position, a sentence each; nothing if it is sound."""
    for code, unit in position.units.items():
        if code != unit.at.province:
            yield f"{unit} is filed under {code}"
        if unit.power not in board.powers:
            yield f"{unit} belongs to nobody"
        if not board.stands(unit.kind, unit.at):
            yield f"{unit} cannot stand there"
    if position.dislodged and position.turn.phase is not Phase.RETREATS:
        yield f"units wait to retreat in {position.turn}"
    for driven in position.dislodged:
        for at in driven.options:
            if at not in board.neighbours(driven.unit.kind, driven.unit.at):
                yield f"{driven.unit} cannot retreat to {at}"
            if at.province in position.units:
                yield f"{at} is taken, and {driven.unit} may retreat there"
    for code, power in position.owners.items():
        if not board.provinces[code].centre or power not in board.powers:
            yield f"{power} owns {code}"
    units = Counter(unit.power for unit in position.units.values())
    if position.turn.phase is Phase.MOVEMENT and position.turn.season == "spring":
        owned = Counter(position.owners.values())
        for power, count in units.items():
            if count > owned[power]:
                yield f"{power} has {count} units and {owned[power]} centers in Spring"
