"""The rows of STATUS in words."""

from __future__ import annotations

from judge.letters.phrasing import counted, joined
from judge.model.letter import SeatLine

_STATES = {
    "ordered": "all orders in",
    "partly": "some orders missing",
    "missing": "no orders yet",
    "wait": "asks to wait",
    "open": "seat open",
    "out": "out of the game",
    "unreached": "mail does not arrive",
}
"""The states of seats in words, where the word itself does not do."""


def states(row: SeatLine) -> str:
    """Return what STATUS says of a seat, in words."""
    return ", ".join(_STATES.get(word, word) for word in row.state)


def seat(row: SeatLine) -> str:
    """Return a row of STATUS as a line."""
    who = joined(row.powers) or row.role.capitalize()
    parts = [states(row)] if row.state else []
    if row.centers is not None:
        parts.append(f"{counted(row.centers, 'center')}, {counted(row.units or 0, 'unit')}")
    if row.votes is not None:
        parts.append(counted(row.votes, "vote"))
    return f"{who}{': ' if parts else ''}{'; '.join(parts)}"
