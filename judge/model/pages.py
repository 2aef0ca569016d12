"""Pages of HELP about a game or a board, as values: ``templates/pages`` puts each into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class OptionRow(NamedTuple):
    """An option of a variant: what it is about, and its choices, or the least and the greatest of
    them if they are all the numbers between. ``value`` is the choice in force, if that is told."""

    name: str
    about: str
    choices: tuple[str, ...] = ()
    number_range: tuple[int, int] | None = None
    value: str | None = None


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


PageOfValues = OptionsPage | SettingsPage
