"""A game at the terminal: letters are shown as mail, and what is typed is a mail."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import NamedTuple

import click

from judge.demo.mailboxes import POLICY, find_plain_text_of
from judge.demo.table import RobotTable
from judge.demo.terminal_pictures import find_picture_writer
from judge.game.notices import build_heading
from judge.game.state import Stage

SEND, EDIT, PROCESS, LEAVE = ".", "e", ("process", "process."), ("q", "quit", "exit")
"""Lines that are no part of a mail."""

WELCOME = f"""\
What you type is a mail to the judge; a line with one dot sends it.

  {SEND}        sends what you have typed
  {EDIT}        opens your editor on it, and sends what you have saved there
  HELP     and a dot: how to play; HELP ORDERS: how to order
  PROCESS  lets the deadline pass, whoever has not ordered; it sends what you
           have typed before that, and needs no dot
  q        leaves the game
"""

_TONES = (
    (re.compile(r"> "), {"fg": "cyan"}),
    (re.compile(r"\s*(Not taken|Not read)"), {"fg": "red"}),
    (re.compile(r".*(\(\*|bounce|dislodged|destroyed)"), {"fg": "yellow"}),
    (re.compile(r":: "), {"dim": True}),
    (re.compile(r"(The set is complete|Now: )"), {"fg": "green"}),
)
"""How lines of letters are shown, by how they begin."""


class Typed(NamedTuple):
    """A mail that was typed, "" if none was, and whether the deadline is to pass after it, if it
    did not complete the turn."""

    text: str
    process: bool = False


@dataclass
class Terminal:
    """A person at a terminal, who plays at a table. Pictures and letters go to ``folder``.

    ``read_line`` returns a line that was typed, and raises EOFError where there is none any more.
    """

    table: RobotTable
    folder: Path
    mail_folder: Path | None = None
    save_file: Path | None = None
    read_line: Callable[[], str] = input

    def __post_init__(self) -> None:
        self._numbers = count(1)
        self._write_picture = find_picture_writer(os.environ)

    def play(self) -> None:
        """Show letters and mail what is typed, until the game ends or the person leaves."""
        click.echo(WELCOME)
        self._show_new_letters()
        for typed in self._read_typed_mails():
            turn = self.table.game.number
            if typed.text:
                self.table.send_mail(typed.text)
            played_by_mail = self.table.game.number != turn
            if typed.process and not played_by_mail:
                self.table.pass_deadline()
            self._show_new_letters()
            if typed.process and played_by_mail:
                self._tell_of_turn_left_alone()
            self._save_game()
            if self.table.game.stage is Stage.ENDED:
                break
        self._show_end()

    def _tell_of_turn_left_alone(self) -> None:
        """Say why PROCESS let no deadline pass."""
        game = self.table.game
        now = f"{build_heading(game).title}, {game.position.turn.phase.name.lower()}"
        click.secho(
            "PROCESS was not needed: your mail was the last that was awaited, so that its turn was"
            f" played at once.\nNow it is {now}; another PROCESS lets that deadline pass.",
            fg="yellow",
        )
        click.echo()

    def _read_typed_mails(self) -> Iterator[Typed]:
        """Yield what is typed, mail by mail."""
        lines: list[str] = []
        while True:
            try:
                line = self.read_line()
            except (EOFError, KeyboardInterrupt):
                return
            word = line.strip().casefold()
            process = word in PROCESS
            if process or word == SEND:
                if lines or process:
                    yield Typed("\n".join(lines), process)
                lines = []
            elif word == EDIT:
                edited = click.edit("\n".join(lines) + "\n")
                if edited and edited.strip():
                    click.echo(edited)
                    yield Typed(edited)
                    lines = []
            elif word in LEAVE and not lines:
                return
            elif word or lines:
                lines.append(line)

    def _show_new_letters(self) -> None:
        for raw in self.table.list_new_letters():
            number = next(self._numbers)
            mail = message_from_bytes(raw, policy=POLICY)
            if self.mail_folder is not None:
                self.mail_folder.mkdir(parents=True, exist_ok=True)
                (self.mail_folder / f"{number:03d}.eml").write_bytes(raw)
            click.echo()
            click.secho(f"Subject: {mail['Subject']}", bold=True)
            click.echo()
            for line in find_plain_text_of(mail).strip().splitlines():
                tone = next((tone for begins, tone in _TONES if begins.match(line)), {})
                click.secho(line, **tone)
            self._show_pictures(mail, number)
        click.echo()

    def _show_pictures(self, mail: EmailMessage, number: int) -> None:
        """Save the pictures of a letter; show them if the terminal can, and say where they are."""
        shown: list[object] = []
        for part in mail.walk():
            if part.get_content_maintype() != "image":
                continue
            content = part.get_content()
            if content in shown:
                continue
            shown.append(content)
            self.folder.mkdir(parents=True, exist_ok=True)
            name = f"{number:03d}" if len(shown) == 1 else f"{number:03d}-{len(shown)}"
            path = self.folder / f"{name}.{part.get_content_subtype().partition('+')[0]}"
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            if path.suffix == ".png" and self._write_picture is not None:
                click.echo("".join(self._write_picture(path.read_bytes())))
            click.secho(f"[the board: {path}]", dim=True)

    def _save_game(self) -> None:
        if self.save_file is not None:
            self.table.save_game(self.save_file)

    def _show_end(self) -> None:
        """Show how the powers grew, and write the film of the game."""
        self._save_game()
        told = self.table.game.stage is Stage.ENDED  # the last letter has them
        lines = [] if told else self.table.write_growth_lines()
        if lines:
            click.secho("Centers of each power, year by year:", bold=True)
            click.echo()
            for line in lines:
                click.echo(line)
            click.echo()
        self.folder.mkdir(parents=True, exist_ok=True)
        film = self.folder / "film.svg"
        if self.table.write_game_film(film):
            click.echo(f"The game as a film, for a browser: {film}")
        if self.save_file is not None:
            click.echo(f"It goes on with: judge try --save {self.save_file}")
