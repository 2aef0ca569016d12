"""PHASE."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.command import BlockCommand, LineContext
from judge.game.effects import Effects, LineEffects
from judge.game.orders.plans import keep_plan_lines, list_lines_of_plan
from judge.game.orders.turn_meant import is_turn_ahead, write_turn_words
from judge.game.state import Play, Seat
from judge.language.statement import Line
from judge.model.reason import Reason


class PhaseCommand(BlockCommand):
    """PHASE turn: the orders below are kept for that turn (PHASE F1902M) and given when it comes;
    CLEAR below it drops them."""

    turn: str = ""
    body: str = ""

    def decide_on_lines(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> Effects | Reason:
        """Keep the lines that can be read, after those that are kept for that turn already."""
        turn = game.variant.calendar.parse_turn(self.turn)
        if turn is None or not is_turn_ahead(turn, game):
            return Reason("other_turn", (str(game.position.turn),))
        below = (*([Line(0, self.body)] if self.body else []), *lines)
        result = keep_plan_lines(
            game, actor, str(turn), below, list_lines_of_plan(actor, str(turn))
        )
        if isinstance(result, Reason):
            return result
        changed, transcript, any_kept = result
        why = Reason("kept_for" if any_kept else "none_kept", write_turn_words(turn, game))
        return Effects((changed,), why, line=LineEffects(heard=transcript))
