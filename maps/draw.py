"""Cuts the picture of a board out of the world: ``python maps/draw.py standard WORLD``.

Reads ``maps/<name>/drawing.toml``, which says how, and writes ``maps/<name>/geometry.toml``, all
that the judge needs. WORLD is the file ``countries-10m.json`` of the npm package world-atlas 2.0.2
(``npm pack world-atlas@2.0.2``): the countries of Natural Earth, which are in the public domain.
Needs the libraries of ``pip install .[maps]``.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cartography.cut import NOBODY, pieces
from cartography.mosaic import Shapes, joined, softened
from cartography.places import anchors, path
from cartography.plane import Plane, plane_of
from shapely.geometry import Polygon

HERE = Path(__file__).resolve().parent


def written(table: Mapping[str, Any], plane: Plane, shapes: Shapes) -> str:
    """Return the geometry as TOML."""
    lines = ["# Made by maps/draw.py from drawing.toml: change that, not this.", ""]
    lines += [f"size = [{plane.size[0]}, {plane.size[1]}]"]
    lines += [f'{name} = "{path(shapes.get((NOBODY, water), Polygon()))}"'
              for name, water in (("land", False), ("water", True))]  # fmt: skip
    lines += [f"crossings = {json.dumps(table.get('crossings', []))}"]
    lines += [f"symbols = {table['symbols']}"]
    lines += ["", "[colors]", *(f'{_key(power)} = "{c}"' for power, c in table["colors"].items())]
    coasts = {place: plane.points(text)[0] for place, text in table.get("coasts", {}).items()}
    for (code, _), shape in shapes.items():
        if code == NOBODY:
            continue
        places = anchors(shape) | {
            name: [round(float(v)) for v in plane.points(text)[0].coords[0]]
            for name, text in table.get("places", {}).get(code, {}).items()
        }
        lines += ["", f"[provinces.{code}]", f'path = "{path(shape)}"']
        lines += [f"{name} = {at}" for name, at in places.items()]
        lines += [
            f"coasts.{place.split('/')[1]} = [{spot.x:.0f}, {spot.y:.0f}]"
            for place, spot in coasts.items()
            if place.split("/")[0] == code
        ]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    """Return a key of TOML, quoted if it must be."""
    return name if name.isalnum() and name.isascii() else json.dumps(name)


def main(name: str, atlas: str) -> None:
    """Write the geometry of a map."""
    table = tomllib.loads((HERE / name / "drawing.toml").read_text(encoding="utf-8"))
    plane = plane_of(table)
    shapes = joined(pieces(table, plane, Path(atlas)), 0.01)
    shapes = joined(softened(shapes, table["detail"], square="columns" in table), 1)
    (HERE / name / "geometry.toml").write_text(written(table, plane, shapes), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
