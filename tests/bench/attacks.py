"""What mails cost that are made to cost much, beside what they cost before there were bounds."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measure import Measured
from tests.bench.phases import WORKPLACE
from tests.road.attacks import ATTACKS
from tests.road.office import Office, gather


def attacks() -> Iterator[Measured]:
    with tempfile.TemporaryDirectory(dir=WORKPLACE) as folder:
        office = gather(Office(Path(folder) / "office"))
        for number, attack in enumerate(ATTACKS):
            twin = office.twin(Path(folder) / str(number))
            cost, before = attack.run(twin), attack.before
            twin.close()
            told = (
                f"; before: {before.letters:,} of {before.bytes:,}, {before.seconds * 1000:,.0f} ms"
            )
            told = told if before.letters else ""
            yield Measured(
                f"attack: {attack.name}"[:45],
                [cost.seconds * 1000],
                "ms",
                limit=attack.most.seconds * 1000,
                counted=f"{cost.letters:,} letters of {cost.bytes:,} bytes{told}",
            )
