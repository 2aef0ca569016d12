"""What a judge remembers who has no store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NoReturn

from judge.game.effects import LedgerEntry, SentLetter
from judge.game.guest import NOTHING_DONE, Conduct
from judge.game.limits import LIMITS
from judge.game.past import PastTurns, Stand
from judge.game.state import Game
from judge.model.letter import GameLine
from judge.model.reason import Reason


def unknown(name: str, number: int = 0) -> NoReturn:
    raise KeyError(name)


@dataclass
class MemoryOf:
    """A ``Memory`` of these games, with nothing else before the mail but what is named here."""

    games: Mapping[str, Game]
    names: tuple[str, ...] = ()
    past: Callable[[str], PastTurns] = unknown
    stand: Callable[[str, int], Stand] = unknown
    listing: Callable[[], tuple[GameLine, ...]] = tuple

    def playing(self) -> tuple[str, ...]:
        return self.names

    def began(self, name: str) -> datetime | None:
        return None

    def ledger(self, name: str) -> tuple[LedgerEntry, ...]:
        return ()

    def letter(self, ids: Sequence[str]) -> SentLetter | None:
        return None

    def last_letter(
        self, what: Literal["offers", "more"], game: str, seat: str
    ) -> SentLetter | None:
        return None

    def shown(self, game: str, seat: str) -> int | None:
        return None

    def wrong_guesses(self) -> int:
        return 0

    def claims(self, game: str, seat: str) -> tuple[int, bool]:
        return 0, False

    def letters_left(self) -> int:
        return LIMITS.letters_per_hour

    def games_made(self) -> int:
        return 0

    def is_blocked(self) -> bool:
        return False

    def conduct(self, address: str) -> Conduct:
        return NOTHING_DONE

    def standbys(self) -> tuple[str, ...]:
        return ()

    def personal_data(self) -> tuple[Reason, ...]:
        return ()
