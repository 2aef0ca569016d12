"""The rows of STATUS in words."""

from __future__ import annotations

from judge.letters.phrasing import count_with_noun, join_phrases
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


def describe_seat_states(row: SeatLine) -> str:
    """Return what STATUS says of a seat, in words."""
    return ", ".join(_STATES.get(word, word) for word in row.state)


def describe_seat(row: SeatLine) -> str:
    """Return a row of STATUS as a line."""
    who = join_phrases(row.powers) or row.role.capitalize()
    parts = [describe_seat_states(row)] if row.state else []
    if row.centers is not None:
        parts.append(
            f"{count_with_noun(row.centers, 'center')}, {count_with_noun(row.units or 0, 'unit')}"
        )
    if row.votes is not None:
        parts.append(count_with_noun(row.votes, "vote"))
    return f"{who}{': ' if parts else ''}{'; '.join(parts)}"
