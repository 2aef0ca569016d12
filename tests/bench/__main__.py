"""``make bench``: measures the judge, each figure beside its limit or a peer.

What is not called cold was done once before it is measured. It fails if a median is over its limit.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.attacks import attacks
from tests.bench.boards import boards
from tests.bench.by_mail import whole_games
from tests.bench.civ import civ
from tests.bench.engine import all_kinds, beside, cold, warm
from tests.bench.gd import gd
from tests.bench.library import library
from tests.bench.measure import HEAD, Measured
from tests.bench.memory import memory
from tests.bench.orders import orders
from tests.bench.phases import SAMPLE, WORKPLACE, Played, movements
from tests.bench.pictures import delivered, pictures
from tests.bench.queues import many_games, queues
from tests.bench.start import start
from tests.bench.thought import thought
from tests.bench.world_war import world_war
from tests.bench.worst import worst


def figures(phases: Sequence[Played]) -> Iterator[Measured]:
    """Measure one thing after the other."""
    ours = cold(phases)
    yield ours
    yield from beside(ours, phases)
    yield warm(phases)
    yield all_kinds()
    yield gd()
    yield from orders(phases)
    yield from thought()
    yield from library(phases)
    yield from whole_games()
    yield from world_war()
    yield from pictures()
    yield from delivered()
    yield from boards()
    yield civ()
    yield from worst()
    yield from attacks()
    yield from queues()
    yield from many_games()
    yield memory()
    yield start()


def main() -> None:
    options = argparse.ArgumentParser(prog="make bench", description=__doc__)
    options.add_argument("--sample", type=Path, default=SAMPLE, help="more phases to judge")
    WORKPLACE.mkdir(exist_ok=True)
    phases, whose = movements(options.parse_args().sample)
    print(f"{len(phases):,} movement phases: {whose}")
    print(HEAD)
    over = 0
    for measured in figures(phases):
        print("\n".join(measured.lines()), flush=True)
        over += measured.verdict == "OVER"
    sys.exit(f"{over} over their limits" if over else 0)


if __name__ == "__main__":
    main()
