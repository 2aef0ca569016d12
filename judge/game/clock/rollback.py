"""ROLLBACK."""

from __future__ import annotations

from judge.game.clock.taking_back import go_to, may_go
from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class Rollback(MasterCommand):
    """ROLLBACK [turn]: go back to before a turn was processed, the last one if none is named."""

    turn: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Let the turn begin again with the orders that it had."""
        may = may_go(game, self.turn, context)
        if isinstance(may, Reason):
            return may
        play, wanted = may
        line = context.past(play).line(play.parent)
        # The builds before a game's first year bear a code that else means those after it.
        exact = [turn for turn in line if str(turn.record.before.turn) == self.turn.upper()]
        named = exact or [turn for turn in line if wanted in (None, turn.record.before.turn)]
        if not named:
            played = [str(turn.record.before.turn) for turn in line]
            if not played:
                return Reason("nothing_played")
            return Reason("not_played", (self.turn.upper(), play.name, *played[-5:]))
        return go_to(play, named[-1].number, context, "rolled_back")
