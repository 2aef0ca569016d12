"""A season of the club by robots: ``python -m tests.club.season --games 200``.

People of unlike strength play in three variants: the stronger somebody is, the more often a robot
plays for them, and the others' units hold. What the judge tells of the season is then worked out a
second time, from the games as they are exported, by other code than the judge's.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import select

from judge.game.clock.run_turns import process_turn
from judge.game.effects import Effects, PersonalSetting
from judge.game.enter.starting import divide_powers, start_game
from judge.game.game_settings import Settings
from judge.game.state import Lobby, Play, Role, Seat, Stage
from judge.game.votes.public import end_game
from judge.hooks import Variant
from judge.language.writer import write_order
from judge.library import load
from judge.model.position import Ended, apply_effects
from judge.model.sheet import PhaseRecord
from judge.records.reader import parse_record
from judge.records.run import run_record
from judge.records.writer import write_record
from judge.service.commit import commit_effects
from judge.service.compose.files import load_stored_game
from judge.store import club_rows, schema
from tests.road.office import Office

VARIANTS = ("standard", "hundred", "franceaustria")
SCORING = {"standard": "draw-size", "hundred": "sum-of-squares", "franceaustria": "center-count"}
PEOPLE = 24


class Holder(NamedTuple):
    """Who held a seat of a game, from its turn of one number to that of another."""

    powers: tuple[str, ...]
    person: str
    first: int
    last: int


@dataclass
class Season:
    """What was played, as the season knows it: who sat where, and how each game ended."""

    office: Office
    chance: Random
    holders: dict[str, list[Holder]]
    endings: dict[str, Ended]
    years: int
    """After so many those with the most centers share a draw, or win alone, if nobody has."""

    def play(self, games: int) -> None:
        """Play so many games, one after the other."""
        for number in range(games):
            variant = VARIANTS[number % len(VARIANTS)]
            self._play_game(f"game{number:04}", variant)
            self.office.now += timedelta(hours=1)

    def _play_game(self, name: str, code: str) -> None:
        variant = load(code)
        sides = divide_powers(variant)
        people = self.chance.sample(range(PEOPLE), len(sides))
        seats = [
            Seat(f"p{place}", Role.PLAYER, address_of(person), f"{name}{place}",
                 robot="easy" if self.chance.random() < (person + 1) / PEOPLE else "")
            for place, person in enumerate(people, 1)
        ]  # fmt: skip
        settings = Settings(rated=True, scoring=SCORING[code], options=dict(variant.settings))
        lobby = Lobby(
            name=name, variant=variant, stage=Stage.FORMING, settings=settings,
            seats=(Seat("m1", Role.MASTER, "master@example.org", name), *seats),
            seed=self.chance.getrandbits(64), created=self.office.now,
        )  # fmt: skip
        game, _ = start_game(lobby, self.office.now)
        self._commit(game)
        until = game.position.turn.year + self.years
        change = self.chance.randrange(2, 12)
        own = {seat.powers: [(seat.address, 1)] for seat in game.players}
        while game.stage is not Stage.ENDED and game.position.turn.year < until:
            game = self._load(name)
            if game.number == change:
                game = self._replace_somebody(game, own, change)
            self.office.now += timedelta(minutes=self.chance.randrange(5, 90))
            game, _ = process_turn(game, self.office.now, "deadline")
            self._commit(game)
            game = self._load(name)
        if game.stage is not Stage.ENDED:
            counts = Counter(game.position.owners.values())
            best = [power for power in variant.map.powers if counts[power] == max(counts.values())]
            ended = Ended("draw", tuple(best)) if len(best) > 1 else Ended("concession", (best[0],))
            game = replace(game, position=apply_effects(game.position, (ended,)))
            game, _ = end_game(game, ended, "over")
            self._commit(game)
        assert game.position.ended is not None
        self.endings[name] = game.position.ended
        self.holders[name] = [
            Holder(powers, person, first, (held[at + 1][1] if at + 1 < len(held) else game.number))
            for powers, held in own.items()
            for at, (person, first) in enumerate(held)
        ]

    def _replace_somebody(
        self, game: Play, own: dict[tuple[str, ...], list[tuple[str, int]]], number: int
    ) -> Play:
        """Give a seat to somebody who is not in the game."""
        seat = self.chance.choice(game.players)
        there = {other.address for other in game.players}
        new = self.chance.choice([a for a in map(address_of, range(PEOPLE)) if a not in there])
        own[seat.powers].append((new, number))
        game = game.with_seat(replace(seat, address=new))
        self._commit(game)
        return self._load(game.name)

    def _load(self, name: str) -> Play:
        with self.office.judge.database.read_transaction() as tx:
            game = self.office.judge.games.load_game(tx, name)
        assert isinstance(game, Play)
        return game

    def _commit(self, game: Play) -> None:
        with self.office.judge.database.write_transaction() as tx:
            commit_effects(self.office.judge, tx, Effects((game,)), self.office.now)

    def exported(self, name: str) -> str:
        """The game as a record, in text."""
        with self.office.judge.database.read_transaction() as tx:
            stored = load_stored_game(self.office.judge.games, tx, name)
        assert stored is not None
        return write_record(stored.title, stored.variant, stored.turns, stored.now)


def address_of(person: int) -> str:
    return f"person{person:02}@example.org"


class Outcome(NamedTuple):
    """What became of a seat, worked out from a record."""

    powers: tuple[str, ...]
    outcome: str
    centers: int
    place: int
    points: float
    opening: str


def outcomes_from_record(text: str, ended: Ended, code: str) -> Iterator[Outcome]:
    """Work out what became of each seat, from the record alone."""
    record = parse_record(text, load)
    played = [phase.record for phase in run_record(record)]
    variant, last = record.variant, played[-1].after
    sides = divide_powers(variant)
    counts = {side: sum(last.owners.get(c) in side for c in last.owners) for side in sides}
    winners = [side for side in sides if set(side) & set(ended.winners)]
    first = next(each for each in played if each.before.turn.phase.value == "M")
    for side in sides:
        has_won, count = side in winners, counts[side]
        ahead = [
            other for other in sides
            if (other in winners, counts[other] if other not in winners else 0)
            > (has_won, count if not has_won else 0)
        ]  # fmt: skip
        alive = any(unit.power in side for unit in last.units.values()) or count
        what = ("solo" if len(winners) == 1 else "draw") if has_won else (
            "survived" if alive else "eliminated"
        )  # fmt: skip
        points = points_by_rule(code, counts, winners, side)
        given = sorted(order for power, order in written_orders(variant, first) if power in side)
        opening = ", ".join(given)
        yield Outcome(side, what, count, 1 + len(ahead), points, opening)


def written_orders(variant: Variant, record: PhaseRecord) -> Iterator[tuple[str, str]]:
    for given in record.results:
        yield given.order.unit.power, write_order(given.order, variant)


def points_by_rule(
    code: str,
    counts: Mapping[tuple[str, ...], int],
    winners: Sequence[tuple[str, ...]],
    side: tuple[str, ...],
) -> float:
    """The points of a seat, by the rule of its variant's scoring in plain words."""
    if code == "standard":
        return 100 / len(winners) if side in winners else 0.0
    if code == "hundred":
        if len(winners) == 1:
            return 100.0 if side in winners else 0.0
        return 100 * counts[side] ** 2 / sum(count**2 for count in counts.values())
    if len(winners) == 1:
        return 34.0 if side in winners else 0.0
    return float(counts[side])


def check_season(season: Season) -> str:
    """Compare all that the judge knows of the season with a second computation; return how well
    ratings foretold winners."""
    office = season.office
    with office.judge.database.read_transaction() as tx:
        results = {row.key: row for row in tx.execute(select(schema.results))}
        seats = tx.execute(
            select(schema.result_seats, schema.players.c.address).outerjoin(
                schema.players, schema.players.c.id == schema.result_seats.c.player_id
            )
        ).all()
        ratings = {
            (row.address, row.kind): (row.mean, row.deviation, row.games)
            for row in tx.execute(
                select(schema.ratings, schema.players.c.address).join(schema.players)
            )
        }
        statistics = {
            (row.variant, row.subject, row.power, row.label): (
                row.number, row.solos, row.draws, row.eliminated, row.centers, row.seconds)
            for row in tx.execute(select(schema.statistics))
        }  # fmt: skip
        halls = {code: club_rows.list_hall(tx, code) for code in (*VARIANTS, "")}
        turns = {
            name: office.judge.games.load_past_turns(tx, name).turns for name in season.endings
        }
    told: dict[str, list[Any]] = defaultdict(list)
    names = {row.id: key for key, row in results.items()}
    for row in seats:
        told[names[row.result_id]].append(
            (
                tuple(row.powers),
                row.address,
                row.outcome,
                row.centers,
                row.place,
                row.points,
                row.share,
            )
        )
    own_ratings: dict[tuple[str, str], tuple[float, float, int]] = {}
    own_statistics: dict[tuple[str, str, str, str], list[int]] = defaultdict(lambda: [0] * 6)
    wins: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    foretold = by_lot = decided = 0.0
    for name, ended in season.endings.items():
        code = results[name].variant
        outcomes = list(outcomes_from_record(season.exported(name), ended, code))
        shares = shares_by_rule(season.holders[name])
        expected = sorted(
            (own.powers, person, own.outcome, own.centers, own.place, own.points, share)
            for own in outcomes
            for (powers, person), share in shares.items()
            if powers == own.powers
        )
        assert sorted(told[name]) == expected, (name, sorted(told[name]), expected)
        foretold_one, lot = foretell(outcomes, shares, own_ratings, code)
        if sum(own.place == 1 for own in outcomes) == 1:
            foretold, by_lot, decided = foretold + foretold_one, by_lot + lot, decided + 1
        rate_by_library(outcomes, shares, own_ratings, code)
        for own in outcomes:
            tally = (1, own.outcome == "solo", own.outcome == "draw", own.outcome == "eliminated",
                     own.centers, 0)  # fmt: skip
            for subject, label in (("result", ""), ("opening", own.opening)):
                if len(own.opening) <= 300 or subject == "result":
                    add(own_statistics[code, subject, ", ".join(own.powers), label], tally)
            for powers, person in shares:
                if powers == own.powers:
                    wins[code][person, own.outcome] += 1
        for before, turn in zip(turns[name], turns[name][1:], strict=False):
            seconds = round((turn.at - before.at).total_seconds())
            phase = turn.record.before.turn.phase.value
            add(own_statistics[code, "pace", "", phase], (1, 0, 0, 0, 0, seconds))
    assert ratings == own_ratings
    assert statistics == {key: tuple(row) for key, row in own_statistics.items()}
    for code in VARIANTS:
        expected_hall = sorted(
            (
                (-wins[code][address, "solo"], -wins[code][address, "draw"], f"Person {name}")
                for name, address in names_of_people()
                if wins[code][address, "solo"] + wins[code][address, "draw"]
            )
        )
        shown = [(-line.solos, -line.draws, line.name) for line in halls[code]]
        assert shown == expected_hall[: len(shown)] and len(shown) == min(len(expected_hall), 30)
    assert len(halls[""]) > 0
    return (
        f"{len(season.endings)} games: results, {len(ratings)} ratings, {len(statistics)} rows of "
        f"statistics and the halls are equal to a second computation from the records.\n"
        f"Winners foretold by the ratings before their game: {foretold:.0f} of {decided:.0f}; "
        f"by lot it would be {by_lot:.1f}."
    )


def add(row: list[int], tally: Sequence[int]) -> None:
    for at, value in enumerate(tally):
        row[at] += int(value)


def names_of_people() -> Iterator[tuple[str, str]]:
    for number in range(PEOPLE):
        yield chr(ord("A") + number), address_of(number)


def shares_by_rule(holders: Sequence[Holder]) -> dict[tuple[tuple[str, ...], str], float]:
    """The part of the turns that each person held each seat."""
    begin, end = min(h.first for h in holders), max(h.last for h in holders)
    shares: dict[tuple[tuple[str, ...], str], float] = {}
    for holder in holders:
        if holder.last > holder.first:
            shares[holder.powers, holder.person] = (holder.last - holder.first) / (end - begin)
    return shares


def foretell(
    outcomes: Sequence[Outcome],
    shares: Mapping[tuple[tuple[str, ...], str], float],
    ratings: Mapping[tuple[str, str], tuple[float, float, int]],
    code: str,
) -> tuple[float, float]:
    """Whether the strongest seat has won, by the ratings before the game, and how likely that is
    by lot; those who are equally strong share it."""
    strength = {
        own.powers: sum(
            ratings.get((person, code), (25.0, 0.0, 0))[0] * share
            for (powers, person), share in shares.items()
            if powers == own.powers
        )
        for own in outcomes
    }
    best = [powers for powers, mean in strength.items() if mean == max(strength.values())]
    winners = [own.powers for own in outcomes if own.place == 1]
    return sum(powers in winners for powers in best) / len(best), 1 / len(outcomes)


def rate_by_library(
    outcomes: Sequence[Outcome],
    shares: Mapping[tuple[tuple[str, ...], str], float],
    ratings: dict[tuple[str, str], tuple[float, float, int]],
    code: str,
) -> None:
    """Rate a game by the library alone, as DECISIONS says that it is done."""
    new = (25.0, 25.0 / 3, 0)
    teams, parts = [], []
    for own in outcomes:
        held = {p: s for (powers, p), s in shares.items() if powers == own.powers}
        whole = sum(held.values())
        known = [(ratings.get((p, code), new), s / whole) for p, s in held.items()]
        mean = sum(r[0] * s for r, s in known)
        teams.append((mean, sum(r[1] * s for r, s in known)))
        parts.append(held)
    model = PlackettLuce()
    rated = model.rate(
        [[model.rating(mu=mean, sigma=deviation)] for mean, deviation in teams],
        ranks=[float(own.place) for own in outcomes],
    )
    after: dict[str, tuple[float, float, int]] = {}
    for (mean, deviation), held, (now,) in zip(teams, parts, rated, strict=True):
        for person, share in held.items():
            old = after.get(person, ratings.get((person, code), new))
            after[person] = (
                round(old[0] + share * (now.mu - mean), 6),
                round(old[1] * (now.sigma / deviation) ** share, 6),
                old[2] + 1,
            )
    for person, rating in after.items():
        ratings[person, code] = rating


def play_season(folder: Path, games: int, years: int, seed: int = 1) -> str:
    """Play a season and compare what the judge knows of it; return what there is to tell."""
    office = Office(folder / "office")
    season = Season(office, Random(seed), {}, {}, years)
    season.play(games)
    with office.judge.database.write_transaction() as tx:
        for name, address in names_of_people():
            setting = PersonalSetting(address, "name", f"Person {name}")
            commit_effects(office.judge, tx, Effects(settings=(setting,)), office.now)
    told = check_season(season)
    office.remove()
    return told


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--years", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        print(play_season(Path(place), chosen.games, chosen.years, chosen.seed))
