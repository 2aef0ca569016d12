"""Home centers that grow with a power: the first it controls, and which it would rather have.

Of several gained at once the first by the alphabet are home centers, until the power names others
in the Winter that follows (CIV-7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.hooks import NOTHING, Settlement
from judge.model.facts import GAINED, WISHED, noted
from judge.model.map import Location, Map
from judge.model.position import (
    Captured,
    Effect,
    Fact,
    Forgotten,
    Noted,
    Position,
    Settled,
    Unsettled,
    apply,
)
from judge.model.reason import Reason
from judge.model.sheet import PhaseRecord
from judge.model.turn import Calendar, Phase, Turn

HOMES = 3


@dataclass(frozen=True)
class HomeGrowth:
    """The first three centers controlled are home centers, and a fourth one too (CIV-7).

    The fourth counts if it is controlled at the end of the second Winter after play has begun.
    """

    calendar: Calendar

    def apply_after(self, record: PhaseRecord) -> Settlement:
        """Note new home centers: those wished for, else the first by the alphabet."""
        after = record.after
        winter = after.turn.phase is Phase.ADJUSTMENTS
        second = second_winter(after.turn, self.calendar)
        gained = any(isinstance(effect, Captured) for effect in record.effects)
        effects: list[Effect] = []
        if second or (gained and not winter):
            for power in sorted(set(after.owners.values())):
                effects += _grown(power, after, second, record.board.map)
        if winter:
            facts = [fact for fact in after.facts if fact.rule in (GAINED, WISHED)]
            effects += [Forgotten(fact) for fact in sorted(facts)]
        return Settlement(effects=tuple(effects)) if effects else NOTHING


def _grown(power: str, after: Position, second: bool, game_map: Map) -> Iterator[Effect]:
    homes, owned = after.homes.get(power, ()), after.centers_of(power)
    room = HOMES + (second and len(owned) > HOMES) - len(homes)
    wishes = noted(after.facts, WISHED, power)
    fresh = [code for code in owned if code not in homes]
    fresh.sort(key=lambda code: (code not in wishes, game_map.provinces[code].name))
    for code in fresh[: max(room, 0)]:
        yield Settled(code, power)
        if not second:
            yield Noted(Fact(GAINED, power, code))


def second_winter(turn: Turn, calendar: Calendar) -> bool:
    """Say whether a turn is the second Winter after play has begun: its second adjustments."""
    if turn.phase is not Phase.ADJUSTMENTS or calendar.opens(turn):
        return False
    builds = [step.season for step in calendar.steps if Phase.ADJUSTMENTS in step.phases]
    return (turn.year - calendar.start) * len(builds) + builds.index(turn.season) == 1


def _new(position: Position, power: str) -> tuple[str, ...]:
    """Return a power's home centers gained since the last Winter, in their order."""
    new = noted(position.facts, GAINED, power)
    return tuple(code for code in position.homes.get(power, ()) if code in new)


def choice_refused(
    power: str, named: Sequence[str], position: Position, calendar: Calendar
) -> Reason | None:
    """Say why a power may not name these as its home centers.

    They must be its own and no homes of old, and no more than are free: those gained since the
    last Winter, and in the second Winter one more, which becomes the fourth.
    """
    if position.turn.phase is not Phase.ADJUSTMENTS:
        return Reason("homes_in_winter")
    homes, owned = position.homes.get(power, ()), position.centers_of(power)
    new = _new(position, power)
    for code in named:
        if position.owners.get(code) != power:
            return Reason("homes_not_owned", (Location(code),))
        if code in homes and code not in new:
            return Reason("homes_already", (Location(code),))
    fourth = second_winter(position.turn, calendar) and len(homes) == HOMES and len(owned) > HOMES
    room = len(new) + fourth
    if not room:
        return Reason("homes_none_new")
    return Reason("homes_too_many", (str(room),)) if len(named) > room else None


def choose(power: str, named: Sequence[str], position: Position) -> Position:
    """Return the position with these home centers of a power; the rest stays by the alphabet."""
    new = _new(position, power)
    taken = [*named, *(code for code in new if code not in named)]
    kept, wished = taken[: len(new)], named[len(new) :]
    effects: list[Effect] = []
    for code in new:
        effects += [Unsettled(code, power), Forgotten(Fact(GAINED, power, code))]
    for code in kept:
        effects += [Settled(code, power), Noted(Fact(GAINED, power, code))]
    for code in noted(position.facts, WISHED, power):
        effects.append(Forgotten(Fact(WISHED, power, code)))
    effects += [Noted(Fact(WISHED, power, code)) for code in wished]
    return apply(position, effects)
