"""Games out of the database and into it: whole, as a file of their own, or by their turns."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, select

from judge.game.clock.deadlines import pause_game
from judge.game.effects import Effects, LedgerEntry
from judge.game.enter.create import (
    ForeignGame,
    build_moving_in_letters,
    replay_game_versions,
    with_seated_players,
)
from judge.game.notices import announce_news
from judge.game.orders.turn_meant import write_present_turn_words
from judge.game.request import is_valid_game_name
from judge.game.state import Play, Role, Stage, find_turn_code
from judge.model.reason import Reason
from judge.post.addresses import is_proper_address
from judge.service.commit import commit_effects
from judge.service.judge import Judge
from judge.service.operate.backups import check_database_file, copy_sqlite_file
from judge.service.settings import ConfigError
from judge.service.setup import set_private_umask
from judge.store.carry import GameNotCopiedError, NameTakenError, copy_game
from judge.store.database import Database, upgrade_schema
from judge.store.schema import games


def export_game_file(database: Database, name: str, target: Path) -> None:
    """Write all that is stored of a game to a file that is not there yet.

    The file is a database with nothing else in it. Raises ConfigError.
    """
    if target.exists():
        raise ConfigError(f"{target} is there already; name another file")
    with set_private_umask(), tempfile.TemporaryDirectory(prefix="judge-") as folder:
        new_file = Path(folder) / "game.db"
        try:
            upgrade_schema(f"sqlite:///{new_file}")
            with (
                closing(Database(f"sqlite:///{new_file}")) as file,
                database.read_transaction() as source,
                file.write_transaction() as tx,
            ):
                copy_game(source, tx, name, name)
            copy_sqlite_file(new_file, target)
        except (GameNotCopiedError, OSError, sqlite3.Error) as trouble:
            raise ConfigError(f"{target}: {trouble}") from trouble


def import_game_file(judge: Judge, source: Path, new: str, now: datetime) -> str:
    """Take a game in from a file, by a new name if one is given, and return its name.

    A running game is paused, and everybody in it is told where it is played now. Raises
    ConfigError; the file is left as it is.
    """
    if new:
        _check_game_name(new, "--as")
    with set_private_umask(), tempfile.TemporaryDirectory(prefix="judge-") as folder:
        copy = Path(folder) / "game.db"
        try:
            shutil.copy(source, copy)
            check_database_file(copy)
            upgrade_schema(f"sqlite:///{copy}")
            with closing(Database(f"sqlite:///{copy}")) as file, file.read_transaction() as old:
                name = _name_of_only_game(old, source)
                with judge.database.write_transaction() as tx:
                    copy_game(old, tx, name, new or name)
                    _announce_moved_game(judge, tx, name, new or name, now)
        except NameTakenError as trouble:
            raise ConfigError(f"{source}: {trouble}; --as NAME gives it another name") from trouble
        except (GameNotCopiedError, OSError) as trouble:
            raise ConfigError(f"{source}: {trouble}") from trouble
    return new or name


def store_played_game(
    judge: Judge,
    name: str,
    foreign_game: ForeignGame,
    master: str,
    players: Mapping[str, str],
    now: datetime,
) -> Play:
    """Store a game with its turns, and the letters that tell of it: all of it or nothing.

    ``players`` are addresses by power. Raises ConfigError.
    """
    _check_game_name(name, "--name")
    for address in (master, *players.values()):
        if not is_proper_address(address):
            raise ConfigError(f"{address} is no address")
    if foreign_game.variant.code not in judge.variants:
        raise ConfigError(f"there is no variant {foreign_game.variant.code}")
    with judge.database.write_transaction() as tx:
        if judge.games.load_game(tx, name) is not None:
            raise ConfigError(f"there is a game {name} already")
        seed = judge.dice(128)
        game = None
        for version in replay_game_versions(foreign_game, name, master, seed, now):
            count = game.version if game else 0
            game = judge.games.save_game(tx, replace(version, version=count), now)
        assert isinstance(game, Play)
        game = with_seated_players(game, players, now)
        notices = build_moving_in_letters(game, judge.games.load_past_turns(tx, name))
        commit_effects(judge, tx, Effects((game,), notices=notices), now)
    return game


def _check_game_name(name: str, option: str) -> None:
    """Raise ConfigError if no game may be called so."""
    if not is_valid_game_name(name):
        raise ConfigError(
            f"a game cannot be called {name}: a name has 3 to 12 letters and digits, "
            f"and a letter at least; choose another by {option}"
        )


def _name_of_only_game(tx: Connection, source: Path) -> str:
    names = tx.execute(select(games.c.name)).scalars().all()
    if len(names) != 1:
        raise ConfigError(f"{source}: holds {len(names)} games, and not one that was exported")
    return str(names[0])


def _announce_moved_game(judge: Judge, tx: Connection, old: str, name: str, now: datetime) -> None:
    """Stop the clock of a game that has come, and tell everybody in it."""
    game = judge.games.load_game(tx, name)
    assert game is not None, "it was just copied"
    if isinstance(game, Play) and game.stage is Stage.ACTIVE:
        # Saved by itself, so that no file for calendars goes out: none has a deadline from here.
        game = judge.games.save_game(tx, pause_game(game, now), now)
    why = Reason("game_came", (judge.identity.address, *((old, name) if old != name else ())))
    key = f"came.{name.lower()}.{now:%Y%m%d%H%M%S}"
    stands: tuple[Reason, ...] = ()
    if isinstance(game, Play) and game.stage is Stage.PAUSED:
        stands = (Reason("turn_now", write_present_turn_words(game)), Reason("game_paused"))
    other_seats = [seat for seat in game.seats if seat.role is not Role.MASTER]
    notices = announce_news(game, "Game Moved", key, why, *stands, to=other_seats)
    resume = (Reason("resume_goes_on"),) if stands else ()
    notices += announce_news(game, "Game Moved", key, why, *stands, *resume, to=game.masters)
    entry = LedgerEntry(name, now, find_turn_code(game), "", "IMPORT", (why,))
    commit_effects(judge, tx, Effects((game,), notices=notices, ledger=(entry,)), now)
