"""MUTE, UNMUTE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects
from judge.game.press.sent import write_recipients
from judge.game.state import Game, Role, Seat
from judge.language.command_values import MASTER, NOBODY, Recipients
from judge.model.reason import Reason


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
