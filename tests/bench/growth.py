"""``python -m tests.bench.growth``: how long letters take as games and machines grow, simulated.

A day of deadlines is drawn from a seed. Turns go through the workers, then the databases, then the
mail servers, each as quick as the storm (``tests.bench.storm``) found one of them to be.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, fields

DAY = 24 * 60
"""Minutes."""

HOURS = (6, 5, 5, 4, 3, 2, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 4, 8, 10, 10, 9, 8, 8)
"""How many of a hundred deadlines fall into each hour, by UTC: evenings in Europe and America."""

ROUND = 0.5
"""The share of deadlines at the full hour, as players set them; the others are anywhere in it."""


@dataclass(frozen=True)
class Figures:
    """What was measured, and what is assumed of games: a turn in three days, two mails a power."""

    turn: float = 0.066
    """Processor seconds for a turn of seven players, all processes of the storm together."""
    mail: float = 0.03
    """Processor seconds for a mail read and answered."""
    commits: float = 500
    """Transactions a second that one database commits."""
    relay: float = 200
    """Letters a second that the mail server of one machine takes."""
    cores: float = 2
    """Of one machine."""
    days: float = 3
    """From turn to turn."""
    mails: float = 14
    """Mails for a turn."""
    letters: float = 8
    """Letters of a turn."""


@dataclass(frozen=True)
class Site:
    """So many games on so many machines, and the databases that the games are parted among."""

    games: int
    machines: int = 1
    databases: int = 1


STAGES = ("workers", "databases", "mail servers")


def rates(site: Site, found: Figures) -> tuple[float, float, float]:
    """Return how many turns a second each stage can do while mail comes in all day long; one that
    mail alone keeps busy can do none."""
    mails = site.games * found.mails / found.days / (DAY * 60)
    return (
        max(0, site.machines * found.cores - mails * found.mail) / found.turn,
        max(0, site.databases * found.commits - mails * 3) / 2,
        max(0, site.machines * found.relay - mails) / found.letters,
    )


def deadlines(games: int, days: float, seed: int) -> list[int]:
    """Return how many turns are due at each minute of a day."""
    dice = random.Random(seed)
    due = [0] * DAY
    for hour in dice.choices(range(24), HOURS, k=round(games / days)):
        due[hour * 60 + (0 if dice.random() < ROUND else dice.randrange(60))] += 1
    return due


def longest(due: Sequence[int], able: Sequence[float]) -> float:
    """Return after how many seconds at most the last letter of a minute's turns is out, by steps of
    a second; infinity if that would be days.

    ``due`` are the turns of each minute, ``able`` how many a second each stage can do.
    """
    if sum(due) > min(able) * 3 * DAY * 60:
        return float("inf")
    waits, most, second = [0.0] * len(able), 0, 0
    open_minutes: list[tuple[int, float]] = []
    came, out = 0.0, 0.0
    while second < len(due) * 60 or open_minutes:
        minute, within = divmod(second, 60)
        if not within and minute < len(due) and due[minute]:
            came += due[minute]
            waits[0] += due[minute]
            open_minutes.append((second, came))
        elif not open_minutes:
            second += 60 - within
            continue
        second += 1
        for stage, can in enumerate(able):
            done = min(waits[stage], can)
            waits[stage] -= done
            if stage + 1 < len(able):
                waits[stage + 1] += done
            else:
                out += done
        while open_minutes and out >= open_minutes[0][1] - 1e-6:
            most = max(most, second - open_minutes.pop(0)[0])
    return most


def row(site: Site, found: Figures, seed: int = 1) -> str:
    """Return the line of a table about a site."""
    able = rates(site, found)
    due = deadlines(site.games, found.days, seed)
    seconds = longest(due, able)
    said = "never" if seconds == float("inf") else f"{seconds:,.0f} s"
    first = STAGES[able.index(min(able))]
    return (
        f"| {site.games:,} | {site.machines} | {site.databases} | {sum(due):,} | {max(due):,} "
        f"| {said} | {first} |"
    )


def main() -> None:
    """Print the table for the figures given."""
    options = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=__doc__)
    for field in fields(Figures):
        options.add_argument(f"--{field.name}", type=float, default=field.default)
    found = Figures(**vars(options.parse_args()))
    print(", ".join(f"{field.name} {getattr(found, field.name):g}" for field in fields(Figures)))
    print("\n| games | machines | databases | turns a day | in a minute | last letter | limit |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for games in (1_000, 10_000, 100_000, 1_000_000):
        for machines, databases in ((1, 1), (10, 1), (100, 1), (100, 10)):
            print(row(Site(games, machines, databases), found))


if __name__ == "__main__":
    main()
