"""Games out of the database and into it: whole, as a file of their own, or by their turns."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, select

from judge.game.clock.pause import paused
from judge.game.effects import Effects, LedgerEntry
from judge.game.enter import moving_in
from judge.game.notices import announce
from judge.game.orders.turn_meant import turn_in_words
from judge.game.state import Play, Role, Stage, turn_of
from judge.hooks import Variant
from judge.model.position import Position
from judge.model.reason import Reason
from judge.post.addresses import proper
from judge.records.run import PlayedPhase
from judge.service.commit import commit
from judge.service.judge import Judge
from judge.service.operate.backups import check, copy_file
from judge.service.settings import ConfigError
from judge.service.setup import for_us_alone
from judge.store.carry import NameTakenError, NotCarriedError, copy_game
from judge.store.database import Database, upgrade
from judge.store.schema import games


def write_game(database: Database, name: str, target: Path) -> None:
    """Write all that is stored of a game to a file that is not there yet.

    The file is a database with nothing else in it. Raises ConfigError.
    """
    if target.exists():
        raise ConfigError(f"{target} is there already; name another file")
    with for_us_alone(), tempfile.TemporaryDirectory(prefix="judge-") as folder:
        made = Path(folder) / "game.db"
        try:
            upgrade(f"sqlite:///{made}")
            with (
                closing(Database(f"sqlite:///{made}")) as file,
                database.reading() as source,
                file.writing() as tx,
            ):
                copy_game(source, tx, name, name)
            copy_file(made, target)
        except (NotCarriedError, OSError, sqlite3.Error) as trouble:
            raise ConfigError(f"{target}: {trouble}") from trouble


def read_game(judge: Judge, source: Path, new: str, now: datetime) -> str:
    """Take a game in from a file, by a new name if one is given, and return its name.

    A running game is paused, and everybody in it is told where it is played now. Raises
    ConfigError; the file is left as it is.
    """
    if new:
        _check_name(new, "--as")
    with for_us_alone(), tempfile.TemporaryDirectory(prefix="judge-") as folder:
        copy = Path(folder) / "game.db"
        try:
            shutil.copy(source, copy)
            check(copy)
            upgrade(f"sqlite:///{copy}")
            with closing(Database(f"sqlite:///{copy}")) as file, file.reading() as old:
                name = _the_game(old, source)
                with judge.database.writing() as tx:
                    copy_game(old, tx, name, new or name)
                    _welcome(judge, tx, name, new or name, now)
        except NameTakenError as trouble:
            raise ConfigError(f"{source}: {trouble}; --as NAME gives it another name") from trouble
        except (NotCarriedError, OSError) as trouble:
            raise ConfigError(f"{source}: {trouble}") from trouble
    return new or name


def take_in(
    judge: Judge,
    name: str,
    variant: Variant,
    played: Sequence[PlayedPhase],
    end: Position,
    master: str,
    players: Mapping[str, str],
    now: datetime,
) -> Play:
    """Store a game with its turns, and the letters that tell of it: all of it or nothing.

    ``players`` are addresses by power. Raises ConfigError.
    """
    _check_name(name, "--name")
    for address in (master, *players.values()):
        if not proper(address):
            raise ConfigError(f"{address} is no address")
    if variant.code not in judge.variants:
        raise ConfigError(f"there is no variant {variant.code}")
    turns = [(each.record.before, each.phase.orders_by_power()) for each in played]
    with judge.database.writing() as tx:
        if judge.games.load(tx, name) is not None:
            raise ConfigError(f"there is a game {name} already")
        seed = judge.dice(128)
        game = None
        for version in moving_in.versions(name, variant, turns, end, master, seed, now):
            count = game.version if game else 0
            game = judge.games.save(tx, replace(version, version=count), now)
        assert isinstance(game, Play)
        game = moving_in.seated(game, players, now)
        notices = moving_in.letters(game, judge.games.past(tx, name))
        commit(judge, tx, Effects((game,), notices=notices), now, {})
    return game


def _check_name(name: str, option: str) -> None:
    """Raise ConfigError if no game may be called so."""
    if not moving_in.fit_name(name):
        raise ConfigError(
            f"a game cannot be called {name}: a name has 3 to 12 letters and digits, "
            f"and a letter at least; choose another by {option}"
        )


def _the_game(tx: Connection, source: Path) -> str:
    names = tx.execute(select(games.c.name)).scalars().all()
    if len(names) != 1:
        raise ConfigError(f"{source}: holds {len(names)} games, and not one that was exported")
    return str(names[0])


def _welcome(judge: Judge, tx: Connection, old: str, name: str, now: datetime) -> None:
    """Stop the clock of a game that has come, and tell everybody in it."""
    game = judge.games.load(tx, name)
    assert game is not None, "it was just copied"
    if isinstance(game, Play) and game.stage is Stage.ACTIVE:
        # Saved by itself, so that no file for calendars goes out: none has a deadline from here.
        game = judge.games.save(tx, paused(game, now), now)
    why = Reason("game_came", (judge.identity.address, *((old, name) if old != name else ())))
    key = f"came.{name.lower()}.{now:%Y%m%d%H%M%S}"
    stands: tuple[Reason, ...] = ()
    if isinstance(game, Play) and game.stage is Stage.PAUSED:
        stands = (Reason("turn_now", turn_in_words(game)), Reason("game_paused"))
    others = [seat for seat in game.seats if seat.role is not Role.MASTER]
    notices = announce(game, "Game Moved", key, why, *stands, to=others)
    resume = (Reason("resume_goes_on"),) if stands else ()
    notices += announce(game, "Game Moved", key, why, *stands, *resume, to=game.masters)
    entry = LedgerEntry(name, now, turn_of(game), "", "IMPORT", (why,))
    commit(judge, tx, Effects((game,), notices=notices, ledger=(entry,)), now, {})
