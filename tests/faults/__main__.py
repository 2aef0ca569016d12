"""Kills a judge again and again in the middle of games, and says what was lost: nothing."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.world import World


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    options.add_argument("--kills", type=int, default=1000)
    options.add_argument("--games", type=int, default=3)
    options.add_argument("--minutes", type=float, default=1e9, help="after these it is enough")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--url", default="", help="an empty PostgreSQL database; else SQLite")
    given = options.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        world = World(Path(folder), given.url, given.games, given.seed)
        world.gather()
        for number in range(1, given.kills + 1):
            world.trial()
            if time.monotonic() - began > given.minutes * 60:
                break
            if not number % 50:
                print(f"{number} kills, {time.monotonic() - began:.0f} s", flush=True)
        world.settle()
        verdict = world.verdict()
        world.close()
    print(", ".join(f"{name} {count}" for name, count in verdict.items()))
    print("troubles: " + ", ".join(f"{name} {n}" for name, n in sorted(world.troubles.items())))
    for each in world.wrong[:20]:
        print("wrong:", each)
    return int(any(verdict[name] for name in ("lost", "doubled", "letters missing")))


if __name__ == "__main__":
    sys.exit(main())
