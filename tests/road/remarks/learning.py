"""What people write beside their orders, and the weights of its words, learned from that.

``talk`` holds remarks that a careful person passes over, a line each, ``governing`` those for which
they would ask before they keep an order, ``told`` sentences that give orders themselves, or only
look like it. From files that are called ``unseen`` nothing is learned; ``known`` ones are those of
which records in ``tests/letters`` say what comes of them.
"""

from __future__ import annotations

import math
import random
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from judge.language.beside import collect_meanings, mark_names_on_board
from judge.language.likeness import list_traits_of_sentence, split_remark
from judge.language.mail_lines import Locality
from judge.language.power_names import build_power_names
from judge.library import load

HERE = Path(__file__).parent
MIXED = HERE.parent / "people" / "governing.toml"
BOARD = load("standard").map
WHERE = Locality(
    own=frozenset({"france", "french"}),
    powers=build_power_names(BOARD),
    mean=collect_meanings(BOARD),
    kinds={"PAR": "army", "MAR": "army", "BRE": "fleet"},
    turn=("spring", "1901"),
)
"""Where all remarks are made: France writes in the first turn."""
SCENES = {
    "spring": WHERE,
    "retreat": WHERE._replace(kinds={"BUR": "army"}, turn=("spring", "1902")),
    "build": WHERE._replace(
        kinds={"BUR": "army", "SPA": "army", "POR": "fleet"}, turn=("winter", "1901")
    ),
    "fall": WHERE._replace(
        own=frozenset({"england", "english"}),
        kinds={"YOR": "army", "NTH": "fleet", "NWG": "fleet"},
        turn=("fall", "1901"),
    ),
}
"""Where orders are told, as the names of their files say."""
_EPOCHS, _STEP, _DECAY, _LEAST = 12, 0.3, 0.01, (2, 2, 4)
"""So often all examples are gone through, with such steps, and so much weight is lost at each; a
word, a pair of words, or three, of fewer examples than the last three have none."""
_NAMED = re.compile("HOME|SPACE")
_KNOWN = 5
"""As so many counts a remark from the files called ``known``, on which records rely."""


class Remark(NamedTuple):
    """A remark, whether it keeps orders beside it, or in it, from counting, as how many it counts,
    and where it is made."""

    text: str
    governs: bool
    unseen: bool
    weight: int = 1
    where: Locality = WHERE


def remarks() -> list[Remark]:
    """All remarks, in the order of their files, and those that are mixed into orders by the long
    run over mails (``governing.toml``)."""
    mixed = tomllib.loads(MIXED.read_text(encoding="utf-8"))
    filled = (
        said.replace("{power}", "Italy").replace("{place}", "Burgundy")
        for said in (*mixed["above"], *mixed["below"])
    )
    return [Remark(said, governs=True, unseen=False, weight=_KNOWN) for said in filled] + [
        Remark(
            line.strip(),
            folder == "governing",
            path.stem.startswith("unseen"),
            _KNOWN if path.stem == "known" else 1,
        )
        for folder in ("talk", "governing")
        for path in sorted((HERE / folder).glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]


def told() -> list[Remark]:
    """All sentences that give orders (files ``given``), or only look like it (``notgiven``), and
    remarks with names of the board, of which none gives any."""
    sentences = [
        Remark(
            line.strip(),
            governs="notgiven" in path.stem,
            unseen=path.stem.startswith("unseen"),
            weight=_KNOWN if "known" in path.stem else 1,
            where=next(where for scene, where in SCENES.items() if scene in path.stem),
        )
        for path in sorted((HERE / "told").glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    beside = (each for each in remarks() if not each.unseen)
    return sentences + [
        each._replace(governs=True, weight=1)
        for each in beside
        if _NAMED.search(mark_names_on_board(each.text, WHERE))
    ]


def learn(examples: Iterable[Remark]) -> dict[str, float]:
    """The weight of each trait, by logistic regression with steps that grow smaller (AdaGrad)."""
    told = [
        (sorted(list_traits_of_sentence(text, mark_names_on_board(text, where))), governs)
        for text, governs, where in _texts(examples)
    ]
    known = Counter(trait for traits, _ in told for trait in traits)
    told = [
        ([each for each in traits if known[each] >= _LEAST[min(each.count("_"), 2)]], governs)
        for traits, governs in told
    ]
    weights, slopes = defaultdict[str, float](float), defaultdict[str, float](lambda: 1e-8)
    chance = random.Random(1)
    for _ in range(_EPOCHS):
        chance.shuffle(told)
        for traits, governs in told:
            total = sum(weights[each] for each in traits)
            off = 1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) - governs
            for each in traits:
                slope = off + _DECAY * weights[each]
                slopes[each] += slope * slope
                weights[each] -= _STEP * slope / math.sqrt(slopes[each])
    return dict(weights)


def _texts(examples: Iterable[Remark]) -> Iterable[tuple[str, bool, Locality]]:
    """Each example, and each sentence of one that is talk: all of them are."""
    for remark in examples:
        yield from repeat((remark.text, remark.governs, remark.where), remark.weight)
        sentences = split_remark(remark.text)
        if len(sentences) > 1 and not remark.governs:
            yield from ((sentence, False, remark.where) for sentence in sentences)


def written(weights: dict[str, float]) -> str:
    """The weights as a file: a line is a weight in hundredths, and the traits that have it. Words
    that weigh nothing are known all the same."""
    rows = defaultdict[int, list[str]](list)
    for trait, weight in weights.items():
        rows[5 * round(weight * 20)].append(trait)
    rows[0] = [trait for trait in rows[0] if "_" not in trait]
    return "".join(f"{weight} {' '.join(sorted(rows[weight]))}\n" for weight in sorted(rows))


def folds(examples: Sequence[Remark], count: int) -> Iterable[tuple[list[Remark], list[Remark]]]:
    """The examples parted into those to learn from and those to be tried, each tried once."""
    for at in range(count):
        yield [e for n, e in enumerate(examples) if n % count != at], [*examples[at::count]]
