"""What all commands of the program share: how they stop, and where their settings are."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click

from judge.model.errors import JudgeError

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

CONFIG = click.option(
    "--config",
    "config_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The settings file [default: judge.toml here, or /etc/judge/judge.toml].",
)


@contextmanager
def plain_errors(file: str = "") -> Iterator[None]:
    """Stop with a plain word if what the user gave is of no use, or a file is not to be had."""
    try:
        yield
    except (JudgeError, OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        stop(f"{file}: {error}" if file else str(error))


def stop(message: str) -> NoReturn:
    """End the program with a word about what went wrong."""
    click.echo(click.style("judge: ", fg="red") + message, err=True)
    sys.exit(2)
