"""START."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.seats import starting
from judge.game.state import Game, Lobby, Seat, Stage
from judge.model.reason import Reason


class Start(MasterCommand):
    """START: deal the powers and begin."""

    stages = frozenset({Stage.FORMING})

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Begin if every power has a player; a manual game begins with any number of them."""
        if not isinstance(game, Lobby) or game.stage is not Stage.FORMING:
            return Reason("already_started")
        missing = starting.open_seats(game)
        if missing and (not game.settings.manual or not game.players):
            return Reason("not_full", (str(missing),))
        if silent := starting.unconvinced(game):
            return Reason("not_agreed", (str(len(silent)), *game.variant.consent))
        play, notices = starting.start(game, context.now, context.key)
        return CommandResult(play, Reason("started"), notices=notices)
