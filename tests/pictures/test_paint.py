"""SVG as pixels: what the SVG specification says of small drawings."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageFont

from judge.pictures import layered
from judge.pictures.layered import PixelTransform

WHITE, RED, BLUE = (255, 255, 255), (255, 0, 0), (0, 0, 255)
PAPER = '<rect x="-9" y="-9" width="99" height="99" fill="#ffffff"/>'

Pixel = tuple[int, int, int]


AS_IT_IS = PixelTransform(1, 0, 0)


def painted(svg: str, place: PixelTransform = AS_IT_IS) -> Image.Image:
    return layered.paint_svg(PAPER + svg, (40, 20), place).convert("RGB")


def pixel(svg: str, x: int, y: int) -> Pixel:
    color = painted(svg).getpixel((x, y))
    assert isinstance(color, tuple)
    return color[0], color[1], color[2]


@pytest.mark.parametrize(
    ("svg", "inside", "outside"),
    [
        ('<rect x="4" y="4" width="8" height="8" fill="#ff0000"/>', (8, 8), (15, 8)),
        ('<path d="M4 4h8v8h-8z" fill="#ff0000"/>', (8, 8), (15, 8)),
        ('<path d="M4 4L12 4V12H4Z" fill="#ff0000"/>', (8, 8), (15, 8)),
        ('<path d="M4 4m0 0 8 0l0 8-8 0z" fill="#ff0000"/>', (8, 8), (2, 8)),
        ('<path d="M4 4c6 0 12 6 12 12h-12z" fill="#ff0000"/>', (11, 10), (15, 5)),
        ('<polygon points="4,4 12,4 12,12 4,12" fill="#ff0000"/>', (8, 8), (15, 8)),
        ('<circle cx="8" cy="8" r="6" fill="#ff0000"/>', (8, 3), (2, 2)),
        ('<rect x="2" y="2" width="16" height="16" rx="8" fill="#ff0000"/>', (10, 3), (3, 3)),
        (
            '<path d="M2 2h16v16h-16zM6 6h8v8h-8z" fill="#ff0000" fill-rule="evenodd"/>',
            (4, 4),
            (10, 10),
        ),
        ('<path d="M4 10h20" stroke="#ff0000" stroke-width="6"/>', (10, 8), (10, 5)),
        ('<path d="M9 10h20" stroke="#ff0000" stroke-width="8"/>', (6, 10), (3, 10)),  # round
        (
            '<path d="M2 10h40" fill="none" stroke="#ff0000" stroke-width="2" '
            'stroke-dasharray="4 12"/>',
            (4, 10),
            (12, 10),
        ),
        (
            '<defs><rect id="r" x="-2" y="-2" width="4" height="4"/></defs>'
            '<use href="#r" x="20" y="10" fill="#ff0000"/>',
            (20, 10),
            (1, 1),
        ),
        (
            '<g transform="translate(10 5) scale(2)" fill="#ff0000">'
            '<rect width="4" height="4"/></g>',
            (17, 12),
            (20, 15),
        ),
    ],
)
def test_outlines(svg: str, inside: tuple[int, int], outside: tuple[int, int]) -> None:
    assert pixel(svg, *inside) == RED
    assert pixel(svg, *outside) == WHITE


def test_what_is_sheer_is_mixed_with_what_lies_below() -> None:
    half = '<rect width="20" height="20" fill="#ff0000" fill-opacity=".5"/>'
    assert pixel(half, 5, 5) == pytest.approx((255, 127, 127), abs=1)
    # The two are one thing: where they overlap the lower is not seen through the upper.
    group = (
        '<g opacity=".5"><rect width="20" height="20" fill="#ff0000"/>'
        '<rect width="20" height="20" fill="#0000ff"/></g>'
    )
    assert pixel(group, 5, 5) == pytest.approx((127, 127, 255), abs=1)


def test_the_edge_lies_above_unless_its_group_has_it_below() -> None:
    both = '<g{}><rect x="4" y="4" width="10" height="10" fill="#ff0000" stroke="#0000ff"/></g>'
    wide = ' stroke-width="8"'
    assert pixel(both.format(wide), 6, 9) == BLUE
    assert pixel(both.format(f' paint-order="stroke"{wide}'), 6, 9) == RED


def test_words_stand_where_they_are_anchored() -> None:
    word = '<text x="20" y="15" font-size="12" text-anchor="{}">HH</text>'
    start, middle = (painted(word.format(anchor)) for anchor in ("start", "middle"))
    for image, left, right in ((start, 20, 40), (middle, 10, 30)):
        ink = image.convert("L").point(lambda gray: 255 * (gray < 128)).getbbox()
        assert ink
        assert left <= ink[0] < ink[2] <= right
        assert 5 <= ink[1] < ink[3] <= 16


@pytest.mark.parametrize("family", layered.FILES)
def test_each_font_is_the_one_that_travels_with_the_program(family: str) -> None:
    word = f'<text y="15" font-size="15" font-family="{family}, serif">Bur</text>'
    font = ImageFont.truetype(layered.FONTS / layered.FILES[family], 15)
    ink = painted(word).convert("L").point(lambda gray: 255 * (gray < 128)).getbbox()
    assert ink
    assert ink[2] == pytest.approx(font.getlength("Bur"), abs=2)
    others = {painted(word.replace(family, other)).tobytes() for other in layered.FILES}
    assert len(others) == len(layered.FILES)


@pytest.mark.parametrize("text", [None, b"no font"])
def test_words_are_not_left_out_where_the_font_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: bytes | None
) -> None:
    if text:
        (tmp_path / "none.ttf").write_bytes(text)
    layered._load_fonts.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(layered, "FONTS", tmp_path)
        patched.setattr(layered, "FILES", {"none": "none.ttf"})
        with pytest.raises(OSError, match=r"none\.ttf"):
            painted('<text font-size="15" font-family="none">Bur</text>')
    word = '<text y="15" font-size="15" font-family="DejaVu Serif">Bur</text>'
    assert painted(word) != painted("")


def test_a_place_scales_and_moves() -> None:
    image = painted('<rect width="5" height="5" fill="#ff0000"/>', PixelTransform(2, 10, 4))
    assert image.getpixel((18, 12)) == RED
    assert image.getpixel((22, 12)) == WHITE
