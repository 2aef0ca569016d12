"""From a file of another program to a checked folder in ``maps``: all of it, or nothing."""

from __future__ import annotations

import os
import re
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, is_zipfile

from judge import resources
from judge.boards import dpjudge, jdip
from judge.boards.draft import Draft, SourceError
from judge.boards.folder import write_variant_files
from judge.boards.xml import MOST_BYTES
from judge.library import check_map, codes

__all__ = ["choose_board", "create_variant_folder", "find_code_for_board", "read_boards"]

_MOST_FILES = 100
"""How many of a pack are looked at."""

_CODE = re.compile(r"[a-z0-9][a-z0-9_-]{0,30}")


def read_boards(source: Path) -> list[Draft]:
    """Return the boards of a file or folder of another program. Raises SourceError."""
    if source.is_dir():
        if (source / "variants.xml").is_file():
            return jdip.read_pack(source / "variants.xml")
        raise SourceError(f"{source}: there is no variants.xml in this folder")
    if source.suffix == ".xml":
        return jdip.read_pack(source)
    if source.suffix == ".zip" or is_zipfile(source):
        with tempfile.TemporaryDirectory(prefix="judge-pack-") as folder:
            _unpack_zip(source, Path(folder))
            return jdip.read_pack(Path(folder) / "variants.xml")
    return [dpjudge.read_text_map(source)]


def _unpack_zip(source: Path, folder: Path) -> None:
    """Put the variants.xml of a zip, and what lies beside it, into a folder. Raises SourceError."""
    try:
        with ZipFile(source) as pack:
            paths = {row: PurePosixPath(row.filename) for row in pack.infolist()}
            homes = [path.parent for path in paths.values() if path.name == "variants.xml"]
            if not homes:
                raise SourceError(f"{source.name}: there is no variants.xml in it")
            home = min(homes, key=lambda candidate: len(candidate.parts))
            wanted_files = {row: path.name for row, path in paths.items()
                    if path.parent == home and path.suffix in (".xml", ".svg")}  # fmt: skip
            if len(wanted_files) > _MOST_FILES:
                raise SourceError(f"{source.name}: there are too many files in it")
            for row, name in wanted_files.items():
                with pack.open(row) as part:
                    (folder / name).write_bytes(part.read(MOST_BYTES + 1))
    # zipfile tells of what is packed in a way unknown to it as "not implemented", of what is
    # encrypted as an error of run time, of what is cut off as an end of file or an error of zlib.
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as trouble:
        raise SourceError(f"{source.name}: {trouble}") from trouble


def choose_board(boards: list[Draft], title: str | None) -> Draft:
    """Return the one board of a source, or the one of that title. Raises SourceError."""
    titles = ", ".join(board.title for board in boards)
    if title is None and len(boards) > 1:
        raise SourceError(f"there are several boards in it, choose one by --board: {titles}")
    for board in boards:
        if title is None or board.title.casefold() == title.casefold():
            return board
    raise SourceError(f"there is no board {title}; there are: {titles}")


def find_code_for_board(draft: Draft) -> str:
    """Return a code for a board: its title, as a folder may be called."""
    return re.sub(r"[^a-z0-9]+", "_", draft.title.casefold()).strip("_")


def create_variant_folder(draft: Draft, code: str, maps: Path) -> Path:
    """Write a board into a new folder of ``maps`` if it is sound, and return the folder.

    Raises SourceError with every problem; then there is no folder.
    """
    if not _CODE.fullmatch(code):
        raise SourceError(f"{code} is no name for a folder: small letters, digits, _ and -")
    if code in codes() or (maps / code).exists():
        raise SourceError(f"there is a variant {code} already; choose another name by --code")
    maps.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".import-", dir=maps) as place:
        folder = Path(place) / "maps" / code
        folder.mkdir(parents=True)
        write_variant_files(draft, code, folder)
        with _use_overlay(Path(place)):
            problems = check_map(code)
        if problems:
            texts = (text.replace(f"{folder}{os.sep}", "") for text in problems)
            raise SourceError(*map(draft.with_lines, texts))
        folder.rename(maps / code)
    return maps / code


@contextmanager
def _use_overlay(folder: Path) -> Iterator[None]:
    """Let the files under a folder be found first."""
    before = os.environ.get(resources.OVERLAY)
    os.environ[resources.OVERLAY] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[resources.OVERLAY]
        else:
            os.environ[resources.OVERLAY] = before
