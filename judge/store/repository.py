"""Games in and out of the database.

A game is saved against the version that it was loaded at: whoever comes second is told so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select, update

from judge.game.clock.run_turns import wakes_at
from judge.game.clock.warnings import People
from judge.game.past import PastTurns, Stand
from judge.game.state import Game, Lobby, Play, Stage, turn_of
from judge.hooks import Variant
from judge.store import schema as t
from judge.store import turn_rows
from judge.store.codec import read_settings, write_settings
from judge.store.database import StaleError, insert_one
from judge.store.fields import RowFields
from judge.store.position_diff import restore, snapshot
from judge.store.rows import load_guests, load_seats, save_guests, save_seats
from judge.store.wishes import addresses_of, wishes_of

Variants = Callable[[str, Mapping[str, str]], Variant]
"""Gives a variant by its code and its options in force, always the same one for the same."""


class _Kept(NamedTuple):
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
        self._known: dict[tuple[int, int, str], _Kept] = {}
        # As they were last seen here; that a game is so still is found out as it is saved.
        self._seen: dict[str, _Kept] = {}

    def load(self, tx: Connection, name: str) -> Game | None:
        """Return a game, or None if there is none of that name, however its letters are cased."""
        kept = self._find(tx, name)
        return kept and kept.game

    def before(self, tx: Connection, game: Game) -> Game | None:
        """Return a game as it was when it was loaded, None if it is new."""
        kept = self._loaded(tx, game)
        return kept and kept.game

    def past(self, tx: Connection, name: str) -> PastTurns:
        """Return all turns of a game that have been run. Raises KeyError if there is no game."""
        kept = self._find(tx, name)
        if kept is None:
            raise KeyError(name)
        return turn_rows.past(tx, kept.row, kept.game.variant)

    def stand(self, tx: Connection, name: str, number: int) -> Stand:
        """Return how an earlier turn of a game stood when it was over. Raises KeyError if there is
        no such game."""
        kept = self._find(tx, name)
        if kept is None:
            raise KeyError(name)
        return turn_rows.stand(tx, kept.row, number, kept.game.variant)

    def save(self, tx: Connection, game: Game, now: datetime, people: People | None = None) -> Game:
        """Write a game as it is now and return it with its new version.

        ``game.version`` must be the one it was loaded at, 0 for a new one: else StaleError is
        raised. A game may have been processed once since, or not at all; ``now`` is when it was.
        ``people`` is what those who hold its seats want, if that was looked up before.
        """
        kept = self._loaded(tx, game)
        old = kept.game if kept else None
        if (old.version if old else 0) != game.version:
            raise StaleError(game.name)
        people = wishes_of(tx, addresses_of(game)) if people is None else people
        values = _columns(game, old, people)
        values["stamp"] = stamp = _stamp(kept, game, values)
        if kept is None:
            row = insert_one(tx, t.games, {**values, "key": game.name.lower()})
        else:
            row, loaded = kept.row, {"loaded": game.version, "known": kept.stamp}
            if tx.execute(_SAVE, {"row": row, **loaded, **values}).rowcount != 1:
                raise StaleError(game.name)
        if old is None or old.seats != game.seats:
            save_seats(tx, row, game.seats)
        if old is None or old.guests != game.guests:
            save_guests(tx, row, game.guests)
        turn = turn_rows.record(tx, row, kept.turn if kept else 0, old, game, now)
        if isinstance(game, Play):
            same = isinstance(old, Play) and old.number == game.number
            there = old.orders if isinstance(old, Play) and same else {}
            turn_rows.save_orders(tx, turn, game.orders, there, game.variant)
        saved: Game = replace(game, version=game.version + 1)
        if isinstance(saved, Play) and saved.closed is not None:
            saved = replace(saved, closed=None)
        self._remember(_Kept(_bare(saved), row, turn, stamp))
        return saved

    def _loaded(self, tx: Connection, game: Game) -> _Kept | None:
        """Return what is known of a game of that version, else what is in the database."""
        kept = self._seen.get(game.name.lower())
        known = kept is not None and kept.game.version == game.version
        return kept if known else self._find(tx, game.name)

    def _find(self, tx: Connection, name: str) -> _Kept | None:
        row = tx.execute(_FIND, {"name": name.lower()}).one_or_none()
        if row is None:
            return None
        kept = self._known.get((row.id, row.turn, row.stamp))
        if kept is None:
            kept = self._read(tx, row.id)
        self._remember(kept)
        return kept

    def _remember(self, kept: _Kept) -> None:
        key = kept.row, kept.turn, kept.stamp
        if key not in self._known and len(self._known) >= _KEEP:
            self._known.clear()
            self._seen.clear()
        self._known[key] = self._seen[kept.game.name.lower()] = kept

    def _read(self, tx: Connection, game: int) -> _Kept:
        row = tx.execute(_GAME, {"game": game}).one()
        settings = read_settings(row.settings)
        variant = self._variants(row.variant, settings.options)
        turn = turn_rows.row_of(tx, game, row.number)
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
            **_LOBBY.values_in(row),
        )
        if not row.position:
            return _Kept(lobby, game, turn.id, row.stamp)
        position = restore(row.position)
        play = replace(
            lobby.with_position(position),
            number=row.number,
            parent=turn.parent,
            restores=turn.restores,
            due_at=row.due_at,
            orders=turn_rows.load_orders(tx, turn.id, position.turn.phase, variant),
            played=turn_rows.last(tx, game, turn.parent, row.before, variant),
            **_PLAY.values_in(row),
        )
        return _Kept(play, game, turn.id, row.stamp)


def _stamp(kept: _Kept | None, game: Game, values: Mapping[str, Any]) -> str:
    """Return a digest of a game's last stamp, and of all that is saved anew of it now."""
    old = kept.game if kept else None
    parts: list[object] = [kept.stamp if kept else game.name, values]
    for name in ("seats", "guests"):
        now = getattr(game, name)
        parts.append(None if old is not None and getattr(old, name) == now else now)
    if isinstance(game, Play):
        there = old.orders if isinstance(old, Play) else {}
        given = {power: ours for power, ours in game.orders.items() if ours != there.get(power)}
        parts += [given, sorted(there.keys() - game.orders.keys())]
        parts += [game.parent, game.restores]
        if game.played is not None and "before" in values:
            parts += [game.played.results, game.played.effects]
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _bare(game: Game) -> Game:
    """Return a game as it would be read: without the papers that are not kept."""
    if not isinstance(game, Play) or game.played is None:
        return game
    played = game.played
    if played.sheet is None and played.solution is None and isinstance(played.results, tuple):
        return game  # the very same record: what was worked out from it is found by it
    bare = played._replace(sheet=None, solution=None, results=tuple(played.results))
    return replace(game, played=bare)


def _columns(game: Game, old: Game | None, people: People) -> dict[str, Any]:
    """Return what is written in a game's row: what may have changed, and of what takes long only
    what has."""
    values: dict[str, Any] = {
        "variant": game.variant.code,
        "stage": game.stage.value,
        "turn": turn_of(game),
        "version": game.version + 1,
        **_PLAY.row_of(game),
    }
    if old is None:
        values |= {"name": game.name, "seed": str(game.seed), "created_at": game.created}
    if old is None or old.settings is not game.settings:
        values["settings"] = write_settings(game.settings)
    if isinstance(game, Play):
        values |= {
            "number": game.number,
            "due_at": game.due_at,
            "wake_at": wakes_at(game, people),
        }
        before = old if isinstance(old, Play) else None
        if before is None or before.position is not game.position:
            values["position"] = snapshot(game.position)
        if before is None or before.number != game.number:
            values["before"] = snapshot(game.played.before) if game.played else None
    return values
