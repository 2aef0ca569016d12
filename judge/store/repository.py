"""Games in and out of the database.

A game is saved against the version that it was loaded at: whoever comes second is told so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, func, select, update

from judge.game.clock.digest import People
from judge.game.clock.run_turns import find_next_wake_time
from judge.game.past import PastTurns, Stand
from judge.game.state import Game, Lobby, Play, Stage, find_turn_code
from judge.hooks import Variant
from judge.store import listing_rows, turn_rows
from judge.store import schema as t
from judge.store.codec import read_position, read_settings, write_position, write_settings
from judge.store.database import StaleError, insert_row
from judge.store.fields import RowFields
from judge.store.persons import (
    FIRST,
    IS_FIRST,
    list_seat_addresses,
    load_personal_settings,
    read_people,
)
from judge.store.rows import load_guests, load_seats, save_guests, save_seats

Variants = Callable[[str, Mapping[str, str]], Variant]
"""Gives a variant by its code and its options in force, always the same one for the same."""


class GameForMail(NamedTuple):
    """A game, what those want who hold its seats (also who wants nothing), and when its present
    turn began."""

    game: Game
    people: People
    began: datetime | None


class _StoredGame(NamedTuple):
    """A game as it is in the database, with the rows of the game and of its current turn."""

    game: Game
    row: int
    turn: int
    stamp: str


_KEEP = 256
_APART = (
    *("name", "variant", "stage", "settings", "seats", "guests", "seed", "version", "created"),
    *("position", "number", "parent", "restores", "closed", "due_at", "orders", "played"),
)
_LOBBY, _PLAY = (RowFields(kind, t.games, _APART) for kind in (Lobby, Play))
_TURN = (t.turns.c.game_id == t.games.c.id) & (t.turns.c.number == t.games.c.number)
_FIND = (
    select(t.games.c.id, t.turns.c.id.label("turn"), t.games.c.stamp)
    .join(t.turns, _TURN)
    .where(t.games.c.key == bindparam("name"))
)
_past = t.turns.alias("past")
_BEGAN = select(func.max(_past.c.processed_at)).where(_past.c.game_id == t.games.c.id)
_FIND_FOR_MAIL = (
    _FIND.add_columns(t.players.c.address, FIRST.c.wishes, _BEGAN.scalar_subquery().label("began"))
    .join(t.seats, t.seats.c.game_id == t.games.c.id, isouter=True)
    .join(t.players, t.players.c.id == t.seats.c.player_id, isouter=True)
    .join(FIRST, IS_FIRST, isouter=True)
)
_SAVE = update(t.games).where(
    t.games.c.id == bindparam("row"),
    t.games.c.version == bindparam("loaded"),
    t.games.c.stamp == bindparam("known"),
)
_GAME = select(t.games).where(t.games.c.id == bindparam("game"))


class Repository:
    """Loads and saves games.

    What it remembers of them is told by their content and the row of their turn, not by their name:
    it is never out of date, nor of a transaction that came to nothing while another did the same.
    """

    def __init__(self, variants: Variants) -> None:
        self._variants = variants
        self._known: dict[tuple[int, int, str], _StoredGame] = {}
        # As they were last seen here; that a game is so still is found out as it is saved.
        self._seen: dict[str, _StoredGame] = {}

    def load_game(self, tx: Connection, name: str) -> Game | None:
        """Return a game, or None if there is none of that name, however its letters are cased."""
        stored = self._find_stored(tx, name)
        return stored and stored.game

    def load_game_for_mail(self, tx: Connection, name: str) -> GameForMail | None:
        """Return a game as ``load_game`` does, with what mails about it ask for."""
        rows = tx.execute(_FIND_FOR_MAIL, {"name": name.lower()}).all()
        if not rows:
            return None
        game = self._read_stored_game(tx, rows[0]).game
        return GameForMail(game, read_people(rows), rows[0].began)

    def find_loaded_game(self, tx: Connection, game: Game) -> Game | None:
        """Return a game as it was when it was loaded, None if it is new."""
        stored = self._find_as_loaded(tx, game)
        return stored and stored.game

    def load_past_turns(self, tx: Connection, name: str) -> PastTurns:
        """Return all turns of a game that have been run. Raises KeyError if there is no game."""
        stored = self._find_stored(tx, name)
        if stored is None:
            raise KeyError(name)
        return turn_rows.load_past_turns(tx, stored.row, stored.game.variant)

    def load_stand(self, tx: Connection, name: str, number: int) -> Stand:
        """Return how an earlier turn of a game stood when it was over. Raises KeyError if there is
        no such game."""
        stored = self._find_stored(tx, name)
        if stored is None:
            raise KeyError(name)
        return turn_rows.load_stand(tx, stored.row, number, stored.game.variant)

    def save_game(
        self, tx: Connection, game: Game, now: datetime, people: People | None = None
    ) -> Game:
        """Write a game as it is now and return it with its new version.

        ``game.version`` must be the one it was loaded at, 0 for a new one: else StaleError is
        raised. A game may have been processed once since, or not at all; ``now`` is when it was.
        ``people`` is what those who hold its seats want, if that was looked up before.
        """
        stored = self._find_as_loaded(tx, game)
        old = stored.game if stored else None
        if (old.version if old else 0) != game.version:
            raise StaleError(game.name)
        people = load_personal_settings(tx, list_seat_addresses(game)) if people is None else people
        values = _collect_changed_columns(game, old, people)
        values["stamp"] = stamp = _make_next_stamp(stored, game, values)
        if stored is None:
            row = insert_row(tx, t.games, {**values, "key": game.name.lower()})
        else:
            row, loaded = stored.row, {"loaded": game.version, "known": stored.stamp}
            if tx.execute(_SAVE, {"row": row, **loaded, **values}).rowcount != 1:
                raise StaleError(game.name)
        listing_rows.save_listing(tx, row, old, game, now)
        if old is None or old.seats != game.seats:
            save_seats(tx, row, game.seats)
        if old is None or old.guests != game.guests:
            save_guests(tx, row, game.guests)
        turn = turn_rows.save_board_changes(tx, row, stored.turn if stored else 0, old, game, now)
        if isinstance(game, Play):
            same = isinstance(old, Play) and old.number == game.number
            there = old.orders if isinstance(old, Play) and same else {}
            turn_rows.save_orders(tx, turn, game.orders, there, game.variant)
        saved: Game = replace(game, version=game.version + 1)
        if isinstance(saved, Play) and saved.closed is not None:
            saved = replace(saved, closed=None)
        self._cache_game(_StoredGame(_without_unsaved(saved), row, turn, stamp))
        return saved

    def _find_as_loaded(self, tx: Connection, game: Game) -> _StoredGame | None:
        """Return what is known of a game of that version, else what is in the database."""
        stored = self._seen.get(game.name.lower())
        known = stored is not None and stored.game.version == game.version
        return stored if known else self._find_stored(tx, game.name)

    def _find_stored(self, tx: Connection, name: str) -> _StoredGame | None:
        row = tx.execute(_FIND, {"name": name.lower()}).one_or_none()
        return None if row is None else self._read_stored_game(tx, row)

    def _read_stored_game(self, tx: Connection, row: Row[*tuple[Any, ...]]) -> _StoredGame:
        stored = self._known.get((row.id, row.turn, row.stamp))
        if stored is None:
            stored = self._read_game(tx, row.id)
        self._cache_game(stored)
        return stored

    def _cache_game(self, stored: _StoredGame) -> None:
        key = stored.row, stored.turn, stored.stamp
        if key not in self._known and len(self._known) >= _KEEP:
            self._known.clear()
            self._seen.clear()
        self._known[key] = self._seen[stored.game.name.lower()] = stored

    def _read_game(self, tx: Connection, game: int) -> _StoredGame:
        row = tx.execute(_GAME, {"game": game}).one()
        settings = read_settings(row.settings)
        variant = self._variants(row.variant, settings.options)
        turn = turn_rows.find_turn_row(tx, game, row.number)
        lobby = Lobby(
            name=row.name,
            variant=variant,
            stage=Stage(row.stage),
            settings=settings,
            seats=load_seats(tx, game),
            seed=int(row.seed),
            guests=load_guests(tx, game),
            version=row.version,
            created=row.created_at,
            **_LOBBY.read_row(row),
        )
        if not row.position:
            return _StoredGame(lobby, game, turn.id, row.stamp)
        position = read_position(row.position)
        play = replace(
            lobby.with_position(position),
            number=row.number,
            parent=turn.parent,
            restores=turn.restores,
            due_at=row.due_at,
            orders=turn_rows.load_orders(tx, turn.id, position.turn.phase, variant),
            played=turn_rows.load_last_record(tx, game, turn.parent, row.before, variant),
            **_PLAY.read_row(row),
        )
        return _StoredGame(play, game, turn.id, row.stamp)


def _make_next_stamp(stored: _StoredGame | None, game: Game, values: Mapping[str, Any]) -> str:
    """Return a digest of a game's last stamp, and of all that is saved anew of it now."""
    old = stored.game if stored else None
    parts: list[object] = [stored.stamp if stored else game.name, values]
    for name in ("seats", "guests"):
        now = getattr(game, name)
        parts.append(None if old is not None and getattr(old, name) == now else now)
    if isinstance(game, Play):
        there = old.orders if isinstance(old, Play) else {}
        changed_orders = {
            power: ours for power, ours in game.orders.items() if ours != there.get(power)
        }
        parts += [changed_orders, sorted(there.keys() - game.orders.keys())]
        parts += [game.parent, game.restores]
        if game.played is not None and "before" in values:
            parts += [game.played.results, game.played.effects]
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _without_unsaved(game: Game) -> Game:
    """Return a game as it would be read: without the papers that are not kept."""
    if not isinstance(game, Play) or game.played is None:
        return game
    played = game.played
    if played.sheet is None and played.solution is None and isinstance(played.results, tuple):
        return game  # the very same record: what was worked out from it is found by it
    bare = played._replace(sheet=None, solution=None, results=tuple(played.results))
    return replace(game, played=bare)


def _collect_changed_columns(game: Game, old: Game | None, people: People) -> dict[str, Any]:
    """Return what is written in a game's row: what may have changed, and of what takes long only
    what has."""
    values: dict[str, Any] = {
        "variant": game.variant.code,
        "stage": game.stage.value,
        "turn": find_turn_code(game),
        "version": game.version + 1,
        **_PLAY.make_row(game),
    }
    if old is None:
        values |= {"name": game.name, "seed": str(game.seed), "created_at": game.created}
    if old is None or old.settings is not game.settings:
        values["settings"] = write_settings(game.settings)
    if isinstance(game, Play):
        values |= {
            "number": game.number,
            "due_at": game.due_at,
            "wake_at": find_next_wake_time(game, people),
        }
        before = old if isinstance(old, Play) else None
        if before is None or before.position is not game.position:
            values["position"] = write_position(game.position)
        if before is None or before.number != game.number:
            values["before"] = write_position(game.played.before) if game.played else None
    return values
