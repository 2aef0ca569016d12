"""HELP on the board, held against the board: nothing is missing, every order shown is legal."""

from __future__ import annotations

import re
from functools import cache

import pytest

from judge.engine.context import TurnContext
from judge.engine.static_legality import check_order_on_map
from judge.game.atlas.atlas import LONGEST, Atlas
from judge.game.atlas.topics import (
    build_board_page,
    build_borders_page,
    build_names_page,
    build_provinces_page,
    find_map_page,
)
from judge.hooks import Variant
from judge.language.reader import read_order
from judge.letters.compose import write_page
from judge.library import load
from judge.model.map import Location
from judge.model.pages import PageOfValues
from judge.model.position import Position, Unit
from judge.model.reason import Reason
from judge.model.turn import Phase
from judge.views import build_view
from tests.letters.games import board, seen

BOARDS = ("standard", "gd", "ww4")


@cache
def atlas_of(code: str) -> Atlas:
    return Atlas(load(code))


def words(page: PageOfValues | Reason | None) -> str:
    """The text of a page."""
    assert isinstance(page, PageOfValues)
    return write_page(page).text


def rows(page: PageOfValues | Reason | None) -> list[list[str]]:
    """The rows of a page's tables, their titles left out."""
    lines = [line for line in words(page).splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] not in ("Code", "To", "Part", "---")]


def ask(topic: str, code: str = "standard") -> PageOfValues | Reason | None:
    variants: dict[str, Variant] = {code: load(code) for code in BOARDS}
    return build_board_page(topic, (variants[code], None), variants)


@pytest.mark.parametrize("code", BOARDS)
def test_every_space_is_shown_once_in_its_part(code: str) -> None:
    atlas = atlas_of(code)
    shown = [row for part in atlas.regions for row in rows(find_map_page(atlas, part))]
    assert sorted(row[0] for row in shown) == sorted(atlas.map.provinces)
    assert len([row for row in shown if len(row) > 3 and row[3]]) == len(atlas.map.centers)
    first = find_map_page(atlas, "")
    assert len(rows(first)) <= LONGEST
    numbers = [find_map_page(atlas, str(n)) for n in range(1, len(atlas.regions) + 1)]
    assert numbers == [find_map_page(atlas, part) for part in atlas.regions]
    assert find_map_page(atlas, str(len(numbers) + 1)) is None


@pytest.mark.parametrize("code", BOARDS)
def test_all_names_come_in_parts(code: str) -> None:
    atlas = atlas_of(code)
    for page, most in ((build_names_page, LONGEST), (build_provinces_page, 0)):
        parts = []
        while made := page(atlas, str(len(parts) + 1)):
            parts.append(made)
        text = "\n".join(map(words, parts))
        assert all(space.name in text for space in atlas.map.provinces.values())
        assert not most or all(len(rows(part)) <= most for part in parts)


@pytest.mark.parametrize(("code", "step"), [("standard", 1), ("gd", 1), ("ww4", 9)])
def test_borders_are_those_of_the_map(code: str, step: int) -> None:
    """A kind stands in a row exactly if it may go there, from some coast to some coast."""
    atlas = atlas_of(code)
    game_map = atlas.map
    for here in [*game_map.provinces][::step]:
        shown = {
            (row[0], kind)
            for row in rows(build_borders_page(atlas, here))
            for kind in re.sub(r" (from|to) \S+", "", row[2]).split(", ")
        }
        there = {
            (leg.target.province, kind.name)
            for leg in game_map.legs
            for kind in game_map.kinds.values()
            if leg.origin.province == here and leg.way in kind.travels and "move" in kind.orders
        }
        assert shown == there, here


@pytest.mark.parametrize(("code", "step"), [("standard", 1), ("gd", 1), ("ww4", 9)])
def test_the_order_shown_is_legal(code: str, step: int) -> None:
    variant = load(code)
    start = variant.rules.opening.deal_position(variant.map, tuple(variant.map.powers), 1)
    turn = variant.calendar.parse_turn(f"S{start.turn.year + 1}M")
    position = Position(turn, {}, owners=start.owners)
    atlas = Atlas(variant, build_view(None, position, None, variant, "master"))
    context = TurnContext.from_position(variant, position)
    count = 0
    for here in [*variant.map.provinces][::step]:
        shown = re.search(r"An order from there: `(.*)`", words(build_borders_page(atlas, here)))
        if shown:
            order = read_order(shown[1], variant, Phase.MOVEMENT, "")
            assert order.unit.at.province == here
            assert check_order_on_map(context, order)[1] is None
            count += 1
    assert count > 60


def test_two_coasts_are_told_apart() -> None:
    shown = {row[0]: row[2] for row in rows(ask("BORDERS Spain")) if "fleet" in row[2]}
    assert shown["LYO"] == "fleet from SPA/sc"
    assert shown["GAS"] == "fleet from SPA/nc"
    into = {(row[0], row[2]) for row in rows(ask("NEIGHBOURS of the Mid-Atlantic Ocean"))}
    assert {("SPA", "fleet to SPA/nc"), ("SPA", "fleet to SPA/sc")} <= into


def test_a_closed_space_says_when_it_is_open() -> None:
    """GD VII.8 and XI: the Polar Arctic in Spring and Summer; Antarctica in Fall and Winter."""
    polar = ask("BORDERS POL", "gd")
    assert "All these ways: only in Spring and Summer." in words(polar)
    antarctic = ask("BORDERS ANT", "gd")
    assert "All these ways: only in Winter and Fall." in words(antarctic)
    russia = {row[0]: row[-1] for row in rows(ask("BORDERS RUS", "gd"))}
    assert (russia["POL"], russia["NAT"]) == ("only in Spring and Summer", "")


def test_what_is_asked_may_be_written_in_many_ways() -> None:
    spain = ask("BORDERS Spain")
    for words in (
        "borders of SPA",
        "NEIGHBORS spa/nc",
        "border Spain (south coast)",
        "PROVINCE spa",
    ):
        assert ask(words) == spain
    assert ask("BORDERS Spain in Standard", "gd") == spain
    assert ask("BORDERS standard Spain", "gd") == spain
    assert ask("MAP of Global Diplomacy") == ask("MAP", "gd")
    assert ask("MAP gd europ") == ask("MAP 3", "gd")
    assert ask("cookery") is None


def test_what_is_not_there_says_what_is() -> None:
    assert ask("BORDERS bohimia") == Reason("no_space", ("bohimia", "Standard", "Bohemia"))
    wrong = ask("BORDERS Tibet")
    assert wrong == Reason("space_elsewhere", ("Tibet", "Standard", "gd", "ww4"))
    assert ask("BORDERS") == Reason("which_space", ("ADR",))
    assert ask("MAP 99") == Reason("no_part", ("99", "MAP", "Standard"))


def test_owners_and_units_are_told_as_they_are_seen() -> None:
    before = board("S1901M", Austria="A VIE, A BUD, F TRI", Italy="A VEN")
    fog = load("standard", {"sight": "near"})
    view = seen(before, None, "Austria", variant=fog)
    told = {row[0]: row[3] for row in rows(find_map_page(Atlas(fog, view), "")) if len(row) > 3}
    assert told["VIE"] == "Austria, home"
    assert told["LON"] == "not in sight, home of England"
    elsewhere = board("S1901M", Austria="A VIE, A BUD, F TRI", Italy="A VEN", England="F BRE")
    elsewhere.owners["BRE"] = "England"
    other = seen(elsewhere, None, "Austria", variant=fog)
    for topic in ("MAP", "BORDERS BRE", "BORDERS PIC", "NAMES"):
        assert build_board_page(topic, (fog, view), {}) == build_board_page(topic, (fog, other), {})
    assert "- there now: A VEN, Italy" in words(build_borders_page(Atlas(fog, view), "VEN"))
    assert "out of your sight" in words(build_borders_page(Atlas(fog, view), "BRE"))


def test_a_large_board_says_in_which_parts_the_readers_units_stand() -> None:
    variant = load("ww4")
    land = {
        number: code
        for number, codes in enumerate(variant.map.regions.values(), 1)
        for code in codes
        if variant.map.list_places_for_kind("army", code)
    }
    numbers = sorted(land)[1:4:2]
    codes = [land[number] for number in numbers]
    units = {code: Unit("Brazil", "army", Location(code)) for code in codes}
    view = seen(
        Position(variant.calendar.find_first_turn(), units), None, "Brazil", variant=variant
    )
    page = words(find_map_page(Atlas(variant, view), ""))
    shown = re.search(r"Your units stand in part (\d+) \(.*\) and part (\d+) \(.*\)\.", page)
    assert shown and [int(number) for number in shown.groups()] == numbers


def test_canals_and_reach() -> None:
    page = words(ask("BORDERS EGY", "gd"))
    assert "canal Suez: EGY and ISR adjoin there" in page
    corner = "corner Pamirs: MIE, KAZ, TIB and PAK all adjoin there, by land"
    assert corner in words(ask("BORDERS PAK", "gd"))
    assert corner not in page
    reach = re.search(r"air force \(support or carry\) and arsenal .*?: (.*)", page)
    game_map = load("gd").map
    near = game_map.contacts["EGY"]
    two = {far for code in near for far in game_map.contacts[code]} | near
    assert set(reach[1].split(", ")) == two - {"EGY"}
    assert Location("EGY") in game_map.neighbors("navy", Location("NIO"))
