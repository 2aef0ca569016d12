"""The lines of a text map, taken from files that are no larger than any map needs to be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from judge.boards.draft import SourceError, SourceLine

MOST_BYTES = 1_000_000
MOST_LINES = 20_000
MOST_SPACES = 2_000
DEEPEST = 8
"""What a source may have at most; files that use files, in a row."""


def read_map_lines(path: Path) -> Iterator[tuple[SourceLine, str]]:
    """Yield the lines of a file that say something."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        raise SourceError(f"{path.name}: it is no text in UTF-8") from trouble
    except OSError as trouble:
        raise SourceError(f"{path.name}: {trouble}") from trouble
    if len(data) > MOST_BYTES:
        raise SourceError(f"{path.name}: it is larger than {MOST_BYTES} bytes")
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield SourceLine(path.name, number), line.strip()


def find_file_beside(path: Path, used: str, place: SourceLine) -> Path:
    """Return the file of that name in the same folder."""
    name = used if "." in used else f"{used}.map"
    if not re.fullmatch(r"\w[\w.-]*", name):
        raise SourceError(f"{place}: {used} is no name of a file of this folder")
    if not (path.parent / name).is_file():
        raise SourceError(f"{place}: there is no file {name} beside {path.name}")
    return path.parent / name
