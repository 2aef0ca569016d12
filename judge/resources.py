"""Where the files that people edit lie: grammar, templates, maps, migrations.

They stand at the top of a checkout and travel inside the package in an installation; an operator
may lay a folder of their own over them.
"""

from __future__ import annotations

import os
from pathlib import Path

OVERLAY = "JUDGE_OVERLAY"
"""The variable that names a folder of the operator's own."""

_PACKAGE = Path(__file__).resolve().parent


def list_folders(kind: str) -> tuple[Path, ...]:
    """Return the folders of that kind (``grammar``, ``maps``, ...), the operator's own first.

    The operator's own are looked for under the directory that ``OVERLAY`` names.
    """
    overlay = os.environ.get(OVERLAY)
    places = [Path(overlay) / kind] if overlay else []
    places += [_PACKAGE / "share" / kind, _PACKAGE.parent / kind]
    return tuple(place for place in places if place.is_dir())


def find_file(kind: str, name: str) -> Path:
    """Return the first file of that name, ``standard/map.toml``. Raises FileNotFoundError if there
    is none.

    Only files are found, never folders: the operator's own file leaves those beside it in force.
    """
    path = find_optional_file(kind, name)
    if path is None:
        raise FileNotFoundError(f"{kind}/{name}")
    return path


def find_optional_file(kind: str, name: str) -> Path | None:
    """Return the first file of that name, None if there is none."""
    paths = (folder / name for folder in list_folders(kind))
    return next((path for path in paths if path.is_file()), None)


def list_files(kind: str, pattern: str) -> tuple[Path, ...]:
    """Return the files that match, sorted by name, the operator's own in place of ours."""
    paths_by_name: dict[str, Path] = {}
    for folder in reversed(list_folders(kind)):
        paths_by_name |= {str(path.relative_to(folder)): path for path in folder.glob(pattern)}
    return tuple(path for _, path in sorted(paths_by_name.items()))


def find_folder_for_new_files(kind: str) -> Path | None:
    """Return the folder, there or not, for new files of that kind: the operator's, or a checkout's.

    None if neither is there: what is laid into an installation is lost with it.
    """
    overlay = os.environ.get(OVERLAY)
    if overlay:
        return Path(overlay) / kind
    beside = _PACKAGE.parent / kind
    return beside if beside.is_dir() else None
