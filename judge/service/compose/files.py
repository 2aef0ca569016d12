"""Stored games as files: what EXPORT asks for, and ``judge export``."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection

from judge.game.state import Play
from judge.hooks import Variant
from judge.model.files import GameFiles, TextFile
from judge.model.letter import Notice, Section
from judge.model.position import Position
from judge.model.sheet import PhaseRecord
from judge.records.formats import formats
from judge.records.model import RecordError
from judge.store.repository import Repository

_log = logging.getLogger(__name__)

FORMS = (("record", "game", "application/octet-stream"), ("diplomacy", "json", "application/json"))
"""The forms that go by mail, how their files end, and their media types."""


class Turn(NamedTuple):
    """A turn of a stored game."""

    record: PhaseRecord
    end: Position


class Stored(NamedTuple):
    """A game as formats write it."""

    title: str
    variant: Variant
    turns: tuple[Turn, ...]
    now: Position


def stored(games: Repository, tx: Connection, name: str) -> Stored | None:
    """Return the turns of a game that led to where it stands, None if none of that name has begun.

    Orders that wait for their turn are not in it.
    """
    game = games.load(tx, name)
    if not isinstance(game, Play):
        return None
    line = games.past(tx, name).line(game.parent)
    turns = tuple(Turn(each.record, each.record.after) for each in line)
    return Stored(game.name, game.variant, turns, game.position)


def with_files(notice: Notice, games: Repository, tx: Connection) -> Notice:
    """Return a notice with the files of each game that is to go with it."""
    bare = {each for each in notice.sections if isinstance(each, GameFiles)}
    if not bare:
        return notice
    full = {each: replace(each, files=tuple(_files(each.game, games, tx))) for each in bare}

    def filled(sections: tuple[Section, ...]) -> tuple[Section, ...]:
        return tuple(full[each] if isinstance(each, GameFiles) else each for each in sections)

    asked = tuple((line, filled(answer)) for line, answer in notice.asked)
    return replace(notice, sections=filled(notice.sections), asked=asked)


def _files(name: str, games: Repository, tx: Connection) -> Iterator[TextFile]:
    """Yield a game in all forms that have words for it; what goes wrong costs the file alone."""
    try:
        game = stored(games, tx, name)
    except Exception:
        _log.exception("the turns of %s cannot be read", name)
        return
    for form, end, kind in FORMS if game else ():
        assert game is not None
        try:
            yield TextFile(f"{name}.{end}", kind, formats.write(form, *game))
        except RecordError:
            continue
        except Exception:
            _log.exception("%s cannot be written as %s", name, form)
