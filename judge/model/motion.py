"""What is put to a vote, or offered to some."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Motion:
    """Something put to a vote: ``kind`` selects the rules, ``terms`` are its words.

    ``ballots`` maps the names of seats to their votes; ``electorate`` are those who alone may
    vote, empty where all may. ``number`` is by which people speak of one that all are told of;
    ``result`` is "" while it is open, then ``carried``, ``lost`` or ``over`` (it was carried, and
    what it did is over).
    """

    kind: str
    mover: str
    terms: tuple[str, ...] = ()
    electorate: tuple[str, ...] = ()
    ballots: Mapping[str, str] = field(default_factory=dict)
    number: int = 0
    result: str = ""

    def with_ballot(self, seat: str, ballot: str) -> Motion:
        """Return it with a seat's ballot in place of its earlier one; "" takes that back."""
        ballots = {name: cast for name, cast in self.ballots.items() if name != seat}
        return replace(self, ballots={**ballots, seat: ballot} if ballot else ballots)

    def collect_seats_with_ballot(self, ballot: str) -> frozenset[str]:
        """Return the names of the seats that have voted so."""
        return frozenset(name for name, cast in self.ballots.items() if cast == ballot)
