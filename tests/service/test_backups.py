"""The database and single games as files: written beside a judge at work, and played on from."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from alembic import command
from click.testing import CliRunner, Result
from sqlalchemy import text

from judge.cli import main
from judge.game.state import Play, Stage
from judge.service.settings import ConfigError, parse_settings
from judge.service.setup import create_judge, lock_out_other_judges
from judge.store import pulse
from judge.store.database import Database, is_schema_current
from judge.store.database import make_alembic_config as migrations
from tests.databases import Databases
from tests.road.office import BEGIN, MASTER, Office, gather, player

FRANCE = player("France")


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    office = gather(Office(tmp_path / "here"))
    office.answer(FRANCE, "A Par - Bur\nF Bre - MAO\nA Mar - Spa")
    yield office
    office.close()


def admin(folder: Path, *words: object) -> Result:
    folder.mkdir(exist_ok=True)
    path = folder / "judge.toml"
    path.write_text(settings(folder), encoding="utf-8")
    return CliRunner().invoke(main, ["admin", "--config", str(path), *map(str, words)])


def settings(folder: Path) -> str:
    return f'[judge]\naddress = "judge@example.net"\ndata = "{folder}"\n'


def played(office: Office, master: str = "PROCESS") -> str:
    """The board after the turn was processed."""
    office.answer(MASTER, master)
    game = office.game()
    assert isinstance(game, Play)
    return ", ".join(
        sorted(f"{unit.power} {unit.at.province}" for unit in game.position.units.values())
    )


def test_a_copy_is_played_on_from_in_another_folder(office: Office, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    told = admin(office.folder, "backup", copy)
    assert told.exit_code == 0, told.output
    assert copy.stat().st_mode & 0o777 == 0o600
    assert "is there already" in admin(office.folder, "backup", copy).output
    assert "there is no folder" in admin(office.folder, "backup", tmp_path / "no" / "copy").output
    there = tmp_path / "there"
    told = admin(there, "restore", copy)
    assert told.exit_code == 0 and told.output.endswith("Now start the judge.\n"), told.output
    elsewhere = Office(
        there,
        office.now,
        sent=[*office.sent],
        count=office.count,
        url=f"sqlite:///{there}/judge.db",
    )
    assert elsewhere.game() == office.game()
    assert "France BUR" in played(elsewhere) and played(office) == played(elsewhere)
    elsewhere.close()


def test_a_copy_is_one_file_and_stays_one(office: Office, tmp_path: Path) -> None:
    """It is read where nothing may be written: SQLite makes files beside one that has a log."""
    place = tmp_path / "shelf"
    place.mkdir()
    assert admin(office.folder, "backup", place / "copy.db").exit_code == 0
    assert (place / "copy.db").read_bytes()[18:20] == b"\1\1", "has a log (SQLite, File Format 1.3)"
    assert admin(tmp_path / "there", "restore", place / "copy.db").exit_code == 0
    assert [each.name for each in place.iterdir()] == ["copy.db"]


def test_what_was_there_is_kept_and_a_judge_at_work_is_not_disturbed(
    office: Office, tmp_path: Path
) -> None:
    copy, folder = tmp_path / "copy.db", office.folder
    admin(folder, "backup", copy)
    played(office)
    let_go = lock_out_other_judges(parse_settings(settings(folder), folder / "judge.toml"))
    refused = admin(folder, "restore", copy)
    assert refused.exit_code == 2 and "another judge is at work" in refused.output
    let_go()
    assert str(office.game().position.turn) == "F1901M"
    office.close()
    told = admin(folder, "restore", copy)
    (before,) = folder.glob("judge.db.2*")
    assert told.exit_code == 0 and before.name in told.output.replace("\n", "")
    office.open()
    assert str(office.game().position.turn) == "S1901M"
    office.close()
    admin(folder, "restore", before)
    office.open()
    assert str(office.game().position.turn) == "F1901M"


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone makes files of others")
def test_what_root_restores_is_the_judge_s_user_s(tmp_path: Path) -> None:
    there = tmp_path / "there"
    create_judge(tmp_path / "here.toml", settings(tmp_path / "here"))
    create_judge(tmp_path / "there.toml", settings(there))
    os.chown(there, 64638, 64639)
    assert admin(there, "restore", tmp_path / "here" / "judge.db").exit_code == 0
    made = {path.name: path.stat() for path in there.iterdir() if path.name != "judge.toml"}
    assert {*made} >= {"judge.db", "judge.db-lock", "admin.log"} and len(made) == 4
    assert {(each.st_uid, each.st_gid, each.st_mode & 0o777) for each in made.values()} == {
        (64638, 64639, 0o600)
    }


def test_a_judge_that_cannot_keep_others_out_does_not_begin(tmp_path: Path) -> None:
    config = create_judge(tmp_path / "judge.toml", settings(tmp_path))
    (tmp_path / "judge.db-lock").mkdir()
    with pytest.raises(ConfigError, match=r"judge\.db-lock: Is a directory: it must be a file of"):
        lock_out_other_judges(config)


@pytest.mark.parametrize("command", ["restore", "import"])
def test_a_file_of_something_else_changes_nothing(
    office: Office, tmp_path: Path, command: str
) -> None:
    other = tmp_path / "other.db"
    other.write_bytes(b"no games\n" * 999)
    told = admin(office.folder, command, other)
    assert told.exit_code == 2 and "is not a database" in told.output
    assert isinstance(office.game(), Play)
    assert not [*office.folder.glob("*.part")]


def test_postgresql_is_copied_by_its_own_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "pg_dump"
    program.write_text('#!/bin/sh\necho "$PGPASSWORD $@" > "${3#--file=}"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("JUDGE_DATABASE__URL", "postgresql+psycopg://judge:hush@db.example/judge")
    copy = tmp_path / "copy.dump"
    assert admin(tmp_path, "backup", copy).exit_code == 0
    said = copy.read_text(encoding="utf-8")
    assert said.startswith("hush --dbname=postgresql://judge@db.example/judge --format=custom")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "there is no pg_restore" in admin(tmp_path, "restore", copy).output


@pytest.mark.databases("postgresql")
def test_a_server_has_what_the_copy_has_and_no_more(
    tmp_path: Path, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy is of an earlier judge: its schema lacks tables that stand there now."""
    url, old, newer, other = databases.make(tmp_path), *(tmp_path / f"{n}.dump" for n in range(3))
    monkeypatch.setenv("JUDGE_DATABASE__URL", url)
    with closing(Database(url)) as database, database.write_transaction() as tx:
        command.downgrade(migrations(tx), "0032")
        pulse.confirm_clock(tx, BEGIN)
    assert admin(tmp_path, "backup", old).exit_code == 0
    with closing(Database(url)) as database, database.write_transaction() as tx:
        command.upgrade(migrations(tx), "head")
        pulse.confirm_clock(tx, BEGIN.replace(year=2030))
        refused = admin(tmp_path, "restore", old)
        assert "another judge is at work on database.url" in refused.output
    other.write_bytes(b"no games\n" * 999)
    assert "pg_restore: " in admin(tmp_path, "restore", other).output
    assert confirmed(url) == BEGIN.replace(year=2030)

    told = admin(tmp_path, "restore", old)
    assert told.exit_code == 0, told.output
    (before,) = tmp_path.glob("judge.dump.2*")
    assert before.name in told.output.replace("\n", "") and before.stat().st_mode & 0o777 == 0o600
    assert confirmed(url) == BEGIN

    with closing(Database(url)) as database, database.write_transaction() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = 'later'"))
    assert admin(tmp_path, "backup", newer).exit_code == 0
    admin(tmp_path, "restore", before.rename(tmp_path / "before"))
    for kept in tmp_path.glob("judge.dump.2*"):
        kept.unlink()
    assert "is of a newer judge" in admin(tmp_path, "restore", newer).output
    assert confirmed(url) == BEGIN.replace(year=2030) and not [*tmp_path.glob("judge.dump.2*")]
    databases.drop(url)


def confirmed(url: str) -> datetime | None:
    """What was noted last in a database, which is of the present schema."""
    with closing(Database(url)) as database, database.read_transaction() as tx:
        assert is_schema_current(tx)
        return pulse.find_clock_confirmed_at(tx)


def test_a_game_goes_to_another_judge_with_all_that_is_kept_of_it(
    office: Office, tmp_path: Path
) -> None:
    played(office)
    file, there = tmp_path / "ruhr.game.db", tmp_path / "there"
    assert admin(office.folder, "export", "ruhr", file).exit_code == 0
    new = gather(Office(there), ("France",))
    told = admin(there, "import", file, "--as", "rhine")
    assert told.exit_code == 0, told.output
    assert "there is a game rhine already" in admin(there, "import", file, "--as", "rhine").output
    told = admin(there, "import", file).output
    assert "there is a game ruhr already; --as NAME gives it another name" in told
    old, came = office.game(), new.game("rhine")
    assert isinstance(old, Play) and isinstance(came, Play) and came.stage is Stage.PAUSED
    assert came.position == old.position and came.seats == old.seats and came.orders == old.orders
    with (
        office.judge.database.read_transaction() as one,
        new.judge.database.read_transaction() as other,
    ):
        here, kept = (
            office.judge.games.load_past_turns(one, "ruhr"),
            new.judge.games.load_past_turns(other, "rhine"),
        )
        assert [turn.number for turn in kept.turns] == [turn.number for turn in here.turns] != []
    letters = new.deliver()
    assert len(letters) == len(old.seats)
    for letter in letters:
        assert (
            "The game ruhr is played at judge@example.net from now on, and is called rhine there:"
        ) in letter.flat
        assert "It is Fall of 1901, movement. The game is paused:" in letter.flat
        assert ("RESUME lets the game go on." in letter.flat) == (letter.to == MASTER)
        assert all(part.get_content_type() != "text/calendar" for part in letter.mail.walk())
    new.write(MASTER, "RESUME", answering=MASTER)
    new.run()
    assert new.game("rhine").stage is Stage.ACTIVE
    assert new.game("ruhr").stage is Stage.FORMING
    new.close()


def test_a_game_that_is_not_there_makes_no_file(office: Office, tmp_path: Path) -> None:
    told = admin(office.folder, "export", "elbe", tmp_path / "elbe.db")
    assert told.exit_code == 2 and "there is no game elbe" in told.output
    assert not (tmp_path / "elbe.db").exists()
