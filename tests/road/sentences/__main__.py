"""What the judge makes of people's sentences, as a table: ``python -m tests.road.sentences``.

A row for each kind, and for those that were looked at while examples were written (open), those
that were not (held), and those that who wrote the examples had written before them (fresh). The
columns count what was done or rightly answered, offered first, offered among three, refused,
answered with something misleading, and done though it was not meant.

``--open``, ``--held``, ``--fresh`` take those parts alone; ``--show refused,misleading`` prints
those of which that came, held ones only with ``--held`` alone; ``--every 7`` takes each seventh;
``--check`` mails the commands themselves and prints those that the judge does not take.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from tests.road.sentences.corpus import (
    AMONG,
    CAME,
    DONE,
    FIRST,
    HARMFUL,
    MISLEADING,
    Sentence,
    Verdict,
    filled,
    judge,
    sent,
    sentences,
    untouched,
)

WORDS = ("chat", "refuse", "nothing", "ask", "press", "answer:", "order:")
PARTS = ("open", "held", "fresh")


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.road.sentences", description=__doc__)
    for part in PARTS:
        options.add_argument(f"--{part}", dest="parts", action="append_const", const=part)
    options.add_argument("--file", default="")
    options.add_argument("--show", default="")
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--check", action="store_true")
    asked = options.parse_args()
    taken = [one for one in sentences() if asked.file in one.file]
    parts = asked.parts or PARTS
    taken = [one for one in taken if one.part in parts][:: asked.every]
    if asked.check:
        print("\n".join(untaken(taken)))
        return
    found = [judge(one) for one in taken]
    for one in found:
        shown = one.sentence.part != "held" or parts == ["held"]
        if shown and one.came in asked.show.split(","):
            print(told(one), end="\n\n")
    print(table(found))
    sys.exit(any(one.came == HARMFUL for one in found))


def untaken(taken: Sequence[Sentence]) -> list[str]:
    """Return the commands that the judge does not take, or of which nothing comes."""
    bad = {}
    for one in taken:
        for way in one.meant:
            if not way.startswith(WORDS):
                got, before = sent(one, filled(way)), untouched(one)
                if "Not taken" in got.reply or (got == before):
                    bad[one.file, way] = got.reply[:300]
    return [f"== {file}: {way}\n{reply}\n" for (file, way), reply in bad.items()]


def table(found: Sequence[Verdict]) -> str:
    """Return rows of figures."""
    rows = [("", "number", *CAME, "75: % first", "90: % among", "2: % misled")]
    by_kind: dict[str, list[Verdict]] = {}
    for one in found:
        by_kind.setdefault(one.sentence.file, []).append(one)
        by_kind.setdefault(f"~ {one.sentence.part}", []).append(one)
    rows += [_row(kind.strip("~ "), by_kind[kind]) for kind in sorted(by_kind)]
    rows.append(_row("all", found))
    return "\n".join(
        " | ".join(cell.ljust(14) if at == 0 else cell.rjust(10) for at, cell in enumerate(row))
        for row in rows
    )


def _row(name: str, found: Sequence[Verdict]) -> tuple[str, ...]:
    of = Counter(one.came for one in found)
    first = of[DONE] + of[FIRST]
    shares = (first, first + of[AMONG], of[MISLEADING])
    counts = (str(of[came]) for came in CAME)
    percent = (f"{100 * share / max(len(found), 1):.1f}" for share in shares)
    return (name, str(len(found)), *counts, *percent)


def told(one: Verdict) -> str:
    """Return what came of a sentence, for people to read."""
    said = one.sentence
    lines = [f"== {said.file}: {one.came}: {said.text}  =>  {' || '.join(said.meant)}"]
    lines += [f"   offered: {offer}" for offer in one.offers]
    lines += [f"   changed: {change}" for change in one.changes]
    reply = [line for line in one.reply.splitlines() if line.strip() and line[:2] != "::"]
    return "\n".join([*lines, *(f"     {line}" for line in reply[:7])])


if __name__ == "__main__":
    main()
