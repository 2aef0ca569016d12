"""Does what is due: reads the mail of each deadline, then lets it fall."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush

from sqlalchemy.exc import OperationalError

from judge.game.clock.turns import closes_at, tick
from judge.game.decision import Decision
from judge.game.notices import announce
from judge.game.state import Play
from judge.model.letter import News, Notice, Recipient
from judge.model.reason import Reason
from judge.service.judge import Judge, error_in_hand
from judge.service.reading import read_waiting
from judge.store import failures, queries
from judge.store.database import harmless
from judge.store.failures import Held
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
        try:
            later = _closes(judge, name, due)
            if end < later <= now:
                heappush(ends, (later, name, due))
            else:
                changed += _tick(judge, name, now, held_after)
        except OperationalError:
            raise
        except Exception:
            _failed(judge, name, now)
    read_waiting(judge, now)
    return changed


def _closes(judge: Judge, name: str, due: datetime) -> datetime:
    """Return when a game's deadline ends, or the deadline itself if it has another by now."""
    with judge.database.reading() as tx:
        game = judge.games.load(tx, name)
    ends = closes_at(game) if isinstance(game, Play) and game.due_at == due else None
    return ends or due


def _tick(judge: Judge, name: str, now: datetime, held_after: timedelta) -> bool:
    """Let time pass for one game and say whether it changed the game."""
    try:
        with judge.database.writing() as tx:
            game = judge.games.load(tx, name, lock=True)
            decision = tick(game, now, held_after) if isinstance(game, Play) else None
            if decision is None:
                return False
            judge.commit(tx, decision, now, {})
            failures.clear(tx, name)
            return True
    except StaleError:
        return False


def _failed(judge: Judge, name: str, now: datetime) -> None:
    """Note that a game's turn could not be run; after three times it is held, and its masters and
    the keeper are told.
    """
    _log.exception("the turn of %s could not be run", name)
    with judge.database.writing() as tx:
        held = failures.note(tx, name)
        if held is None:
            return
        _log.error("%s is held: its turn was tried three times", name)
        key = f"held.{name.lower()}.{held.turn}.{now:%Y%m%d%H%M%S}"
        told = False
        with harmless(tx, f"the masters of {name} are told in plain words alone"):
            game = judge.games.load(tx, name)
            assert game is not None, "its row was just changed"
            why = Reason("turn_failed")
            notices = announce(game, "Game Held", key, why, kind="alarm", to=game.masters)
            judge.commit(tx, Decision((), notices), now, {game.name: game})
            told = True
        if not told:
            with harmless(tx, f"the masters of {name} could not be told"):
                judge.commit(tx, Decision((), _plain_alarms(held, name, key)), now, {})
        why = Reason("keeper_turn_failed", (name, held.turn, error_in_hand()))
        judge.tell_keeper(tx, "Game Held", key, why, now)


def _plain_alarms(held: Held, name: str, key: str) -> tuple[Notice, ...]:
    """Return the masters' letters about a game of which no other letter can be made."""
    news = (News(Reason("game_failed", (name,))),)
    return tuple(
        Notice("alarm", Recipient(address), "Game Held", key, sections=news)
        for address in held.masters
    )
