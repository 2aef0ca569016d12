"""Imported boards against other programs, phase by phase.

``python -m tests.boards [PHASES [SEED [BOARD ...]]]``: the package ``diplomacy`` plays games of
random orders on its own boards, or on those that are named; the judge imports the boards and plays
the same orders. ``python -m tests.boards --played`` judges the games of ``played.py`` on the boards
they were played on. What differs is counted by board, and shown.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge import resources
from judge.boards import dpjudge, importing
from judge.boards.draft import Draft
from judge.hooks import Variant
from judge.library import load
from judge.records.batch import Tally, read_games, replay_record
from tests.bench.engine import installed
from tests.bench.phases import WORKPLACE
from tests.boards import package, played


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.boards")
    parser.add_argument("phases", nargs="?", default="2000")
    parser.add_argument("seed", nargs="?", default="1")
    parser.add_argument("boards", nargs="*", metavar="board")
    parser.add_argument("--played", action="store_true", help="judge games that were played")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ[resources.OVERLAY] = folder
        told = of_people(Path(folder)) if asked.played else of_the_peer(Path(folder), asked)
        return min(sum(told), 1)


def of_people(folder: Path) -> Iterator[int]:
    """Judge the games on their own boards, and on ours where we have them; yield what differs."""
    cases = played.cases()
    for code, draft in played.boards().items():
        yield show(code, played.compare(put(draft, code, folder), cases[code]), cases[code])
        if ours := played.OURS.get(code):
            renamed = played.renamed(cases[code], code, load(ours))
            yield show(f"{code} on our board", played.compare(load(ours), renamed), renamed)


def of_the_peer(folder: Path, asked: argparse.Namespace) -> Iterator[int]:
    """Play the peer's games on each board; yield how many phases differ."""
    python = installed(WORKPLACE / "peer")
    script = Path(__file__).with_name("peer_games.py")
    maps = package.maps()
    for board in asked.boards or sorted(path.stem for path in maps.glob("*.map")):
        variant = put(dpjudge.read_text_map(maps / f"{board}.map"), board, folder)
        command = [python, script, board, asked.phases, asked.seed]
        told = subprocess.run(command, capture_output=True, text=True, check=True)
        lines = [line for line in told.stdout.splitlines() if line.startswith("{")]
        cases = [json.loads(line) for line in lines]
        tally = Tally()
        for record in read_games(variant, {}, cases):
            game = replay_record(record)
            tally.phases += game.phases
            tally.gaps += game.gaps
            tally.settings += game.settings
            tally.wrong |= game.wrong
        yield show(board, tally, cases)


def put(draft: Draft, code: str, folder: Path) -> Variant:
    """Import a board under a code that none of ours has."""
    importing.create_variant_folder(draft, f"other_{code}", folder / "maps")
    return load(f"other_{code}")


def show(board: str, tally: Tally, cases: list[dict[str, Any]]) -> int:
    """Print how many phases were judged and what differs; return how many do."""
    told = ", ".join(f"{number} by {setting}" for setting, number in tally.settings.items())
    told = f" ({told})" if told else ""
    wrong = {name: misses for name, misses in tally.wrong.items() if name not in played.ARGUED}
    if argued := len(tally.wrong) - len(wrong):
        told = f", {argued} argued{told}"
    if tally.gaps:
        told = f", {tally.gaps} begin elsewhere than the one before ended{told}"
    print(f"{board}: {tally.phases} phases, {len(wrong)} differ{told}", flush=True)
    orders = {case["id"]: case["orders"] for case in cases}
    for name, misses in wrong.items():
        print(f"  {name}: {'; '.join(misses)}\n    {json.dumps(orders.get(name))}")
    return len(wrong) + tally.gaps


sys.exit(main())
