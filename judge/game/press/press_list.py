"""PRESS LIST, CANCEL PRESS."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects
from judge.game.notices import name_seat
from judge.game.press.mute import describe_muted
from judge.game.press.sent import write_recipients
from judge.game.press.writing import find_press_number_and_time
from judge.game.state import Game, Play, Seat
from judge.model.letter import News, PressText, Section
from judge.model.reason import Reason


class PressList(InGame):
    """PRESS LIST: what you have written that has not left yet, and whom you have muted."""

    @property
    def asks(self) -> bool:
        """It only shows something."""
        return True

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Show it, with its numbers and when it leaves."""
        unsent = game.unsent if isinstance(game, Play) else ()
        own_press = [item for item in unsent if item.seat == actor.name]
        sections: list[Section] = []
        for item in own_press:
            assert isinstance(game, Play), "press waits in games that are played"
            number, when = find_press_number_and_time(item, game)
            sections.append(News(Reason("press_waiting", (number, when))))
            sections.append(
                PressText(
                    name_seat(game, actor),
                    ("everybody",) if item.public else write_recipients(item.to),
                    item.text,
                )
            )
        remark = Reason("press_waiting_below") if own_press else Reason("press_none_waits")
        if actor.muted:
            sections.append(News(describe_muted(game, actor)))
        return Effects(remark=remark, sections=tuple(sections))


class CancelPress(InGame):
    """CANCEL PRESS number: take back press that has not left yet; PRESS LIST has the numbers."""

    item: int = 0

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Drop it; where only one waits, its number may be left out."""
        own_press = (
            [i for i in game.unsent if i.seat == actor.name] if isinstance(game, Play) else []
        )
        chosen = [
            i for i in own_press if i.number == self.item or (not self.item and len(own_press) == 1)
        ]
        if not isinstance(game, Play) or not own_press:
            return Reason("press_none_waits")
        if not chosen:
            return Reason("press_which", tuple(str(i.number) for i in own_press))
        remaining = tuple(i for i in game.unsent if i not in chosen)
        return Effects(
            (replace(game, unsent=remaining),),
            Reason("press_canceled", find_press_number_and_time(chosen[0], game)),
        )
