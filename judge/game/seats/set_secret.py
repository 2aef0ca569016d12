"""SET SECRET."""

from __future__ import annotations

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.notices import notice_to
from judge.game.seats import access
from judge.game.seats.contact_addresses import contact_addresses
from judge.game.seats.seating import way_in, with_new_secret
from judge.game.state import Game, Seat
from judge.model.letter import News, Section
from judge.model.reason import Reason


class SetSecret(InGame):
    """SET SECRET NEW: a new reply address for your seat; the old one is dead at once."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Change the secret; the seat's own address is told wherever the word came from."""
        seat = with_new_secret(game, actor, context)
        game, news = game.with_seat(seat), Reason("secret_set")
        home = access.is_one_of(seat.address, context.addresses)
        others = () if game.disclosure.addresses else contact_addresses(game, seat)
        ways: tuple[Section, ...] = (way_in(game, seat), *others)
        if home:
            return CommandResult(game, news, ways)
        letter = notice_to(
            game, seat, "news", "New Reply Address", context.key, (News(news), *ways)
        )
        return CommandResult(game, news, notices=(letter,))
