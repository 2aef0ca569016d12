"""A play-by-email Diplomacy judge; as a library, what ``judge.api`` offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judge.api import (
        Answer,
        Game,
        JudgeError,
        Order,
        OrderError,
        OrderRow,
        Orders,
        Outcome,
        Position,
        Prepared,
        Variant,
        View,
        codes,
        load,
        new_game,
        png,
        position_from_view,
        read_game,
    )

__all__ = [
    "Answer",
    "Game",
    "JudgeError",
    "Order",
    "OrderError",
    "OrderRow",
    "Orders",
    "Outcome",
    "Position",
    "Prepared",
    "Variant",
    "View",
    "codes",
    "load",
    "new_game",
    "png",
    "position_from_view",
    "read_game",
]


def __getattr__(name: str) -> Any:
    """Import what is offered when it is first asked for: commands need little of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from judge import api

    return getattr(api, name)
