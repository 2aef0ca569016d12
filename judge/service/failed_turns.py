"""A turn that cannot be run: tried three times, then its game is held and its people are told."""

from __future__ import annotations

import logging
from datetime import datetime

from sqlalchemy import Connection

from judge.game.effects import Effects
from judge.game.notices import announce
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import ALARM
from judge.model.reason import Reason
from judge.service.judge import Judge, error_in_hand
from judge.store import failures
from judge.store.database import harmless

_log = logging.getLogger(__name__)


def turn_failed(judge: Judge, tx: Connection, name: str, now: datetime) -> None:
    """Note that a game's turn could not be run; after three times it is held, and its masters and
    the keeper are told.
    """
    _log.exception("the turn of %s could not be run", name)
    held = failures.note(tx, name)
    if held is None:
        return
    _log.error("%s is held: its turn was tried three times", name)
    key = f"held.{name.lower()}.{held.turn}.{now:%Y%m%d%H%M%S}"
    written = False
    with harmless(tx, f"the masters of {name} are told in plain words alone"):
        game = judge.games.load(tx, name)
        assert game is not None, "its row was just changed"
        why = Reason("turn_failed")
        notices = announce(game, "Game Held", key, why, kind=ALARM, to=game.masters)
        judge.commit(tx, Effects(notices=notices), now, {game.name: game})
        written = True
    if not written:
        news = (News(Reason("game_failed", (name,))),)
        plain = [
            Notice(ALARM, Recipient(master), "Game Held", key, sections=news)
            for master in held.masters
        ]
        with harmless(tx, f"the masters of {name} could not be told"):
            judge.commit(tx, Effects(notices=tuple(plain)), now, {})
    why = Reason("keeper_turn_failed", (name, held.turn, error_in_hand()))
    judge.tell_keeper(tx, "Game Held", key, why, now)
