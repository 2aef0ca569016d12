"""The title of a mail may say of the orders below it that they are others, or none."""

from __future__ import annotations

import pytest

from judge.language.mail_lines import Locality
from judge.language.outline import list_governed_by_title
from judge.language.power_names import PowerNames
from judge.language.script import Item
from judge.language.statement import Line, OrderStatement
from judge.model.map import Location
from judge.model.order import Hold
from judge.model.position import Unit

HERE = Locality(
    own=frozenset({"france", "french", "ruhr"}),
    powers=PowerNames(
        dict.fromkeys({"france", "french", "germany", "german", "england", "italy", "austria"}, "")
    ),
    turn=("spring", "1901"),
)

GOVERNING = """
TEST please ignore
draft, not final
Just a test
Entwurf
Brouillon
do not process yet
not yet
Ideas only
sample orders
Hypothetical orders
thought experiment
Old orders from last year
fall plans
next season
if Germany agrees
What I would do as Germany
Germany's orders
orders of the German player
Proposal for Italy
WRONG
these are not orders
April fool
superseded
Maybe?
WIP
"""

INNOCENT = """
My orders
France
Orders for Spring 1901
Hi from the beach
diplomacy game
Here we go
Sorry for the delay
FINAL FINAL orders
revised orders
turn 1
First orders
no subject
Fw: orders
Greetings from Lyon
Sent from my iPhone
Paris to Burgundy and more
Burgundy here I come
En garde!
ordini
Please confirm receipt
hope I did this right
three orders
Thursday
"""


def _govern(title: str) -> list[Item]:
    line = Line(1, "A PAR H")
    order = Hold(Unit("France", "army", Location("PAR")))
    talk = Item(Line(2, "VOTE DRAW"))
    readings = [(Item(line), (OrderStatement(line, order),)), (talk, ())]
    return list_governed_by_title(title, readings, HERE)


@pytest.mark.parametrize("title", GOVERNING.strip().splitlines())
def test_a_title_that_makes_orders_others_governs_them(title: str) -> None:
    assert [item.line.text for item in _govern(title)][:1] == ["A PAR H"]


@pytest.mark.parametrize("title", INNOCENT.strip().splitlines())
def test_a_title_about_something_else_governs_nothing(title: str) -> None:
    assert _govern(title) == []


def test_what_takes_back_governs_commands_too() -> None:
    assert len(_govern("Draft")) == 2
    assert len(_govern("About Germany")) == 1
