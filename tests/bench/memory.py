"""How much memory a daemon takes that has a thousand games to run."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from judge.library import load
from judge.records.reader import parse_record
from tests.bench.by_mail import GAME, START, BenchGame
from tests.bench.measure import Measured
from tests.bench.phases import ROOT, WORKPLACE, records

GAMES = 1000
DUE = 100
"""Games whose deadline falls while the daemon runs."""
RUNS = 3


def memory() -> Measured:
    figures = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory(dir=WORKPLACE) as folder:
            fill(Path(folder))
            command = [sys.executable, "-m", "tests.bench.daemon", folder]
            told = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True)
            figures.append(float(told.stdout))
    counted = f"resident, after {DUE} of them came due and a mail of orders was read"
    return Measured(
        f"memory of the daemon, {GAMES:,} games", figures, "MB", limit=200, counted=counted
    )


def fill(folder: Path) -> None:
    """Begin one game by mail, and many more like it."""
    record = parse_record(records()[0].read_text(encoding="utf-8"), load)
    bench_game = BenchGame(folder)
    bench_game.gather(record)
    game = bench_game.game()
    assert game.due_at is not None
    with bench_game.judge.database.write_transaction() as tx:
        for number in range(1, GAMES):
            due = game.due_at if number <= DUE else game.due_at + timedelta(days=number)
            more = replace(game, name=f"{GAME}{number}", due_at=due, version=0)
            bench_game.judge.games.save_game(tx, more, START)
    bench_game.close()
