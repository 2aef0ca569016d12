"""Kills a judge again and again in the middle of games, and says what was lost: nothing."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.sink import MOODS
from tests.faults.world import World

SEEN = sorted({*MOODS})


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    options.add_argument("--kills", type=int, default=1000)
    options.add_argument("--games", type=int, default=3)
    options.add_argument("--minutes", type=float, default=1e9, help="after these it is enough")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument(
        "--url",
        default="",
        help="postgresql: on a server of our own; or an empty database there; else SQLite",
    )
    given = options.parse_args()
    began = time.monotonic()
    stopped: list[int] = []
    for ends in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ends, lambda number, _: stopped.append(number))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        world = World(Path(folder), given.url, given.games, given.seed)
        world.gather()
        told = 0
        while world.kills.total() < given.kills:
            world.trial()
            if stopped or time.monotonic() - began > given.minutes * 60:
                break
            if (now := world.kills.total() // 50) > told:
                told = now
                print(f"{50 * now} kills, {time.monotonic() - began:.0f} s", flush=True)
        world.settle()
        verdict = world.verdict()
        world.close()
    print(", ".join(f"{name} {count}" for name, count in verdict.items()))
    print(f"\n{'trouble':10}" + "".join(f"{mood:>8}" for mood in SEEN))
    for trouble in sorted({trouble for trouble, _ in world.troubles}):
        counts = "".join(f"{world.troubles[trouble, mood]:8}" for mood in SEEN)
        print(f"{trouble:10}{counts}")
    print("killed: " + ", ".join(f"{role} {n}" for role, n in sorted(world.kills.items())))
    for each in world.wrong[:20]:
        print("wrong:", each)
    return int(any(verdict[name] for name in ("lost", "doubled", "letters missing")))


if __name__ == "__main__":
    sys.exit(main())
