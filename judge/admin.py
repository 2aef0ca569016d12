"""``judge admin``: the keeper at the command line, beside a judge that may be at work."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.console import CONFIG, FILE, stop_on_errors

if TYPE_CHECKING:
    from judge.service.settings import Config

_WORDS = click.Argument(["words"], nargs=-1)
_JSON = click.Option(["--json", "as_json"], is_flag=True, help="Print JSON instead of a table.")


class DeskGroup(click.Group):
    """A group that has the commands of the desk, too; a blank in a name may be a hyphen."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names of all commands."""
        from judge.desk.commands import COMMANDS

        return [*(name.replace(" ", "-") for name in COMMANDS), *super().list_commands(context)]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return the command of a name."""
        from judge.desk.commands import COMMANDS

        spoken = name.casefold().replace("-", " ")
        desk_command = COMMANDS.get(spoken)
        if desk_command is None:
            return super().get_command(context, name)
        return click.Command(
            spoken.replace(" ", "-"),
            params=[_WORDS, _JSON],
            callback=_callback_of_command(spoken),
            help=f"{desk_command.description[:1].upper()}{desk_command.description[1:]}.",
            options_metavar=f"{desk_command.takes} [--json]".strip(),
        )

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that words begin with: one of them, or two."""
        if len(args) > 1 and self.get_command(context, "-".join(args[:2])) is not None:
            args = ["-".join(args[:2]), *args[2:]]
        if self.get_command(context, args[0]) is None:
            from judge.desk.commands import suggest_names

            context.fail(
                f"{args[0]} is no command{suggest_names(args[0], self.list_commands(context))}"
            )
        return super().resolve_command(context, args)


def _callback_of_command(name: str) -> Callable[..., None]:
    def run_command(words: tuple[str, ...], as_json: bool) -> None:
        import json

        from judge.desk.commands import COMMANDS
        from judge.service.clock import read_utc_now
        from judge.service.setup import open_existing_database

        command, config = COMMANDS[name], _load_config(click.get_current_context())
        with (
            open_existing_database(config) as database,
            database.write_transaction() if command.writes else database.read_transaction() as tx,
        ):
            table = command.do(tx, words, read_utc_now())
        if command.writes:
            log_action(config.judge.data, name, *words)
        click.echo(
            json.dumps(table.list_json_values(), ensure_ascii=False)
            if as_json
            else table.write_plain_text()
        )

    def run_or_stop(words: tuple[str, ...], as_json: bool) -> None:
        with stop_on_errors():
            run_command(words, as_json)

    return run_or_stop


@click.group(cls=DeskGroup, short_help="Look after the judge: games, letters, mail, persons.")
@CONFIG
@click.pass_context
def admin(context: click.Context, config_file: Path | None) -> None:
    """Look after the judge: games, letters, mail, persons.

    Works beside a judge that is at work; what is to be sent or read again, it takes up within its
    next beat.
    """
    context.meta["judge.config"] = config_file


NEW_FILE = click.Path(dir_okay=False, path_type=Path)


@admin.command(short_help="Copy the whole database to a file.")
@click.argument("file", type=NEW_FILE)
@click.pass_context
def backup(context: click.Context, file: Path) -> None:
    """Copy the whole database to FILE, as it is at one moment, while the judge works."""
    from judge.service.operate.backups import back_up_database

    with stop_on_errors():
        config = _load_config(context)
        back_up_database(config, file)
    log_action(config.judge.data, "backup", file)
    click.echo(f"Written: {file}, {file.stat().st_size:,} bytes. Keep the settings file, too.")


@admin.command(short_help="Put a copy in the place of the database.")
@click.argument("file", type=FILE)
@click.pass_context
def restore(context: click.Context, file: Path) -> None:
    """Put FILE, which judge admin backup wrote, in the place of the database.

    The judge must not be at work. What was there is kept: in a file beside the database, or for
    PostgreSQL as a dump in the data folder.
    """
    from judge.service.clock import read_utc_now
    from judge.service.operate import backups

    with stop_on_errors():
        config = _load_config(context)
        before = backups.restore_database(config, file, read_utc_now())
    log_action(config.judge.data, "restore", file)
    kept_note = f" The database that was there is {before}." if before else ""
    click.echo(f"Restored: {file}.{kept_note} Now start the judge.")


@admin.command(short_help="Write a whole game to a file.")
@click.argument("game")
@click.argument("file", type=NEW_FILE)
@click.pass_context
def export(context: click.Context, game: str, file: Path) -> None:
    """Write all that is stored of GAME to FILE: for another judge, and to keep.

    The game goes on here; TERMINATE or PAUSE it first if it is to move.
    """
    from judge.service.operate.moving import export_game_file
    from judge.service.setup import open_existing_database

    with stop_on_errors():
        config = _load_config(context)
        with open_existing_database(config) as database:
            export_game_file(database, game, file)
    log_action(config.judge.data, "export", game, file)
    click.echo(f"Written: {file}, {file.stat().st_size:,} bytes.")


@admin.command("import", short_help="Take in a game from a file.")
@click.option("--as", "name", default="", help="What the game is called here [default: as it was].")
@click.argument("file", type=FILE)
@click.pass_context
def import_game(context: click.Context, name: str, file: Path) -> None:
    """Take in the game of FILE, which judge admin export wrote.

    Its clock stands until its master sends RESUME; everybody in it is told where it is played.
    """
    from judge.service.clock import read_utc_now
    from judge.service.opening import open_existing_judge
    from judge.service.operate.moving import import_game_file

    with stop_on_errors():
        config = _load_config(context)
        game_name = import_game_file(open_existing_judge(config), file, name, read_utc_now())
    log_action(config.judge.data, "import", file, game_name)
    click.echo(
        f"{game_name} is here. Its players have a letter, and its master starts it with RESUME."
    )


def log_action(data: Path, *words: object) -> None:
    """Add to admin.log in the data folder when somebody did something, and who; that it cannot be
    written is told, and no more."""
    from judge.service.clock import read_utc_now
    from judge.service.setup import set_private_umask
    from judge.store.ownership import give_to_folder_owner

    path = data / "admin.log"
    who = os.environ.get("SUDO_USER") or os.environ.get("USER") or f"user {os.getuid()}"
    line = f"{read_utc_now():%F %T} UTC {who}: {shlex.join(map(str, words))}\n"
    try:
        with set_private_umask(), path.open("a", encoding="utf-8") as log:
            log.write(line)
        give_to_folder_owner(path)
    except OSError as trouble:
        click.echo(f"This stands in no log: {trouble}", err=True)


def _load_config(context: click.Context) -> Config:
    from judge.service.settings import find_settings_file, load_settings

    return load_settings(find_settings_file(context.meta["judge.config"]))
