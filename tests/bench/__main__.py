"""``make bench``: measures the judge, each figure beside its limit or a peer."""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.bench.attacks import attacks
from tests.bench.by_mail import whole_games
from tests.bench.civ import civ
from tests.bench.engine import GOAL, PEER, cold, peer, warm
from tests.bench.gd import gd
from tests.bench.measure import HEAD, Measured
from tests.bench.memory import memory
from tests.bench.orders import orders
from tests.bench.phases import SAMPLE, WORKPLACE, Played, movements
from tests.bench.pictures import delivered, pictures
from tests.bench.world_war import world_war


def show(measured: Measured) -> None:
    print("\n".join(measured.lines()), flush=True)


def beside(ours: Measured, phases: Sequence[Played]) -> None:
    """Show the peer, and how many times as quick the judge is."""
    try:
        theirs, same = peer(phases)
    except subprocess.CalledProcessError as trouble:
        print(f"{PEER}: not measured ({trouble})\n{trouble.stderr or ''}".rstrip())
        return
    show(theirs)
    ratio = ours.median / theirs.median
    verdict = "ok" if ratio >= GOAL else "OVER"
    print(f"    {ratio:.1f} times as quick, goal {GOAL}: {verdict}; {same:,} outcomes are the same")


def main() -> None:
    options = argparse.ArgumentParser(prog="make bench", description=__doc__)
    options.add_argument("--sample", type=Path, default=SAMPLE, help="more phases to judge")
    sample = options.parse_args().sample
    phases = movements(sample)
    print(f"{len(phases):,} movement phases")
    print(HEAD)
    WORKPLACE.mkdir(exist_ok=True)
    ours = cold(phases)
    show(ours)
    beside(ours, phases)
    show(warm(phases))
    show(gd())
    show(orders(phases[:500]))
    for measured in whole_games():
        show(measured)
    for measured in world_war():
        show(measured)
    for measured in (*pictures(), *delivered()):
        show(measured)
    show(civ())
    for measured in attacks():
        show(measured)
    show(memory())


if __name__ == "__main__":
    main()
