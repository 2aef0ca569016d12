"""DIARY."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext
from judge.game.press.sending import clean, saying
from judge.game.press.sent import Sent
from judge.game.press.unsent import UnsentPress
from judge.game.press.writing import PressCommand, keep
from judge.game.state import Game, Play, Seat, Stage
from judge.model.reason import Reason


class Diary(PressCommand):
    """DIARY text: keep a note that all may read when the game is over."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Keep it as press that waits for the end."""
        if not isinstance(game, Play) or game.stage is Stage.ENDED:
            return Reason("press_no_delay")
        sent = Sent(context.now, context.key, context.name)
        text, taken = clean(game, actor, self.body, sent)
        if not text:
            return Reason("press_empty")
        diary = game.variant.calendar.title(game.position.turn)
        item = UnsentPress(0, actor.name, context.key, text, public=True, diary=diary)
        return saying(taken, keep(game, item))
