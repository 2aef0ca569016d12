"""PRESS LIST."""

from __future__ import annotations

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.notices import display_name
from judge.game.press.mute import muted_now
from judge.game.press.sent import in_words
from judge.game.press.writing import about
from judge.game.state import Game, Play, Seat
from judge.model.letter import News, PressText, Section
from judge.model.reason import Reason


class PressList(InGame):
    """PRESS LIST: what you have written that has not left yet, and whom you have muted."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Show it, with its numbers and when it leaves."""
        unsent = game.unsent if isinstance(game, Play) else ()
        mine = [item for item in unsent if item.seat == actor.name]
        sections: list[Section] = []
        for item in mine:
            assert isinstance(game, Play), "press waits in games that are played"
            number, when = about(item, game)
            sections.append(News(Reason("press_waiting", (number, when))))
            sections.append(
                PressText(
                    display_name(game, actor),
                    ("everybody",) if item.public else in_words(item.to),
                    item.text,
                )
            )
        remark = Reason("press_waiting_below") if mine else Reason("press_none_waits")
        if actor.muted:
            sections.append(News(muted_now(game, actor)))
        return CommandResult(remark=remark, sections=tuple(sections))
