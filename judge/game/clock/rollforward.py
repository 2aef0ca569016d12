"""ROLLFORWARD."""

from __future__ import annotations

from judge.game.clock.taking_back import go_to, may_go
from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.past import PastTurns
from judge.game.state import Game, Play, Seat
from judge.model.reason import Reason
from judge.model.turn import Turn


class Rollforward(MasterCommand):
    """ROLLFORWARD [turn]: after ROLLBACK, go one turn forth again, or to the turn named."""

    turn: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Go on as it was played before it was taken back."""
        may = may_go(game, self.turn, context)
        if isinstance(may, Reason):
            return may
        play, wanted = may
        ahead = _ahead(play, context.past(play))
        named = [number for number, turn in ahead if wanted in (None, turn)]
        if not named:
            turns = [str(turn) for _, turn in ahead]
            return Reason("not_ahead", tuple(turns[:5])) if turns else Reason("nothing_ahead")
        return go_to(play, named[0], context, "rolled_forward")


def _ahead(game: Play, past: PastTurns) -> list[tuple[int, Turn]]:
    """Return the numbers of the turns that followed the present one when it was played before, the
    last time of each, and what turns they are."""
    after = {turn.number: turn.record.after.turn for turn in past.turns}
    parents = {turn.number: turn.parent for turn in past.turns}
    parents |= past.left
    ahead, number = [], game.restores
    while number in after:
        turn = after[number]
        followers = [each for each, parent in parents.items() if parent == number]
        number = max(followers)
        ahead.append((number, turn))
    return ahead
