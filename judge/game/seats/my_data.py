"""MY DATA."""

from __future__ import annotations

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.notices import display_name
from judge.game.seats import access
from judge.game.state import Game, Seat
from judge.model.letter import News
from judge.model.reason import Reason


class MyData(InGame):
    """MY DATA: all that the judge keeps about you, in all games."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Tell a person's addresses, seats, press and mail."""
        seats = [
            Reason("kept_seat", (found.name, display_name(found, seat), found.stage.value))
            for found in (context.judge.games[name] for name in context.judge.playing())
            for seat in access.seats_of(found, *context.addresses)
        ]
        told = (Reason("kept_addresses", context.addresses), *seats, *context.judge.kept())
        return CommandResult(sections=tuple(News(each) for each in told))
