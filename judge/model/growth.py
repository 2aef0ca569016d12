"""The centers of powers year by year."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge.model.view import View


@dataclass(frozen=True, slots=True)
class Growth:
    """The centers of powers year by year: each row has a year and the numbers of all of them."""

    powers: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]

    @classmethod
    def from_views(cls, powers: Iterable[str], years: Sequence[tuple[str, View]]) -> Growth:
        """Return the centers of those powers of which the reader saw all that they had."""
        seen = [p for p in powers if all(p in view.due for _, view in years)]
        grown = tuple(p for p in seen if any(view.centers_of(p) for _, view in years))
        counts = [(year, tuple(len(view.centers_of(p)) for p in grown)) for year, view in years]
        return cls(grown, tuple(counts))
