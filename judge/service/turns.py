"""Does what is due: reads the mail of each deadline, then lets it fall."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush

from sqlalchemy.exc import OperationalError

from judge.game.clock.turns import closes_at, tick
from judge.service.judge import Judge
from judge.service.reading import read_waiting
from judge.store import queries
from judge.store.repository import StaleError

_log = logging.getLogger(__name__)


def run_due(judge: Judge, now: datetime, held_after: timedelta) -> int:
    """Bring everything up to date and return how many games time changed.

    Mail received by the end of a game's deadline (its grace included) is read before that
    deadline falls, mail received later after it, so an order is on one side of the deadline or
    the other, whenever this is called.
    """
    with judge.database.reading() as tx:
        ends = [(min(due, now), name, due) for name, due in queries.awaiting(tx, now)]
    heapify(ends)
    changed = 0
    while ends:
        end, name, due = heappop(ends)
        read_waiting(judge, now, until=end)
        later = _closes(judge, name, due)
        if later is None:
            continue
        if end < later <= now:
            heappush(ends, (later, name, due))
        else:
            changed += _tick(judge, name, now, held_after)
    read_waiting(judge, now)
    return changed


def _closes(judge: Judge, name: str, due: datetime) -> datetime | None:
    """Return when a game's deadline ends, or the deadline itself if it has another by now.

    None is a game that cannot be loaded: it must not stop the others.
    """
    try:
        with judge.database.reading() as tx:
            game = judge.games.load(tx, name)
    except OperationalError:
        raise
    except Exception:
        _log.exception("%s cannot be loaded", name)
        return None
    ends = closes_at(game) if game and game.due_at == due else None
    return ends or due


def _tick(judge: Judge, name: str, now: datetime, held_after: timedelta) -> bool:
    """Let time pass for one game; trouble with one game never stops the others."""
    try:
        with judge.database.writing() as tx:
            game = judge.games.load(tx, name, lock=True)
            decision = tick(game, now, held_after) if game else None
            if decision is None:
                return False
            judge.commit(tx, decision, now, {})
            return True
    except StaleError:
        return False
    except Exception:
        _log.exception("the turn of %s could not be run", name)
        return False
