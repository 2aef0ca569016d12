"""PRESS LIST, CANCEL PRESS."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects
from judge.game.notices import display_name
from judge.game.press.mute import muted_now
from judge.game.press.sent import in_words
from judge.game.press.writing import about
from judge.game.state import Game, Play, Seat
from judge.model.letter import News, PressText, Section
from judge.model.reason import Reason


class PressList(InGame):
    """PRESS LIST: what you have written that has not left yet, and whom you have muted."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
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
        return Effects(remark=remark, sections=tuple(sections))


class CancelPress(InGame):
    """CANCEL PRESS number: take back press that has not left yet; PRESS LIST has the numbers."""

    item: int = 0

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Drop it; where only one waits, its number may be left out."""
        mine = [i for i in game.unsent if i.seat == actor.name] if isinstance(game, Play) else []
        meant = [i for i in mine if i.number == self.item or (not self.item and len(mine) == 1)]
        if not isinstance(game, Play) or not mine:
            return Reason("press_none_waits")
        if not meant:
            return Reason("press_which", tuple(str(i.number) for i in mine))
        left = tuple(i for i in game.unsent if i not in meant)
        return Effects(
            (replace(game, unsent=left),), Reason("press_canceled", about(meant[0], game))
        )
