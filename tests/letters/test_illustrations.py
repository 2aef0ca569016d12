"""What the pictures of letters show."""

from __future__ import annotations

import judge
from judge.letters.illustrations import list_pictures
from judge.model.letter import Heading, Notice, OrderSet, Recipient
from judge.model.letter_kind import REPLY
from judge.model.position import Placed


def test_a_receipt_shows_the_units_that_are_to_be_built() -> None:
    game = judge.read_game(
        "turn Fall 1901 adjustments\nunits England F NTH\ncenters England LON, EDI, LVP\n"
    )
    view = game.view("England")
    heading = Heading("ruhr", "Standard", "active", "UTC", turn=view.turn)
    orders = OrderSet("England", (("BUILD F EDI", ()),), ("1 build",))
    notice = Notice(REPLY, Recipient("a@example.org"), "", "1", heading, view, (orders,))
    (picture,) = list_pictures(notice, game.variant)
    assert picture.kind == "orders"
    stands = {str(unit.at): unit for unit in picture.view.units}
    assert set(stands) == {"EDI", "NTH"}
    assert picture.view.effects == (Placed(stands["EDI"]),)
    assert stands["EDI"].power == "England"
