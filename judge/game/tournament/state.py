"""A tournament as a value."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, NamedTuple, Self

from judge.game.game_settings import Settings

NAME = re.compile(r"(?=.*[a-z])[a-z0-9]{3,8}")
"""What a tournament may be called: the names of its games begin so."""

_BOARD_NAME = re.compile(r"([a-z0-9]{3,8})([1-9])b(\d{1,4})")
_LONGEST_NAME = 12
"""How long the name of a game may be."""

TournamentStage = Literal["open", "running", "ended"]


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """How a tournament is held.

    There are so many ``rounds`` of at most so many ``boards`` (0: as many as there are players
    for), of which the ``best`` count (0: all). Players are seeded by ``lot``; by ``rating``: the
    strongest are spread over the boards; or by ``standing``: those who stand alike meet, from the
    second round on. ``ties`` break ties, one after the other.
    """

    rounds: int = 3
    boards: int = 0
    best: int = 0
    seeding: str = "lot"
    ties: tuple[str, ...] = ("solos", "best", "centers")


class BoardModel(NamedTuple):
    """What each board of a tournament is: the code of a variant, and the settings of a game."""

    variant: str
    settings: Settings


class Entrant(NamedTuple):
    """Somebody who takes part, by a ``number`` that stays.

    ``role`` is ``player``; ``substitute``: they play where players are missing; ``director``; or
    ``out``. Who has no ``address`` was forgotten. ``name`` is the one under which they show their
    results.
    """

    number: int
    address: str
    role: str = "player"
    name: str = ""


class Board(NamedTuple):
    """A game of a round: who plays in it, by their numbers, and the first of each one's powers."""

    game: str
    seats: tuple[tuple[int, str], ...]


class Round(NamedTuple):
    """A round: its boards, of which the first ``begun`` have begun, and who rests."""

    boards: tuple[Board, ...]
    resting: tuple[int, ...] = ()
    begun: int = 0


class Correction(NamedTuple):
    """What the seat of a power has in a game, whatever came of it there."""

    game: str
    power: str
    points: float


class Rewind(NamedTuple):
    """What a director's act changed, as it was before; None for what it left alone."""

    rules: TournamentRules | None = None
    model: BoardModel | None = None
    corrections: tuple[Correction, ...] | None = None
    roles: tuple[tuple[int, str], ...] = ()


class DirectorsAct(NamedTuple):
    """What a director did, in words without addresses, and what takes it back."""

    at: datetime
    what: str
    before: Rewind


MOST_ACTS = 20
"""So many acts can be taken back."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament: its ``rounds`` as far as they are drawn, and who takes part.

    ``seed`` is its chance; ``told`` is a digest of the standings that all were told last.
    ``version`` counts how often it was saved.
    """

    name: str
    model: BoardModel
    seed: int
    rules: TournamentRules = TournamentRules()
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    corrections: tuple[Correction, ...] = ()
    acts: tuple[DirectorsAct, ...] = ()
    stage: TournamentStage = "open"
    told: str = ""
    version: int = 0

    def with_entrant(self, entrant: Entrant) -> Self:
        """Return the tournament with an entrant in place of the one of the same number, or more."""
        rest = [each for each in self.entrants if each.number != entrant.number]
        return replace(self, entrants=tuple(sorted([*rest, entrant])))

    def with_act(self, act: DirectorsAct) -> Self:
        """Return the tournament with an act that can be taken back."""
        return replace(self, acts=(*self.acts, act)[-MOST_ACTS:])

    def undo_last_act(self) -> Self:
        """Return the tournament as it was before the last act of a director."""
        before = self.acts[-1].before
        undone = replace(
            self,
            acts=self.acts[:-1],
            rules=before.rules or self.rules,
            model=before.model or self.model,
            corrections=self.corrections if before.corrections is None else before.corrections,
        )
        roles = dict(before.roles)
        entrants = (
            each._replace(role=roles.get(each.number, each.role)) for each in undone.entrants
        )
        return replace(undone, entrants=tuple(entrants))

    @property
    def line(self) -> TournamentLine:
        """Its row in the list of tournaments."""
        players = len(self.list_entrants_in_role("player"))
        return TournamentLine(self.name, self.model.variant, self.stage, len(self.rounds), players)

    def list_entrants_in_role(self, role: str) -> tuple[Entrant, ...]:
        """Return those who have a role and were not forgotten."""
        return tuple(each for each in self.entrants if each.role == role and each.address)

    @property
    def has_boards_to_begin(self) -> bool:
        """Whether boards are drawn that have not begun."""
        return bool(self.rounds) and self.rounds[-1].begun < len(self.rounds[-1].boards)


class TournamentLine(NamedTuple):
    """A row of the list of tournaments."""

    name: str
    variant: str
    stage: str
    rounds: int
    entrants: int


class BoardScore(NamedTuple):
    """What somebody got of a board: the number of its round, their own, and their result there.

    ``share`` is how much of the game they held the seat; ``points`` are those of the whole seat.
    """

    round: int
    game: str
    entrant: int
    power: str
    outcome: str
    centers: int
    points: float
    share: float


def name_board(tournament: str, round_number: int, board: int) -> str:
    """Return what a game of a tournament is called."""
    return f"{tournament}{round_number}b{board}"


def find_tournament_of_game(game: str) -> str:
    """Return the name of the tournament to which a game of that name would belong, "" to none."""
    found = _BOARD_NAME.fullmatch(game)
    return found[1] if found else ""


def count_possible_boards(name: str) -> int:
    """Return how many boards a round can have: the names of games are short."""
    return int(10 ** (_LONGEST_NAME - len(name) - 2)) - 1 if len(name) < _LONGEST_NAME - 2 else 9
