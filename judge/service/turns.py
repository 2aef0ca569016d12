"""Does what is due: reads the mail of each deadline, then lets it fall."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

from judge.game.turns import closes_at, tick
from judge.service.desk import Desk
from judge.service.reading import read_waiting
from judge.store import listing
from judge.store.repository import Stale

_log = logging.getLogger(__name__)


def run_due(desk: Desk, now: datetime, held_after: timedelta) -> int:
    """Bring everything up to date and return how many games time changed.

    Mail received by a game's deadline (or in the time of grace, while orders are missing) is read
    before that deadline falls, mail received later after it, so an order is on one side of the
    deadline or the other, whenever this is called.
    """
    changed = 0
    for name, due in _due(desk, now):
        read_waiting(desk, now, until=due)
        if due <= now and (end := _end(desk, name)) > due:
            read_waiting(desk, now, until=end)
        changed += _tick(desk, name, now, held_after)
    read_waiting(desk, now)
    return changed


def _due(desk: Desk, now: datetime) -> list[tuple[str, datetime]]:
    with desk.database.reading() as tx:
        return listing.awaiting(tx, now)


def _end(desk: Desk, name: str) -> datetime:
    with desk.database.reading() as tx:
        game = desk.games.load(tx, name)
    end = closes_at(game) if game else None
    return end or datetime.min.replace(tzinfo=UTC)


def _tick(desk: Desk, name: str, now: datetime, held_after: timedelta) -> bool:
    """Let time pass for one game; trouble with one game never stops the others."""
    try:
        with desk.database.writing() as tx:
            game = desk.games.load(tx, name, lock=True)
            decision = tick(game, now, held_after) if game else None
            if decision is None:
                return False
            desk.commit(tx, decision, now, {})
            return True
    except Stale:
        return False
    except Exception:
        _log.exception("the turn of %s could not be run", name)
        return False
