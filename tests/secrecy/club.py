"""What the club knows of games that are not listed: what a stranger is told of it, and its pages.

A master, players and a director do at random what only those in their games may know of; in the
other world they do something else.
"""

from __future__ import annotations

import tempfile
from functools import cache, partial
from pathlib import Path
from random import Random

from tests.club.test_secrecy import Change, concede, draw, exchange_two, gather_hidden, seen
from tests.road.office import MASTER, POWERS, Office, player

Heard = tuple[object, ...]


@cache
def base() -> Office:
    """The judge with which all of these worlds begin."""
    return gather_hidden(Path(tempfile.mkdtemp(prefix="secrecy-")))


def play_in_secret(office: Office, chance: Random, end: Change) -> None:
    """Do what strangers may not know of: rate, score, describe, order, and end the hidden game."""
    office.answer(MASTER, f"SET RATED {chance.choice(('ON', 'OFF'))}")
    office.answer(MASTER, f"SET SCORING {chance.choice(('c-diplo', 'draw-size', 'center-count'))}")
    office.answer(MASTER, f"SET ABOUT A game for {chance.choice(('gold', 'fun'))}")
    office.answer(MASTER, f"SET WANTED {chance.choice(('gold', 'silver'))}")
    for _ in range(chance.randrange(3)):
        office.answer(MASTER, "PROCESS")
    for power in chance.sample(POWERS, 2):
        office.answer(player(power), chance.choice(("WAIT", "SET MY REMINDERS OFF", "MAP")))
    if chance.random() < 0.5:
        exchange_two(office)
    end(office)


def club(seed: int) -> tuple[Heard, Heard]:
    """All that a stranger is told of the club, and its pages, in two worlds."""
    worlds, ends = [], Random(seed).sample((draw, concede), 2)
    with tempfile.TemporaryDirectory() as folder:
        for number, end in enumerate(ends):
            change = partial(play_in_secret, chance=Random(2 * seed + number), end=end)
            told, pages = seen(base(), Path(folder) / str(number), change)
            worlds.append((*told, pages))
    return worlds[0], worlds[1]
