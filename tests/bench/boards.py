"""Turns and pictures of boards of the hobby, beside those of Standard's."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from judge.library import load
from judge.views.project import build_view
from tests.bench.measure import Measured, Watch
from tests.bench.phases import ROOT
from tests.bench.pictures import drawn
from tests.bench.world_war import deadlines, grown

BOARDS = ("standard", "ancmed", "1900", "modern", "chaos")
TURNS = 8


def boards() -> Iterator[Measured]:
    """Measure the first turns of robots on each board, with all their letters, and the pictures."""
    for code in BOARDS:
        variant, told = load(code), Watch()
        turns = [*islice(grown(variant, range(1, 100)), TURNS)]
        with tempfile.TemporaryDirectory(dir=ROOT / ".bench") as folder:
            deadlines(Path(folder), variant, turns, told)
        powers = len(variant.map.powers)
        yield Measured(f"{variant.name}: a turn of {powers} powers", told.figures[1:], "ms")
        views = [(build_view(None, position, None, variant, ""), ()) for position, _ in turns]
        yield from drawn(variant.name, views, variant, 800, None, 120)
