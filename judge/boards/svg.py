"""The picture of a jDip board made into ours: outlines of spaces, and where their units stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from statistics import mean

from PIL import ImageColor
from svgelements import Close, Line, Matrix, Move, Polygon, Rect
from svgelements import Path as Outline

from judge.boards.draft import Draft, SourceError
from judge.boards.xml import Element, read_xml
from judge.model.geometry import Geometry, Shape, Spot, is_inside_path, split_path_into_rings

_WIDTH = 2000
"""Names and units are drawn for pictures of about that width."""

_CROWD = 130
"""On boards of fewer spaces units and names are drawn larger than usual."""

_BENDS = 6
"""Straight pieces that a curve is made of."""

_BELOW = 34
_LAYERS = ("MouseLayer", "MapLayer")


def read_svg(path: Path, draft: Draft) -> Geometry | None:
    """Return the picture of a board, None if it has no outlines of most of the spaces.

    Raises SourceError if single ones are not in it.
    """
    root = read_xml(path)
    left_edge, top, width, height = _read_view_box(root)
    scale = _WIDTH / width
    picture_matrix = Matrix(f"scale({scale}) translate({-left_edge},{-top})")
    outlines: dict[str, str] = {}
    for layer in (
        group for name in _LAYERS for group in root.find_elements("g") if group.get("id") == name
    ):
        for element, matrix in _list_elements_with_matrix(layer, picture_matrix):
            code = draft.find_code_of_space(element.get("id").lstrip("_"))
            if code in draft.spaces and code not in outlines:
                outlines[code] = "".join(_list_ring_paths(element, matrix))
    if 2 * sum(map(bool, outlines.values())) <= len(draft.spaces):
        draft.notes.append(f"{path.name}: the picture, in which most spaces have no outline")
        return None
    spots = _collect_spots_by_space(root, picture_matrix, draft)
    problems = [
        f"{path.name}: {code} has no {missing_part} in the picture"
        for missing_part, there in (("outline", outlines), ("place for a unit", spots))
        for code in sorted(draft.spaces)
        if not there.get(code)
    ]
    if problems:
        raise SourceError(*problems)
    return Geometry(
        size=(_WIDTH, round(height * scale)),
        land="",
        water="",
        colors=_collect_power_colors(root, draft),
        shapes={code: _build_shape(code, outlines[code], spots, draft) for code in draft.spaces},
        traced=True,
        symbols=min(2, max(1, round((_CROWD / len(draft.spaces)) ** 0.5, 1))),
    )


def _read_view_box(root: Element) -> tuple[float, float, float, float]:
    numbers = root.get("viewBox").replace(",", " ").split()
    if len(numbers) != 4:
        numbers = ["0", "0", root["width"].removesuffix("px"), root["height"].removesuffix("px")]
    try:
        left, top, width, height = map(float, numbers)
    except ValueError as trouble:
        raise SourceError(f"{root.place}: {trouble}") from trouble
    if not (0 < width < 1e6 and 0 < height < 1e6):
        raise SourceError(f"{root.place}: a picture of {width} by {height}")
    return left, top, width, height


def _list_elements_with_matrix(element: Element, above: Matrix) -> Iterator[tuple[Element, Matrix]]:
    """Yield an element and all in it, each with the way from its own units to the picture's."""
    matrix = Matrix(element.get("transform")) * above
    yield element, matrix
    for part in element.inside:
        yield from _list_elements_with_matrix(part, matrix)


def _list_ring_paths(element: Element, matrix: Matrix) -> Iterator[str]:
    """Yield the closed lines of an element and of those in it, as ``rings`` reads them."""
    try:
        if element.name == "path":
            outline = Outline(element["d"])
        elif element.name in ("polygon", "polyline"):
            outline = Outline(Polygon(element["points"].replace(",", " ")))
        elif element.name == "rect":
            sides = [float(element.get(key, "0")) for key in ("x", "y", "width", "height")]
            outline = Outline(Rect(*sides))
        else:
            outline = Outline()
    except (ValueError, IndexError) as trouble:
        raise SourceError(f"{element.place}: {element.name}: {trouble}") from trouble
    for part in abs(outline * matrix).as_subpaths():
        points = list(dict.fromkeys(_list_outline_corners(Outline(part))))
        if len(points) > 2:
            steps = "l".join(f"{b.x - a.x:.0f} {b.y - a.y:.0f}" for a, b in pairwise(points))
            yield f"M{points[0].x:.0f} {points[0].y:.0f}l{steps.replace('l', ' ')}z"
    for child in element.inside:
        yield from _list_ring_paths(child, Matrix(child.get("transform")) * matrix)


def _list_outline_corners(outline: Outline) -> Iterator[Spot]:
    """Yield the corners of a line in whole numbers; what is bent has some of its own."""
    for piece in outline:
        if isinstance(piece, Move | Line | Close):
            ends = [piece.end] if piece.end is not None else []
        else:
            ends = piece.npoint([step / _BENDS for step in range(1, _BENDS + 1)])
        yield from (Spot(round(x), round(y)) for x, y in ends)


def _collect_spots_by_space(
    root: Element, picture_matrix: Matrix, draft: Draft
) -> dict[str, dict[str, Spot]]:
    """Return where what is about a space stands, by its code, with a coast if it has one."""
    spots: dict[str, dict[str, Spot]] = {}
    for data in root.find_elements("jdipNS:PROVINCE_DATA"):
        for province in data.find_elements("jdipNS:PROVINCE"):
            name, _, coast = province["name"].replace("-", "/").partition("/")
            code = draft.find_code_of_space(name)
            at = f"{code}/{coast.lower()}" if coast else code
            spots[at] = {
                part.name.removeprefix("jdipNS:"): _read_spot(part, picture_matrix)
                for part in province.inside
            }
    return spots


def _read_spot(element: Element, picture_matrix: Matrix) -> Spot:
    try:
        point = picture_matrix.point_in_matrix_space((float(element["x"]), float(element["y"])))
    except ValueError as trouble:
        raise SourceError(f"{element.place}: {trouble}") from trouble
    return Spot(round(point.x), round(point.y))


def _build_shape(
    code: str, path: str, spots: Mapping[str, Mapping[str, Spot]], draft: Draft
) -> Shape:
    here = spots[code]
    unit = _find_nearest_spot_inside(path, here["UNIT"])
    if unit != here["UNIT"]:
        draft.notes.append(f"the place of a unit in {code}: it lay outside")
    coasts = filter(None, draft.spaces[code].water)
    return Shape(
        path=path,
        unit=unit,
        dislodged=_find_first_spot_inside(
            path, here.get("DISLODGED_UNIT", Spot(unit.x + 20, unit.y - 20)), unit
        ),
        label=Spot(unit.x, unit.y + _BELOW),
        coasts={
            coast: _find_nearest_spot_inside(path, spots.get(f"{code}/{coast}", here)["UNIT"])
            for coast in coasts
        },
    )


def _find_first_spot_inside(path: str, spot: Spot, unit: Spot) -> Spot:
    """Return the first point within an outline on the way from one to that of its unit."""
    way = (
        Spot(round(spot.x + (unit.x - spot.x) * part), round(spot.y + (unit.y - spot.y) * part))
        for part in (0.05 * step for step in range(20))
    )
    return next((point for point in way if is_inside_path(path, point)), unit)


def _find_nearest_spot_inside(path: str, spot: Spot) -> Spot:
    """Return a point that lies within an outline: that one, or one that is as near as can be."""
    if is_inside_path(path, spot):
        return spot
    corners = [corner for ring in split_path_into_rings(path) for corner in ring]
    center = Spot(mean(c.x for c in corners), mean(c.y for c in corners))
    tries = (
        Spot(round(spot.x + (end.x - spot.x) * part), round(spot.y + (end.y - spot.y) * part))
        for part in (0.1 * step for step in range(1, 11))
        for end in (center, *corners)
    )
    return next((point for point in tries if is_inside_path(path, point)), spot)


def _collect_power_colors(root: Element, draft: Draft) -> dict[str, str]:
    names = {power.casefold(): power for power in draft.powers}
    colors = {}
    for row in root.find_elements("jdipNS:POWERCOLOR"):
        power = names.get(row["power"].casefold())
        if power:
            try:
                red, green, blue = ImageColor.getrgb(row["color"])[:3]
            except ValueError as trouble:
                raise SourceError(f"{row.place}: {trouble}") from trouble
            colors[power] = f"#{red:02x}{green:02x}{blue:02x}"
    return colors
