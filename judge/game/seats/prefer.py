"""PREFER."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.seats.preferring import in_words, preferences
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.model.reason import Reason


class Prefer(InGame):
    """PREFER France, [Germany, Italy], *: which powers you would like, before the game begins."""

    who = Role.PLAYER
    stages = frozenset({Stage.FORMING})
    liked: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Note it in place of what was asked for before."""
        if isinstance(game, Play):
            return Reason("already_started")
        if not game.disclosure.public_seats:
            return Reason("prefers_hidden")
        prefers = preferences(self.liked, game.variant.map)
        if isinstance(prefers, Reason):
            return prefers
        game = game.with_seat(replace(actor, wish="", prefers=prefers))
        if not prefers:
            return CommandResult(game, Reason("prefers_any"))
        return CommandResult(game, Reason("prefers", in_words(prefers)))
