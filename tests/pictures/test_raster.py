"""A picture put together of layers is the picture drawn at once."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from judge.library import load
from judge.pictures import raster
from judge.records.draw import picture
from judge.records.reader import parse

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
    return picture(parse(TURN, load))


def test_layers_make_the_whole_picture(svg: str) -> None:
    whole = Image.open(BytesIO(raster.png(svg, WIDTH))).convert("RGB")
    layered = Image.open(BytesIO(raster.png(svg, WIDTH, 256))).convert("RGB")
    assert layered.size == whole.size
    differences = ImageStat.Stat(ImageChops.difference(whole, layered)).mean
    assert max(differences) < 8  # of 255: it has fewer colors, and may lie half a pixel aside
    blank = Image.new("RGB", whole.size, "#d5e6ee")
    assert max(ImageStat.Stat(ImageChops.difference(whole, blank)).mean) > 20


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list where all goes that is drawn."""
    drawn: list[str] = []

    def drawing(layer: str, width: int) -> bytes:
        drawn.append(layer)
        return made(layer, width)

    made = raster._raster
    monkeypatch.setattr(raster, "_raster", drawing)
    return drawn


def test_what_did_not_change_is_not_drawn_again(svg: str, seen: list[str]) -> None:
    raster._ground.cache_clear()
    raster._drawn_once.cache_clear()
    first = raster.png(svg, WIDTH, 128)
    assert len(seen) > 130  # each space, name and sort of unit by itself
    seen.clear()
    assert raster.png(svg, WIDTH, 128) == first
    assert len(seen) == 1  # the head
    assert not any(">PAR<" in layer for layer in seen)
    assert ">Spring of 1901, Movement<" in seen[0]


def test_another_row_of_powers_moves_the_board_and_changes_nothing_on_it(
    svg: str, seen: list[str]
) -> None:
    raster.png(svg, WIDTH, 128)
    seen.clear()
    left, top, width, height = re.findall(r'viewBox="([^"]*)"', svg)[0].split()
    higher = f'viewBox="{left} {int(top) - 31} {width} {int(height) + 31}"'
    raster.png(re.sub(r'viewBox="[^"]*"', higher, svg, count=1), WIDTH, 128)
    assert len(seen) == 1  # the head


def test_another_owner_costs_no_drawing(svg: str, seen: list[str]) -> None:
    before = raster.png(svg, WIDTH, 128)
    seen.clear()
    changed, count = re.subn(r'(<use href="#PAR" fill=")[^"]*', r"\1#00c000", svg)
    assert count == 1
    assert raster.png(changed, WIDTH, 128) != before
    assert len(seen) == 1  # the head
