"""The tables of a variant's files, every key of them known: pydantic refuses what is not here.

A module of rules that reads tables of its own declares them as a ``Table`` called ``Settings``:
its fields are the names of the tables in ``variant.toml``. Names in the types (``Space``,
``PowerName``, ``Season``, ``KindName``) are held against the board and the calendar when the file
is read.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

from judge.model.errors import JudgeError


class UnknownNameError(JudgeError, ValueError):
    """A ``name`` is none of those that are ``there``."""

    def __init__(self, sort: str, name: str, there: tuple[str, ...]) -> None:
        super().__init__(f"there is no {sort} {name}")
        self.name = name
        self.there = there


class Table(BaseModel):
    """A table of a file: a key that is no field of it is refused, and so is a wrong type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


TableT = TypeVar("TableT", bound=Table)


def read_table(kind: type[TableT], path: Path) -> TableT:
    """Return what a TOML file says. Raises ValueError with its path if it is wrong."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        return kind.model_validate_json(json.dumps(tables))
    except ValueError as trouble:
        raise ValueError(f"{path}: {' '.join(str(trouble).split())}") from trouble


def _split_words(value: object) -> object:
    return tuple(value.split()) if isinstance(value, str) else value


def check_known_name(sort: str, text: str, info: ValidationInfo) -> str:
    """Return a name if it is one of its sort on this board, else refuse it."""
    there = (info.context or {}).get(sort)
    name = text.partition("/")[0] if sort == "space" else text
    if there is not None and name not in there:
        raise UnknownNameError(sort, name, tuple(there))
    return text


def _name_validator(sort: str) -> AfterValidator:
    return AfterValidator(lambda text, info: check_known_name(sort, text, info))


Space = Annotated[str, _name_validator("space")]
"""The code of a space of the board, perhaps with a coast: ``STP/sc``."""

PowerName = Annotated[str, _name_validator("power")]
Season = Annotated[str, _name_validator("season")]
KindName = Annotated[str, _name_validator("kind of unit")]
OrderName = Annotated[str, _name_validator("order")]

Spaces = Annotated[tuple[Space, ...], BeforeValidator(_split_words)]
Seasons = Annotated[tuple[Season, ...], BeforeValidator(_split_words)]
Words = Annotated[tuple[str, ...], BeforeValidator(_split_words)]
"""These three are written as one text, parted by blanks."""

Border = Annotated[tuple[Space, Space], BeforeValidator(_split_words)]
Way = Literal["land", "water"]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Step = Annotated[str, Field(pattern=r"^(winter|spring|summer|fall) [MRB]+\*?$")]
Phase = Annotated[str, Field(pattern=r"^(winter|spring|summer|fall) [MRB]$")]
Since = Annotated[str, Field(pattern=r"^(winter|spring|summer|fall) [MRB] -?\d+$")]


class CalendarTable(Table):
    """The turns of the game."""

    start: int
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    opening: tuple[Phase, ...] = ()
    opens: int | None = None
    adjusting: Literal["", "winter", "spring", "summer", "fall"] = ""
    era: str = ""
    span: Positive | None = None
    always: tuple[Since, ...] = ()
    every: bool = False
    reckoning: tuple[int, int, int] | None = None


class BuildsTable(Table):
    """Where units are built."""

    where: Literal["homes", "owned", "aberration"] = "homes"
    reserves: dict[PowerName, Space] = {}


class WinTable(Table):
    """What ends the game; ``centers`` 0 is half of them and one more, years 0 without end."""

    centers: Count = 0
    solo: bool = True
    years: Count = 0
    quiet: Count = 0


class PressTable(Table):
    """When players may write to each other."""

    when: Literal["always", "after the opening", "never"] = "always"


class ScenarioTable(Table):
    """Which player holds which powers, which powers nobody plays, which spaces are no centers."""

    sides: tuple[tuple[PowerName, ...], ...] = ()
    unplayed: tuple[PowerName, ...] = ()
    rebuilt: bool = False
    drop: Spaces = ()


class SeasonTable(Table):
    """A space that is entered and left in some seasons only; ``open`` says both."""

    space: Space
    open: Seasons = ()
    enter: Seasons = ()
    leave: Seasons = ()
    transit: bool = False


class CountsTable(Table):
    """What check-map counts."""

    provinces: Count | None = None
    centers: Count | None = None
    powers: Count | None = None
    units: Count | None = None
    homes: Count | None = None
    seas: Count | None = None
    ferries: Count | None = None
    coastal: Count | None = None
    inland: Count | None = None
    two_coasts: Count | None = None
    land_borders: Count | None = None
    water_borders: Count | None = None


class SpanTable(Table):
    """How far an act of a unit goes."""

    range: Positive = 1
    over: Literal["legs", "contact"] = "legs"


class UnitTable(Table):
    """A kind of unit."""

    name: str = ""
    codes: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    travels: tuple[Way, ...] = ()
    orders: tuple[OrderName, ...] = ("hold", "move", "support")
    support: SpanTable = SpanTable()
    carry: SpanTable | None = None
    receives_support: bool = True
    convoys: bool = False
    convoyed: bool = False
    retreats: bool = True
    blockades: bool = False
    limit: Positive | None = None
    disorder: Count = 0


class ScaledTable(Table):
    """Numbers from ``least`` to ``most`` with so many ``centers``, elsewhere in proportion."""

    least: Positive
    most: Positive
    centers: Positive


class NumbersTable(Table):
    """Numbers from 0 to ``most``; the choice goes to a ``key`` of the file: ``win.years``."""

    key: str
    most: Positive


class OptionTable(Table):
    """A game option. A table called like one of its choices is laid over the file."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Any]

    about: str = ""
    choices: tuple[str, ...] = ()
    units: tuple[KindName, ...] = ()
    consent: tuple[str, ...] = ()
    scaled: ScaledTable | None = None
    numbers: NumbersTable | None = None
    hushed: bool = False
    drawn: bool = False

    @property
    def number_range(self) -> tuple[int, int] | None:
        """The least and the greatest choice, if they are all the numbers between."""
        if not (self.scaled or self.numbers):
            return None
        numbers = tuple(map(int, self.choices))
        return min(numbers), max(numbers)


class PowerTable(Table):
    """A power: what it is called, and the centers that are its own."""

    adjective: str = ""
    letter: Annotated[str, Field(max_length=1)] = ""
    homes: Spaces = ()
    aliases: tuple[str, ...] = ()
    capital: Space = ""


class VariantHead(Table):
    """What of a ``variant.toml`` says which other files go with it."""

    map: str
    over: bool = False
    like: str = ""
    drops: tuple[str, ...] = ()
    grammar: tuple[str, ...] = ("orders", "adjustments")
    rules: str = ""


class VariantFile(VariantHead):
    """A ``variant.toml``."""

    name: str
    calendar: CalendarTable
    units: dict[str, UnitTable] = {}
    powers: dict[str, PowerTable] = {}
    start: dict[PowerName, str] = {}
    owners: dict[PowerName, Spaces] = {}
    win: WinTable = WinTable()
    builds: BuildsTable = BuildsTable()
    press: PressTable = PressTable()
    scenario: ScenarioTable = ScenarioTable()
    seasons: tuple[SeasonTable, ...] = ()
    without: tuple[Border, ...] = ()
    counts: CountsTable = CountsTable()
    options: dict[str, OptionTable] = {}


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else (value,)


Texts = Annotated[tuple[str, ...], BeforeValidator(_as_tuple), Field(min_length=1)]
"""One text or a list of them, of which the first counts that has all its slots filled."""


class OrderWording(Table):
    """The words of an order type, a table of an ``orders.toml``: ``templates/`` explains them."""

    order: Texts
    aim: Texts
    own: Texts
    done: str
    failed: str = "failed"
    mark: str = ""
    befell: Texts | None = None
    report: dict[str, str] = {}
