"""Orders under what takes them back, hangs them on something or gives them to others, by chance.

``python -m tests.road.people --mixed 100000`` sends so many mails: first orders that are plain,
then one or more that stand below a head, beside words or in a strike that govern them
(``governing.toml``). None of the latter may be kept.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from judge.game.state import Play
from judge.language.writer import write_order
from tests.road.office import Office, player
from tests.road.people import programs
from tests.road.people.programs import LANGUAGES, PROGRAMS, WITHOUT_HTML, Answer

GOVERNING = tomllib.loads((Path(__file__).parent / "governing.toml").read_text(encoding="utf-8"))
POWERS = ("Germany", "England", "Italy")
PLACES = ("Burgundy", "Picardy", "Spain")
ORDERS = {
    "A PAR": ("A PAR - BUR", "A PAR - PIC", "A PAR - GAS", "A PAR H"),
    "A MAR": ("A MAR - SPA", "A MAR - PIE", "A MAR - GAS", "A MAR H"),
    "F BRE": ("F BRE - MAO", "F BRE - ENG", "F BRE - PIC", "F BRE H"),
}
SPELT = {
    "A PAR": ("A PAR", "A Par", "Paris", "Army Paris", "a par"),
    "A MAR": ("A MAR", "A Mar", "Marseilles", "Army Marseilles", "a mar"),
    "F BRE": ("F BRE", "F Bre", "Brest", "Fleet Brest", "f bre"),
}
WAYS = ("above", "behind", "before", "below", "struck")


class Mixed(NamedTuple):
    """A mail, and the orders that must not come of it."""

    number: int
    way: str
    text: str
    governed: tuple[str, ...]
    program: str
    language: str


def mixed(first: int, count: int) -> Iterator[Mixed]:
    """Yield mails by their numbers; each is always the same."""
    for number in range(first, first + count):
        chance = random.Random(number)
        way = chance.choice(WAYS)
        units = chance.sample(sorted(ORDERS), 3)
        free = units[: chance.choice((0, 0, 1))]
        under = units[len(free) :][: chance.choice((1, 1, 2))]
        governed = [chance.choice(ORDERS[unit]) for unit in under]
        plain = [chance.choice(ORDERS[unit]) for unit in free]
        words = {"power": chance.choice(POWERS), "place": chance.choice(PLACES)}
        lines = [_typed(order, chance) for order in governed]
        if way == "struck":
            lines = [f"~~{line}~~" for line in lines]
        else:
            word = chance.choice(GOVERNING[way]).format(**words)
            if way == "above":
                lines = [word, *lines]
            elif way == "below":
                plain, lines = [], [*lines, word]
            else:
                lines = [f"{word}{line}" if way == "before" else f"{line}{word}" for line in lines]
        above = [*(_typed(order, chance) for order in plain), *([""] if plain else [])]
        names = [name for name in PROGRAMS if way != "struck" or name not in WITHOUT_HTML]
        yield Mixed(
            number,
            way,
            "\n".join([*above, *lines]),
            tuple(governed),
            chance.choice(names),
            chance.choice(LANGUAGES),
        )


def _typed(order: str, chance: random.Random) -> str:
    unit, rest = order[:5], order[5:]
    return chance.choice(SPELT[unit]) + (chance.choice((rest, rest.replace(" - ", " to "))))


def obeyed(mail: Mixed, office: Office) -> tuple[str, ...]:
    """Return the orders that would be kept though they are governed, and letters to others; nothing
    of it is done."""
    writer = player("France")
    answer = Answer(mail.text, mail.language, office.last(writer))
    raw = programs.mail(mail.program, answer, mail.number, office.now)
    effects = office.decide(raw, writer, (answer.letter["Reply-To"],))
    orders = [
        write_order(order, game.variant)
        for game in effects.games
        if isinstance(game, Play)
        for order in game.orders.get("France", ())
    ]
    units = {order[:5] for order in mail.governed}
    kept = [order for order in orders if order[:5] in units]
    others = [each.to.address for each in effects.notices if each.to.address != writer]
    return (*kept, *(f"a letter to {address}" for address in others))
