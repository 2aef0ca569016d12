"""Addresses of the web that nobody can guess: pages for orders, and links by which letters end.

A link of the latter kind needs one click and no mail (RFC 8058).
"""

from __future__ import annotations

import hmac
import re
from typing import NamedTuple

from judge.game.notices import find_view
from judge.game.person.person import Person
from judge.game.proof.access import derive_number, derive_secret
from judge.game.state import Game, Play, Role, Seat, Stage

ORDER_PAGES = "order"
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
    return f"{ORDER_PAGES}/{derive_number(game.seed, *label):032x}"


def name_order_page(game: Play, seat: Seat) -> str:
    """Return the path of a seat's page for the present turn on the site."""
    return f"{name_order_page_folder(game, seat)}/{game.number}.html"


SAYS = {"reminders": "SET REMINDERS OFF", "observing": "RESIGN"}
"""What a link says for its seat, by the word in it."""

_LINK = re.compile(rf"([a-z0-9]{{3,12}})\.([a-z]\d{{1,4}})\.({'|'.join(SAYS)})\.([a-z2-7]{{16}})")


class UnsubscribeLink(NamedTuple):
    """What a link does, and for whom; the ``token`` proves that it comes from a letter to the seat,
    and is good for nothing else."""

    game: str
    seat: str
    what: str
    token: str

    def is_made_with_secret(self, key: str) -> bool:
        """Say whether it comes from a letter to the seat with this secret."""
        return hmac.compare_digest(self.token, derive_secret(key, "leave", self.what))


def build_link_suffix(game: str, seat: str, key: str, command: str) -> str:
    """Return the end of the link that says a command for the seat with this secret."""
    word = next(word for word, line in SAYS.items() if line == command)
    return ".".join(UnsubscribeLink(game, seat, word, derive_secret(key, "leave", word)))


def parse_link_suffix(text: str) -> UnsubscribeLink | None:
    """Return what the end of a link says, None if it says nothing."""
    parts = _LINK.fullmatch(text)
    return UnsubscribeLink(*parts.groups()) if parts else None
