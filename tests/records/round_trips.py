"""Plays games, writes them in every form, reads them back and compares.

``python -m tests.records.round_trips FILE.jsonl.gz [GAMES]`` takes them from a file of phases.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from judge.library import load
from judge.records import jsonl_phases
from judge.records.batch import read_games
from judge.records.formats import formats
from judge.records.model import Record
from judge.records.run import run_record_to_now

HOMES = {"disorder": "homes"}
"""The option under which most of the played games were judged."""


def faults(record: Record, forms: tuple[str, ...] = tuple(formats.WRITERS)) -> Iterator[str]:
    """A line for each form that does not bring the same game back."""
    played, now = run_record_to_now(record, carry=True)
    for form in forms:
        text = formats.write_game(form, "game", record.variant, played, now)
        again, there = run_record_to_now(
            formats.read_game(text.encode(), "", record.variant), carry=True
        )
        if there != now:
            yield f"{form}: stands otherwise"
        if [each.record.after for each in again] != [each.record.after for each in played]:
            yield f"{form}: was played otherwise"
        for each in again:
            if each.misses or each.gap or each.setting:
                yield f"{form}: {each.phase.turn}: {each.misses or each.setting or 'a gap'}"


def main(file: str, games: int | None = None) -> int:
    cases = jsonl_phases.read_json_lines(Path(file))
    checked = wrong = left_out = 0
    for record in islice(read_games(load("standard", HOMES), HOMES, cases), games):
        played, _ = run_record_to_now(record, carry=True)
        if any(each.gap or each.setting or each.misses for each in played):
            left_out += 1
            continue
        checked += 1
        found = list(faults(record))
        wrong += bool(found)
        for fault in found[:3]:
            print(f"{record.title}: {fault}")
    print(f"{checked} games there and back, {wrong} differ; {left_out} with gaps left out")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else None))
