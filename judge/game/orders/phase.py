"""PHASE."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.command import BlockCommand, CommandResult, LineContext
from judge.game.orders.plans import MOST_PLANS, plan_of, read_ahead, with_plan
from judge.game.orders.turn_meant import comes_later, words_of
from judge.game.state import Play, Seat
from judge.language.statement import Line
from judge.model.reason import Reason
from judge.model.transcript import Heard


class Phase(BlockCommand):
    """PHASE turn: the orders below are kept for that turn (PHASE F1902M) and given when it comes;
    CLEAR below it drops them."""

    turn: str = ""
    body: str = ""

    def take(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> CommandResult | Reason:
        """Keep the lines that can be read, after those that are kept for that turn already."""
        turn = game.variant.calendar.parse(self.turn)
        if turn is None or not comes_later(turn, game):
            return Reason("other_turn", (str(game.position.turn),))
        heard, kept = [], list(plan_of(actor, str(turn)))
        if not kept and len(actor.plans) >= MOST_PLANS:
            return Reason("too_many_plans", (str(MOST_PLANS),))
        for line in (*([Line(0, self.body)] if self.body else []), *lines):
            if line.text.strip().casefold() == "clear":
                kept = []
                heard.append(Heard(line.text, "taken"))
                continue
            one = read_ahead(game, actor, line, [turn.phase])
            heard.append(one._replace(line=line.text))
            if one.verdict not in ("refused", "ignored"):
                kept = [*(old for old in kept if old != one.line), one.line]
        changed = game.with_seat(with_plan(actor, str(turn), kept))
        why = Reason("kept_for" if kept else "none_kept", words_of(turn, game))
        return CommandResult(changed, why, heard=tuple(heard))
