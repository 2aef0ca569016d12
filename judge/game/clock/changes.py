"""What the master changed about the clock, told to the others."""

from __future__ import annotations

from judge.game.command import CommandResult
from judge.game.notices import announce, other_held_seats
from judge.game.state import Game, Seat
from judge.model.reason import Reason


def changed(game: Game, actor: Seat, event: str, news: Reason, key: str) -> CommandResult:
    """Return the changed game and the news for everybody but the one who made it."""
    others = announce(game, event, key, news, to=other_held_seats(game, actor))
    return CommandResult(game, news, notices=others)
