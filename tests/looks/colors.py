"""Which powers look alike in the pictures that are sent: ``python -m tests.looks.colors PATH ...``.

Every board of the project is drawn as letters bear it, large and small, and every board that a
path has (a map or a pack of another program, as ``judge import-board`` takes it). Each power owns a
center. Told is the least difference (CIEDE2000) between the colors that the PNG has where two
powers' land is, or nobody's; the exit code is 1 if one is less than ``TOLD_APART``.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from judge import resources
from judge.boards import importing
from judge.hooks import Variant
from judge.letters.illustrations import LARGE
from judge.library import codes, load, load_geometry
from judge.model.geometry import Geometry
from judge.model.position import Position
from judge.pictures.chart import draw_board
from judge.pictures.colors import LAND, choose_colors, lighten_for_land
from judge.pictures.differences import convert_to_lab, measure_color_difference
from judge.pictures.raster import png
from judge.service.compose.pictures import (
    COLORS,
    FEW_COLORS,
    SMALL,
    SMALL_WORLD,
    WIDTHS,
    WORLD,
)
from judge.views.project import build_view

TOLD_APART = 9
SEEN = 12
"""Of how many pixels a color is the color of a power's land, and not of the edge of something."""


class Nearest(NamedTuple):
    """The two whose land is most alike in a picture, and those whose land is not to be seen."""

    difference: float
    one: str
    other: str
    unseen: tuple[str, ...]


def find_nearest_lands(variant: Variant, geometry: Geometry, width: int, colors: int) -> Nearest:
    """Draw all powers' lands, and measure how far apart they are in the PNG."""
    position = give_each_power_land(variant)
    view = build_view(None, position, None, variant, "observer")
    svg = draw_board(view, variant, geometry)
    painted = _open_pixels(png(svg, width))
    sent = _open_pixels(png(svg, width, colors))
    asked = {
        power: lighten_for_land(color)
        for power, color in choose_colors(variant.map, geometry).items()
    } | {"": LAND}
    found = find_colors_sent(asked, painted, sent)
    labs = {power: convert_to_lab(color) for power, color in found.items()}
    apart = (
        (measure_color_difference(labs[one], labs[other]), one or "nobody", other or "nobody")
        for one, other in combinations(labs, 2)
    )
    unseen = tuple(power for power in asked if power and power not in found)
    return Nearest(*min(apart), unseen)


def give_each_power_land(variant: Variant) -> Position:
    """Return a start at which every power owns something: a home, or a center that is free."""
    powers = tuple(variant.map.powers)
    position = variant.rules.opening.deal_position(variant.map, powers, 1)
    owners = dict(position.owners)
    free = [code for code in variant.map.centers if code not in owners]
    for power in powers:
        if power not in owners.values():
            own = (code for code in position.homes.get(power, ()) if code in free)
            code = next(own, free[0])
            free.remove(code)
            owners[code] = power
    return replace(position, owners=owners)


def find_colors_sent(
    asked: Mapping[str, str], painted: list[str], sent: list[str]
) -> dict[str, str]:
    """Return which color each land has in a file of few colors: that of most of its pixels."""
    powers_by_color = {color: power for power, color in asked.items()}
    counts: dict[str, Counter[str]] = {}
    for before, after in zip(painted, sent, strict=True):
        if before in powers_by_color:
            counts.setdefault(powers_by_color[before], Counter())[after] += 1
    return {
        power: after.most_common(1)[0][0]
        for power, after in counts.items()
        if after.total() >= SEEN
    }


def _open_pixels(data: bytes) -> list[str]:
    picture = Image.open(BytesIO(data)).convert("RGB")
    data = picture.tobytes()
    return [f"#{data[start : start + 3].hex()}" for start in range(0, len(data), 3)]


def list_forms(variant: Variant) -> Iterator[tuple[int, int]]:
    """Yield how wide the pictures of a whole board are and of how many colors."""
    large = len(variant.map.provinces) > LARGE
    yield (WORLD if large else WIDTHS["position"]), COLORS
    yield (SMALL_WORLD if large else SMALL), FEW_COLORS


def import_boards(path: Path, maps: Path) -> Iterator[str]:
    """Write the boards of a file or a folder of another program as variants; yield their codes."""
    for draft in importing.read_boards(path):
        code = f"imported_{importing.find_code_for_board(draft)}"
        importing.create_variant_folder(draft, code, maps)
        yield code


def main(paths: list[str]) -> int:
    wrong = 0
    with tempfile.TemporaryDirectory() as overlay:
        os.environ[resources.OVERLAY] = overlay
        imported = [
            code for path in paths for code in import_boards(Path(path), Path(overlay, "maps"))
        ]
        for code in dict.fromkeys((*codes(), *imported)):
            variant = load(code)
            geometry = load_geometry(variant.map.name)
            if geometry is None:
                print(f"{code}: not drawn")
                continue
            for width, colors in list_forms(variant):
                found = find_nearest_lands(variant, geometry, width, colors)
                wrong += found.difference < TOLD_APART or bool(found.unseen)
                unseen = f"; not seen: {', '.join(found.unseen)}" if found.unseen else ""
                print(
                    f"{code} {width}px: {found.difference:.1f} {found.one}, {found.other}{unseen}",
                    flush=True,
                )
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
