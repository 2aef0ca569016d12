"""The board at the end of a letter, after every phase, and the centers year by year."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from judge.letters.board import list_board_remarks
from judge.letters.chronicle import list_growth_bars, split_growth_to_fit, write_growth_table_lines
from judge.letters.phrasing import Words
from judge.library import load
from judge.model.letter_kind import OVER, START
from judge.model.map import Location
from judge.model.position import Unit
from judge.model.sections import Growth
from tests.letters.games import STANDARD, board, letter, opening, play, random_game, results, seen


def last_part(text: str, head: str = "The following players have on the board now") -> str:
    """What a letter says of the board, its bars and line ends left out."""
    return " ".join(text[text.index(head) :].replace("\n|", " ").split())


def test_what_waits_to_retreat_is_told():
    before = board("S1902M", Austria="A TYR, A TRI", Italy="A VEN")
    record, after = play(before, Austria="A TYR S A TRI - VEN, A TRI - VEN", Italy="A VEN H")
    text = last_part(results(after, record, "Austria").text)
    assert "Austria: 3 centers, 2 units A TYR, A VEN centers: BUD, TRI, VIE" in text
    assert "Italy: 3 centers, 0 units waiting to retreat: A VEN centers: NAP, ROM, VEN" in text


def test_centers_won_and_lost_are_told_when_they_are_counted_and_not_before():
    """Trieste falls, and Budapest with the third of Austria's centers stays."""
    before = board("S1901M", Austria="A SER, A BUD", Italy="A VEN, A ROM")
    record, spring = play(before, Austria="A SER H, A BUD H", Italy="A VEN - TRI, A ROM - VEN")
    text = last_part(results(spring, record, "Italy").text)
    assert "new" not in text and "lost" not in text
    record, fall = play(spring, Austria="A SER H, A BUD H", Italy="A TRI H, A VEN H")
    text = last_part(results(fall, record, "Italy").text)
    assert "Italy: 4 centers (+1), 2 units, builds 2" in text
    assert "centers: NAP, ROM, TRI (new), VEN" in text
    assert "Austria: 3 centers, 2 units, builds 1" in text
    assert "centers: BUD, SER (new), VIE lost: TRI" in text
    record, winter = play(fall, Austria="A VIE B", Italy="A NAP B, F ROM B")
    text = last_part(results(winter, record, "Italy").text)
    assert "Italy: 4 centers, 4 units A VEN, A TRI, A NAP, F ROM" in text.replace(
        "A TRI, A VEN", "A VEN, A TRI"
    )
    assert "new" not in text


def test_whoever_looks_on_is_told_how_many_orders_succeeded():
    """One of four bounces: Venice is left by nobody else, and Trieste is held."""
    before = board("S1901M", Austria="A TRI, A BUD", Italy="A VEN, A ROM")
    record, spring = play(before, Austria="A TRI H, A BUD H", Italy="A VEN - TRI, A ROM H")
    assert ">3 of 4 orders succeeded.</p>" in results(spring, record).html
    record, spring = play(before, Austria="A TRI H, A BUD H", Italy="A VEN H, A ROM H")
    assert ">All orders succeeded.</p>" in results(spring, record).html


def test_a_blockaded_center_is_told():
    modern = load("modern", {"wings": "yes"})
    position = modern.rules.opening.deal_position(modern.map, (), 0)
    wing, own = (Unit(power, "wing", Location("BER")) for power in ("France", "Germany"))
    for unit, told in ((wing, ["Blockaded, and counting for nobody: BER."]), (own, [])):
        shut = replace(position, units={**position.units, "BER": unit})
        view = seen(shut, None, variant=modern)
        assert [*list_board_remarks(view, Words(modern.map, modern.wording))] == told
        assert view.due["Germany"] == 0


@pytest.mark.parametrize("seed", range(2))
def test_every_unit_and_center_stands_on_the_board_after_every_phase(seed):
    for record, position in random_game(seed, 12):
        mail = results(position, record, "Austria")
        start = f"The following players {'had' if position.ended else 'have'} on the board"
        text = last_part(mail.text, start)
        shown = unescape(mail.html[mail.html.rindex("</h2>") :]).replace("\u00a0", " ")
        for unit in position.units.values():
            named = f"{STANDARD.map.kinds[unit.kind].code} {unit.at}"
            assert named in text and named in shown
        for code in STANDARD.map.centers:
            assert code in text and code in shown


def test_a_start_ends_with_the_board():
    text = last_part(letter(START, opening(), seen(opening(), None, "Austria")).text)
    assert "on the board now, as orders name it: Austria: 3 centers, 3 units" in text
    assert "Free: 12 centers centers: BEL, BUL, DEN, GRE, HOL" in text


YEARS = Growth(
    ("Austria", "Turkey"), (("Start", (3, 3)), *((f"{1900 + n}", (n, 0)) for n in range(1, 19)))
)


def test_growth_is_told_in_parts_that_fit():
    lines = list(write_growth_table_lines(YEARS))
    assert all(len(line) <= 76 for line in lines)
    assert lines[0].split() == ["Start", *map(str, range(1901, 1909))]
    assert lines[1].split() == ["Austria", "3", *map(str, range(1, 9))]
    assert lines[2].split() == ["Turkey", "3", *"--------"]
    assert " ".join(lines).count("1918") == 1


def test_bars_are_as_high_as_there_are_centers():
    bars = dict(list_growth_bars(YEARS))
    heights = [height for _, height in bars["Austria"]]
    assert heights[-1] == max(heights) == 24
    assert heights[9] == 12, "half of 18"
    assert [height for _, height in bars["Turkey"]] == [4, *[0] * 18]


def test_a_letter_that_ends_a_game_shows_the_years():
    mail = letter(OVER, opening(), seen(opening(), None, "Austria"), YEARS)
    assert "| Austria      3      1      2" in mail.text
    assert mail.html.count('class="bar"') == 2 * 19


def test_the_years_of_36_powers_are_shown_too():
    """On a phone the numbers of so many are folded; no table is wider than it."""
    powers = tuple(f"United Kingdom {n:02}" for n in range(36))
    years = Growth(powers, tuple((f"year {n}", tuple(range(36))) for n in range(9, 13)))
    mail = letter(OVER, opening(), seen(opening(), None, "Austria"), years)
    assert all(len(line) <= 76 for line in mail.text.splitlines())
    assert "| United Kingdom 35       35       35       35       35" in mail.text
    assert mail.html.count('class="bar"') == 4 * 36
    numbers = mail.html[mail.html.index("In numbers") :]
    heads = re.findall(r"<tr[^>]*><th[^>]*>Power</th>(.*?)</tr>", numbers)
    assert [row.count("</th>") for row in heads] == [4]
    assert [len(part) for part in split_growth_to_fit(replace(years, rows=years.rows * 2))] == [
        4,
        4,
    ]
