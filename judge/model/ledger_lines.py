"""The ledger of a game, as one reader may have it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from judge.model.reason import Reason


class LedgerLine(NamedTuple):
    """An entry of LEDGER: who did it in which turn, what they wrote ("" where that is not for the
    reader to know), and what came of it."""

    at: datetime
    turn: str
    who: str
    line: str
    news: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Ledger:
    """LEDGER: what was done in a game, the oldest first."""

    lines: tuple[LedgerLine, ...]
