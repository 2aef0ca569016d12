"""The arena: one robot of a kind against all others of another, the one through all powers.

``python -m tests.bench.robots --games 700 --one hard --rest dumb`` plays to a solo or to the end of
1920 and prints the rate of solos, of leading alone at the end, the share by the sum of squares, and
survival, each with a 95 % interval, and the processor's time a turn. Seeds are 1, 2, 3, ...; what
was played with the same code is kept in ``robot_games.jsonl``, counted, and not played again.
``--again 6`` keeps nothing: it plays anew six games that are kept of other code, and tells which
went otherwise.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from math import sqrt
from statistics import mean, stdev
from typing import cast, get_args

from judge.hooks import Variant
from judge.language.writer import write_order
from judge.model.order import Order
from judge.model.turn import Phase
from judge.model.view import View
from judge.robots import Effort, Level, choose_robot_orders
from tests.intervals import wilson_interval
from tests.robots import kinds
from tests.robots.ledger import Ledger, fingerprint_code
from tests.robots.table import Player, Table, load_with_options, void_results

KINDS: dict[str, Player] = {
    "random": kinds.any_orders,
    "hold": kinds.no_orders,
    "dumb": kinds.dumb,
    "other": kinds.other,
    "cautious": kinds.cautious,
    "greedy": kinds.greedy,
}
YEARS = 20


@dataclass
class Timed:
    """A player, and how long it thought of each of its movement turns, by years."""

    player: Player
    by_year: dict[int, list[float]] = field(default_factory=dict)

    def __call__(self, variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
        start = time.process_time()
        orders = self.player(variant, view, power, seed)
        if view.turn.phase is Phase.MOVEMENT:
            spent = time.process_time() - start
            self.by_year.setdefault(view.turn.year, []).append(spent)
        return orders


@dataclass(frozen=True)
class Played:
    """How a game went for the one."""

    power: str
    solo: bool
    beaten: bool
    leads: bool
    share: float
    survived: bool
    void: int
    ended: str
    opening: str


def player_of_kind(name: str, work: int) -> Player:
    if name in get_args(Level):
        effort = Effort(cast(Level, name), work)

        def robot(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
            return choose_robot_orders(variant, view, power, seed, effort)

        return robot
    return KINDS[name]


def play_game(variant: Variant, one: Player, rest: Player, seed: int, years: int = YEARS) -> Played:
    """Play one game; the one has the power that the seed's number says."""
    powers = tuple(variant.map.powers)
    power = powers[seed % len(powers)]
    table = Table(variant, {name: one if name == power else rest for name in powers}, seed)
    void, opening = 0, ""
    for record in table.turns(years):
        void += sum(result.order.unit.power == power for result in void_results(record))
        if not opening and record.before.turn.phase is Phase.MOVEMENT:
            mine = (r.order for r in record.results if r.order.unit.power == power)
            opening = ", ".join(write_order(order, variant) for order in mine)
    counts = Counter(table.position.owners.values())
    squares = sum(count * count for count in counts.values())
    ended = table.position.ended
    solo = ended is not None and ended.winners == (power,)
    return Played(
        power,
        solo,
        beaten=ended is not None and len(ended.winners) == 1 and not solo,
        leads=all(count < counts[power] for name, count in counts.items() if name != power),
        share=1.0 if solo else counts[power] ** 2 / max(squares, 1),
        survived=counts[power] > 0,
        void=void,
        ended=f"{table.position.turn} {counts[power]}",
        opening=opening,
    )


def replay_former_games(
    ledger: Ledger, seeds: Sequence[int], play: Callable[[int], Played]
) -> bool:
    """Play games anew that are kept of other code; tell of each, and return whether all went the
    same."""
    former, same = ledger.read_former_games(), 0
    for seed in seeds:
        was, now = former[seed], asdict(play(seed))
        changed = [
            f"{name} {was.get(name)} -> {now[name]}" for name in now if was.get(name) != now[name]
        ]
        same += not changed
        told = "; ".join(changed) or f"the same: {now['power']}, {now['ended']}, {now['opening']}"
        print(f"seed {seed}, code {was['code']}: {told}", flush=True)
    print(f"{ledger.setting}: {same} of {len(seeds)} games went the same with code {ledger.code}")
    return same == len(seeds)


def rate(name: str, hits: Sequence[bool]) -> str:
    """A rate with its Wilson interval."""
    low, high = wilson_interval(sum(hits), len(hits))
    return f"{name:<24}{100 * mean(hits):6.1f} %   ({100 * low:.0f} to {100 * high:.0f})"


def average(name: str, figures: Sequence[float]) -> str:
    middle = mean(figures)
    wide = 1.96 * stdev(figures) / sqrt(len(figures)) if len(figures) > 1 else 0.0
    return f"{name:<24}{100 * middle:6.1f} %   (+- {100 * wide:.0f})"


def report(games: Sequence[Played], one: Timed, rest: Timed, openings: bool) -> Iterator[str]:
    yield rate("solos", [game.solo for game in games])
    yield rate("somebody else's solos", [game.beaten for game in games])
    yield rate("leads alone", [game.leads for game in games])
    yield average("share of squares", [game.share for game in games])
    yield rate("survived", [game.survived for game in games])
    for name, timed in (("one", one), ("each of the rest", rest)):
        every = [spent for year in timed.by_year.values() for spent in year] or [0.0]
        yield (
            f"CPU a movement turn, {name}: {1000 * mean(every):,.1f} ms,"
            f" at most {1000 * max(every):,.1f} ms; by years:"
        )
        yield "  " + " ".join(f"{1000 * mean(spent):.0f}" for spent in timed.by_year.values())
    yield f"orders of the one that were void: {sum(game.void for game in games)}"
    if openings:
        told = Counter((game.power, game.opening) for game in games)
        for (power, opening), times in sorted(
            told.items(), key=lambda item: (item[0][0], -item[1])
        ):
            yield f"  {times:>3} {power}: {opening}"


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.bench.robots", description=__doc__)
    names = [*KINDS, *get_args(Level)]
    options.add_argument("--games", type=int, default=70)
    options.add_argument("--one", choices=names, default="hard")
    options.add_argument("--rest", choices=names, default="dumb")
    options.add_argument("--variant", default="standard")
    options.add_argument("--work", type=int, default=0, help="of the one; 0: as its level has it")
    options.add_argument("--rest-work", type=int, default=0)
    options.add_argument("--years", type=int, default=YEARS)
    options.add_argument("--first", type=int, default=1, help="the first seed")
    options.add_argument("--again", type=int, default=0, help="so many games of other code")
    options.add_argument("--openings", action="store_true")
    options.add_argument("--each", action="store_true", help="tell of each game")
    chosen = options.parse_args()
    variant = load_with_options(chosen.variant)
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    one = Timed(player_of_kind(chosen.one, chosen.work))
    rest = Timed(player_of_kind(chosen.rest, chosen.rest_work))
    works = f"work {chosen.work} and {chosen.rest_work}"
    setting = (
        f"{chosen.variant}: one {chosen.one} among {chosen.rest}, {chosen.years} years, {works}"
    )
    ledger = Ledger(setting, fingerprint_code())
    if chosen.again:
        kept = sorted(seed for seed in ledger.read_former_games() if seed >= chosen.first)
        play = partial(play_game, variant, one, rest, years=chosen.years)
        raise SystemExit(not replay_former_games(ledger, kept[: chosen.again], play))
    known = ledger.read_games()
    for seed in range(chosen.first, chosen.first + chosen.games):
        if seed in known:
            continue
        game = play_game(variant, one, rest, seed, chosen.years)
        ledger.note_game(seed, asdict(game))
        if chosen.each:
            print(seed, game.power, game.ended, "solo" if game.solo else "", flush=True)
    played = ledger.read_games()
    names = [part.name for part in fields(Played)]
    games = [Played(**{name: game[name] for name in names}) for game in played.values()]
    seeds = sorted(played)
    print(f"{setting}; {len(games)} games, seeds {seeds[0]} to {seeds[-1]}, code {ledger.code}")
    print(f"by lot each leads in {100 / len(variant.map.powers):.1f} %")
    print("\n".join(report(games, one, rest, chosen.openings)))


if __name__ == "__main__":
    main()
