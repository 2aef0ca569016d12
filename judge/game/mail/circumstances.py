"""What all lines of a mail share: who wrote it, the rules of the house, and what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, Protocol

from judge.game.club.results import (
    HallLine,
    PastResult,
    RatingLine,
    ReliabilityLine,
    StatisticsLine,
)
from judge.game.effects import LedgerEntry, Question, SentLetter
from judge.game.limits import LIMITS, NOTHING_USED, Limits, MailUsage
from judge.game.past import PastTurns, Stand
from judge.game.person.person import Person
from judge.game.reports.game_filters import GameFilters
from judge.game.state import Game, Reliability
from judge.game.tournament.state import BoardScore, Tournament, TournamentLine
from judge.hooks import Variant
from judge.model.letter import Listing
from judge.model.pages import HelpPage
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Sender:
    """Who wrote a mail, and what their address may do.

    ``others`` are the other addresses of the same person. ``proved`` says that the address has
    proved itself before, ``keeps`` that it is the judge's keeper, ``creates`` that it may make
    games. ``written`` is when they say that they wrote the mail; ``question`` is what the mail
    answers, if it answers a letter that asked. ``used`` is what mail proved to be from the address
    has caused of late.
    """

    address: str
    others: tuple[str, ...] = ()
    proved: bool = False
    keeps: bool = False
    creates: bool = True
    written: datetime | None = None
    question: Question | None = None
    used: MailUsage = NOTHING_USED

    @property
    def addresses(self) -> tuple[str, ...]:
        """All addresses of the person."""
        return (self.address, *self.others)


@dataclass(frozen=True)
class House:
    """What the judge knows and allows, whatever game a mail is about.

    ``variants`` are all variants by code, with their default options, and ``default`` is the one
    played where none is named. ``load`` makes a variant with options, or says which option it does
    not know. ``help`` are the help texts by topic. ``drawn`` says whether there is a picture of a
    map. ``policy`` is how much a mail has to prove, ``limits`` how much it may cause. What was
    shown can be confirmed for so long as ``patience`` says. ``desk`` returns what a line of the
    keeper says to the desk, "" for all other lines. ``presets`` are settings and options that a
    new game can be made with by one word, with what it ``means``.
    """

    variants: Mapping[str, Variant]
    load: Callable[[str, Mapping[str, str]], Variant | Reason]
    default: str = "standard"
    help: Mapping[str, HelpPage] = field(default_factory=dict)
    drawn: Callable[[str], bool] = lambda name: False
    policy: str = "lenient"
    limits: Limits = LIMITS
    patience: timedelta = timedelta(days=7)
    desk: Callable[[str], str] = lambda line: ""
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


class Memory(Protocol):
    """All that was there before a mail, found when it is first asked for.

    A memory is bound to the sender of one mail and to the moment in which it is read.
    """

    @property
    def games(self) -> Mapping[str, Game]:
        """The games by name as they were found, each fetched when it is first asked for."""

    @property
    def tournaments(self) -> Mapping[str, Tournament]:
        """The tournaments by name as they were found, each fetched when it is first asked for."""

    def list_tournaments(self) -> tuple[TournamentLine, ...]:
        """Return the newest tournaments, those that are not over first."""

    def list_scores_in_tournament(self, name: str) -> tuple[BoardScore, ...]:
        """Return what came of the boards of a tournament that have ended."""

    def count_boards_given_up(self, name: str) -> int:
        """Return how many boards of a tournament's last round have ended without a result."""

    def collect_ratings_of_entrants(self, name: str, kind: str) -> Mapping[int, float]:
        """Return how strong those seem to be who take part in a tournament, by their numbers, in
        that kind of game; of those who have a rating."""

    def list_games_of_sender(self) -> tuple[str, ...]:
        """Return the names of the games in which the sender has a seat."""

    def find_listed_games(self, beginning: str = "") -> Listing:
        """Return what LIST shows: those with open seats first where there are many; by name, from
        a name on, if that is asked for."""

    def find_games(self, filters: GameFilters) -> Listing:
        """Return the listed games that are sought, as many as one letter shows, by name."""

    def find_similar_game_names(self, name: str) -> tuple[str, ...]:
        """Return the names of listed games that may be meant by a name; not of all."""

    def find_past_turns(self, name: str) -> PastTurns:
        """Return the turns that were played in the game of a name."""

    def find_stand_of_turn(self, name: str, number: int) -> Stand:
        """Return how an earlier turn of a game stood at its end, by its number."""

    def find_turn_started_at(self, name: str) -> datetime | None:
        """Return when the present turn of a game began."""

    def list_ledger_of_game(self, name: str) -> tuple[LedgerEntry, ...]:
        """Return what masters did in a game and how its players voted, the oldest first."""

    def find_letter(self, ids: Sequence[str]) -> SentLetter | None:
        """Return the first of the judge's letters that is known by one of these ids."""

    def find_last_letter(
        self, what: Literal["offers", "more"], game: str, seat: str
    ) -> SentLetter | None:
        """Return the last letter to a seat of a game that has ``offers``, or ``more``."""

    def find_last_turn_shown(self, game: str, seat: str) -> int | None:
        """Return the number of the turn in the last letter that had left for a seat when the mail
        was written, None where no letter is known."""

    def count_wrong_guesses_of_sender(self) -> int:
        """Return how many wrong passwords or secrets the sender has given of late."""

    def find_wrong_guesses_at_seat(self, game: str, seat: str) -> tuple[int, bool]:
        """Return how many wrong ones were given for a seat, and whether its holder was told."""

    def count_letters_left(self) -> int:
        """Return how many letters may be sent for the sender."""

    def count_games_created(self) -> int:
        """Return how many games the sender has made of late."""

    def is_sender_blocked(self) -> bool:
        """Say whether the sender gets into no game."""

    def find_reliability_of(self, address: str) -> Reliability:
        """Return how somebody has played in all games."""

    def list_standbys(self) -> tuple[str, ...]:
        """Return who is called when a seat comes open in any game."""

    def list_results_of_sender(self) -> tuple[PastResult, ...]:
        """Return the newest results of the sender."""

    def list_results_of_name(self, name: str) -> tuple[PastResult, ...]:
        """Return the newest results of those who show theirs under a name."""

    def list_results_in_game(self, name: str) -> tuple[PastResult, ...]:
        """Return what became of the seats of a game, the best first."""

    def list_hall(self, variant: str) -> tuple[HallLine, ...]:
        """Return who won most often in a variant, "" in all, of those who show their results."""

    def list_ratings_of_sender(self) -> tuple[RatingLine, ...]:
        """Return the ratings of the sender."""

    def list_ratings(self, kind: str) -> tuple[RatingLine, ...]:
        """Return the best ratings of a kind of game, of those who show their results."""

    def list_statistics(self, variant: str) -> tuple[StatisticsLine, ...]:
        """Return the statistics of a variant, "" for the paces of all; what is most frequent
        first."""

    def list_reliable_persons(self) -> tuple[ReliabilityLine, ...]:
        """Return how those have played who show their results: the most deadlines first."""

    def find_personal_settings(self) -> Person:
        """Return what the sender has set for themselves."""

    def is_name_taken(self, name: str) -> bool:
        """Say whether somebody else than the sender shows results under a name."""

    def list_personal_data(self) -> tuple[Reason, ...]:
        """Return what is known about the sender beside their games."""
