"""The ground of a picture: no more of it than is seen."""

from __future__ import annotations

import re
from itertools import pairwise

from judge.library import load, load_geometry
from judge.model.geometry import split_path_into_rings
from judge.pictures.cells import CELL, Box, Cells
from judge.pictures.ground import Ground
from judge.pictures.room import find_cells_in_outline
from judge.views.project import build_view

CUT = Box(200, 800, 1500, 1700)


def paths(frame: Box) -> dict[str, str]:
    variant, geometry = load("ww4"), load_geometry("ww4")
    assert geometry
    position = variant.rules.opening.deal_position(variant.map, tuple(variant.map.powers), 0)
    view = build_view(None, position, None, variant, "observer")
    drawn = Ground(view, variant.map, geometry, frame, lambda power: "#808080")
    return dict(re.findall(r'<path id="([^"]*)" d="([^"]*)"/>', "".join(drawn.define_outlines())))


def seen(path: str) -> list[int]:
    """The cells of an outline that lie in the cut, row by row."""
    there, frame = Cells(), CUT.with_rim(-CELL)
    there.add_box(frame)
    return [bits & find_cells_in_outline(path).rows.get(row, 0) for row, bits in there.rows.items()]


def test_a_cut_shows_the_same_ground_with_few_spots_beyond_it() -> None:
    whole, cut = paths(Box(0, 0, 3750, 2220)), paths(CUT)
    assert len(cut) < len(whole)
    for code, path in whole.items():
        if not code.startswith("-"):
            assert seen(cut.get(code, "")) == seen(path)
    spots = [spot for path in cut.values() for ring in split_path_into_rings(path) for spot in ring]
    beyond = [spot for spot in spots if not CUT.with_rim(60).contains_spot(spot)]
    assert len(beyond) < len(spots) / 4


def test_a_border_between_waters_is_drawn_once() -> None:
    lines = paths(Box(0, 0, 3750, 2220))["-borders"].split("M")[1:]
    spots = [split_path_into_rings(f"{line}z") for line in lines]
    steps = [frozenset(step) for (line,) in spots for step in pairwise(line)]
    assert len(steps) == len(set(steps)) > 500
