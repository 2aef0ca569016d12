"""Who has a page for orders, and the part of its address that nobody can guess."""

from __future__ import annotations

from judge.game.notices import find_view
from judge.game.person.person import Person
from judge.game.proof.access import derive_number
from judge.game.state import Game, Play, Role, Seat, Stage

FOLDER = "order"
"""Where such pages are, below the folder of the site."""


def has_order_page(game: Game, seat: Seat, person: Person) -> bool:
    """Say whether a seat has a page on which its orders can be made.

    Where not everything may be seen it has one only if its holder wants it.
    """
    if not isinstance(game, Play) or game.stage is Stage.ENDED or not game.settings.pages:
        return False
    if seat.role is not Role.PLAYER or not seat.address or not seat.powers:
        return False
    return (
        game.disclosure.has_open_board(find_view(game, seat))
        if person.page is None
        else person.page
    )


def name_order_page_folder(game: Game, seat: Seat) -> str:
    """Return the folder of a seat's page on the site.

    It has 128 bits that follow from the seed of the game, the seat and its holder: another holder
    has another page, and so has who takes a new secret.
    """
    label = ("page", game.name.lower(), seat.name, seat.secret, seat.address.lower())
    return f"{FOLDER}/{derive_number(game.seed, *label):032x}"


def name_order_page(game: Play, seat: Seat) -> str:
    """Return the path of a seat's page for the present turn on the site."""
    return f"{name_order_page_folder(game, seat)}/{game.number}.html"
