"""Spares a daemon the search for garbage among what it has loaded for good: boards, grammars,
examples. To look through them takes a fifth of a second, and falls on whichever mail is read."""

from __future__ import annotations

import gc
from typing import Any

_MANY = 20_000
"""So many things that have come since are a board that was loaded, and no mail that is read."""


def search_only_what_is_new() -> None:
    """Search everything once, and from now on set aside, after each such search, what it has found
    to be in use, if that is much: it is never searched again. What nothing refers to goes
    nevertheless; only a circle of what is in use at that moment stays for ever."""
    if _set_aside not in gc.callbacks:
        gc.callbacks.append(_set_aside)
    gc.collect()


def _set_aside(phase: str, info: dict[str, Any]) -> None:
    if phase == "stop" and info["generation"] == 2 and len(gc.get_objects(generation=2)) > _MANY:
        gc.freeze()
