"""``judge admin``: the keeper at the command line, beside a judge that may be at work."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click

from judge.console import CONFIG, plain_errors

_WORDS = click.Argument(["words"], nargs=-1)
_JSON = click.Option(["--json", "as_json"], is_flag=True, help="Print JSON instead of a table.")


class Desk(click.Group):
    """A group that has the commands of the desk, too; a blank in a name may be a hyphen."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names of all commands."""
        from judge.desk.commands import COMMANDS

        return [*(name.replace(" ", "-") for name in COMMANDS), *super().list_commands(context)]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return the command of a name."""
        from judge.desk.commands import COMMANDS

        spoken = name.casefold().replace("-", " ")
        own = COMMANDS.get(spoken)
        if own is None:
            return super().get_command(context, name)
        return click.Command(
            spoken.replace(" ", "-"),
            params=[_WORDS, _JSON],
            callback=_does(spoken),
            help=f"{own.about[:1].upper()}{own.about[1:]}.",
            options_metavar=f"{own.takes} [--json]".strip(),
        )

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that words begin with: one of them, or two."""
        if len(args) > 1 and self.get_command(context, "-".join(args[:2])) is not None:
            args = ["-".join(args[:2]), *args[2:]]
        if self.get_command(context, args[0]) is None:
            from judge.desk.commands import like

            context.fail(f"{args[0]} is no command{like(args[0], self.list_commands(context))}")
        return super().resolve_command(context, args)


def _does(name: str) -> Callable[..., None]:
    def do(words: tuple[str, ...], as_json: bool) -> None:
        from judge.desk.commands import COMMANDS
        from judge.service.clock import utc_now
        from judge.service.settings import find, load
        from judge.service.setup import database_at_hand

        command = COMMANDS[name]
        config = load(find(click.get_current_context().meta["judge.config"]))
        with (
            database_at_hand(config) as database,
            database.writing() if command.writes else database.reading() as tx,
        ):
            table = command.do(tx, words, utc_now())
        click.echo(json.dumps(table.values(), ensure_ascii=False) if as_json else table.plain())

    def stopping(words: tuple[str, ...], as_json: bool) -> None:
        with plain_errors():
            do(words, as_json)

    return stopping


@click.group(cls=Desk, short_help="Look after the judge: games, letters, mail, persons.")
@CONFIG
@click.pass_context
def admin(context: click.Context, config_file: Path | None) -> None:
    """Look after the judge: games, letters, mail, persons.

    Works beside a judge that is at work; what is to be sent or read again, it takes up within its
    next beat.
    """
    context.meta["judge.config"] = config_file
