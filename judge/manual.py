"""What a shell and ``man`` want of the program, made from its own help."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
_ABOUT = "judge", 1


@click.command("completion", short_help="Print what lets a shell complete commands.")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a script for SHELL that completes commands, options and file names.

    For bash: judge completion bash > ~/.local/share/bash-completion/completions/judge
    """
    completer = get_completion_class(shell)
    assert completer, "each of these has one"
    program = context.find_root().command
    click.echo(completer(program, {}, "judge", "_JUDGE_COMPLETE").source())


@click.command("manual", short_help="Print the manual page.")
@click.pass_context
def manual(context: click.Context) -> None:
    """Print the manual page, for man.

    To read it: judge manual | man -l -
    """
    click.echo("\n".join(_write_manual_lines(context.find_root().command)))


def _write_manual_lines(program: click.Command) -> Iterator[str]:
    name, section = _ABOUT
    release = version("diplomacy-judge")
    yield f'.TH {name.upper()} {section} "" "{name} {release}" "User commands"'
    top = click.Context(program, info_name=name)
    first, _, rest = (program.help or "").partition("\n\n")
    yield from (".SH NAME", f"{name} \\- {_escape_roff(first.rstrip('.'))}")
    yield from (".SH SYNOPSIS", ".B judge", "COMMAND [OPTIONS] [ARGUMENTS]")
    yield ".SH DESCRIPTION"
    yield from _write_roff_paragraphs(rest)
    yield ".SH COMMANDS"
    yield from _command_lines(top)


def _command_lines(context: click.Context) -> Iterator[str]:
    group = context.command
    assert isinstance(group, click.Group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command, "it is listed"
        here = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from _command_lines(here)
            continue
        yield f'.SS "{_escape_roff(here.command_path)} {_escape_roff(_write_usage(here))}"'
        yield from _write_roff_paragraphs(command.help or "")
        for parameter in command.get_params(here):
            if (record := parameter.get_help_record(here)) and record[1]:
                yield from (".TP", f".B {_escape_roff(record[0])}", _escape_roff(record[1]))


def _write_usage(context: click.Context) -> str:
    return " ".join(context.command.collect_usage_pieces(context))


def _write_roff_paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        yield from (".PP", _escape_roff(" ".join(paragraph.split())))


def _escape_roff(text: str) -> str:
    """Return a text as roff shows it as it stands."""
    text = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text[:1] in (".", "'") else text
