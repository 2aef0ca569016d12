"""Does what tournaments ask for: begins the boards that are drawn, and tells standings.

What is drawn is written down before any board begins, and each board begins with what says so: a
judge that is stopped goes on where it was.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from judge.game.tournament.boards import begin_boards, close_round
from judge.service.commit import commit_effects
from judge.service.judge import Judge, load_variant_or_reason
from judge.service.waiting import Over, never_stop
from judge.store import tournament_rows
from judge.store.database import StaleError

_log = logging.getLogger(__name__)


def run_tournaments(
    judge: Judge,
    now: datetime,
    over: Over = never_stop,
    after_step: Callable[[], None] = lambda: None,
) -> None:
    """Do all that tournaments ask for, unless it is ``over`` before."""
    with judge.database.read_transaction() as tx:
        names = tournament_rows.list_tournaments_awake(tx)
    for name in names:
        try:
            while not over() and _take_step(judge, name, now):
                after_step()
        except Exception:
            _log.exception("the tournament %s waits: what is next cannot be done", name)


def _take_step(judge: Judge, name: str, now: datetime) -> bool:
    """Do the next that a tournament asks for; say whether there may be more."""
    with suppress(StaleError), judge.database.write_transaction() as tx:
        tournament = tournament_rows.load_tournament(tx, name)
        if tournament is None:
            return False
        if tournament.has_boards_to_begin:
            commit_effects(judge, tx, begin_boards(tournament, load_variant_or_reason, now), now)
            return True
        given_up = tournament_rows.count_boards_given_up(tx, tournament)
        scores = tournament_rows.list_scores_of_tournament(tx, tournament)
        effects = close_round(tournament, scores, given_up)
        if effects is not None:
            commit_effects(judge, tx, effects, now)
        tournament_rows.rest_tournament(tx, name)
        return False
    return True
