"""Game records as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from judge.engine.advance import advance
from judge.language.lexicon import power_named
from judge.library import load_geometry
from judge.model.position import apply
from judge.pictures.chart import draw
from judge.pictures.raster import png
from judge.records import run
from judge.records.reader import Record
from judge.views.project import project


class PictureError(ValueError):
    """What was asked for cannot be drawn; the text says why."""


def picture(record: Record, turn: str | None = None, eyes: Sequence[str] = ()) -> str:
    """Return the board after a turn of a record, the last unless one is named, as SVG.

    ``eyes`` are the powers of the player who sees it, as people type them; without any it is seen
    whole. Raises NoPicture.
    """
    variant = record.variant
    geometry = load_geometry(variant.map.name)
    if geometry is None:
        raise PictureError(f"the map of {variant.name} has not been drawn")
    tried = [t for t in run.run(record) if turn in (None, str(t.stage.turn))]
    if not tried:
        raise PictureError(f"the record has no turn {turn}")
    powers = [power_named(variant.map, name) or _unknown(name) for name in eyes]
    played = tried[-1].record
    after = apply(played.after, advance(variant, played))
    view = project(powers or None, after, played, variant, "observer")
    return draw(view, variant.map, geometry, variant.calendar)


def _unknown(name: str) -> str:
    raise PictureError(f"there is no power {name}")


def write(svg: str, path: Path) -> None:
    """Write a picture, as PNG if the name ends so. Raises NoPicture for other kinds, OSError."""
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise PictureError(f"{path}: a picture is .svg or .png")
    path.write_bytes(png(svg) if kind == ".png" else svg.encode())
