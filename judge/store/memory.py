"""What the judge remembers, found in the database for the mail that asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Literal

from sqlalchemy import Connection

from judge.game.club.results import (
    HallLine,
    PastResult,
    RatingLine,
    ReliabilityLine,
    StatisticsLine,
)
from judge.game.effects import LedgerEntry, SentLetter
from judge.game.enter.starting import divide_powers
from judge.game.limits import LIMITS, SPAN, Limits
from judge.game.mail.circumstances import Sender
from judge.game.past import PastTurns, Stand
from judge.game.person.commands import describe_person_settings
from judge.game.person.person import ANYBODY, Person
from judge.game.reports.game_filters import GameFilters
from judge.game.request import NAME as GAME_NAME
from judge.game.request import Named
from judge.game.state import Game, Reliability, Stage
from judge.game.tournament.state import NAME as TOURNAMENT_NAME
from judge.game.tournament.state import BoardScore, Tournament, TournamentLine
from judge.hooks import Variant
from judge.model.letter import GameLine, Listing
from judge.model.reason import Reason
from judge.store import (
    blocks,
    club_rows,
    ledger_rows,
    listing_rows,
    outbox,
    persons,
    queries,
    tournament_rows,
    turn_rows,
    usage,
)
from judge.store.persons import load_personal_settings
from judge.store.queries import GameSummary
from judge.store.repository import Repository

LISTED = 40
"""So many games stand in one list."""


@dataclass(frozen=True)
class StoredMemory:
    """A ``Memory`` over one transaction; for what it promises see there.

    ``load`` makes a variant with options, or says what is wrong with them. ``blocked`` are the
    addresses and domains that no game lets in, beside those in the database. ``plus`` says that an
    address with a tag behind a plus is the same as without.
    """

    tx: Connection
    repository: Repository
    load: Callable[[str, Mapping[str, str]], Variant | Reason]
    sender: Sender
    now: datetime
    limits: Limits = LIMITS
    blocked: tuple[str, ...] = ()
    plus: bool = True
    people: dict[str, Person] = field(default_factory=dict)
    """What those want who have a seat in one of the games found."""
    turn_starts: dict[str, datetime | None] = field(default_factory=dict)
    """When the present turns of the games found began."""
    listings: dict[str, Listing] = field(default_factory=dict)
    """What LIST shows from a name on, as far as it was asked for."""
    letters: dict[tuple[str, ...], SentLetter | None] = field(default_factory=dict)
    """The letters found, by what was asked: no line of a mail changes them."""

    @cached_property
    def games(self) -> Mapping[str, Game]:
        return Named(GAME_NAME, self._load_game)

    def _load_game(self, name: str) -> Game | None:
        row = self.repository.load_game_for_mail(self.tx, name)
        if row is None:
            return None
        self.people.update(row.people)
        self.turn_starts[row.game.name] = row.began
        return row.game

    @cached_property
    def tournaments(self) -> Mapping[str, Tournament]:
        return Named(TOURNAMENT_NAME, partial(tournament_rows.load_tournament, self.tx))

    def list_tournaments(self) -> tuple[TournamentLine, ...]:
        return tournament_rows.list_tournaments(self.tx)

    def list_scores_in_tournament(self, name: str) -> tuple[BoardScore, ...]:
        return tournament_rows.list_scores_of_tournament(self.tx, self.tournaments[name])

    def count_boards_given_up(self, name: str) -> int:
        return tournament_rows.count_boards_given_up(self.tx, self.tournaments[name])

    def collect_ratings_of_entrants(self, name: str, kind: str) -> Mapping[int, float]:
        return tournament_rows.collect_ratings_of_entrants(self.tx, name, kind)

    @cached_property
    def _sender_games(self) -> tuple[str, ...]:
        return queries.list_games_of_addresses(self.tx, *self.sender.addresses)

    def list_games_of_sender(self) -> tuple[str, ...]:
        return self._sender_games

    def find_listed_games(self, beginning: str = "") -> Listing:
        """Return what LIST shows of the games whose variants are there."""
        if beginning not in self.listings:
            self.listings[beginning] = self._list_games(beginning)
        return self.listings[beginning]

    def _list_games(self, beginning: str) -> Listing:
        found = queries.list_listed_summaries(self.tx, LISTED + 1, beginning)
        rows, rest = found[:LISTED], "".join(summary.name for summary in found[LISTED:])
        if rest and not beginning:
            may_be_open = queries.list_listed_summaries(self.tx, LISTED, may_be_open=True)
            lines = self._list_game_lines(may_be_open)
            if open_lines := tuple(line for line in lines if line.open_seats):
                return Listing(open_lines, found[0].name)
        return Listing(tuple(self._list_game_lines(rows)), rest)

    def find_games(self, filters: GameFilters) -> Listing:
        found = listing_rows.find_listed(self.tx, filters, LISTED + 1)
        rows = {row.name: row for row in queries.list_summaries_named(self.tx, found)}
        lines = [
            line._replace(wanted=shown.wanted, about=shown.about, winner=shown.winner)
            for shown in found.values()
            for line in self._list_game_lines([rows[shown.name]])
            if line.open_seats or not filters.is_open
        ]
        return Listing(tuple(lines[:LISTED]), "".join(line.game for line in lines[LISTED:]))

    def _list_game_lines(self, summaries: Iterable[GameSummary]) -> Iterator[GameLine]:
        for row in summaries:
            variant = self.load(row.variant, row.options)
            if isinstance(variant, Variant):
                forming = row.stage is Stage.FORMING
                seats = len(divide_powers(variant)) - row.vassals - row.players
                free = (seats if forming else row.vacant) - row.dummies
                free = free if variant.rules.disclosure.public_seat_count else 0
                yield GameLine(row.name, variant.name, row.stage.value, row.turn, free, row.due_at)

    def find_similar_game_names(self, name: str) -> tuple[str, ...]:
        """Return the names of listed games that may be meant by a name: some that begin as it does,
        and some others."""
        found = (queries.list_listed_summaries(self.tx, LISTED, it) for it in (name[:1], ""))
        return tuple(dict.fromkeys(row.name for rows in found for row in rows))

    def find_past_turns(self, name: str) -> PastTurns:
        return self.repository.load_past_turns(self.tx, name)

    def find_stand_of_turn(self, name: str, number: int) -> Stand:
        return self.repository.load_stand(self.tx, name, number)

    def find_turn_started_at(self, name: str) -> datetime | None:
        if name not in self.turn_starts:
            self.turn_starts[name] = turn_rows.find_turn_began_at(self.tx, name)
        return self.turn_starts[name]

    def list_ledger_of_game(self, name: str) -> tuple[LedgerEntry, ...]:
        return ledger_rows.list_entries_of_game(self.tx, name)

    def find_letter(self, ids: Sequence[str]) -> SentLetter | None:
        return self._find_letter_once((*ids,), partial(outbox.find_letter, self.tx, ids))

    def find_last_letter(
        self, what: Literal["offers", "more"], game: str, seat: str
    ) -> SentLetter | None:
        find = partial(outbox.find_last_letter, self.tx, what, game, seat)
        return self._find_letter_once((what, game, seat), find)

    def _find_letter_once(
        self, asked: tuple[str, ...], find: Callable[[], SentLetter | None]
    ) -> SentLetter | None:
        if asked not in self.letters:
            self.letters[asked] = find()
        return self.letters[asked]

    def find_last_turn_shown(self, game: str, seat: str) -> int | None:
        return outbox.find_last_turn_mailed(self.tx, self.sender.written or self.now, game, seat)

    def count_wrong_guesses_of_sender(self) -> int:
        return usage.count_wrong_guesses_by_sender(self.tx, self.sender.address, self.now - SPAN)

    def find_wrong_guesses_at_seat(self, game: str, seat: str) -> tuple[int, bool]:
        return usage.count_claims_on_seat(self.tx, game, seat, self.now - SPAN)

    def count_letters_left(self) -> int:
        return self.limits.letters_per_hour - self.sender.used.letters

    def count_games_created(self) -> int:
        return queries.count_games_created(
            self.tx, self.sender.address, self.now - timedelta(days=1)
        )

    def is_sender_blocked(self) -> bool:
        names = blocks.collect_names_with_domains(self.sender.addresses)
        return bool(names & blocks.normalize_names(self.blocked)) or blocks.is_any_blocked(
            self.tx, names
        )

    def find_reliability_of(self, address: str) -> Reliability:
        other_addresses = persons.look_up_address(self.tx, address, plus=self.plus).others
        return persons.sum_up_conduct(self.tx, (address, *other_addresses))

    def list_standbys(self) -> tuple[str, ...]:
        return persons.list_standby_addresses(self.tx)

    def list_results_of_sender(self) -> tuple[PastResult, ...]:
        return club_rows.list_results_of_persons(self.tx, self.sender.addresses)

    def list_results_of_name(self, name: str) -> tuple[PastResult, ...]:
        return club_rows.list_results_of_name(self.tx, name)

    def list_results_in_game(self, name: str) -> tuple[PastResult, ...]:
        return club_rows.list_results_in_game(self.tx, name)

    def list_hall(self, variant: str) -> tuple[HallLine, ...]:
        return club_rows.list_hall(self.tx, variant)

    def list_ratings_of_sender(self) -> tuple[RatingLine, ...]:
        return club_rows.list_ratings_of_persons(self.tx, self.sender.addresses)

    def list_ratings(self, kind: str) -> tuple[RatingLine, ...]:
        return club_rows.list_ratings(self.tx, kind)

    def list_statistics(self, variant: str) -> tuple[StatisticsLine, ...]:
        return club_rows.list_statistics(self.tx, variant)

    def list_reliable_persons(self) -> tuple[ReliabilityLine, ...]:
        return club_rows.list_reliable_persons(self.tx)

    def find_personal_settings(self) -> Person:
        return next(iter(load_personal_settings(self.tx, self.sender.addresses).values()), ANYBODY)

    def is_name_taken(self, name: str) -> bool:
        return club_rows.is_name_taken(self.tx, name, self.sender.addresses)

    def list_personal_data(self) -> tuple[Reason, ...]:
        addresses = self.sender.addresses
        return (
            *persons.describe_personal_data(self.tx, addresses),
            *describe_person_settings(self.find_personal_settings()),
        )
