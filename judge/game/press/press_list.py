"""PRESS LIST."""

from __future__ import annotations

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.notices import display_name
from judge.game.press.unsent import UnsentPress
from judge.game.press.writing import about
from judge.game.state import Game, Play, Seat
from judge.language.command_values import MASTER
from judge.model.letter import News, PressText, Section
from judge.model.reason import Reason


class PressList(InGame):
    """PRESS LIST: what you have written that has not left yet."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Show it, with its numbers and when it leaves."""
        if not isinstance(game, Play):
            return CommandResult(remark=Reason("press_none_waits"))
        mine = [item for item in game.unsent if item.seat == actor.name]
        sections: list[Section] = []
        for item in mine:
            number, when = about(item, game)
            sections.append(News(Reason("press_waiting", (number, when))))
            sections.append(PressText(display_name(game, actor), _readers(item), item.text))
        remark = Reason("press_waiting_below") if mine else Reason("press_none_waits")
        return CommandResult(remark=remark, sections=tuple(sections))


def _readers(item: UnsentPress) -> tuple[str, ...]:
    """Return in words for whom press is."""
    if item.public:
        return ("everybody",)
    if item.to.everybody:
        return ("all",) if not item.to.but else (f"all but {' and '.join(item.to.but)}",)
    return tuple("Master" if name == MASTER else name for name in item.to.named)
