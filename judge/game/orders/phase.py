"""PHASE."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.command import BlockCommand, LineContext
from judge.game.effects import Effects, LineEffects
from judge.game.orders.plans import keep, plan_of
from judge.game.orders.turn_meant import comes_later, words_of
from judge.game.state import Play, Seat
from judge.language.statement import Line
from judge.model.reason import Reason


class PhaseCommand(BlockCommand):
    """PHASE turn: the orders below are kept for that turn (PHASE F1902M) and given when it comes;
    CLEAR below it drops them."""

    turn: str = ""
    body: str = ""

    def take(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> Effects | Reason:
        """Keep the lines that can be read, after those that are kept for that turn already."""
        turn = game.variant.calendar.parse(self.turn)
        if turn is None or not comes_later(turn, game):
            return Reason("other_turn", (str(game.position.turn),))
        below = (*([Line(0, self.body)] if self.body else []), *lines)
        done = keep(game, actor, str(turn), below, plan_of(actor, str(turn)))
        if isinstance(done, Reason):
            return done
        changed, heard, kept = done
        why = Reason("kept_for" if kept else "none_kept", words_of(turn, game))
        return Effects((changed,), why, line=LineEffects(heard=heard))
