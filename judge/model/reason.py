"""What became of an order, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from judge.model.map import Location
from judge.model.order import Order
from judge.model.position import Ended, Unit

Subject = Unit | Location | str
"""Whom or what a reason is about: a unit, a place, or a plain word (a number, a power)."""


class Reason(NamedTuple):
    """A code and its subjects; its sentence stands in ``templates/reasons.toml``, or in the
    ``reasons.toml`` of a variant.

    ``about`` holds the subjects in the order in which the sentence names them.
    """

    code: str
    about: tuple[Subject, ...] = ()

    def with_subjects(self, about: tuple[Subject, ...]) -> Reason:
        """Return the reason about these subjects."""
        return self._replace(about=about)


def explain_inability(order: Order) -> Reason:
    """Say that units of that kind have no such orders; ``cannot_VERB`` is its sentence."""
    return Reason(f"cannot_{order.verb}", (order.unit,))


def explain_ending(ended: Ended) -> Reason:
    """Say how a game ended; ``ended_HOW`` is its sentence."""
    return Reason(f"ended_{ended.how}", ended.winners)


class Wording(NamedTuple):
    """The sentence of a reason: the first of the ``texts`` counts that needs no more subjects than
    it has. That of an ``outcome`` is a predicate, which follows an order.
    """

    outcome: bool
    texts: tuple[str, ...]


def collect_wordings_by_code(
    tables: Mapping[str, Mapping[str, str | Sequence[str]]],
) -> dict[str, Wording]:
    """Return the sentences of a ``reasons.toml`` by their codes.

    In its table ``outcomes`` stand predicates, in all others clauses that stand alone.
    """
    return {
        code: Wording(name == "outcomes", (text,) if isinstance(text, str) else tuple(text))
        for name, table in tables.items()
        for code, text in table.items()
    }


class Fate(StrEnum):
    """STANDS: done as ordered. FAILS: valid, but it came to nothing. VOID: never valid."""

    STANDS = "stands"
    FAILS = "fails"
    VOID = "void"


class Result(NamedTuple):
    """One order's outcome. A unit of its own may be dislodged besides: see the effects."""

    order: Order
    fate: Fate
    why: Reason
