"""What is offered for a sentence that no rule reads: legal orders with all places that it names."""

from __future__ import annotations

import pytest

from judge.game.orders.named import find_orders_named
from tests.game.conftest import Club


@pytest.fixture(scope="module")
def club() -> Club:
    club = Club()
    club.gather()
    return club


@pytest.mark.parametrize(
    ("power", "sentence", "orders"),
    [
        (
            "France",
            "Marseilles should support what Paris does to Burgundy",
            {"A MAR S A PAR - BUR"},
        ),
        ("France", "Let Paris and Burgundy be next to each other", {"A PAR - BUR"}),
        ("France", "Something about Burgundy", set()),
        ("France", "Marseilles supports London and Norway", set()),
        ("Germany", "support Berlin with Munich, gently", {"A MUN S A BER"}),
    ],
)
def test_orders_have_all_places_of_the_sentence(
    club: Club, power: str, sentence: str, orders: set[str]
) -> None:
    assert set(find_orders_named(club.game, club.seat(power), sentence)) == orders
