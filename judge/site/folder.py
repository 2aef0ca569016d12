"""The folder of a site: every file is written whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from judge.site.pages import SiteFile
from judge.store.ownership import give_to_folder_owner

_FILE, _FOLDER = 0o644, 0o755
"""A web server that runs as somebody else has to read them, whatever the judge keeps to itself."""


def write_site_files(folder: Path, files: Iterable[SiteFile], anew: bool = False) -> None:
    """Write the files that are new or have changed. Raises OSError.

    A file that is settled is made again only ``anew``.
    """
    for file in files:
        path = folder / file.path
        if anew or not (file.settled and path.exists()):
            made = file.made()
            _replace_file(folder, path, made.encode() if isinstance(made, str) else made)


def remove_other_files(shelf: Path, names: Collection[str]) -> None:
    """Remove all files on a shelf but those named. Raises OSError."""
    for place in sorted(shelf.iterdir()) if shelf.is_dir() else ():
        if place.is_file() and place.name not in names:
            place.unlink(missing_ok=True)


class Shelf:
    """A folder of pages, each of which is written when its stamp has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stamps: Mapping[str, object] = {}

    def find_changed_pages(self, stamps: Mapping[str, object]) -> Collection[str]:
        """Return the names of the pages that have other stamps than when they were written."""
        return [page for page, stamp in stamps.items() if self._stamps.get(page) != stamp]

    def write_pages(self, files: Iterable[SiteFile], stamps: Mapping[str, object]) -> None:
        """Write these files, and remove all but the first page and those with a stamp. Raises
        OSError.
        """
        write_site_files(self._folder.parent, files)
        remove_other_files(self._folder, {"index.html", *(f"{page}.html" for page in stamps)})
        self._stamps = dict(stamps)


def remove_folder(place: Path) -> None:
    """Remove a folder with what is in it, if it is there. Raises OSError."""
    if place.is_dir():
        shutil.rmtree(place)


def remove_other_folders(shelf: Path, names: Collection[str]) -> None:
    """Remove all folders on a shelf but those named. Raises OSError."""
    for place in sorted(shelf.iterdir()) if shelf.is_dir() else ():
        if place.is_dir() and place.name not in names:
            shutil.rmtree(place)


def _replace_file(folder: Path, path: Path, content: bytes) -> None:
    if path.is_file() and path.read_bytes() == content:
        return
    _make_folders(folder, path.parent)
    passing = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with passing.open("wb") as stream:
            stream.write(content)
            os.fchmod(stream.fileno(), _FILE)
        give_to_folder_owner(passing)
        passing.replace(path)
    except OSError:
        passing.unlink(missing_ok=True)
        raise


def _make_folders(root: Path, place: Path) -> None:
    """Make the folders down to one; those that are there stay as they are."""
    if not place.is_dir():
        if place != root:
            _make_folders(root, place.parent)
        place.mkdir(parents=True)
        place.chmod(_FOLDER)
        if place != root:
            give_to_folder_owner(place)
