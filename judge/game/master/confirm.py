"""CONFIRM."""

from __future__ import annotations

from judge.game.command import InGame, LineContext
from judge.game.effects import ConfirmedLines, Effects, LineEffects
from judge.game.mail.confirmation import game_fingerprint, list_pending_lines, with_pending_lines
from judge.game.state import Game, Role, Seat
from judge.model.reason import Reason


class Confirm(InGame):
    """CONFIRM: do what you were shown first; in answer to the letter that showed it."""

    who = Role.MASTER
    held: int = 0

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Have lines obeyed that wait, if the game is as it was shown; else show them anew."""
        pending = list_pending_lines(game, actor, context)
        chosen = [item for item in pending if item.number == self.held]
        if not pending or (self.held and not chosen):
            return Reason("nothing_held")
        if not self.held and len(pending) > 1:
            return Reason("held_which", tuple(", ".join(item.lines) for item in pending))
        (confirmed,) = chosen or pending
        surely = confirmed.sight == game_fingerprint(game)
        game = with_pending_lines(game, actor, tuple(item for item in pending if item != confirmed))
        remark = None if surely else Reason("changed_since")
        return Effects(
            (game,), remark, line=LineEffects(confirms=ConfirmedLines(confirmed.lines, surely))
        )
