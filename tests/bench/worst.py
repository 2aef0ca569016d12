"""How long one mail takes whatever it holds, and what a slip in it costs."""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from judge.language.said_as import load_phrases
from tests.bench.measure import HEAD, Measured
from tests.bench.phases import WORKPLACE
from tests.road.office import Office, gather, player

MOST_MILLISECONDS, SLIP_MILLISECONDS, FIRST_MILLISECONDS = 300, 0.5, 700
RUNS = 3
FRANCE = player("France")
SLIPS = ("A Pairs - Burgundy", "A Marseilels - Spain", "F Brest - Mid-Atlantic Oecan")


def worst() -> Iterator[Measured]:
    """Measure each of the mails, every time with a line that was not there before."""
    WORKPLACE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=WORKPLACE) as folder:
        office = gather(Office(Path(folder) / "office"))
        yield Measured(
            "the first sentence of a process",
            [_time_mail(office, "when is the deadline?")],
            "ms",
            limit=FIRST_MILLISECONDS,
            counted="the rules, the examples and the names of a game are read for it",
        )
        chance = Random(1)
        for name, text in _list_mails(chance):
            times = [_time_mail(office, f"{text}\n{run}") for run in range(RUNS)]
            yield Measured(f"worst mail: {name}"[:45], times, "ms", limit=MOST_MILLISECONDS)
        yield _measure_slips(office, chance)


def _list_mails(chance: Random) -> Iterator[tuple[str, str]]:
    words = sorted(load_phrases().vocabulary)
    yield "60 times WHAT IF", "\n".join(["WHAT IF", "A Paris - Burgundy", "END"] * 60)
    yield "a character like a sentence, 244 kB", "\ufdfa" * 81_000
    yield "1,000 orders with a slip", "\n".join(SLIPS[n % 3] for n in range(1_000))
    yield "1,000 words with a slip", " ".join(_spoil(word, chance) for word in words[:1_000])
    yield "200 sentences", "\n".join(" ".join(chance.sample(words, 12)) for _ in range(200))
    yield "40 lines of questions", "\n".join(f"is {word} the deadline?" for word in words[:40])
    yield "wishes joined by and", " and ".join(chance.sample(words, 300))
    yield "conditions in conditions", "\n".join(["IF PAR EMPTY"] * 200)
    yield "numbers alone", " ".join(map(str, range(2_000)))
    yield "one long word", "a" * 100_000


def _measure_slips(office: Office, chance: Random) -> Measured:
    """Return what a slip costs: orders with one beside the same orders without, none twice."""
    spaces = office.game().variant.map.provinces.values()
    names = sorted(space.name for space in spaces if space.name.isalpha() and len(space.name) > 5)
    costs = []
    for unit in ("A Paris", "A Marseilles", "F Brest"):
        plain, slips = (
            _time_mail(office, "\n".join(f"{unit} - {write(name)}" for name in names))
            for write in (str, lambda name: _spoil(name, chance))
        )
        costs.append((slips - plain) / len(names))
    return Measured("a slip in an order", costs, "ms", limit=SLIP_MILLISECONDS)


def _spoil(word: str, chance: Random) -> str:
    """Return a word with two of its letters exchanged."""
    at = chance.randrange(1, max(len(word) - 1, 2))
    return word[:at] + word[at : at + 2][::-1] + word[at + 2 :]


def _time_mail(office: Office, text: str) -> float:
    """Return how many milliseconds of the processor a mail takes from its arrival to its answer."""
    gc.collect()
    begin = time.process_time()
    office.write(FRANCE, text, answering=FRANCE)
    office.run()
    return 1000 * (time.process_time() - begin)


if __name__ == "__main__":
    print(HEAD)
    for figure in worst():
        print("\n".join(figure.lines()))
