"""SEND SECRET."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, ReadCommand
from judge.game.notices import notice_to
from judge.game.seats import access
from judge.game.seats.seating import way_in
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class SendSecret(ReadCommand):
    """SEND SECRET [game]: have your reply address mailed, and a line that does without."""

    def decide(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> CommandResult | Reason:
        """Write to the sender's seats at their own addresses; others are told nothing of them."""
        names = (
            (game.name,) if game else context.judge.playing()[: context.judge.most.games_per_mail]
        )
        notices = tuple(
            notice_to(
                found, seat, "secret", "Your Reply Address", context.key, [way_in(found, seat)]
            )
            for found in (context.judge.games[name] for name in names)
            for seat in access.seats_of(found, *context.addresses)
        )
        return CommandResult(remark=Reason("secret_sent"), notices=notices)
