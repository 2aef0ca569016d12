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


def folders(kind: str) -> tuple[Path, ...]:
    """Return the folders of that kind (``grammar``, ``maps``, ...), the operator's own first.

    The operator's own are looked for under the directory that ``OVERLAY`` names.
    """
    overlay = os.environ.get(OVERLAY)
    places = [Path(overlay) / kind] if overlay else []
    places += [_PACKAGE / "share" / kind, _PACKAGE.parent / kind]
    return tuple(place for place in places if place.is_dir())


def find(kind: str, name: str) -> Path:
    """Return the first file or folder of that name. Raises FileNotFoundError if there is none."""
    for folder in folders(kind):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(f"{kind}/{name}")


def own(kind: str) -> Path | None:
    """Return the folder, there or not, for new files of that kind: the operator's, or a checkout's.

    None if neither is there: what is laid into an installation is lost with it.
    """
    overlay = os.environ.get(OVERLAY)
    if overlay:
        return Path(overlay) / kind
    beside = _PACKAGE.parent / kind
    return beside if beside.is_dir() else None
