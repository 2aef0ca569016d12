"""What a judge remembers who has no store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NoReturn

from judge.game.club.results import (
    HallLine,
    PastResult,
    RatingLine,
    ReliabilityLine,
    StatisticsLine,
)
from judge.game.effects import LedgerEntry, SentLetter
from judge.game.limits import LIMITS
from judge.game.past import PastTurns, Stand
from judge.game.person.person import ANYBODY, Person
from judge.game.reports.game_filters import GameFilters
from judge.game.state import NOTHING_DONE, Game, Reliability
from judge.game.tournament.state import BoardScore, Tournament, TournamentLine
from judge.model.letter import GameLine, Listing
from judge.model.reason import Reason


def unknown(name: str, number: int = 0) -> NoReturn:
    raise KeyError(name)


@dataclass
class MemoryOf:
    """A ``Memory`` of these games, with nothing else before the mail but what is named here."""

    games: Mapping[str, Game]
    names: tuple[str, ...] = ()
    find_past_turns: Callable[[str], PastTurns] = unknown
    find_stand_of_turn: Callable[[str, int], Stand] = unknown
    listing: Callable[[], tuple[GameLine, ...]] = tuple

    def find_listed_games(self, beginning: str = "") -> Listing:
        return Listing(tuple(row for row in self.listing() if row.game >= beginning))

    def find_games(self, filters: GameFilters) -> Listing:
        return self.find_listed_games(filters.beginning)

    def find_similar_game_names(self, name: str) -> tuple[str, ...]:
        return tuple(row.game for row in self.listing())

    def list_games_of_sender(self) -> tuple[str, ...]:
        return self.names

    def find_turn_started_at(self, name: str) -> datetime | None:
        return None

    def list_ledger_of_game(self, name: str) -> tuple[LedgerEntry, ...]:
        return ()

    def find_letter(self, ids: Sequence[str]) -> SentLetter | None:
        return None

    def find_last_letter(
        self, what: Literal["offers", "more"], game: str, seat: str
    ) -> SentLetter | None:
        return None

    def find_last_turn_shown(self, game: str, seat: str) -> int | None:
        return None

    def count_wrong_guesses_of_sender(self) -> int:
        return 0

    def find_wrong_guesses_at_seat(self, game: str, seat: str) -> tuple[int, bool]:
        return 0, False

    def count_letters_left(self) -> int:
        return LIMITS.letters_per_hour

    def count_games_created(self) -> int:
        return 0

    def is_sender_blocked(self) -> bool:
        return False

    def find_reliability_of(self, address: str) -> Reliability:
        return NOTHING_DONE

    def list_standbys(self) -> tuple[str, ...]:
        return ()

    def list_results_of_sender(self) -> tuple[PastResult, ...]:
        return ()

    def list_results_of_name(self, name: str) -> tuple[PastResult, ...]:
        return ()

    def list_results_in_game(self, name: str) -> tuple[PastResult, ...]:
        return ()

    def list_hall(self, variant: str) -> tuple[HallLine, ...]:
        return ()

    def list_ratings_of_sender(self) -> tuple[RatingLine, ...]:
        return ()

    def list_ratings(self, kind: str) -> tuple[RatingLine, ...]:
        return ()

    @property
    def tournaments(self) -> Mapping[str, Tournament]:
        return {}

    def list_tournaments(self) -> tuple[TournamentLine, ...]:
        return ()

    def list_scores_in_tournament(self, name: str) -> tuple[BoardScore, ...]:
        return ()

    def count_boards_given_up(self, name: str) -> int:
        return 0

    def collect_ratings_of_entrants(self, name: str, kind: str) -> Mapping[int, float]:
        return {}

    def list_statistics(self, variant: str) -> tuple[StatisticsLine, ...]:
        return ()

    def list_reliable_persons(self) -> tuple[ReliabilityLine, ...]:
        return ()

    def find_personal_settings(self) -> Person:
        return ANYBODY

    def is_name_taken(self, name: str) -> bool:
        return False

    def list_personal_data(self) -> tuple[Reason, ...]:
        return ()
