"""Powers that are named by players, as they stand in a mail and in a part of one that was read."""

import pytest

from judge.language.names import put_names_back, read_item_with_names
from judge.language.script import Item
from judge.language.statement import Line
from judge.library import load
from judge.model.turn import Phase

CIV = load("civ")
POWER = list(CIV.map.powers)[1]
SIGN = CIV.map.powers[POWER].sign


@pytest.mark.parametrize(("named", "is_read"), [("Babylon", True), (SIGN, False), (POWER, False)])
def test_a_power_is_named_in_a_mail_by_its_name_alone(named: str, is_read: bool) -> None:
    item = Item(Line(1, f"EXCHANGE MAPS WITH {named}"))
    (read,) = read_item_with_names(item, CIV, Phase.MOVEMENT, {"Babylon": POWER})
    assert (SIGN in read.line.text) is is_read
    assert POWER not in read.line.text


def test_names_come_back_in_a_part_of_a_line() -> None:
    assert put_names_back(f"Greet {SIGN}", CIV, {"Babylon": POWER}) == "Greet Babylon"
    assert put_names_back(f"Greet {SIGN}", CIV, {}) == f"Greet {SIGN}"
