"""Game records as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from judge.language.lexicon import power_named
from judge.letters.illustrations import neighborhood
from judge.library import read_geometry
from judge.model.errors import JudgeError
from judge.model.facts import names
from judge.pictures.chart import draw
from judge.pictures.raster import png
from judge.records.model import Record
from judge.records.run import run
from judge.views.project import project


class PictureError(JudgeError, ValueError):
    """What was asked for cannot be drawn; the text says why."""


def picture(
    record: Record,
    turn: str | None = None,
    eyes: Sequence[str] = (),
    around: Sequence[str] = (),
) -> str:
    """Return the board after a turn of a record, the last unless one is named, as SVG.

    ``eyes`` are the powers of the player who sees it, as people type them; without any it is seen
    whole. ``around`` are powers whose part of it is cut out large. Raises PictureError, FileError.
    """
    variant = record.variant
    geometry = read_geometry(variant.map.name)
    if geometry is None:
        raise PictureError(f"the map of {variant.name} has not been drawn")
    played = [each for each in run(record) if turn in (None, str(each.phase.turn))]
    if not played:
        raise PictureError(f"the record has no turn {turn}")
    last = played[-1]
    called = {name: power for power, name in names(last.end.facts).items()}

    def powers(given: Sequence[str]) -> list[str]:
        found = {name: called.get(name) or power_named(variant.map, name) for name in given}
        return [power or _unknown(name) for name, power in found.items()]

    view = project(powers(eyes) or None, last.end, last.record, variant, "observer")
    region = neighborhood(powers(around), view, variant.map)
    return draw(view, variant.map, geometry, variant.calendar, region=region)


def _unknown(name: str) -> NoReturn:
    raise PictureError(f"there is no power {name}")


def write(svg: str, path: Path) -> None:
    """Write a picture, as PNG if the name ends so. Raises PictureError for other kinds, OSError."""
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise PictureError(f"{path}: a picture is .svg or .png")
    path.write_bytes(png(svg) if kind == ".png" else svg.encode())
