"""The long proof of secrecy: ``python -m tests.secrecy --cases 20000 --jobs 2``.

Every case is a pair of worlds that differ where their reader has no sight; it is known by its
number. A case that leaks is named, and what follows is run all the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from itertools import count
from multiprocessing import Pool

from tests.secrecy.cases import KINDS, differs, kind_of

CHUNK = 50


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.secrecy", description=__doc__)
    options.add_argument("--cases", type=int, default=20_000, help="how many pairs of worlds")
    options.add_argument("--first", type=int, default=0, help="the number of the first")
    options.add_argument("--jobs", type=int, default=1, help="how many processes share the work")
    asked = options.parse_args()
    with Pool(asked.jobs) as pool:
        leaks = run(pool.imap(tried, count(asked.first, CHUNK)), asked.cases)
    sys.exit(leaks > 0)


def tried(first: int) -> list[tuple[int, bool]]:
    """Try the cases of a chunk; return which were pairs, and which of these leak."""
    cases = [(number, differs(number)) for number in range(first, first + CHUNK)]
    return [(number, different) for number, different in cases if different is not None]


def run(chunks: Iterable[list[tuple[int, bool]]], wanted: int) -> int:
    """Count pairs until there are as many as wanted, name those that leak, and count these."""
    pairs, leaks, start, told = Counter[str](), 0, time.monotonic(), 0
    for chunk in chunks:
        for number, different in chunk:
            pairs[kind_of(number)] += 1
            if different:
                leaks += 1
                print(
                    f"case {number} ({kind_of(number)}): a letter tells what is hidden", flush=True
                )
        if pairs.total() // 500 > told:
            told = pairs.total() // 500
            print(f"{pairs.total():,} pairs, {time.monotonic() - start:.0f} s", flush=True)
        if pairs.total() >= wanted:
            break
    for kind in KINDS:
        print(f"{pairs[kind]:>8,}  {kind}")
    print(f"{pairs.total():>8,}  pairs, {leaks} leaks, {time.monotonic() - start:.0f} s")
    return leaks


if __name__ == "__main__":
    main()
