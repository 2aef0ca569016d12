"""Imported boards against other programs, phase by phase.

``python -m tests.boards [PHASES [SEED [BOARD ...]]]``: the package ``diplomacy`` plays games of
random orders on its own boards, or on those that are named; the judge imports the boards and plays
the same orders. With ``--shared`` these are the text maps beside the checkout that the package
reads as the judge does, and the others are named. ``python -m tests.boards --played`` judges the
games of ``played.py`` on the boards they were played on. What differs is counted by board, and
shown. ``--keep`` writes the phases into a file; ``shared_phases.jsonl.gz`` was made so.
"""

from __future__ import annotations

import argparse
import gzip
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
from judge.boards.folder import count_parts_of_board
from judge.hooks import Variant
from judge.library import load
from judge.records.batch import Tally, read_games, replay_record
from tests.bench.engine import installed
from tests.bench.phases import WORKPLACE
from tests.boards import package, played

PARTS = ("spaces", "centers", "powers", "units")
SHARED = Path(__file__).parents[3] / "shared" / "data" / "boards" / "dpjudge"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.boards")
    parser.add_argument("phases", nargs="?", default="2000")
    parser.add_argument("seed", nargs="?", default="1")
    parser.add_argument("boards", nargs="*", metavar="board")
    parser.add_argument("--played", action="store_true", help="judge games that were played")
    parser.add_argument("--shared", action="store_true", help="play on maps beside the checkout")
    parser.add_argument("--keep", type=Path, help="a file for the phases of the package's games")
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
    maps = SHARED if asked.shared else package.maps()
    for path in sorted(maps.glob("*.map")):
        if asked.boards and path.stem not in asked.boards:
            continue
        draft = dpjudge.read_text_map(path)
        if asked.shared and (told := difference(draft, path)):
            print(f"{path.stem}: the package reads it otherwise: {told}", flush=True)
            continue
        variant = put(draft, path.stem, folder)
        board = path.name if asked.shared else path.stem
        cases = [json.loads(line) for line in ask_peer(maps, board, asked.phases, asked.seed)]
        if asked.keep:
            with gzip.open(asked.keep, "at", encoding="utf-8") as kept:
                kept.writelines(f"{json.dumps(case)}\n" for case in cases)
        tally = Tally()
        for record in read_games(variant, {}, cases):
            game = replay_record(record)
            tally.phases += game.phases
            tally.gaps += game.gaps
            tally.settings += game.settings
            tally.wrong |= game.wrong
        yield show(path.stem, tally, cases)


def ask_peer(maps: Path, *words: str) -> list[str]:
    """Return what ``peer_games.py`` says of maps in a folder."""
    script = Path(__file__).with_name("peer_games.py")
    command = [installed(WORKPLACE / "peer"), script, *words]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=maps)
    return [line for line in told.stdout.splitlines() if line.startswith("{")]


def difference(draft: Draft, path: Path) -> str:
    """Say in which numbers the package has another board, "" if in none."""
    theirs = json.loads(ask_peer(path.parent, path.name, "0", "0")[-1])
    ours = dict(zip(PARTS, count_parts_of_board(draft).values(), strict=True))
    ours["homes"] = sum(len(power.homes) for power in draft.powers.values())
    return ", ".join(
        f"{theirs[what]} {what}, not {number}"
        for what, number in ours.items()
        if theirs[what] != number
    )


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
