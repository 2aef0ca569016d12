"""Where people stand in a tournament."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge.game.tournament.state import BoardScore, Correction, Tournament


@dataclass(frozen=True)
class EntrantRecord:
    """What somebody made of a tournament so far: their points by round, and what breaks ties."""

    entrant: int
    by_round: Mapping[int, float]
    counted: float
    solos: int
    draws: int
    centers: int

    @property
    def best(self) -> float:
        """The best of their rounds."""
        return max(self.by_round.values(), default=0.0)


TIES: Mapping[str, Callable[[EntrantRecord], float]] = {
    "solos": lambda record: record.solos,
    "draws": lambda record: record.draws,
    "best": lambda record: record.best,
    "centers": lambda record: record.centers,
    "all": lambda record: sum(record.by_round.values()),
}
"""What breaks a tie: who has more of it stands first."""


def correct_scores(
    scores: Sequence[BoardScore], corrections: Sequence[Correction]
) -> tuple[BoardScore, ...]:
    """Return the scores with what directors have corrected; of a seat the last one counts."""
    points = {(each.game, each.power): each.points for each in corrections}
    return tuple(
        score._replace(points=points.get((score.game, score.power), score.points))
        for score in scores
    )


def rank_entrants(
    tournament: Tournament, scores: Sequence[BoardScore]
) -> tuple[tuple[int, EntrantRecord], ...]:
    """Return the place and the record of all who have played, the first first.

    Whoever held a seat for a part of a game has that part of its points. Those whom no tie-break
    parts have the same place.
    """
    rules = tournament.rules
    corrected = correct_scores(scores, tournament.corrections)
    records = [_make_record_of(rows, rules.best) for rows in _group_by_entrant(corrected).values()]
    ranks = {record.entrant: _rank_record(record, rules.ties) for record in records}
    records.sort(key=lambda record: (ranks[record.entrant], record.entrant))
    ordered = [ranks[record.entrant] for record in records]
    return tuple((1 + ordered.index(ranks[r.entrant]), r) for r in records)


def _rank_record(record: EntrantRecord, ties: Sequence[str]) -> tuple[float, ...]:
    """Return what a record is sorted by: the points that count, then what breaks ties."""
    return tuple(-round(value, 6) for value in (record.counted, *(TIES[t](record) for t in ties)))


def find_ties_broken(
    ties: Sequence[str], records: Sequence[EntrantRecord]
) -> Mapping[int, tuple[tuple[str, float], ...]]:
    """Return, of the numbers of those who have the points of others and stand elsewhere for all
    that, what parts them: as many tie-breaks as it takes, each with how much of it they have.

    The records are in the order of their places.
    """
    ranks = {record.entrant: _rank_record(record, ties) for record in records}
    depths = dict.fromkeys(ranks.values(), 0)
    for one, other in pairwise(depths):
        depth = next(at for at, (own, its) in enumerate(zip(one, other, strict=True)) if own != its)
        for rank in (one, other):
            depths[rank] = max(depth, depths[rank])
    return {
        record.entrant: tuple((tie, TIES[tie](record)) for tie in ties[:depth])
        for record in records
        if (depth := depths[ranks[record.entrant]])
    }


def _group_by_entrant(scores: Sequence[BoardScore]) -> Mapping[int, list[BoardScore]]:
    rows: dict[int, list[BoardScore]] = {}
    for score in scores:
        rows.setdefault(score.entrant, []).append(score)
    return rows


def _make_record_of(rows: Sequence[BoardScore], best: int) -> EntrantRecord:
    by_round: dict[int, float] = {}
    for row in rows:
        by_round[row.round] = by_round.get(row.round, 0.0) + row.points * row.share
    counted = sorted(by_round.values(), reverse=True)[: best or None]
    return EntrantRecord(
        rows[0].entrant,
        by_round,
        sum(counted),
        sum(row.outcome == "solo" for row in rows),
        sum(row.outcome == "draw" for row in rows),
        sum(row.centers for row in rows),
    )


def digest_standings(standings: Sequence[tuple[int, EntrantRecord]]) -> str:
    """Return what changes with the standings."""
    return hashlib.sha256(repr(standings).encode()).hexdigest()[:16]


def is_round_over(tournament: Tournament, scores: Sequence[BoardScore], given_up: int) -> bool:
    """Say whether all boards of the last round have ended, ``given_up`` of them without result."""
    if not tournament.rounds or tournament.has_boards_to_begin:
        return False
    number = len(tournament.rounds)
    ended = {score.game for score in scores if score.round == number}
    return len(ended) + given_up >= len(tournament.rounds[-1].boards)
