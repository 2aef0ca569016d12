"""A council's vote: what is put to it, the lines of its ballot, and when the vote closes."""

from __future__ import annotations

from datetime import datetime

from judge.game.state import Game, Motion, Play
from judge.model.reason import Reason

NOMINATION = "nomination"
COALITION = "coalition"
OF_THE_COUNCIL = frozenset({NOMINATION, COALITION})
"""Kinds of motions: what is proposed in secret, and the lines of the ballot that comes of it."""


def ballot(game: Game) -> tuple[Motion, ...]:
    """Return the lines of the ballot that is voted on now; a line's number is its place, from 1."""
    return tuple(motion for motion in game.motions if motion.kind == COALITION)


def printed(game: Game) -> tuple[Reason, ...]:
    """Return the lines of the ballot in words, each with its number."""
    lines = enumerate(ballot(game), 1)
    return tuple(Reason("ballot_line", (str(number), *line.terms)) for number, line in lines)


def sits(game: Play) -> bool:
    """Say whether nominations or votes are taken, so that the turn runs to its deadline."""
    council = game.variant.rules.council
    return council is not None and (council.gathers(game.position.turn) or bool(ballot(game)))


def closes_at(game: Play) -> datetime | None:
    """Return when the vote closes that is open now.

    At least half of a phase's usual length is left for voting.
    """
    council = game.variant.rules.council
    if council is None or game.due_at is None or not ballot(game):
        return None
    ahead = council.closes(game.position.turn)
    usual = game.settings.lengths[game.position.turn.phase.value]
    return None if ahead is None else game.due_at - min(ahead, usual / 2)
