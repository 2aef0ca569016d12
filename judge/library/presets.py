"""Sets of settings that have a name, from ``presets.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache

from judge.model.errors import JudgeError
from judge.resources import list_folders

FILE = "presets.toml"


class PresetError(JudgeError, ValueError):
    """A file of presets that cannot be read; the text says why."""


@lru_cache(maxsize=1)
def load_presets() -> Mapping[str, Mapping[str, str]]:
    """Return the settings of each preset by its name, ``means`` among them.

    An operator's own file adds to ours. Raises PresetError.
    """
    presets: dict[str, Mapping[str, str]] = {}
    for folder in reversed(list_folders("templates")):
        path = folder / FILE
        if path.is_file():
            try:
                presets |= tomllib.loads(path.read_text("utf-8"))
            except tomllib.TOMLDecodeError as trouble:
                raise PresetError(f"{path}: {trouble}") from trouble
    for name, rows in presets.items():
        if not isinstance(rows, dict) or not all(isinstance(value, str) for value in rows.values()):
            raise PresetError(f"{FILE}: {name}: each line is a name and a text")
    return presets
