"""Orders as people type them, taken as they are meant or refused with what might be meant."""

from functools import cache

import pytest

from judge.game.game_settings import Settings
from judge.game.orders.carrying import carry_out_lines
from judge.game.state import Play, Role, Seat, Stage
from judge.language.statement import Line
from judge.language.writer import write_order
from judge.library import load
from judge.records import reader
from judge.records.run import run_record
from tests.language import wordings

BOARDS = {
    "STANDARD": """variant standard
        turn Spring 1901 moves
        units France A PAR, A MAR, F BRE
        units Germany A MUN""",
    "WINTER": """variant standard
        turn Fall 1901 builds
        units France A GAS
        centers France PAR, MAR, BRE, SPA""",
    "RETREATS": """variant standard
        turn Spring 1902 retreats
        units France A GAS
        units Germany A MUN
        dislodged France A BUR to PAR, PIC, BEL""",
    "GLOBAL": """variant gd
        turn Winter 2101 moves
        units US R SUS, N NAT, A CUS, AF WUS
        units GA A SAH, AF EGY""",
    "WORLD_WAR": """variant ww4
        turn Spring 1 moves
        units Brazil A BLH, F RIO, A SAO
        units Argentina A BUE""",
}
ROWS = [
    (name, *map(str.strip, row.rsplit("=>", 1)))
    for name in BOARDS
    for row in getattr(wordings, name).strip().splitlines()
]


@cache
def game(name):
    """A game in which one player has the first power of a board."""
    text = "\n".join(line.strip() for line in BOARDS[name].splitlines())
    position = next(iter(run_record(reader.parse_record(text, load)))).record.before
    variant = load(text.split()[1])
    first = next(iter(position.units.values()))
    seat = Seat("p1", Role.PLAYER, "a@example.org", "", powers=(first.power,))
    return Play(
        name="ruhr",
        variant=variant,
        stage=Stage.ACTIVE,
        settings=Settings(),
        seats=(seat,),
        seed=1,
        position=position,
        number=1,
    )


@pytest.mark.parametrize(("name", "typed", "expected"), ROWS)
def test_wording(name, typed, expected):
    here = game(name)
    lines = [Line(number, text) for number, text in enumerate(typed.split(r"\n"), 1)]
    done = carry_out_lines(here, here.seats[0], lines)
    kept = [write_order(o, here.variant) for orders in done.game.orders.values() for o in orders]
    if expected == "talk":
        came = " ".join({one.why.code for one in done.heard if one.why} - {"prose"}) or "talk"
    elif kept:
        came = "; ".join(kept)
    else:
        choices = [choice for one in done.heard for choice in one.choices]
        came = f"? {' | '.join(choices)}" if choices else "no"
    assert came == expected
