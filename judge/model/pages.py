"""The pages of HELP: those that are written, and those that come as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from judge.model.map import Canal, Corner, UnitKind

ALIASES = "aliases:"


class HelpPage(NamedTuple):
    """A page on a topic: its text, the first line its title, and other words that lead to it."""

    text: str
    aliases: tuple[str, ...] = ()


def parse_help_page(text: str) -> HelpPage:
    """Return a page; ``aliases: join, sign on`` may stand on a line above its title."""
    first, _, rest = text.partition("\n")
    if not first.startswith(ALIASES):
        return HelpPage(text)
    words = first.removeprefix(ALIASES).split(",")
    return HelpPage(rest.lstrip("\n"), tuple(word.strip() for word in words))


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
    """SHOW SETTINGS: the values of a game's settings by their names, and its options.

    Where ``usual`` values are given, these are the ones that differ from them.
    """

    game: str
    values: tuple[tuple[str, str], ...]
    options: tuple[OptionRow, ...]
    usual: Mapping[str, str] | None = None


class BoardName(NamedTuple):
    """A variant whose board is shown, and its ``code`` if HELP has to name it, "" in a game."""

    name: str
    code: str


class Center(NamedTuple):
    """What a reader knows of a center: whose home it is, and who owns it. ``knowledge`` is ``lost``
    of one that is none any more, ``none`` outside of games, else ``seen`` or ``unseen``."""

    home: str
    owner: str
    knowledge: str


class SpaceRow(NamedTuple):
    """A space. ``terrain`` is ``sea``, ``coast`` or ``inland``; units are ``entering`` and
    ``leaving`` it in these seasons alone, None where they are in all."""

    code: str
    name: str
    terrain: str
    coasts: tuple[str, ...]
    lets_convoys_pass: bool
    center: Center | None
    entering: tuple[str, ...] | None
    leaving: tuple[str, ...] | None


class MapPart(NamedTuple):
    """A part of a board, by its number and its name."""

    number: int
    name: str
    spaces: tuple[SpaceRow, ...]


@dataclass(frozen=True, slots=True)
class MapPage:
    """HELP MAP: all spaces of a board; ``example`` is one of them."""

    board: BoardName
    parts: tuple[MapPart, ...]
    example: str


@dataclass(frozen=True, slots=True)
class MapPartPage:
    """HELP MAP and a number: the spaces of one part of ``count``."""

    board: BoardName
    part: MapPart
    count: int


class MapPartRow(NamedTuple):
    """A part of a large board: how many spaces and centers it has, and whose homes are there."""

    number: int
    name: str
    spaces: int
    centers: int
    homes: tuple[str, ...]
    has_own_units: bool


@dataclass(frozen=True, slots=True)
class MapPartsPage:
    """HELP MAP of a large board: its parts; ``example`` is a space."""

    board: BoardName
    parts: tuple[MapPartRow, ...]
    example: str


class SpaceNames(NamedTuple):
    """By which names a space is understood."""

    code: str
    name: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NamesPage:
    """HELP NAMES: the names of spaces; the page is number ``number`` of ``count``."""

    board: BoardName
    spaces: tuple[SpaceNames, ...]
    number: int = 1
    count: int = 1


@dataclass(frozen=True, slots=True)
class ProvincesPage:
    """HELP PROVINCES: spaces in brief, by the first letter of their codes."""

    board: BoardName
    groups: tuple[tuple[SpaceNames, ...], ...]
    number: int
    count: int


class WayOut(NamedTuple):
    """Where kinds of unit may go to, perhaps from a coast or to one, and in which ``seasons``: None
    is in all. ``is_open``: whether they may now, None if nothing moves now."""

    code: str
    name: str
    center: Center | None
    kinds: tuple[str, ...]
    origin: str
    target: str
    seasons: tuple[str, ...] | None
    is_open: bool | None


class Doer(NamedTuple):
    """A kind of unit and what it may do."""

    kind: str
    verbs: tuple[str, ...]


class ReachRow(NamedTuple):
    """Who may act on spaces beyond those where they could go."""

    doers: tuple[Doer, ...]
    spaces: tuple[str, ...]


class UnitThere(NamedTuple):
    """A unit that is seen, as it is written, and whose it is."""

    text: str
    power: str


@dataclass(frozen=True, slots=True)
class BordersPage:
    """HELP BORDERS: what a space is, and where units go from it.

    ``coasts`` have their names in words, ``ferries`` are the kinds that convoy there, ``example``
    is an order from there, "" if there is none.
    """

    space: SpaceRow
    aliases: tuple[str, ...]
    coasts: tuple[tuple[str, str], ...]
    canals: tuple[Canal, ...]
    corners: tuple[Corner, ...]
    ferries: tuple[str, ...]
    unit: UnitThere | None
    is_out_of_sight: bool
    ways: tuple[WayOut, ...]
    reach: tuple[ReachRow, ...]
    example: str


class WayGroup(NamedTuple):
    """Where kinds of unit, by their letters, may go from a space, or from a coast of it."""

    kinds: tuple[str, ...]
    origin: str
    ways: tuple[WayOut, ...]


class BordersRow(NamedTuple):
    """A space with all ways from it."""

    code: str
    name: str
    groups: tuple[WayGroup, ...]


@dataclass(frozen=True, slots=True)
class RetreatsRow:
    """A unit of the reader's that was driven out, and where it can retreat to."""

    unit: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BordersListPage:
    """HELP BORDERS of many spaces, in brief; of all of them it is page ``number`` of ``count``."""

    board: BoardName
    rows: tuple[BordersRow, ...]
    number: int = 1
    count: int = 1
    retreats: tuple[RetreatsRow, ...] = ()


@dataclass(frozen=True, slots=True)
class CanalsPage:
    """HELP CANALS: where more spaces adjoin than a map can show, all or those of one name."""

    board: BoardName
    canals: tuple[Canal, ...]
    corners: tuple[Corner, ...]


PageOfValues = (
    AllCommandsPage
    | CurrentCommandsPage
    | CommandPage
    | UnitsPage
    | OptionsPage
    | SettingsPage
    | MapPage
    | MapPartPage
    | MapPartsPage
    | NamesPage
    | ProvincesPage
    | BordersPage
    | BordersListPage
    | CanalsPage
)
