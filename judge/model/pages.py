"""Pages of HELP about a game or a board, as values: ``templates/pages`` puts each into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from judge.model.map import UnitKind


class OptionRow(NamedTuple):
    """An option of a variant: what it is about, and its choices, or the least and the greatest of
    them if they are all the numbers between. ``value`` is the choice in force, if that is told."""

    name: str
    about: str
    choices: tuple[str, ...] = ()
    number_range: tuple[int, int] | None = None
    value: str | None = None


class CommandGroup(NamedTuple):
    """Lines of HELP on commands that are said by a ``player``, by the ``master``, by any ``member``
    of a game or by ``anybody``."""

    who: str
    lines: tuple[str, ...]


class SeatAtPresent(NamedTuple):
    """A seat and how its game stands; there is no ``turn`` before the start and after the end."""

    game: str
    role: str
    powers: tuple[str, ...]
    is_over: bool
    turn: str = ""
    phase: str = ""
    has_orders_due: bool = False


@dataclass(frozen=True, slots=True)
class AllCommandsPage:
    """HELP COMMANDS: all that can be said."""

    groups: tuple[CommandGroup, ...]


@dataclass(frozen=True, slots=True)
class CurrentCommandsPage:
    """HELP NOW: what the reader can say at present; None for a ``seat`` is a stranger."""

    seat: SeatAtPresent | None
    groups: tuple[CommandGroup, ...]


@dataclass(frozen=True, slots=True)
class CommandPage:
    """HELP and a word with which commands begin: their lines."""

    word: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnitsPage:
    """HELP UNITS: what the kinds of unit of a variant can do."""

    variant: str
    kinds: tuple[UnitKind, ...]


@dataclass(frozen=True, slots=True)
class OptionsPage:
    """HELP OPTIONS: what can be chosen when a game of a variant is created."""

    variant: str
    code: str
    rows: tuple[OptionRow, ...]


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """SHOW SETTINGS: the values of a game's settings by their names, and its options."""

    game: str
    values: tuple[tuple[str, str], ...]
    options: tuple[OptionRow, ...]


PageOfValues = (
    AllCommandsPage | CurrentCommandsPage | CommandPage | UnitsPage | OptionsPage | SettingsPage
)
