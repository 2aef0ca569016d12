"""One turn: decided on and put into words, then written down.

One that cannot be run is tried three times, then its game is held and its people are told.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from judge.game.clock.run_turns import advance_clock, find_closing_time_of_turn, run_ready_turns
from judge.game.effects import Effects
from judge.game.notices import announce_news
from judge.game.robots.thinking import give_up_thinking, run_robots
from judge.game.state import Play
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import ALARM
from judge.model.reason import Reason
from judge.service.commit import (
    Known,
    commit_effects,
    commit_with_letters,
    compose_before_commit,
    tell_keeper,
)
from judge.service.counting import measure_time
from judge.service.errors import describe_current_error, is_resource_shortage
from judge.service.judge import Judge
from judge.service.logs import with_log_ids
from judge.store import failures, queries
from judge.store.database import StaleError, try_in_savepoint
from judge.store.persons import list_seat_addresses, load_personal_settings

_log = logging.getLogger(__name__)

_AGAIN = 20


class DueTurn(NamedTuple):
    """A game of which time asks something ``now``; its mail is read up to an ``end``.

    ``due`` is its deadline, ``since`` when a judge was at work before. A deadline missed by more
    than ``held_after`` does not fire.
    """

    end: datetime
    game: str
    due: datetime | None
    now: datetime
    held_after: timedelta
    since: datetime | None


def run_turn(judge: Judge, turn: DueTurn) -> datetime | None:
    """Let time pass for one game; return when its deadline ends if that is later than its mail was
    read, and past: nothing is done then.

    A database that cannot be used, or a machine that is short of files or room, is no fault of the
    game: it is looked at again later. If anything else goes wrong, that is counted.
    """
    with with_log_ids(game=turn.game):
        try:
            for _ in range(_AGAIN):
                with suppress(StaleError):  # somebody else changed the game meanwhile
                    return _run_if_closed(judge, turn)
            return _run_if_closed(judge, turn)
        except OperationalError:
            _log.exception("the turn of %s waits for the database", turn.game)
        except Exception as trouble:
            if is_resource_shortage(trouble):
                _log.exception("the turn of %s waits for files or room", turn.game)
                return None
            with judge.database.write_transaction() as tx:
                record_turn_failure(judge, tx, turn.game, turn.now)
        return None


def _run_if_closed(judge: Judge, turn: DueTurn) -> datetime | None:
    with judge.database.read_transaction() as tx:
        game = (
            judge.games.load_game(tx, turn.game)
            if queries.is_game_due(tx, turn.game, turn.now)
            else None
        )
        if not isinstance(game, Play):
            return None
        closes = (
            (find_closing_time_of_turn(game) or turn.end) if game.due_at == turn.due else turn.end
        )
        if turn.end < closes <= turn.now:
            return closes
    with measure_time("judge_deadline"):
        _decide_and_commit(judge, game, turn)
    return None


def _decide_and_commit(judge: Judge, game: Play, turn: DueTurn) -> None:
    thought = _think_for_robots(game)
    there = thought.game or game
    with judge.database.read_transaction() as tx:
        people = load_personal_settings(tx, list_seat_addresses(game))
        decision = None
        if isinstance(there, Play):
            decision = advance_clock(there, turn.now, turn.held_after, turn.since, people)
        if decision is not None:
            decision = thought + decision
        elif thought.games:
            decision = run_ready_turns(thought, turn.now)
        else:
            return
        letters = compose_before_commit(judge, tx, decision, turn.now, game)
    # Who writes meanwhile need not wait until all is decided and put into words.
    with judge.database.write_transaction() as tx:
        if letters is None:
            commit_effects(judge, tx, decision, turn.now)
        else:
            commit_with_letters(judge, tx, decision, turn.now, letters)
        failures.clear_failures(tx, turn.game)


def _think_for_robots(game: Play) -> Effects:
    """Return what the robots of a game do now, before any transaction begins.

    A turn never waits for one: where they cannot think, they have no orders.
    """
    try:
        with _without_collecting():
            return run_robots(game) or Effects()
    except Exception as trouble:
        if is_resource_shortage(trouble):
            raise
        _log.exception("the robots of %s cannot think", game.name)
        return Effects((give_up_thinking(game),))


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Look for no garbage meanwhile: a search makes many things and hardly any that is, and takes a
    fifth longer where it is looked for."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def record_turn_failure(judge: Judge, tx: Connection, name: str, now: datetime) -> None:
    """Note that a game's turn could not be run; after three times it is held, and its masters and
    the keeper are told.
    """
    _log.exception("the turn of %s could not be run", name)
    held = failures.count_failure(tx, name)
    if held is None:
        return
    _log.error("%s is held: its turn was tried three times", name)
    key = f"held.{name.lower()}.{held.turn}.{now:%Y%m%d%H%M%S}"
    written = False
    with try_in_savepoint(tx, f"the masters of {name} are told in plain words alone"):
        game = judge.games.load_game(tx, name)
        assert game is not None, "its row was just changed"
        why = Reason("turn_failed")
        notices = announce_news(game, "Game Held", key, why, kind=ALARM, to=game.masters)
        commit_effects(judge, tx, Effects(notices=notices), now, Known({game.name: game}))
        written = True
    if not written:
        news = (News(Reason("game_failed", (name,))),)
        plain = [
            Notice(ALARM, Recipient(master), "Game Held", key, sections=news)
            for master in held.masters
        ]
        with try_in_savepoint(tx, f"the masters of {name} could not be told"):
            commit_effects(judge, tx, Effects(notices=tuple(plain)), now)
    why = Reason("keeper_turn_failed", (name, held.turn, describe_current_error()))
    tell_keeper(judge, tx, "Game Held", key, why, now)
