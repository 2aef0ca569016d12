"""What became of an order, and why."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from judge.model.map import Location
from judge.model.order import Order
from judge.model.position import Unit

Subject = Unit | Location | str
"""Whom or what a reason is about: a unit, a place, or a plain word (a number, a power)."""


class Reason(NamedTuple):
    """A code and its subjects; the sentence for it stands in ``templates/reasons.toml``.

    ``about`` holds the subjects in the order in which the sentence names them.
    """

    code: str
    about: tuple[Subject, ...] = ()


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
