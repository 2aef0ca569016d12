"""What the commands of the program share: options, how they print, and how they stop."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click

from judge.model.errors import JudgeError

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

FOLDER = click.Path(file_okay=False, path_type=Path)
"""Where something is read or written."""

COLORS = {"good": "green", "bad": "red"}
"""How the tones of lines are shown."""

CONFIG = click.option(
    "--config",
    "config_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The settings file [default: judge.toml here, or /etc/judge/judge.toml].",
)


@contextmanager
def stop_on_errors(file: str = "") -> Iterator[None]:
    """Stop with a plain word if what the user gave is of no use, or a file is not to be had."""
    try:
        yield
    except (JudgeError, OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        stop_program(f"{file}: {error}" if file else str(error))


def stop_program(message: str) -> NoReturn:
    """End the program with a word about what went wrong."""
    click.echo(click.style("judge: ", fg="red") + message, err=True)
    sys.exit(2)


def parse_name_values(
    _: click.Context, asked: click.Parameter, texts: tuple[str, ...]
) -> dict[str, str]:
    """Read options of the form NAME=VALUE."""
    chosen = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"{text} is not of the form {asked.metavar}")
        chosen[name] = value
    return chosen


def _check_variant_code(_: click.Context, __: click.Parameter, code: str) -> str:
    from judge.library import codes

    if code not in codes():
        raise click.BadParameter(f"no variant {code}; there are: {', '.join(codes())}")
    return code


VARIANT = click.option(
    "--variant",
    default="standard",
    show_default=True,
    callback=_check_variant_code,
    help="The variant to judge by.",
)
OPTION = click.option(
    "--option",
    "options",
    multiple=True,
    callback=parse_name_values,
    metavar="NAME=CHOICE",
    help="A game option of the variant, such as via=land. May be given again.",
)


def print_lines(lines: Iterable[tuple[str, str]]) -> None:
    """Print lines, each in its tone."""
    for text, tone in lines:
        click.secho(text, fg=COLORS.get(tone), bold=tone == "head", dim=tone == "dim")
