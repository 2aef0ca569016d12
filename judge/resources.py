"""Where the files that people edit lie: grammar, templates, maps, migrations.

They stand at the top of a checkout and travel inside the package in an installation; an operator
may lay a folder of their own over them. What is slow to make of them is kept in a folder of the
user's, and made anew where it is missing.
"""

from __future__ import annotations

import glob
import hashlib
import os
import tempfile
import zlib
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
        names = glob.glob(  # noqa: PTH207 - in a fifth of the time
            pattern, root_dir=folder, recursive=True, include_hidden=True
        )
        paths_by_name |= {name: folder / name for name in names}
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


_MOST_KEPT = 400
"""So many files are kept of a kind; the oldest go."""


def read_kept_file(kind: str, name: str) -> bytes | None:
    """Return what ``keep`` kept under a name, None if it is not there, not whole, or if others
    may have written it."""
    try:
        folder = _find_folder_of_kept(kind)
        digest, _, packed = (folder / name).read_bytes().partition(b"\n")
        content = zlib.decompress(packed)
    except (OSError, RuntimeError, zlib.error):
        return None
    whole = digest == hashlib.sha256(content).hexdigest().encode()
    return content if whole and _is_ours_alone(folder) else None


def keep_content(kind: str, name: str, content: bytes) -> None:
    """Keep for later, and for other processes, what can be made anew at any time.

    Who reads meanwhile sees all of it or nothing. Where nothing can be written nothing is kept.
    """
    try:
        folder = _find_folder_of_kept(kind)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        digest = hashlib.sha256(content).hexdigest().encode()
        number, name_of_unready = tempfile.mkstemp(dir=folder)
        os.close(number)
        unready = Path(name_of_unready)
        try:
            unready.write_bytes(digest + b"\n" + zlib.compress(content))
            unready.replace(folder / name)
        finally:
            unready.unlink(missing_ok=True)
        kept = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept[_MOST_KEPT:]:
            path.unlink(missing_ok=True)
    except (OSError, RuntimeError):
        return


def _find_folder_of_kept(kind: str) -> Path:
    """Return the folder, there or not, that systemd gives a service, or that of the user.

    Raises RuntimeError for a user without a home.
    """
    given = os.environ.get("CACHE_DIRECTORY")
    own = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return (Path(given) if given else Path(own) / "diplomacy-judge") / kind


def _is_ours_alone(folder: Path) -> bool:
    there = folder.stat()
    return there.st_uid == os.getuid() and not there.st_mode & 0o022
