"""SET SECRET."""

from __future__ import annotations

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.notices import announce
from judge.game.seats import access
from judge.game.seats.contact_addresses import contact_addresses
from judge.game.seats.seating import with_new_secret
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class SetSecret(InGame):
    """SET SECRET NEW: a new reply address for your seat; the old one is dead at once."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Change the secret; the seat's own address is told wherever the word came from."""
        seat = with_new_secret(game, actor, context)
        game, news = game.with_seat(seat), Reason("secret_set")
        home = access.is_one_of(seat.address, context.addresses)
        own = () if home else announce(game, "New Reply Address", context.key, news, to=(seat,))
        ways = () if game.disclosure.addresses else contact_addresses(game, seat)
        return CommandResult(game, news, ways if home else (), own)
