"""``python -m tests.boards [PHASES [SEED]]``: imported boards against the package ``diplomacy``.

The package plays games of random orders on its own boards; the judge imports the boards and plays
the same orders. What differs is counted by board, and shown.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from judge import resources
from judge.boards import dpjudge, importing
from judge.library import load
from judge.records.batch import read_games, replay
from tests.bench.engine import installed
from tests.bench.phases import WORKPLACE

BOARDS = ("ancmed", "modern", "pure", "colonial", "empire", "standard_age_of_empires")


def maps_of(python: Path) -> Path:
    """Return the folder of the package's maps."""
    find = "import diplomacy, os; print(os.path.dirname(diplomacy.__file__))"
    told = subprocess.run([python, "-c", find], capture_output=True, text=True, check=True)
    return Path(told.stdout.splitlines()[-1]) / "maps"


def main() -> int:
    phases = sys.argv[1] if len(sys.argv) > 1 else "2000"
    seed = sys.argv[2] if len(sys.argv) > 2 else "1"
    python = installed(WORKPLACE / "peer")
    script = Path(__file__).with_name("peer_games.py")
    maps = maps_of(python)
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ[resources.OVERLAY] = folder
        for board in BOARDS:
            importing.put(
                dpjudge.read(maps / f"{board}.map"), f"peer_{board}", Path(folder) / "maps"
            )
            command = [python, script, board, phases, seed]
            told = subprocess.run(command, capture_output=True, text=True, check=True)
            lines = [line for line in told.stdout.splitlines() if line.startswith("{")]
            different += compare(board, [json.loads(line) for line in lines])
    return min(different, 1)


def compare(board: str, cases: list[dict[str, Any]]) -> int:
    """Play the peer's games, show what differs, and return how many phases do."""
    wrong: dict[str, tuple[str, ...]] = {}
    settings: Counter[str] = Counter()
    count = 0
    for record in read_games(load(f"peer_{board}"), {}, cases):
        tally = replay(record)
        count += tally.phases
        settings += tally.settings
        wrong |= tally.wrong
    told = ", ".join(f"{number} by {setting}" for setting, number in settings.items())
    print(f"{board}: {count} phases, {len(wrong)} differ" + (f" ({told})" if told else ""))
    orders = {case["id"]: case["orders"] for case in cases}
    for name, misses in wrong.items():
        print(f"  {name}: {'; '.join(misses)}\n    {json.dumps(orders.get(name))}")
    return len(wrong)


sys.exit(main())
