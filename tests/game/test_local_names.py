"""Pages of HELP speak of the game's own board: what they show can be said there."""

from __future__ import annotations

import re

import pytest

from judge.game.enter.first_orders import replace_examples
from judge.language.reader import read_line
from judge.language.statement import CommandStatement, ConditionStatement, Line, OrderStatement
from judge.library import load, read_help
from judge.model.order import Move
from judge.model.turn import Phase

USUAL = load("standard")
PAGES = read_help("templates", "help")
OTHERS = ("gd", "ww4", "sailho", "modern", "hundred")


def tell(topic: str, code: str) -> str:
    return replace_examples(PAGES[topic].text, USUAL, load(code), None)


@pytest.mark.parametrize("code", OTHERS)
def test_what_help_shows_of_conditions_can_be_said(code: str) -> None:
    variant = load(code)
    text = tell("later", code)
    conditions = re.findall(r"^\| `([^|]+)` \|", text, re.MULTILINE)[:8]
    conditions = [each for line in conditions for each in line.split("`, `")]
    assert len(conditions) == 14
    for condition in conditions:
        line = Line(1, f"IF {condition} THEN WAIT")
        read = read_line(line, variant, Phase.MOVEMENT)
        assert [type(each) for each in read] == [ConditionStatement], condition


@pytest.mark.parametrize("code", OTHERS)
def test_the_moves_that_help_shows_can_be_made(code: str) -> None:
    variant = load(code)
    blocks = re.findall(r"^ {4}((?:[\w ]+: )?[AF] .* - .*)$", tell("later", code), re.MULTILINE)
    assert len(blocks) == 8
    for line in blocks:
        order_text = line.partition(": ")[2] or line
        (said,) = read_line(Line(1, order_text), variant, Phase.MOVEMENT)
        assert isinstance(said, OrderStatement), line
        order = said.order
        assert isinstance(order, Move)
        places = variant.map.list_places_for_kind(order.unit.kind, order.unit.at.province)
        goals = {to.province for at in places for to in variant.map.neighbors(order.unit.kind, at)}
        assert order.to.province in goals, line


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("topic", ["draws", "press", "joining", "seats", "robots"])
def test_the_commands_that_help_shows_can_be_said(topic: str, code: str) -> None:
    """As many lines as in the usual game are read, and no power of that one is named."""

    def count_commands(text: str, of: str) -> int:
        lines = re.findall(r"^ {4}(\S.*?)(?: {2,}.*)?$", text, re.MULTILINE)
        read = [read_line(Line(1, line), load(of), Phase.MOVEMENT) for line in lines]
        return sum(isinstance(each, CommandStatement) for several in read for each in several)

    text = tell(topic, code)
    assert count_commands(text, code) == count_commands(PAGES[topic].text, "standard") > 0
    foreign = {*USUAL.map.powers} - {*load(code).map.powers}
    assert not re.findall(rf"\b({'|'.join(foreign)})\b", text, re.IGNORECASE)


def test_a_page_is_as_it_is_where_the_board_has_all_its_names() -> None:
    for topic, page in PAGES.items():
        for code in ("standard", "fleetrome", "youngstown"):
            assert tell(topic, code) == page.text, topic


def test_articles_ends_and_columns_follow_the_names() -> None:
    text = (
        "a French unit; Italy's victory\n"
        "    SEAT address AS Italy          they play\n"
        "    VIEW Europe/Berlin             the zone\n"
        "the first is S1901M, in Spring 1901\n"
    )
    assert replace_examples(text, USUAL, load("gd"), None) == (
        "an American unit; Russian Federation's victory\n"
        "    SEAT address AS Russian Federation  they play\n"
        "    VIEW Europe/Berlin             the zone\n"
        "the first is S2101M, in Spring 2101\n"
    )
    assert "Spring of year 1" in replace_examples(text, USUAL, load("ww4"), None)
