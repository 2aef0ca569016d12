"""The long proof of secrecy: ``python -m tests.secrecy --cases 20000 --jobs 2``.

Every case is a pair of worlds, or a few, that differ where their reader has no sight; it is known
by its number. A case that leaks is named, and what follows is run all the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from itertools import count
from math import inf
from multiprocessing import Pool
from typing import NamedTuple

from tests.secrecy.cases import KINDS, compare, kind_of

CHUNK = 50


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.secrecy", description=__doc__)
    options.add_argument("--cases", type=int, default=20_000, help="how many pairs of worlds")
    options.add_argument("--first", type=int, default=0, help="the number of the first")
    options.add_argument("--jobs", type=int, default=1, help="how many processes share the work")
    options.add_argument("--minutes", type=float, default=inf, help="end after so many")
    asked = options.parse_args()
    with Pool(asked.jobs) as pool:
        chunks = pool.imap(tried, count(asked.first, CHUNK))
        leaks = run(chunks, asked.cases, 60 * asked.minutes)
    sys.exit(leaks > 0)


class Tried(NamedTuple):
    """What came of a case: how many pairs it had, whether they had pictures and pages."""

    number: int
    pairs: int
    pictures: bool
    pages: bool
    differ: bool


def tried(first: int) -> list[Tried]:
    """Try the cases of a chunk; return what came of those that were pairs."""
    cases = [(number, compare(number)) for number in range(first, first + CHUNK)]
    return [
        Tried(number, case.pairs, case.pictures, case.pages, case.ours != case.theirs)
        for number, case in cases
        if case is not None
    ]


def run(chunks: Iterable[list[Tried]], wanted: int, seconds: float) -> int:
    """Count pairs until there are as many as wanted, name those that leak, and count these."""
    pairs, leaks, start, told = Counter[str](), 0, time.monotonic(), 0
    pictures = pages = 0
    for chunk in chunks:
        for case in chunk:
            pairs[kind_of(case.number)] += case.pairs
            pictures += case.pictures
            pages += case.pages
            if case.differ:
                leaks += 1
                kind = kind_of(case.number)
                print(f"case {case.number} ({kind}): something tells what is hidden", flush=True)
        if pairs.total() // 500 > told:
            told = pairs.total() // 500
            print(f"{pairs.total():,} pairs, {time.monotonic() - start:.0f} s", flush=True)
        if pairs.total() >= wanted or time.monotonic() - start > seconds:
            break
    for kind in KINDS:
        print(f"{pairs[kind]:>8,}  {kind}")
    print(f"{pictures:>8,}  pairs with pictures")
    print(f"{pages:>8,}  pairs with pages")
    print(f"{pairs.total():>8,}  pairs, {leaks} leaks, {time.monotonic() - start:.0f} s")
    return leaks


if __name__ == "__main__":
    main()
