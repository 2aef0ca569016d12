"""CONFIRM."""

from __future__ import annotations

from judge.game.command import InGame, LineContext
from judge.game.effects import Confirmed, Effects, LineEffects
from judge.game.mail.confirmation import fingerprint, lines_waiting, with_lines_waiting
from judge.game.state import Game, Role, Seat
from judge.model.reason import Reason


class Confirm(InGame):
    """CONFIRM: do what you were shown first; in answer to the letter that showed it."""

    who = Role.MASTER
    held: int = 0

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Have lines obeyed that wait, if the game is as it was shown; else show them anew."""
        mine = lines_waiting(game, actor, context)
        meant = [each for each in mine if each.number == self.held]
        if not mine or (self.held and not meant):
            return Reason("nothing_held")
        if not self.held and len(mine) > 1:
            return Reason("held_which", tuple(", ".join(each.lines) for each in mine))
        (one,) = meant or mine
        surely = one.sight == fingerprint(game)
        game = with_lines_waiting(game, actor, tuple(each for each in mine if each != one))
        remark = None if surely else Reason("changed_since")
        return Effects((game,), remark, line=LineEffects(confirms=Confirmed(one.lines, surely)))
