"""Powers can be told apart on a picture, as it is sent: by color, and without."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from judge.library import codes, load, load_geometry
from judge.model.geometry import Geometry
from judge.model.map import Map
from judge.pictures.chart import draw_board
from judge.pictures.colors import LAND, choose_colors, lighten_for_land
from judge.pictures.differences import Lab, convert_to_lab, measure_color_difference
from judge.pictures.raster import png
from judge.records.draw import draw_turn
from judge.records.reader import parse_record
from judge.records.run import run_record
from judge.service.compose.pictures import COLORS, FEW_COLORS, SMALL, SMALL_WORLD, WORLD
from judge.views.project import build_view
from tests.looks.colors import TOLD_APART, find_nearest_lands

ROOT = Path(__file__).resolve().parents[2]
WW4 = (ROOT / "maps/ww4/turn.game").read_text()

PAIRS = """
50.0000   2.6772 -79.7751   50.0000   0.0000 -82.7485    2.0425
50.0000   3.1571 -77.2803   50.0000   0.0000 -82.7485    2.8615
50.0000   2.8361 -74.0200   50.0000   0.0000 -82.7485    3.4412
50.0000  -1.3802 -84.2814   50.0000   0.0000 -82.7485    1.0000
50.0000   0.0000   0.0000   50.0000  -1.0000   2.0000    2.3669
50.0000   2.4900  -0.0010   50.0000  -2.4900   0.0011    7.2195
50.0000   2.5000   0.0000   50.0000   0.0000  -2.5000    4.3065
50.0000   2.5000   0.0000   73.0000  25.0000 -18.0000   27.1492
50.0000   2.5000   0.0000   61.0000  -5.0000  29.0000   22.8977
50.0000   2.5000   0.0000   56.0000 -27.0000  -3.0000   31.9030
50.0000   2.5000   0.0000   58.0000  24.0000  15.0000   19.4535
2.0776    0.0795  -1.1350    0.9033  -0.0636  -0.5514    0.9082
"""
"""Of the test data that Sharma, Wu and Dalal publish with the formula."""


@pytest.mark.parametrize("row", PAIRS.strip().splitlines())
def test_the_difference_is_that_of_the_published_data(row: str) -> None:
    *colors, difference = map(float, row.split())
    one, other = Lab(*colors[:3]), Lab(*colors[3:])
    assert measure_color_difference(one, other) == pytest.approx(difference, abs=5e-5)
    assert measure_color_difference(other, one) == pytest.approx(difference, abs=5e-5)


def nearest(colors: dict[str, str]) -> tuple[float, str, str]:
    labs = {name: convert_to_lab(color) for name, color in colors.items()}
    return min((measure_color_difference(labs[a], labs[b]), a, b) for a, b in combinations(labs, 2))


@pytest.mark.parametrize("code", codes())
def test_no_two_lands_look_alike(code: str) -> None:
    variant = load(code)
    geometry = load_geometry(variant.map.name)
    assert geometry
    colors = choose_colors(variant.map, geometry)
    assert nearest(dict(colors))[0] >= TOLD_APART
    lands = {power: lighten_for_land(color) for power, color in colors.items()} | {"": LAND}
    assert nearest(lands)[0] >= TOLD_APART


def with_colors(*colors: str) -> tuple[Map, Geometry]:
    """The board of Standard with these colors for its first powers, and none for the others."""
    game_map, geometry = load("standard").map, load_geometry("standard")
    assert geometry
    return game_map, replace(geometry, colors=dict(zip(game_map.powers, colors, strict=False)))


def test_a_color_stays_where_it_can_be_told() -> None:
    colors = choose_colors(*with_colors("#a62f16", "#f6ecda", "#a62f18", "#3019a6"))
    assert list(colors.values())[::3][:2] == ["#a62f16", "#3019a6"]
    lands = {power: lighten_for_land(color) for power, color in colors.items()} | {"": LAND}
    assert nearest(lands)[0] >= TOLD_APART  # paper white, the same red twice, and three without


def test_pale_powers_are_told_from_nobody_in_the_file_that_is_sent() -> None:
    game_map, geometry = with_colors("#ffffff", "#fffff0", "#f6ecda", "#fdf5e6", "#f5f5dc")
    found = find_nearest_lands(load(game_map.name), geometry, SMALL, FEW_COLORS)
    assert found.difference >= TOLD_APART
    assert found.unseen == ()


@pytest.mark.parametrize(
    ("width", "asked", "most"), [(WORLD, COLORS, COLORS), (SMALL_WORLD, FEW_COLORS, COLORS)]
)
def test_all_powers_of_a_large_board_are_told_apart_in_the_picture_that_is_sent(
    width: int, asked: int, most: int
) -> None:
    record = parse_record(WW4, load)
    sent = Image.open(BytesIO(png(draw_turn(record), width, asked))).convert("RGB")
    counts = sent.getcolors(1 << 24)
    assert counts
    assert len(counts) <= most
    pixels = {f"#{bytes(color[:3]).hex()}": count for count, color in counts}  # type: ignore[index]  # RGB
    geometry = load_geometry("ww4")
    assert geometry
    colors = choose_colors(record.variant.map, geometry)
    assert len(colors) == 36
    lands = {power: lighten_for_land(color) for power, color in colors.items()}
    assert {power for power in colors if pixels.get(lands[power], 0) > 30} == set(colors)
    assert {power for power in colors if pixels.get(colors[power], 0) > 30} == set(colors)
    assert nearest(lands | {"": LAND})[0] >= TOLD_APART


def test_who_owns_a_space_is_written_there() -> None:
    text = """
    variant standard
    centers France PAR, BRE, BEL
    turn    Spring 1901 moves
    France  A PAR H
    Germany A BEL H
    """
    record = parse_record(re.sub(r"(?m)^ +", "", text), load)
    (played,) = run_record(record)
    view = build_view(None, played.end, played.record, record.variant, "observer")
    geometry = load_geometry("standard")
    assert geometry
    words = re.findall(r">([A-Z]+)</text>", draw_board(view, record.variant, geometry))
    # The key, the army in Paris and the names of an owner in Brest and Belgium.
    assert words.count("FRA") == 4
    shown = [words[n + 1 : n + 2] or words[n - 1 : n] for n, w in enumerate(words) if w == "FRA"]
    assert ["BRE"] in shown
    assert ["BEL"] in shown


def test_neighbors_at_both_ends_of_a_board_bear_each_others_names() -> None:
    svg = draw_turn(parse_record((ROOT / "maps/1900/opening.game").read_text(), load))
    words = re.findall(r">(to [A-Z, ]+)</text>", svg)
    assert sorted(words) == ["to EGY, HEJ", "to MAO", "to MAO"]
    ends = re.findall(r'<circle cx="[\d.]+" cy="[\d.]+" r="6" ', svg)
    assert len(ends) == 2  # Clyde and Ireland
