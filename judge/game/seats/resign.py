"""RESIGN."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.notices import announce, display_name
from judge.game.seats.seating import acquainted
from judge.game.seats.vacating import left_open
from judge.game.state import Game, Play, Role, Seat
from judge.game.votes.motions import drop_ballots
from judge.model.reason import Reason


class Resign(InGame):
    """RESIGN [game]: leave the game; somebody else may take the seat over."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Free the seat and tell everybody. Orders already given stand for this phase."""
        if actor.role is Role.MASTER and len(game.masters) == 1:
            return Reason("master_stays")
        news = Reason("resigned" if actor.powers else "left", (display_name(game, actor),))
        if actor.role is Role.PLAYER and isinstance(game, Play):
            done = left_open(game, actor, actor, "Resignation", news, context)
        else:
            seats = tuple(s for s in game.seats if s.name != actor.name)
            game = replace(game, seats=seats, motions=drop_ballots(game, actor))
            others = acquainted(game, actor) if actor.role is Role.PLAYER else game.masters
            told = announce(game, "Resignation", context.key, news, to=others)
            done = CommandResult(game, notices=told)
        return replace(done, remark=Reason("you_resigned", (game.name,)))
