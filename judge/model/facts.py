"""Facts that more than one part of the house reads."""

from __future__ import annotations

from collections.abc import Iterable

from judge.model.position import Fact

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
