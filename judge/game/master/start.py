"""START, TERMINATE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import LineContext, MasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.enter import starting
from judge.game.notices import announce_news
from judge.game.state import Game, Lobby, Play, Seat, Stage
from judge.game.votes.motions import end_game, explain_ending
from judge.model.letter import News
from judge.model.position import Ended, apply_effects
from judge.model.reason import Reason


class Start(MasterCommand):
    """START: deal the powers and begin."""

    stages = frozenset({Stage.FORMING})

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Begin if every power has a player; a manual game begins with any number of them."""
        if not isinstance(game, Lobby) or game.stage is not Stage.FORMING:
            return Reason("already_started")
        missing = starting.count_open_seats(game)
        if missing and (not game.settings.manual or not game.players):
            return Reason("not_full", (str(missing),))
        if silent := starting.players_without_consent(game):
            return Reason("not_agreed", (str(len(silent)), *game.variant.options_needing_consent))
        play, notices = starting.start_game(game, context.now, context.key)
        return Effects((play,), Reason("started"), notices=notices)


class Terminate(MasterCommand):
    """TERMINATE: end the game without a result."""

    by_vote = "VOTE END"

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Close the game and tell everybody."""
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        ended = Ended("terminated", ())
        news = explain_ending(ended)
        if isinstance(game, Play):
            game = replace(game, position=apply_effects(game.position, (ended,)))
            game, notices = end_game(game, ended, context.key)
        else:
            game = replace(game, stage=Stage.ENDED, motions=())
            notices = announce_news(game, "Game Over", context.key, news)
        return Effects(
            (game,), sections=(News(news),), notices=notices, line=LineEffects(costs=(news,))
        )
