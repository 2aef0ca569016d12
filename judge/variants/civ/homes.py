"""Home centers that grow with a power: the first it controls, and which it would rather have.

Of several gained at once the first by the alphabet are home centers, until the power names others
in the Winter that follows (CIV-7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.hooks import NOTHING, Settlement
from judge.model.facts import GAINED, WISHED, list_fact_values, list_faded_facts
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
    apply_effects,
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

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Note new home centers: those wished for, else the first by the alphabet."""
        after = record.after
        winter = after.turn.phase is Phase.ADJUSTMENTS
        second = is_second_winter(after.turn, self.calendar)
        gained = any(isinstance(effect, Captured) for effect in record.effects)
        effects: list[Effect] = []
        if second or (gained and not winter):
            for power in sorted(set(after.owners.values())):
                effects += _list_effects_of_growth(power, after, second, record.board.map)
        if winter:
            facts = [fact for fact in after.facts if fact.rule in (GAINED, WISHED)]
            facts += list_faded_facts(after.facts, after.turn.year)
            effects += [Forgotten(fact) for fact in sorted(facts)]
        return Settlement(effects=tuple(effects)) if effects else NOTHING


def _list_effects_of_growth(
    power: str, after: Position, second: bool, game_map: Map
) -> Iterator[Effect]:
    homes, owned = after.homes.get(power, ()), after.centers_of(power)
    room = HOMES + (second and len(owned) > HOMES) - len(homes)
    wishes = list_fact_values(after.facts, WISHED, power)
    fresh = [code for code in owned if code not in homes]
    fresh.sort(key=lambda code: (code not in wishes, game_map.provinces[code].name))
    for code in fresh[: max(room, 0)]:
        yield Settled(code, power)
        if not second:
            yield Noted(Fact(GAINED, power, code))


def is_second_winter(turn: Turn, calendar: Calendar) -> bool:
    """Say whether a turn is the second Winter after play has begun: its second adjustments."""
    if turn.phase is not Phase.ADJUSTMENTS or calendar.is_opening_turn(turn):
        return False
    builds = [step.season for step in calendar.steps if Phase.ADJUSTMENTS in step.phases]
    return (turn.year - calendar.start) * len(builds) + builds.index(turn.season) == 1


def _list_new_homes(position: Position, power: str) -> tuple[str, ...]:
    """Return a power's home centers gained since the last Winter, in their order."""
    new = list_fact_values(position.facts, GAINED, power)
    return tuple(code for code in position.homes.get(power, ()) if code in new)


def explain_refused_homes(
    power: str, named: Sequence[str], position: Position, calendar: Calendar
) -> Reason | None:
    """Say why a power may not name these as its home centers.

    They must be its own and no homes of old, and no more than are free: those gained since the
    last Winter, and in the second Winter one more, which becomes the fourth.
    """
    if position.turn.phase is not Phase.ADJUSTMENTS:
        return Reason("homes_in_winter")
    homes, owned = position.homes.get(power, ()), position.centers_of(power)
    new = _list_new_homes(position, power)
    for code in named:
        if position.owners.get(code) != power:
            return Reason("homes_not_owned", (Location(code),))
        if code in homes and code not in new:
            return Reason("homes_already", (Location(code),))
    fourth = (
        is_second_winter(position.turn, calendar) and len(homes) == HOMES and len(owned) > HOMES
    )
    room = len(new) + fourth
    if not room:
        return Reason("homes_none_new")
    return Reason("homes_too_many", (str(room),)) if len(named) > room else None


def choose_homes(power: str, named: Sequence[str], position: Position) -> Position:
    """Return the position with these home centers of a power; the rest stays by the alphabet."""
    new = _list_new_homes(position, power)
    homes_by_rank = [*named, *(code for code in new if code not in named)]
    chosen_homes, wished = homes_by_rank[: len(new)], named[len(new) :]
    effects: list[Effect] = []
    for code in new:
        effects += [Unsettled(code, power), Forgotten(Fact(GAINED, power, code))]
    for code in chosen_homes:
        effects += [Settled(code, power), Noted(Fact(GAINED, power, code))]
    for code in list_fact_values(position.facts, WISHED, power):
        effects.append(Forgotten(Fact(WISHED, power, code)))
    effects += [Noted(Fact(WISHED, power, code)) for code in wished]
    return apply_effects(position, effects)
