"""A picture put together of layers is the picture drawn at once."""

from __future__ import annotations

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
    assert max(differences) < 6  # of 255: there are fewer colors
    blank = Image.new("RGB", whole.size, "#d5e6ee")
    assert max(ImageStat.Stat(ImageChops.difference(whole, blank)).mean) > 20


def test_what_did_not_change_is_not_drawn_again(svg: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def seen(layer: str, width: int) -> bytes:
        drawn.append(layer)
        return made(layer, width)

    made = raster._raster
    monkeypatch.setattr(raster, "_raster", seen)
    raster._ground.cache_clear()
    raster._drawn_once.cache_clear()
    first = raster.png(svg, WIDTH, 128)
    assert len(drawn) > 130  # each space, name and sort of unit by itself
    drawn.clear()
    assert raster.png(svg, WIDTH, 128) == first
    assert len(drawn) == 2  # lines and head
    assert not any(">PAR<" in layer for layer in drawn)
    assert ">Spring of 1901, Movement<" in drawn[1]
