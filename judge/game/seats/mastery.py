"""How somebody becomes a master of a game: asked by one, and of their own will."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import LineContext
from judge.game.notices import announce, notice_to, other_held_seats
from judge.game.reports.status import standing
from judge.game.seats import access
from judge.game.seats.contact_addresses import contact_addresses
from judge.game.seats.seating import new_seat, without_observer
from judge.game.state import Game, Role, Seat
from judge.model.letter import News, Notice, Section
from judge.model.reason import Reason


def cannot_be_master(game: Game, address: str) -> Reason | None:
    """Say why whoever writes from an address cannot become a master: they are one, or play."""
    seats = access.seats_of(game, address)
    if any(seat.role is Role.MASTER for seat in seats):
        return Reason("master_already", (address,))
    plays = any(seat.role is Role.PLAYER for seat in seats)
    return Reason("player_no_master", (address,)) if plays else None


def with_master(
    game: Game, actor: Seat, address: str, news: Reason, context: LineContext
) -> tuple[Game, tuple[Notice, ...]]:
    """Return the game with one master more, who has a letter; all but ``actor`` hear the news."""
    seat = new_seat(game, Role.MASTER, "", replace(context, sender=address))
    game = replace(game, seats=(*without_observer(game, address), seat))
    sections: tuple[Section, ...] = (
        News(Reason("you_are_master", (game.name,))),
        standing(game, seat),
        *contact_addresses(game, seat),
    )
    own = notice_to(game, seat, "news", "You Are Master", context.key, sections)
    others = [other for other in other_held_seats(game, actor) if other.name != seat.name]
    return game, (own, *announce(game, "New Master", context.key, news, to=others))
