"""Facts that more than one part of the house reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from judge.model.map import Location
from judge.model.position import Fact, Unit

CONTACT = "contact"
"""About a power; the value is another that it has met."""

NAME = "name"
"""About a power; the value is what it calls itself."""

ATTACK = "attack"
"""About a power, for one phase; the value is the space of its unit, and who attacked it there."""

BOUNCE = "bounce"
"""About a power, for one phase; the value is the space of its unit, and who stopped it."""


UNSEEN = "unseen"
"""About a space that a player does not see, in the position as they know it; nowhere else."""

GAINED = "gained"
"""About a power; the value is a home center of its own, new since the last adjustments."""

WISHED = "wished"
"""About a power; the value is a center that it would rather have for its next home center."""

SHOWN = "shown"
"""About a power, until the next year is over; the value is what another let it see of a space."""


class ShownSpace(NamedTuple):
    """What a power was shown of a space: in which year, whose center it was ("" nobody's), and the
    unit that stood there."""

    year: int
    province: str
    owner: str
    unit: Unit | None


def list_fact_values(facts: Iterable[Fact], rule: str, power: str) -> tuple[str, ...]:
    """Return the values of a power's facts of a kind, sorted."""
    return tuple(sorted(f.value for f in facts if f.rule == rule and f.about == power))


def encounter_fact(rule: str, power: str, place: str, other_power: str) -> Fact:
    """Return the fact of an ATTACK or a BOUNCE."""
    return Fact(rule, power, f"{place} {other_power}")


def split_encounter(fact: Fact) -> tuple[str, str]:
    """Return the place and the other power of an encounter."""
    place, _, other_power = fact.value.partition(" ")
    return place, other_power


def collect_chosen_power_names(facts: Iterable[Fact]) -> dict[str, str]:
    """Return what powers call themselves."""
    return {fact.about: fact.value for fact in facts if fact.rule == NAME}


def collect_contacts_of_powers(facts: Iterable[Fact], powers: Iterable[str]) -> frozenset[str]:
    """Return whom the powers have met."""
    own_powers = set(powers)
    return (
        frozenset(f.value for f in facts if f.rule == CONTACT and f.about in own_powers)
        - own_powers
    )


def shown_fact(power: str, space: ShownSpace) -> Fact:
    """Return the fact that a power was shown a space."""
    unit = (space.unit.power, space.unit.kind, space.unit.at.coast) if space.unit else ()
    return Fact(SHOWN, power, ";".join((str(space.year), space.province, space.owner, *unit)))


def list_shown_spaces(facts: Iterable[Fact], power: str) -> tuple[ShownSpace, ...]:
    """Return what a power was shown."""
    return tuple(map(_read_shown_space, list_fact_values(facts, SHOWN, power)))


def list_faded_facts(facts: Iterable[Fact], year: int) -> tuple[Fact, ...]:
    """Return what was shown before a year."""
    return tuple(
        sorted(f for f in facts if f.rule == SHOWN and _read_shown_space(f.value).year < year)
    )


def _read_shown_space(value: str) -> ShownSpace:
    year, province, owner, *unit = value.split(";")
    there = Unit(unit[0], unit[1], Location(province, unit[2])) if unit else None
    return ShownSpace(int(year), province, owner, there)
