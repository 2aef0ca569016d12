"""What the tests of the language share: England in Spring 1901 on the standard map."""

from collections.abc import Callable

import pytest

from judge.hooks import Variant
from judge.language.fill_in import complete_order
from judge.language.reader import read_line
from judge.language.statement import Line, OrderStatement, Statement, without_doubt
from judge.language.writer import write_order
from judge.library import load
from judge.model.map import Location
from judge.model.position import Unit
from judge.model.reason import Reason
from judge.model.turn import Phase

START = {
    "Austria": "A VIE, A BUD, F TRI",
    "England": "A LVP, F EDI, F LON",
    "France": "A PAR, A MAR, F BRE",
    "Germany": "A BER, A MUN, F KIE",
    "Italy": "A VEN, A ROM, F NAP",
    "Russia": "A MOS, A WAR, F SEV, F STP/sc",
    "Turkey": "A CON, A SMY, F ANK",
}


@pytest.fixture(scope="session")
def standard() -> Variant:
    return load("standard")


@pytest.fixture(scope="session")
def opening() -> tuple[Unit, ...]:
    return tuple(units(START))


def units(lists: dict[str, str]) -> list[Unit]:
    kinds = {"A": "army", "F": "fleet"}
    return [
        Unit(power, kinds[text[0]], Location.from_text(text[2:]))
        for power, texts in lists.items()
        for text in texts.split(", ")
    ]


@pytest.fixture(scope="session")
def read(standard: Variant) -> Callable[..., tuple[Statement, ...]]:
    def read(text: str, phase: Phase = Phase.MOVEMENT) -> tuple[Statement, ...]:
        return read_line(Line(1, text), standard, phase)

    return read


@pytest.fixture(scope="session")
def order(standard: Variant, opening: tuple[Unit, ...]) -> Callable[..., str | Reason]:
    """Read one line and complete it for England at the start; give the canonical text."""

    def order(text: str, powers: tuple[str, ...] = ("England",)) -> str | Reason:
        found = without_doubt(*read_line(Line(1, text), standard, Phase.MOVEMENT))
        assert isinstance(found, OrderStatement), found
        whole = complete_order(found, opening, (), powers, standard)
        return whole if isinstance(whole, Reason) else write_order(whole.order, standard)

    return order
