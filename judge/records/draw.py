"""Game records as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from judge.language.lexicon import find_power
from judge.letters.illustrations import collect_provinces_near_powers
from judge.library import read_geometry
from judge.model.errors import JudgeError
from judge.model.facts import collect_chosen_power_names
from judge.pictures.chart import draw_board
from judge.pictures.raster import png
from judge.records.model import Record
from judge.records.run import run_record
from judge.views.project import build_view


class PictureError(JudgeError, ValueError):
    """What was asked for cannot be drawn; the text says why."""


def draw_turn(
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
    played = [
        played_phase
        for played_phase in run_record(record)
        if turn in (None, str(played_phase.phase.turn))
    ]
    if not played:
        raise PictureError(f"the record has no turn {turn}")
    last = played[-1]
    called = {name: power for power, name in collect_chosen_power_names(last.end.facts).items()}

    def find_powers(typed_names: Sequence[str]) -> list[str]:
        powers_by_name = {
            name: called.get(name) or find_power(variant.map, name) for name in typed_names
        }
        return [power or _raise_unknown_power(name) for name, power in powers_by_name.items()]

    view = build_view(find_powers(eyes) or None, last.end, last.record, variant, "observer")
    region = collect_provinces_near_powers(find_powers(around), view, variant.map)
    return draw_board(view, variant, geometry, region=region)


def _raise_unknown_power(name: str) -> NoReturn:
    raise PictureError(f"there is no power {name}")


def write_picture(svg: str, path: Path) -> None:
    """Write a picture, as PNG if the name ends so. Raises PictureError for other kinds, OSError."""
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise PictureError(f"{path}: a picture is .svg or .png")
    path.write_bytes(png(svg) if kind == ".png" else svg.encode())


def write_order_page(files: Mapping[str, str], folder: Path) -> None:
    """Write a page and what belongs to it into a folder. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
