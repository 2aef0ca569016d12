"""Games of robots alone, with their votes, to the end: ``python -m tests.robots.boards gd civ``.

Without codes every board that is shipped is played; ``civ:sight=near`` sets an option. Nobody reads
a mail and nobody waits for a deadline, all else is as in earnest: a game that has not ended after
``--years`` rounds of all seasons goes on. Seeds are 1, 2, 3, ...; after ``--seconds`` of the
processor's time no further game of a board is begun. What was played with the same code is kept in
``tests/bench/robot_games.jsonl``, counted, and not played again.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from statistics import median
from typing import NamedTuple

from judge.game.clock.run_turns import process_turn
from judge.game.enter.starting import divide_powers, start_game
from judge.game.game_settings import Settings
from judge.game.robots.thinking import run_robots
from judge.game.state import Lobby, Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.library import codes
from judge.model.order import Build, Disband, Remove, Retreat, Waive
from judge.model.reason import Fate
from judge.robots.choices import STOCK_VERBS
from tests.bench.robots import rate
from tests.robots.ledger import Ledger, fingerprint_code
from tests.robots.table import load_with_options

NOW = datetime(2001, 1, 1, tzinfo=UTC)
MOST_YEARS = 100


class Course(NamedTuple):
    """How a game went: how it ended ("" if it goes on), after how many years and turns, void
    orders, how many of the variant's own came off by verb, and the processor's time it took."""

    ended: str
    years: int
    turns: int
    void: list[str]
    own: Counter[str]
    seconds: float


def begin_robots_game(variant: Variant, seed: int, level: str) -> Play:
    seats = [
        Seat(f"p{number}", Role.PLAYER, "", "", robot=level)
        for number, _ in enumerate(divide_powers(variant), 1)
    ]
    settings = Settings(manual=True, options=dict(variant.settings))
    lobby = Lobby(
        name=f"table{seed}",
        variant=variant,
        stage=Stage.FORMING,
        settings=settings,
        seats=(Seat("m1", Role.MASTER, "master@example.org", "table"), *seats),
        seed=seed,
        created=NOW,
    )
    return start_game(lobby, NOW)[0]


def play_robots_game(
    variant: Variant, seed: int, level: str = "easy", years: int = MOST_YEARS
) -> Course:
    """Play a game in which robots have all seats, so many years at most."""
    began = time.process_time()
    game = begin_robots_game(variant, seed, level)
    count_years = variant.calendar.count_cycles_before
    first = count_years(game.position.turn.year)
    usual = {*STOCK_VERBS, *(kind.verb for kind in (Build, Disband, Remove, Retreat, Waive))}
    void: list[str] = []
    own: Counter[str] = Counter()
    played = 0
    while game.stage is not Stage.ENDED and played < years:
        thought = run_robots(game)
        if thought is not None:
            assert isinstance(thought.game, Play)
            game = thought.game
        if game.stage is Stage.ENDED:
            break
        game, _ = process_turn(game, NOW, "early")
        played = count_years(game.position.turn.year) - first
        for result in game.played.results if game.played else ():
            if result.fate is Fate.VOID:
                void.append(f"{game.position.turn}: {result.order}: {result.why}")
            elif result.order.verb not in usual and result.fate is Fate.STANDS:
                own[result.order.verb] += 1
    ended = game.position.ended
    how = f"{ended.how}" if ended else ""
    spent = time.process_time() - began
    return Course(how, played, game.number, void, own, spent)


def describe_courses(courses: Sequence[Course]) -> str:
    ends = Counter(course.ended or "goes on" for course in courses)
    years = sorted(course.years for course in courses)
    own: Counter[str] = sum((course.own for course in courses), Counter())
    told = ", ".join(f"{times} {how}" for how, times in ends.most_common())
    special = ", ".join(f"{verb} {times}" for verb, times in own.most_common())
    over = rate("ended", [bool(course.ended) for course in courses])
    armed = rate("with own orders", [bool(course.own) for course in courses])
    return (
        f"{len(courses)} games: {told}; {years[0]} to {years[-1]} years, median"
        f" {median(years):.0f}; {sum(len(course.void) for course in courses)} void orders;"
        f" {sum(course.seconds for course in courses) / len(courses):.1f} s a game; {special}"
        f"\n  {over}\n  {armed}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("codes", nargs="*", default=codes())
    parser.add_argument("--level", default="easy")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--years", type=int, default=MOST_YEARS)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--each", action="store_true", help="tell of each game")
    chosen = parser.parse_args()
    for named in chosen.codes:
        variant = load_with_options(named)
        ledger = Ledger(f"{named}: all {chosen.level}, {chosen.years} years", fingerprint_code())
        known, spent = ledger.read_games(), 0.0
        for seed in range(chosen.first, chosen.first + chosen.games):
            if seed in known:
                continue
            if spent > chosen.seconds:
                break
            course = play_robots_game(variant, seed, chosen.level, chosen.years)
            spent += course.seconds
            ledger.note_game(seed, {**course._asdict(), "seconds": round(course.seconds, 1)})
            if chosen.each:
                print(f"  {course.ended or 'goes on'} {course.years} {course.seconds:.1f} s",
                      *course.void, sep="\n  ", flush=True)  # fmt: skip
        played = ledger.read_games().values()
        courses = [
            Course(*(game[name] for name in Course._fields))._replace(own=Counter(game["own"]))
            for game in played
        ]
        print(f"{named} ({ledger.code}): {describe_courses(courses)}", flush=True)


if __name__ == "__main__":
    main()
