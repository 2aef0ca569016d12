"""Centers over time can be read: every line seen, every line named, no words over each other."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from judge.library import codes, load, load_geometry
from judge.pictures.colors import choose_colors
from judge.site.plot import PAPER, CenterCount, draw_center_plot

WIDE = 7
"""How wide a letter of the plot is, about."""


def contrast(color: str, other: str) -> float:
    """By the text of WCAG 2.1, "relative luminance" and "contrast ratio"."""

    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    one, two = luminance(color), luminance(other)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)


def counts_of(powers: list[str], when: str, fall: int) -> list[CenterCount]:
    """Seven counts; all but every ``fall``-th power lose everything one after the other."""
    return [
        CenterCount(
            f"{when}{1901 + at}",
            {
                power: 3 + number % 4
                for number, power in enumerate(powers)
                if number % fall == 0 or number % 6 >= at
            },
        )
        for at in range(7)
    ]


@pytest.mark.parametrize("when", ["", "Spring of "])
@pytest.mark.parametrize("code", [code for code in codes() if load(code).map.powers])
def test_every_line_is_seen_and_named(code: str, when: str) -> None:
    game_map = load(code).map
    geometry = load_geometry(game_map.name)
    colors = choose_colors(game_map, geometry) if geometry else {}
    powers = list(game_map.powers)
    plot = ElementTree.fromstring(draw_center_plot(counts_of(powers, when, 3), colors))
    _, _, width, height = map(float, plot.get("viewBox", "").split())
    lines = {line.findtext("title", ""): line for line in plot.iter("polyline")}
    assert list(lines) == powers
    faint = {
        name: line.get("stroke")
        for name, line in lines.items()
        if contrast(line.get("stroke", ""), PAPER) < 3
    }
    assert faint == {}
    words = [text.text or "" for text in plot.iter("text")]
    for number, power in enumerate(powers):
        assert (f"{power} {3 + number % 4}" if number % 3 == 0 else power) in words
    boxes = []
    for text in plot.iter("text"):
        long = WIDE * len(text.text or "")
        x, y = float(text.get("x", 0)), float(text.get("y", 0))
        left = {"start": x, "middle": x - long / 2, "end": x - long}[text.get("text-anchor", "")]
        boxes.append((left, y - 10, left + long, y + 3, text.text))
        assert left >= 0 and left + long <= width + 4 and 0 < y < height, text.text
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (a, b)
