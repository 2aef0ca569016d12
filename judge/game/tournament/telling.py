"""The rules of a tournament, as people type them; how people stand in it, what is told of it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from judge.game.tournament.state import BoardScore, Correction, Entrant, Tournament, TournamentRules
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import STANDINGS
from judge.model.reason import Reason
from judge.model.sections import ScoreRow, ScoreTable


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
    def best_round(self) -> float:
        """The points of the best of their rounds."""
        return max(self.by_round.values(), default=0.0)


TIES: Mapping[str, Callable[[EntrantRecord], float]] = {
    "solos": lambda record: record.solos,
    "draws": lambda record: record.draws,
    "best": lambda record: record.best_round,
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


MOST_ROUNDS = 9
_SEEDINGS = ("lot", "rating", "standing")


def _read_number(least: int, most: int) -> Callable[[str], int | None]:
    def read_number_between(typed: str) -> int | None:
        if typed in ("all", "off", "none") and least == 0:
            return 0
        number = int(typed) if re.fullmatch(r"\d{1,4}", typed) else -1
        return number if least <= number <= most else None

    return read_number_between


def _read_ties(typed: str) -> tuple[str, ...] | None:
    words = tuple(dict.fromkeys(re.findall(r"[a-z]+", typed.replace("then", " "))))
    if words in (("none",), ("off",)):
        return ()
    return words if words and all(word in TIES for word in words) else None


_READERS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "rounds": (_read_number(1, MOST_ROUNDS), f"1 to {MOST_ROUNDS}"),
    "boards": (_read_number(0, 9999), "5; or all: as many as there are players for"),
    "best": (_read_number(0, MOST_ROUNDS), "2; or all"),
    "seeding": (lambda typed: typed if typed in _SEEDINGS else None, ", ".join(_SEEDINGS)),
    "ties": (_read_ties, f"some of {', '.join(TIES)}, in order; or none"),
}
RULE_NAMES = tuple(_READERS)
"""What can be said of a tournament; all else is said of its games."""


def with_rule(rules: TournamentRules, name: str, typed: str) -> TournamentRules | Reason:
    """Return the rules with one of them changed, or why it cannot be."""
    read, examples = _READERS[name]
    value = read(" ".join(typed.casefold().split()))
    if value is None:
        return Reason("bad_value", (name, typed or "nothing", examples))
    return replace(rules, **{name: value})


def read_rules(options: dict[str, str]) -> TournamentRules | Reason:
    """Take the rules of a tournament out of options, and return them."""
    rules = TournamentRules()
    for name in [name for name in options if name in _READERS]:
        changed = with_rule(rules, name, options.pop(name))
        if isinstance(changed, Reason):
            return changed
        rules = changed
    return rules


def describe_rules(rules: TournamentRules) -> tuple[tuple[str, str], ...]:
    """Return the rules by their names, in words."""
    return (
        ("rounds", str(rules.rounds)),
        ("boards", str(rules.boards or "all")),
        ("best", str(rules.best or "all")),
        ("seeding", rules.seeding),
        ("ties", ", ".join(rules.ties) or "none"),
    )


def name_entrant(entrant: Entrant | None, number: int) -> str:
    """Return how somebody is called who takes part: as they show their results, else a number."""
    return entrant.name if entrant is not None and entrant.name else f"Player {number}"


def build_score_table(
    tournament: Tournament, standings: Sequence[tuple[int, EntrantRecord]], most: int = 0
) -> ScoreTable:
    """Return the standings as they are shown, the first ``most`` of them (0: all)."""
    people = {each.number: each for each in tournament.entrants}
    rounds = len(tournament.rounds)
    broken = find_ties_broken(tournament.rules.ties, [record for _, record in standings])
    rows = tuple(
        ScoreRow(
            place,
            name_entrant(people.get(record.entrant), record.entrant),
            format_points(record.counted),
            tuple(
                format_points(record.by_round[number]) if number in record.by_round else "-"
                for number in range(1, rounds + 1)
            ),
            _name_role_told(people.get(record.entrant)),
            tuple((tie, format_points(own)) for tie, own in broken.get(record.entrant, ())),
        )
        for place, record in standings[: most or None]
    )
    rest = len(standings) - len(rows)
    return ScoreTable(tournament.name, rounds, tournament.rules.best, rows, rest)


def _name_role_told(entrant: Entrant | None) -> str:
    role = entrant.role if entrant is not None else "out"
    return role if role in ("out", "substitute") else ""


def format_points(points: float) -> str:
    """Return points with two digits behind the point at most."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


_STAGES: Mapping[str, Reason] = {
    "open": Reason("tournament_open"),
    "running": Reason("tournament_running"),
    "ended": Reason("tournament_ended"),
}
_ROLES: Mapping[str, Reason] = {
    "player": Reason("you_enter_player"),
    "substitute": Reason("you_enter_substitute"),
    "out": Reason("you_enter_out"),
}


def describe_tournament(tournament: Tournament, own: Entrant | None) -> tuple[Reason, ...]:
    """Return what anybody may know of a tournament beside its standings, and what the reader is
    there."""
    players = len(tournament.list_entrants_in_role("player"))
    substitutes = len(tournament.list_entrants_in_role("substitute"))
    counts = (str(players), str(substitutes), str(len(tournament.rounds)))
    head = _STAGES[tournament.stage].with_subjects(
        (tournament.name, tournament.model.variant, *counts)
    )
    rules = Reason(
        "tournament_rules",
        (
            *(value for _, value in describe_rules(tournament.rules)),
            tournament.model.settings.scoring,
        ),
    )
    last = tournament.rounds[-1:]
    drawn = tuple(
        Reason("round_boards", (str(len(tournament.rounds)), str(len(each.boards)),
                                each.boards[0].game, each.boards[-1].game))
        for each in last
    )  # fmt: skip
    yours = [_ROLES[own.role].with_subjects((str(own.number),))] if own else []
    return (head, rules, *drawn, *yours)


MOST_TOLD = 50
"""So many stand in the table of a letter; whoever stands below finds their own line besides."""


def build_standings_letters(
    tournament: Tournament, standings: Sequence[tuple[int, EntrantRecord]], *, again: bool = False
) -> tuple[Notice, ...]:
    """Return the letters with the standings to all who take part; ``again``: they are others than
    those told before."""
    news = (News(Reason("standings_again")),) if again else ()
    table = build_score_table(tournament, standings, MOST_TOLD)
    all_rows = {
        record.entrant: row
        for (_, record), row in zip(
            standings, build_score_table(tournament, standings).rows, strict=True
        )
    }
    event = (
        "Final Standings"
        if tournament.stage == "ended"
        else f"Standings After Round {len(tournament.rounds)}"
    )
    key = f"tournament.{tournament.name}.{len(tournament.rounds)}.{tournament.told}"
    return tuple(
        Notice(
            STANDINGS,
            Recipient(entrant.address),
            f"{tournament.name}: {event}",
            f"{key}.{tournament.version}.{entrant.number}",
            sections=(*news, _with_own_row(table, all_rows.get(entrant.number))),
        )
        for entrant in tournament.entrants
        if entrant.address and entrant.role != "out"
    )


def _with_own_row(table: ScoreTable, own: ScoreRow | None) -> ScoreTable:
    """Return the table with the reader's own row, if it has no room for it."""
    return table if own is None or own in table.rows else replace(table, own=(own,))
