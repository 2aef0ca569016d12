"""Game records as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from judge.language.lexicon import power_named
from judge.library import load_geometry
from judge.model.errors import JudgeError
from judge.pictures.chart import draw
from judge.pictures.raster import png
from judge.records.model import Record
from judge.records.run import run
from judge.views.project import project


class PictureError(JudgeError, ValueError):
    """What was asked for cannot be drawn; the text says why."""


def picture(record: Record, turn: str | None = None, eyes: Sequence[str] = ()) -> str:
    """Return the board after a turn of a record, the last unless one is named, as SVG.

    ``eyes`` are the powers of the player who sees it, as people type them; without any it is seen
    whole. Raises PictureError.
    """
    variant = record.variant
    geometry = load_geometry(variant.map.name)
    if geometry is None:
        raise PictureError(f"the map of {variant.name} has not been drawn")
    played = [each for each in run(record) if turn in (None, str(each.phase.turn))]
    if not played:
        raise PictureError(f"the record has no turn {turn}")
    powers = [power_named(variant.map, name) or "" for name in eyes]
    if "" in powers:
        raise PictureError(f"there is no power {eyes[powers.index('')]}")
    last = played[-1]
    view = project(powers or None, last.end, last.record, variant, "observer")
    return draw(view, variant.map, geometry, variant.calendar)


def write(svg: str, path: Path) -> None:
    """Write a picture, as PNG if the name ends so. Raises PictureError for other kinds, OSError."""
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise PictureError(f"{path}: a picture is .svg or .png")
    path.write_bytes(png(svg) if kind == ".png" else svg.encode())
