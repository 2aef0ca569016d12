"""What a game record says: positions, orders, and what is to come of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from judge.hooks import Variant
from judge.language.writer import write_unit
from judge.model.errors import JudgeError
from judge.model.map import Location, Map
from judge.model.order import Order
from judge.model.position import Fact, Unit
from judge.model.reason import Fate, Reason, Subject
from judge.model.turn import Turn


class RecordError(JudgeError, ValueError):
    """What was read is no record, or no phase of its variant; the text says where and why."""


@dataclass(frozen=True, slots=True)
class ExpectedResult:
    """What is to become of an order. ``code`` and ``about`` are only checked where given."""

    fate: Fate
    code: str = ""
    about: tuple[str, ...] = ()

    def matches_result(self, fate: Fate, why: Reason, game_map: Map) -> bool:
        """Say whether a result is the expected one.

        Each subject named must be among the reason's: a unit by its canonical text or by its
        province, a place by its code, everything else by its text.
        """
        names = {
            name for subject in why.about for name in _list_names_of_subject(subject, game_map)
        }
        return (
            fate is self.fate
            and self.code in ("", why.code)
            and all(name.upper() in names for name in self.about)
        )


def _list_names_of_subject(subject: Subject, game_map: Map) -> Iterator[str]:
    if isinstance(subject, Unit):
        yield write_unit(subject, game_map).upper()
        yield subject.at.province.upper()
    yield str(subject).upper()
    if isinstance(subject, Location):
        yield subject.province.upper()


@dataclass(frozen=True, slots=True)
class RecordedOrder:
    """An order of a record. ``order.unit.power`` is the power that gives it."""

    power: str
    order: Order
    expected: ExpectedResult | None = None
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class DislodgedUnit:
    """A dislodged unit with which a phase begins.

    ``origin`` is where its attacker came from ("" if not said), ``by_sea`` whether by convoy;
    ``options`` its retreats, None if they are to be worked out.
    """

    unit: Unit
    origin: str = ""
    by_sea: bool = False
    options: tuple[Location, ...] | None = None


@dataclass(frozen=True, slots=True)
class RecordedPhase:
    """One phase of a record.

    The position (``units`` to ``razed``) is empty, with ``units`` None, where it follows from the
    phase before; ``units`` of a first movement phase include those inferred from orders.
    ``contested`` are spaces that are closed to retreats because of a bounce; ``movement`` is the
    movement phase from which the retreats follow, where the record brings it along.

    ``orders`` were given, ``unread`` are texts, each after its power, that are no order.
    Expectations are None or empty where the record says nothing: ``after`` are all units standing
    (those of ``others`` powers left out if that is set), ``unchanged`` that all stand as before,
    ``lost`` all units dislodged, ``gone`` all units destroyed or disbanded, ``destroyed`` those
    that no player disbanded or removed, ``owns`` all centers of the powers named, ``due`` the
    adjustments of the powers named.

    ``name`` is the phase's own, if it has one, and ``options`` are game options that it names.
    """

    turn: Turn
    units: tuple[Unit, ...] | None = None
    dislodged: tuple[DislodgedUnit, ...] = ()
    contested: frozenset[str] = frozenset()
    owners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    homes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: frozenset[Fact] = frozenset()
    razed: frozenset[str] = frozenset()
    movement: RecordedPhase | None = None
    orders: tuple[RecordedOrder, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    after: tuple[Unit, ...] | None = None
    others: bool = False
    unchanged: bool = False
    lost: tuple[Unit, ...] | None = None
    gone: tuple[Unit, ...] | None = None
    destroyed: tuple[Unit, ...] | None = None
    owns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    due: Mapping[str, int] = field(default_factory=dict)
    name: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_expectations(self) -> bool:
        """Whether anything is said of what becomes of the board."""
        named = self.unchanged or self.owns or self.due
        listed = (self.after, self.lost, self.gone, self.destroyed)
        return bool(named) or any(units is not None for units in listed)

    def collect_orders_by_power(self) -> dict[str, list[Order]]:
        """Return the orders as the engine takes them, each power's in the order given."""
        orders: dict[str, list[Order]] = {}
        for recorded in self.orders:
            orders.setdefault(recorded.power, []).append(recorded.order)
        return orders


@dataclass(frozen=True, slots=True)
class Record:
    """A game record: a position, what was ordered in one phase or more, and what came of it."""

    title: str
    variant: Variant
    phases: tuple[RecordedPhase, ...]
    cites: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
