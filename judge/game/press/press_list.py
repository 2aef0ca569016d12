"""PRESS LIST, CANCEL PRESS: press that waits; MUTE, UNMUTE: whose press a player does not get."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects
from judge.game.notices import name_seat
from judge.game.press.sent import write_recipients
from judge.game.press.writing import find_press_number_and_time
from judge.game.state import Game, Play, Role, Seat
from judge.language.command_values import MASTER, NOBODY, Recipients
from judge.model.letter import News, PressText, Section
from judge.model.reason import Reason


class PressList(InGame):
    """PRESS LIST: what you have written that has not left yet, and whom you have muted."""

    asks = True

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


class Mute(InGame):
    """MUTE power, power: get no more press from them; MUTE GREY none without a name."""

    to: Recipients = NOBODY
    grey: bool = False

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Note whose press is not wanted; they are not told."""
        wanted = list_named_powers(game, self.to, grey=self.grey)
        if MASTER in self.to.named or actor.role is Role.MASTER:
            return Reason("mute_master")
        if set(wanted) & set(actor.powers) and not self.to.everybody:
            return Reason("mute_self")
        changed = replace(actor, muted=tuple(dict.fromkeys((*actor.muted, *wanted))))
        return Effects((game.with_seat(changed),), describe_muted(game, changed))


def list_named_powers(game: Game, to: Recipients, *, grey: bool) -> tuple[str, ...]:
    """Return the powers that a line names, "" for whoever gives no name."""
    named = game.variant.map.powers if to.everybody else to.named
    return ("",) if grey else tuple(power for power in named if power not in to.but)


def describe_muted(game: Game, seat: Seat) -> Reason:
    """Return in a sentence whose press a seat does not get."""
    if not seat.muted:
        return Reason("muted_nobody")
    powers = [power for power in seat.muted if power]
    every = set(game.variant.map.powers) <= set(powers)
    names = write_recipients(Recipients(everybody=True)) if every else powers
    unnamed = ("whoever gives no name",) if "" in seat.muted else ()
    return Reason("muted_now", (*names, *unnamed))


class Unmute(InGame):
    """UNMUTE power, power: get their press again; UNMUTE alone that of all."""

    to: Recipients = NOBODY
    grey: bool = False

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Want their press again; what was written meanwhile does not come."""
        again = list_named_powers(game, self.to, grey=self.grey) or actor.muted
        changed = replace(actor, muted=tuple(power for power in actor.muted if power not in again))
        return Effects((game.with_seat(changed),), describe_muted(game, changed))
