"""``make bench``: measures the judge, each figure beside its limit or a peer.

What is not called cold was done once before it is measured. It fails if a median is over its limit.
``python -m tests.bench --only thought mail`` measures these parts alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
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


def _judging(phases: Sequence[Played]) -> Iterator[Measured]:
    ours = cold(phases)
    yield ours
    yield from beside(ours, phases)
    yield warm(phases)
    yield all_kinds()
    yield gd()


PARTS: Mapping[str, Callable[[Sequence[Played]], Iterable[Measured]]] = {
    "judging": _judging,
    "orders": orders,
    "thought": lambda _: thought(),
    "library": library,
    "mail": lambda _: whole_games(),
    "ww4": lambda _: world_war(),
    "pictures": lambda _: (*pictures(), *delivered()),
    "boards": lambda _: boards(),
    "civ": lambda _: [civ()],
    "worst": lambda _: worst(),
    "attacks": lambda _: attacks(),
    "queues": lambda _: queues(),
    "games": lambda _: many_games(),
    "memory": lambda _: [memory()],
    "start": lambda _: [start()],
}
"""What is measured, one thing after the other, by the names of the parts."""


def main() -> None:
    options = argparse.ArgumentParser(prog="make bench", description=__doc__)
    options.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="these parts")
    options.add_argument("--sample", type=Path, default=SAMPLE, help="more phases to judge")
    chosen = options.parse_args()
    WORKPLACE.mkdir(exist_ok=True)
    phases, whose = movements(chosen.sample)
    print(f"{len(phases):,} movement phases: {whose}")
    print(HEAD)
    over = 0
    for measured in chain.from_iterable(PARTS[part](phases) for part in chosen.only):
        print("\n".join(measured.lines()), flush=True)
        over += measured.verdict == "OVER"
    sys.exit(f"{over} over their limits" if over else 0)


if __name__ == "__main__":
    main()
