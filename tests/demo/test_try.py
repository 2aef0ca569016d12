"""``judge try`` at a pseudo terminal: a whole game, as somebody at a keyboard plays it."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from click.testing import CliRunner

from judge.cli import main
from tests.waiting import WAIT


class Keyboard:
    """A terminal with ``judge try`` in it: what is shown is read up to some words."""

    program: ClassVar[Sequence[str]] = ("-m", "judge")

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        self.end, inner = pty.openpty()
        command = [sys.executable, *self.program, "try", "--robots", "easy", *options]
        self.process = subprocess.Popen(
            command,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            cwd=folder,
            env={**os.environ, "TERM": "dumb", **environment},
        )
        os.close(inner)
        self.shown = self.begun = ""

    def read_until(self, words: str) -> str:
        """Return what is shown up to a pattern; it must come before the program ends."""
        while (found := re.search(words, self.shown)) is None:
            chunk = self.read()
            assert chunk, f"{words!r} is not shown in:\n{self.shown[-2000:]}"
            self.shown += chunk
        before, self.shown = self.shown[: found.end()], self.shown[found.end() :]
        return before

    def read(self) -> str:
        """Return what is shown next, "" when the program has ended.

        A terminal hands over as much as it has: that may be a control sequence alone, or half of
        one, which is no end.
        """
        text = ""
        while not text:
            try:
                raw = os.read(self.end, 65536)
            except OSError:  # nobody is at the other end
                return ""
            whole = re.sub(r"\x1b\[[\d;?]*\w|\r", "", self.begun + raw.decode(errors="replace"))
            text, escape, rest = whole.partition("\x1b")
            self.begun = escape + rest
        return text

    def type(self, *lines: str) -> None:
        os.write(self.end, "".join(f"{line}\n" for line in lines).encode())

    def read_raw_until(self, words: str) -> str:
        """Return what is shown up to some words, with all that a terminal is sent besides."""
        shown = ""
        while words not in shown:
            chunk = os.read(self.end, 65536).decode(errors="replace")
            assert chunk, f"{words!r} is not shown in:\n{shown[-2000:]!r}"
            shown += chunk
        return shown

    def type_raw(self, text: str) -> None:
        os.write(self.end, text.encode())

    def close(self) -> int:
        while self.read():
            pass
        os.close(self.end)
        return self.process.wait(WAIT)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path


def test_whole_game_is_played_at_the_keyboard(folder: Path) -> None:
    """PROCESS behind orders that completed the turn leaves the next one alone."""
    keys = Keyboard(folder, "--variant", "franceaustria", "--as", "France", "--mail", "mail")
    keys.read_until("Subject: JUDGE:table - S1901M Game Starting")
    assert "A robot plays Austria" in keys.read_until("The Judge")
    keys.type("HELP ORDERS", ".")
    assert "convoy" in keys.read_until("(?s)Subject: Re: your letter.*?\nThe Judge")
    keys.type("SET PICTURES OFF", "A Par - Burgandy", ".")
    keys.read_until("Burgandy was read as Burgundy")
    keys.type("A Par - Pic", "A Mar - Spa", "F Bre - MAO", "PROCESS")
    assert "Marseilles -> Spain" in keys.read_until("PROCESS was not needed")
    assert "Fall of 1901, movement" in keys.read_until("another PROCESS")
    keys.type("A Pic - Bel", "A Spa H", "F MAO - Por", ".")
    assert "Belgium" in keys.read_until("Now: Winter of 1901")
    keys.type("PROCESS")
    assert "not needed" not in keys.read_until("Now: Spring of 1902"), "the mail had an answer"
    keys.type("A Bel H", "PROCESS")
    assert "not needed" not in keys.read_until("Now: Fall of 1902"), "some had no orders"
    keys.type("CONCEDE TO Austria", ".")
    keys.read_until("Centers of each power, year by year")
    keys.read_until("The game as a film, for a browser: judge-try/film.svg")
    assert keys.close() == 0
    assert (folder / "judge-try" / "film.svg").read_text().startswith("<svg")
    assert len(list((folder / "mail").glob("*.eml"))) > 10


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--as", "Narnia"), r"judge: There is no power Narnia in table; there are Austria, .*\."),
        (("--option", "via=sea"), r"judge: Via is one of: convoy, land\."),
        (("--save", "nowhere/x.game"), r"Usage: (.*\n)+.*--save: there is no folder nowhere"),
    ],
)
def test_what_cannot_be_had_is_refused_in_one_sentence(options: tuple[str, ...], told: str) -> None:
    answer = CliRunner().invoke(main, ["try", *options])
    assert re.fullmatch(told, answer.output.strip())
    assert answer.exit_code != 0
