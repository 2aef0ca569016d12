"""RESIGN."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.notices import announce, display_name
from judge.game.procedure import procedure_of
from judge.game.seats.seating import acquainted, vacated
from judge.game.state import Game, Play, Role, Seat
from judge.game.votes.motions import drop_ballots
from judge.model.letter import Notice
from judge.model.reason import Reason


class Resign(InGame):
    """RESIGN [game]: leave the game; somebody else may take the seat over."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Free the seat and tell everybody. Orders already given stand for this phase."""
        if actor.role is Role.MASTER and len(game.masters) == 1:
            return Reason("master_stays")
        name = display_name(game, actor)
        lapsed: tuple[Notice, ...] = ()
        if actor.role is Role.PLAYER and isinstance(game, Play):
            procedure = procedure_of(game)
            game, lapsed = procedure.on_leave(vacated(game, actor), actor, context.key)
        else:
            seats = tuple(s for s in game.seats if s.name != actor.name)
            game = replace(game, seats=seats, motions=drop_ballots(game, actor))
        news = Reason("resigned" if actor.powers else "left", (name,))
        others = acquainted(game, actor) if actor.role is Role.PLAYER else game.masters
        public = announce(game, "Resignation", context.key, news, to=others)
        return CommandResult(game, Reason("you_resigned", (game.name,)), notices=(*public, *lapsed))
