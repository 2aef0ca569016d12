"""What is put to a vote, or offered to some."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Motion:
    """Something put to a vote: ``kind`` selects the rules, ``terms`` are its words.

    ``ballots`` maps the names of seats to their votes; ``electorate`` are those who alone may
    vote, empty where all may. ``turn`` is the turn's code in which it was moved.
    """

    kind: str
    mover: str
    terms: tuple[str, ...] = ()
    electorate: tuple[str, ...] = ()
    ballots: Mapping[str, str] = field(default_factory=dict)
    turn: str = ""

    @property
    def agreed(self) -> frozenset[str]:
        """The names of the seats that have voted yes."""
        return frozenset(name for name, ballot in self.ballots.items() if ballot == "yes")
