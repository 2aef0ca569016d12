"""What the judge makes of remarks beside orders: ``python -m tests.road.remarks``.

A row for each kind of remarks: how many it passes over when they stand below three orders, and
when they stand above. ``--below``, ``--above`` take one of these alone, ``--unseen`` those from
which nothing was learned, ``--every 7`` each seventh, and ``--show`` prints those of which a
careful person would have made something else.

``--learn`` learns the weights of words anew and writes them to ``grammar/remarks.txt``, and those
of sentences that give orders, or only look like it, to ``grammar/told.txt``; ``--weigh`` only tells
how many remarks weigh less than some limits: learned from four fifths, on the last, and on those
unseen.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from judge.language.likeness import list_traits_of_sentence, weigh_heaviest_sentence
from judge.resources import find_file
from tests.road.people import corpus
from tests.road.remarks.learning import WHERE, Remark, folds, learn, remarks, told, written

ORDERS = "A Par - Bur\nA Mar - Spa\nF Bre - Mao"
KEPT = ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"]
PLACES = ["below", "above"]
LIMITS = (-3.0, -2.5, -2.0, -1.5, -1.0, 0.0, 1.0, 2.0, 3.0)


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.road.remarks", description=__doc__)
    for flag in ("--below", "--above", "--unseen", "--show", "--learn", "--weigh"):
        options.add_argument(flag, action="store_true")
    options.add_argument("--every", type=int, default=1)
    asked = options.parse_args()
    if asked.learn:
        for name, examples in (("remarks.txt", remarks()), ("told.txt", told())):
            weights = learn(each for each in examples if not each.unseen)
            find_file("grammar", name).write_text(written(weights), encoding="utf-8")
    elif asked.weigh:
        weigh_all()
    else:
        sent = [each for each in remarks() if each.unseen or not asked.unseen][:: asked.every]
        for place in [place for place in PLACES if getattr(asked, place)] or PLACES:
            send_all(sent, place, show=asked.show)


def send_all(sent: Iterable[Remark], place: str, *, show: bool) -> None:
    """Print how many remarks of each kind are passed over."""
    kinds = [(governs, unseen) for governs in (False, True) for unseen in (False, True)]
    for governs, unseen in kinds:
        told = [each for each in sent if (each.governs, each.unseen) == (governs, unseen)]
        passed = {each.text for each in told if passes(each.text, place)}
        name = f"{'governing' if governs else 'talk'}{', unseen' if unseen else ''}"
        print(f"{place} {name:20} {len(passed):6} of {len(told):6} passed over")
        if show:
            print(*(f"  * {e.text}" for e in told if (e.text in passed) == governs), sep="\n")


def passes(remark: str, place: str) -> bool:
    """Whether the orders beside a remark are kept as if it were not there."""
    lines = (ORDERS, remark, "Paul") if place == "below" else (remark, ORDERS, "Paul")
    told = {"text": "\n\n".join(lines), "kept": KEPT}
    return corpus.send(corpus.Mail("remarks", 0, told, "gmail", "en")).came == "taken"


def weigh_all() -> None:
    """Print how many remarks weigh less than each of some limits."""
    known = [each for each in remarks() if not each.unseen]
    parts = [("four fifths", pair) for pair in folds(known, 5)]
    parts.append(("unseen", (known, [each for each in remarks() if each.unseen])))
    found: dict[tuple[str, bool], list[float]] = {}
    for name, (learned, tried) in parts:
        weights = learn(learned)

        def weigh(text: str, marked: str, weights: dict[str, float] = weights) -> float:
            return sum(weights.get(trait, 0.0) for trait in list_traits_of_sentence(text, marked))

        for each in tried:
            heaviest = weigh_heaviest_sentence(each.text, WHERE, weigh)
            found.setdefault((name, each.governs), []).append(heaviest)
    for (name, governs), weighed in found.items():
        print(f"{name:12} {'governing' if governs else 'talk':10} {len(weighed):6}", end="")
        for limit in LIMITS:
            print(
                f"  {limit:4}: {sum(one <= limit for one in weighed) / len(weighed):5.1%}", end=""
            )
        print()


if __name__ == "__main__":
    main()
