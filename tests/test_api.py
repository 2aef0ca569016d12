"""judge as a library: its examples hold, its names stay, and it loads no mail."""

from __future__ import annotations

import doctest
import inspect
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import judge
from judge.game.orders.alternatives import list_orders_in_view
from judge.language.writer import write_order
from judge.model.order import Move

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("page", ["README.md", "judge/README.md"])
def test_the_examples_of_a_page_hold(page: str) -> None:
    blocks = re.findall(r"^```pycon\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.S | re.M)
    assert blocks
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(examples)
    assert runner.summarize().failed == 0


SEARCHED = (
    *("orders", "check_order", "judge_orders", "read_order", "lay_orders", "position"),
    *("upshot", "outcome", "list_stands"),
)
"""What programs that think ask of a ``Prepared``, and of what it lays."""


def test_each_name_of_the_library_has_an_example() -> None:
    text = (ROOT / "judge" / "README.md").read_text("utf-8")
    examples = "\n".join(re.findall(r"^```pycon\n(.*?)^```", text, re.S | re.M))
    names = [name for name in vars(judge.Game) if not name.startswith("_")]
    fields = [field for field in judge.Game.__dataclass_fields__ if field not in names]
    assert [name for name in names + fields if not re.search(rf"\.{name}\b", examples)] == []
    assert [name for name in SEARCHED if not re.search(rf"\.{name}\b", examples)] == []
    called = [name for name in judge.__all__ if inspect.isfunction(getattr(judge, name))]
    assert [name for name in called if f"judge.{name}(" not in examples] == []


SIGNATURES = {
    "Answer": "(line: 'str', taken: 'bool', remarks: 'tuple[str, ...]',"
    " choices: 'tuple[str, ...]')",
    "Orders": "(orders: 'tuple[str, ...]', answers: 'tuple[Answer, ...]',"
    " missing: 'tuple[str, ...]')",
    "OrderRow": "(turn: 'str', power: 'str', unit: 'str', kind: 'str', verb: 'str', order: 'str',"
    " fate: 'str', code: 'str', why: 'str')",
    "Outcome": "(power: 'str', order: 'str', fate: 'str', code: 'str', why: 'str')",
    "codes": "() -> 'tuple[str, ...]'",
    "load": "(code: 'str', options: 'Mapping[str, str] | None' = None) -> 'Variant'",
    "new_game": "(variant: 'str' = 'standard', options: 'Mapping[str, str] | None' = None,"
    " seed: 'int' = 0) -> 'Game'",
    "position_from_view": "(view: 'View', variant: 'Variant') -> 'Position'",
    "png": "(svg: 'str', width: 'int' = 1400, colors: 'int' = 0) -> 'bytes'",
    "read_game": "(text: 'str', variant: 'str' = 'standard',"
    " options: 'Mapping[str, str] | None' = None) -> 'Game'",
    "Game.centers": "(self, power: 'str') -> 'tuple[str, ...]'",
    "Game.from_json": "(text: 'str') -> 'Game'",
    "Game.draw": "(self, power: 'str' = '', around: 'Sequence[str]' = ()) -> 'str'",
    "Game.outcomes": "(self, power: 'str' = '') -> 'tuple[Outcome, ...]'",
    "Game.page": "(self, power: 'str' = '') -> 'dict[str, str]'",
    "Game.play": "(self, orders: 'Mapping[str, str | Sequence[str | Order]]',"
    " strict: 'bool' = False) -> 'Game'",
    "Game.possible_orders": "(self, power: 'str') -> 'dict[str, tuple[str, ...]]'",
    "Game.read_orders": "(self, power: 'str', text: 'str') -> 'Orders'",
    "Game.search": "(self, power: 'str' = '') -> 'Prepared'",
    "Game.suggest": "(self, power: 'str', level: 'Level' = 'easy', seed: 'int' = 0)"
    " -> 'tuple[str, ...]'",
    "Game.table": "(self, power: 'str' = '') -> 'list[OrderRow]'",
    "Game.to_json": "(self) -> 'str'",
    "Game.units": "(self, power: 'str') -> 'tuple[str, ...]'",
    "Game.view": "(self, power: 'str' = '') -> 'View'",
    "Game.why": "(self, place: 'str', power: 'str' = '') -> 'str'",
    "Game.write": "(self, form: 'str' = 'record') -> 'str'",
}


def test_what_is_offered_stays_as_it_is() -> None:
    types = {
        "Game", "JudgeError", "Order", "OrderError", "Position", "Prepared", "Variant", "View",
    }  # fmt: skip
    offered = {name: getattr(judge, name) for name in judge.__all__ if name not in types}
    methods = inspect.getmembers(judge.Game, inspect.isfunction)
    offered |= {f"Game.{name}": method for name, method in methods if not name.startswith("_")}
    called = {
        name: re.sub(r"ForwardRef\(('.*?')\)", r"\1", str(inspect.signature(what)))
        for name, what in offered.items()
    }
    assert called == SIGNATURES
    assert types < {*judge.__all__}
    values = {"variant", "position", "played", "title", "turn", "ended", "powers"}
    assert values <= {*dir(judge.Game), *judge.Game.__dataclass_fields__}


def test_no_name_is_made_up() -> None:
    with pytest.raises(AttributeError, match="nobody"):
        _ = judge.nobody


def test_a_game_is_had_without_mail_and_database() -> None:
    code = (
        "import sys, judge; judge.new_game().view();"
        "print([name for name in ('sqlalchemy', 'aiosmtpd', 'smtplib', 'imapclient', 'alembic',"
        " 'judge.store', 'judge.post', 'judge.service', 'judge.cli') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_variants_remember_is_written_and_read_back() -> None:
    for code in ("gd", "ww4", "civ"):
        game = judge.new_game(code)
        assert judge.read_game(game.write()).position == game.position


def test_a_played_game_is_written_as_it_was_played() -> None:
    game = judge.read_game((ROOT / "tests/records/games/seven-left.game").read_text("utf-8"))
    again = judge.read_game(game.write())
    assert again.position == game.position
    assert [miss for turn in again.played for miss in turn.misses] == []
    assert [turn.record.effects for turn in again.played] == [
        turn.record.effects for turn in game.played
    ]


@pytest.mark.parametrize("code", ["standard", "gd", "ww4", "ancmed", "youngstown"])
def test_possible_orders_are_those_of_what_a_power_sees(code: str) -> None:
    """Where all is seen they are worked out once for all powers."""
    game, dice = judge.new_game(code), random.Random(3)
    for _ in range(4):
        for power in game.powers:
            seen = [
                write_order(order, game.variant)
                for order in list_orders_in_view(game.view(power), game.variant, power)
            ]
            assert [t for texts in game.possible_orders(power).values() for t in texts] == seen
        possible = {power: game.possible_orders(power).values() for power in game.powers}
        moving = not game.turn.endswith("B")
        game = game.play(
            {power: [dice.choice(texts) for texts in each] for power, each in possible.items()}
            if moving
            else {}
        )


def test_possible_orders_are_taken_and_all_of_them() -> None:
    game = judge.read_game(
        "units England A WAL, F ENG, F MAO\nunits France A BEL, F NAF\nunits Italy F TYS\n"
    )
    orders = game.possible_orders("England")
    assert {"A WAL - BEL VIA", "A WAL - NAF VIA", "A WAL - LON"} <= {*orders["WAL"]}
    assert "A WAL - TUN VIA" not in orders["WAL"]
    assert "F MAO C A WAL - NAF" in orders["MAO"]
    assert "F MAO C A WAL - BEL" not in orders["MAO"]
    assert "F ENG S A BEL - PIC" in orders["ENG"]
    every = [order for listed in orders.values() for order in listed]
    assert len(every) == len({*every})
    for order in every:
        assert game.read_orders("England", order).orders == (order,)


def test_a_hidden_unit_is_in_no_order_that_is_offered() -> None:
    text = "options sight=near\nunits England F LON\nunits Russia F DEN\nunits France F BEL\n"
    orders = judge.read_game(text).possible_orders("England")["LON"]
    assert "F LON S F DEN - NTH" not in orders
    seen = judge.read_game(text.replace("options sight=near\n", ""))
    assert "F LON S F DEN - NTH" in seen.possible_orders("England")["LON"]


def test_orders_that_cannot_be_given_are_quoted() -> None:
    game = judge.new_game()
    with pytest.raises(judge.OrderError, match="France: A PAR - MOS: Moscow is no neighbor"):
        game.play({"France": ["A PAR - MOS", "A MAR - SPA"]}, strict=True)
    with pytest.raises(judge.OrderError, match=r"there is no power Frogs"):
        game.units("Frogs")


def test_one_void_line_stops_no_turn() -> None:
    game = judge.new_game().play({"France": ["A PAR - MOS", "A MAR - SPA"], "Italy": "A VEN H"})
    assert sorted(game.units("France")) == ["A PAR", "A SPA", "F BRE"]


def test_values_are_played_by_their_own_power_alone() -> None:
    game = judge.new_game()
    search = game.search()
    (move,) = (
        order
        for order in search.orders["France"]
        if isinstance(order, Move)
        and order.to.province == "BUR"
        and order.unit.at.province == "PAR"
    )
    assert search.check_order(move) is None
    played = game.play({"France": [move, "A MAR - SPA"]})
    assert "A PAR" not in played.units("France") and "A SPA" in played.units("France")
    assert game.play({"Germany": [move]}).position.units == game.position.units
    with pytest.raises(judge.OrderError, match="Germany"):
        game.play({"Germany": [move]}, strict=True)


def test_a_search_of_a_power_holds_what_it_sees() -> None:
    fog = judge.new_game("standard", {"sight": "near"})
    seen = fog.search("England")
    assert {unit.power for unit in seen.position.units.values()} == {"England"}
    assert seen.position == judge.position_from_view(fog.view("England"), fog.variant)
    assert {unit.power for unit in fog.search().position.units.values()} == {*fog.powers}


def test_retreats_and_adjustments_are_offered() -> None:
    game = judge.read_game(
        "turn S1901R\nunits Turkey A SER\ndislodged Austria A SER from BUL to BUD, TRI\n"
    )
    assert game.possible_orders("Austria") == {
        "SER": ("A SER - BUD", "A SER - TRI", "A SER DISBAND")
    }
    less = judge.read_game("turn F1901B\nunits Austria A SER, A BUD\ncenters Austria BUD\n")
    assert less.possible_orders("Austria") == {"BUD": ("REMOVE A BUD",), "SER": ("REMOVE A SER",)}
    more = judge.read_game("turn F1901B\nunits Austria A SER\ncenters Austria BUD, SER\n")
    assert more.possible_orders("Austria") == {"BUD": ("BUILD A BUD",), "": ("WAIVE",)}


@pytest.mark.parametrize("code", ["standard", "franceaustria", "gd", "civ"])
def test_a_game_is_a_value(code: str) -> None:
    start = judge.new_game(code, seed=3)
    game = start
    for seed in range(3):
        game = game.play({power: game.suggest(power, seed=seed) for power in game.powers})
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert hash(again) == hash(game)
    assert {again, game} == {game}
    assert game not in (start, None, "game")
    assert again.table() == game.table()
    assert [turn.record.effects for turn in again.played] == [
        turn.record.effects for turn in game.played
    ]
    assert again.to_json() == game.to_json()
    assert len(repr(game)) < 300
    assert "\n" not in repr(game)
    seen = judge.read_game(game.write("jsonl"), code, game.variant.settings)
    assert seen.position == game.position
    other_rules = judge.Game(judge.load(code, other_option(code)), game.position)
    assert other_rules != game


def other_option(code: str) -> dict[str, str]:
    variant = judge.load(code)
    name, option = next((n, o) for n, o in variant.options.items() if len(o.choices) > 1)
    return {name: next(choice for choice in option.choices if choice != variant.settings[name])}


def test_a_table_tells_no_more_than_its_reader_saw() -> None:
    game = judge.new_game("standard", {"sight": "near"})
    game = game.play({"Turkey": ["A CON - BUL"], "England": ["F LON - NTH"]})
    assert {row.power for row in game.table()} == set(game.powers)
    rows = game.table("England")
    assert {row.order for row in rows if row.power == "England"} >= {"F EDI H", "F LON - NTH"}
    assert not any(row.power == "Turkey" for row in rows)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"variant": "nothing", "options": {}}', '{"variant": 1, "options": [2]}'],
)
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(judge.JudgeError):
        judge.Game.from_json(text)


@pytest.mark.parametrize(
    "orders", ["A PAR - BUR", None, {"France": None}, {"France": ["A PAR - BUR", 3]}]
)
def test_what_are_no_orders_are_refused(orders: Any) -> None:
    with pytest.raises(judge.JudgeError, match=r"orders are given by power|is no order"):
        judge.new_game().play(orders)


def test_what_there_is_not_is_told_with_what_there_is() -> None:
    with pytest.raises(judge.JudgeError, match=r"there is no variant nope; there are: .*standard"):
        judge.new_game("nope")
    with pytest.raises(KeyError):
        judge.load("nope")
    with pytest.raises(judge.JudgeError, match=r"there is no form txt; there are: .*jsonl"):
        judge.new_game().write("txt")
