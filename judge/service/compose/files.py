"""Stored games as files: what EXPORT asks for, and ``judge export``."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection

from judge.game.state import Play
from judge.hooks import Variant
from judge.model.letter import Notice, Section
from judge.model.position import Position
from judge.model.sections import GameFiles, TextFile
from judge.model.sheet import PhaseRecord
from judge.records.formats import formats
from judge.records.model import RecordError
from judge.store.repository import Repository

_log = logging.getLogger(__name__)

FORMS = (("record", "game", "application/octet-stream"), ("diplomacy", "json", "application/json"))
"""The forms that go by mail, how their files end, and their media types."""


class StoredTurn(NamedTuple):
    """A turn of a stored game."""

    record: PhaseRecord
    end: Position


class WritableGame(NamedTuple):
    """A game as formats write it."""

    title: str
    variant: Variant
    turns: tuple[StoredTurn, ...]
    now: Position


def load_stored_game(games: Repository, tx: Connection, name: str) -> WritableGame | None:
    """Return the turns of a game that led to where it stands, None if none of that name has begun.

    Orders that wait for their turn are not in it.
    """
    game = games.load_game(tx, name)
    if not isinstance(game, Play):
        return None
    line = games.load_past_turns(tx, name).list_turns_leading_to(game.parent)
    turns = tuple(StoredTurn(past_turn.record, past_turn.record.after) for past_turn in line)
    return WritableGame(game.name, game.variant, turns, game.position)


def with_files(notice: Notice, games: Repository, tx: Connection) -> Notice:
    """Return a notice with the files of each game that is to go with it."""
    bare = {section for section in notice.sections if isinstance(section, GameFiles)}
    if not bare:
        return notice
    full = {
        section: replace(section, files=tuple(_build_export_files(section.game, games, tx)))
        for section in bare
    }

    def fill_sections(sections: tuple[Section, ...]) -> tuple[Section, ...]:
        return tuple(
            full[section] if isinstance(section, GameFiles) else section for section in sections
        )

    asked = tuple((line, fill_sections(answer)) for line, answer in notice.asked)
    return replace(notice, sections=fill_sections(notice.sections), asked=asked)


def _build_export_files(name: str, games: Repository, tx: Connection) -> Iterator[TextFile]:
    """Yield a game in all forms that have words for it; what goes wrong costs the file alone."""
    try:
        game = load_stored_game(games, tx, name)
    except Exception:
        _log.exception("the turns of %s cannot be read", name)
        return
    for form, end, kind in FORMS if game else ():
        assert game is not None
        try:
            yield TextFile(f"{name}.{end}", kind, formats.write_game(form, *game))
        except RecordError:
            continue
        except Exception:
            _log.exception("%s cannot be written as %s", name, form)
