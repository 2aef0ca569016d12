"""A picture put together of layers is the picture drawn at once."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from judge.library import load
from judge.pictures import layered, raster
from judge.records.draw import draw_turn
from judge.records.reader import parse_record

TURN = """
variant standard
turn    Spring 1901 moves
Russia  F SEV - BLA
France  A PAR S A MAR - BUR
France  A MAR - BUR
"""

WIDTH = 200


@pytest.fixture(scope="module")
def svg() -> str:
    return draw_turn(parse_record(TURN, load))


def test_layers_make_the_whole_picture(svg: str) -> None:
    at_once = re.sub(r"<!--layer .*?-->", "", svg)
    whole = Image.open(BytesIO(raster.png(at_once, WIDTH)))
    parts = Image.open(BytesIO(raster.png(svg, WIDTH)))
    assert parts.size == whole.size
    differences = ImageStat.Stat(ImageChops.difference(whole, parts)).mean
    assert max(differences) < 6  # of 255: what is stamped may lie half a pixel aside
    blank = Image.new("RGB", whole.size, "#d5e6ee")
    assert max(ImageStat.Stat(ImageChops.difference(whole, blank)).mean) > 20


def drawn() -> tuple[int, int]:
    """Return how many stamps and how many grounds have been painted."""
    return layered._paint_stamp.cache_info().misses, layered._paint_still_layers.cache_info().misses


def test_what_did_not_change_is_not_drawn_again(svg: str) -> None:
    layered._paint_stamp.cache_clear()
    layered._paint_still_layers.cache_clear()
    first = raster.png(svg, WIDTH, 128)
    before = drawn()
    assert before[0] > 75  # each name and sort of unit by itself
    assert raster.png(svg, WIDTH, 128) == first
    assert drawn() == before


def test_another_row_of_powers_moves_the_board_and_changes_nothing_on_it(svg: str) -> None:
    raster.png(svg, WIDTH, 128)
    before = drawn()
    left, top, width, height = re.findall(r'viewBox="([^"]*)"', svg)[0].split()
    higher = f'viewBox="{left} {int(top) - 31} {width} {int(height) + 31}"'
    raster.png(re.sub(r'viewBox="[^"]*"', higher, svg, count=1), WIDTH, 128)
    assert drawn() == before


def test_another_owner_has_the_land_painted_anew_and_nothing_else(svg: str) -> None:
    first = raster.png(svg, WIDTH, 128)
    stamps, still = drawn()
    changed, count = re.subn(r'(<use href="#PAR" fill=")[^"]*', r"\1#00c000", svg)
    assert count == 1
    assert raster.png(changed, WIDTH, 128) != first
    assert drawn() == (stamps, still + 1)
