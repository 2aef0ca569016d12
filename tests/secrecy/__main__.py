"""The long proof of secrecy: ``python -m tests.secrecy --cases 20000``, in pieces with ``--first``.

Every case is a turn in two worlds that differ where their reader has no sight; it is known by its
number. A case that leaks is named, and what follows is run all the same.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.secrecy.test_secrecy import differs, pair


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.secrecy", description=__doc__)
    options.add_argument("--cases", type=int, default=20_000, help="how many turns")
    options.add_argument("--first", type=int, default=0, help="the number of the first")
    asked = options.parse_args()
    number, done, leaks, start = asked.first, 0, 0, time.process_time()
    while done < asked.cases:
        worlds = pair(number)
        if worlds is not None:
            done += 1
            if differs(worlds, whole=number % 8 == 0):
                leaks += 1
                print(f"case {number}: a letter tells of what is out of sight", flush=True)
            if done % 500 == 0:
                print(f"{done:,} turns, {time.process_time() - start:.0f} s", flush=True)
        number += 1
    print(f"{done:,} turns, cases {asked.first} to {number - 1}: {leaks} leaks")
    sys.exit(leaks > 0)


if __name__ == "__main__":
    main()
