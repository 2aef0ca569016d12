"""``make bench``: measures the judge, each figure beside its limit or a peer."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.bench.crowd import crowd
from tests.bench.engine import GOAL, engine, peer
from tests.bench.evening import evenings
from tests.bench.measure import HEAD, Measured
from tests.bench.orders import orders
from tests.bench.phases import SAMPLE, movements


def show(measured: Measured) -> None:
    print("\n".join(measured.lines()), flush=True)


def main() -> None:
    options = argparse.ArgumentParser(prog="make bench", description=__doc__)
    options.add_argument("--sample", type=Path, default=SAMPLE, help="more phases to judge")
    sample = options.parse_args().sample
    phases = movements(sample)
    print(f"{len(phases):,} movement phases of games that were played")
    print(HEAD)
    ours = engine(phases)
    show(ours)
    theirs, same = peer(phases)
    show(theirs)
    ratio = ours.median / theirs.median
    verdict = "ok" if ratio >= GOAL else "OVER"
    print(f"    ratio {ratio:.1f}, goal {GOAL}: {verdict}; same outcome in {same:,}")
    show(orders(phases))
    for measured in evenings():
        show(measured)
    show(crowd())


if __name__ == "__main__":
    main()
