"""Collects exchanges of mails: every ``.txt`` file in this folder is a test."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge.library import load
from judge.records import reader
from judge.records.run import run_record
from tests.road import exchange, war
from tests.road.office import KEEPER, MASTER, POWERS, Office, civilizations, gather, player

_FOLDER = tempfile.TemporaryDirectory(prefix="road-")
_MADE: dict[str, Office] = {}
_BOARDS = {
    "Global Diplomacy": ("gd WITH confirm=off", ("US", "RF", "SA", "EU", "GA", "PR")),
    "fog": ("standard WITH sight=near, confirm=off", POWERS),
}
"""Games that are begun with their players in their seats, at a board that a record describes."""


def office_for(given: str, folder: Path) -> Office:
    """Return a judge at which things stand so."""
    given, _, policy = given.partition("; policy ")
    office = _made(given).twin(folder, policy or "lenient")
    office.judge = replace(office.judge, keeper=KEEPER)
    return office


def _made(given: str) -> Office:
    """Return a judge of which there are twins; each is made once."""
    if given not in _MADE:
        _MADE[given] = _make(given, Path(tempfile.mkdtemp(dir=_FOLDER.name)))
    return _MADE[given]


def _make(given: str, folder: Path) -> Office:
    board, colon, lines = given.partition(":")
    if colon:
        return _with_board(_made(board).twin(folder), _BOARDS[board][0], lines)
    office = Office(folder)
    if given == "civilizations":
        civilizations(office)
    elif given in _BOARDS:
        variant, powers = _BOARDS[given]
        office.write(MASTER, f"CREATE ruhr {variant}", subject="a game")
        for power in powers:
            office.write(player(power), f"JOIN ruhr AS {power}", subject="hello")
        office.run()
    elif given.startswith("a war in "):
        war.begin(office, given.removeprefix("a war in "))
    elif given != "nothing":
        gather(office, POWERS if given == "a running game" else POWERS[:6])
    return office


def _with_board(office: Office, variant: str, lines: str) -> Office:
    """Put the board as lines of a record say."""
    lines = lines.strip()
    turn = [] if lines.startswith("turn") else ["turn Winter 2101 moves"]
    text = "\n".join([f"variant {variant.split()[0]}", *turn, *lines.split("; ")])
    before = next(iter(run_record(reader.parse_record(text, load)))).record.before
    with office.judge.database.write_transaction() as tx:
        game = office.judge.games.load_game(tx, "ruhr")
        assert game is not None
        office.judge.games.save_game(tx, replace(game, position=before), office.now)
    return office


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return ExchangeFile.from_parent(parent, path=file_path) if file_path.suffix == ".txt" else None


class ExchangeFile(pytest.File):
    """A file may hold several exchanges, each beginning with its ``exchange`` line."""

    def collect(self) -> Iterator[pytest.Item]:
        text = self.path.read_text(encoding="utf-8")
        at = 0
        for number, part in enumerate(f"\n{text}".split("\nexchange  ")):
            if number:
                told = exchange.parse(f"exchange  {part}", at)
                yield Exchanged.from_parent(self, name=told.title, told=told)
            at += part.count("\n") + 1


class Exchanged(pytest.Item):
    def __init__(self, *, told: exchange.Exchange, **more: object) -> None:
        super().__init__(**more)  # type: ignore[arg-type]  # pytest's own
        self.told = told

    def runtest(self) -> None:
        self.user_properties.append(("tally", ("exchanges of mails", 1)))
        with tempfile.TemporaryDirectory(prefix="road-") as folder:
            office = office_for(self.told.given, Path(folder))
            try:
                for _ in exchange.run(self.told, office):
                    pass
            finally:
                office.close()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:  # type: ignore[override]  # a text is enough
        if isinstance(excinfo.value, AssertionError):
            return f"{self.path.name}: {excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"exchange {self.name}"
