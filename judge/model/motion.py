"""What is put to a vote, or offered to some."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


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

    def with_ballot(self, seat: str, ballot: str) -> Motion:
        """Return it with a seat's ballot in place of its earlier one; "" takes that back."""
        ballots = {name: cast for name, cast in self.ballots.items() if name != seat}
        return replace(self, ballots={**ballots, seat: ballot} if ballot else ballots)

    @property
    def agreed(self) -> frozenset[str]:
        """The names of the seats that have voted yes."""
        return frozenset(name for name, ballot in self.ballots.items() if ballot == "yes")
