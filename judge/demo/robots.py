"""Robots that play a game by mail: seeded, mostly sensible, at times silly, at times silent.

They move towards centers that are not theirs, miss turns, write nonsense, resign and are replaced;
where there is a vote they nominate and vote, and agree in the end; elsewhere they draw.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from judge.demo.mailboxes import MailUser
from judge.demo.office import GAME, SEED, successor_address
from judge.demo.play import DemoGame, DemoOutcome
from judge.engine.advance import WantedOrders, wanted_orders
from judge.engine.context import compile_board
from judge.game.state import Play, Stage
from judge.hooks import Variant
from judge.letters.phrasing import count_with_noun, join_phrases
from judge.model.facts import chosen_power_names
from judge.model.order import Build, Disband, Hold, Move, Order, Remove, Retreat, Support
from judge.model.position import Position, Unit
from judge.model.turn import Phase
from judge.variants.ww4.ballot import CoalitionVote, ballot_lines

SILLY = (
    "A NOWHERE - ELSEWHERE",
    "F ARC S A MUN - BER",
    "VOTE 99",
    "NOMINATE Atlantis",
    "please let my army win",
    "BUILD A ARC",
)
"""What a robot may write besides."""

VOTES = 2
"""How often a vote may fail before the robots agree."""

EVENTS = {"default_": "default order", "ice_": "ice expulsion"}
"""What is counted of a game: beginnings of reasons, and what they stand for."""


class Robot:
    """Thinks up orders for a power, from the position and the dice."""

    def __init__(self, variant: Variant, dice: random.Random) -> None:
        self.variant, self.dice = variant, dice

    def choose_orders(
        self, power: str, position: Position, want: WantedOrders | None
    ) -> list[Order]:
        """Return what the power orders; at times nothing."""
        if want is None or self.dice.random() < 0.08:
            return []
        if position.turn.phase is Phase.MOVEMENT:
            return [*self.movement_orders(want.units, position)]
        if position.turn.phase is Phase.RETREATS:
            return [*self.retreat_orders(power, position)]
        return [*self.adjustment_orders(power, position, want.builds, want.removals)]

    def movement_orders(self, units: tuple[Unit, ...], position: Position) -> Iterator[Order]:
        """Go for centers of others, follow a neighbor with support, or wander; skip some."""
        board = compile_board(self.variant, position)
        moves: list[Move] = []
        gates = self._find_seasonal_gates(position)
        for unit in units:
            luck, steps = self.dice.random(), board.open_steps(unit.kind, unit.at)
            if luck < 0.03:
                continue
            near = {place.province: place for place in steps}
            helped = next((move for move in moves if move.to.province in near), None)
            if helped is not None and luck < 0.65:
                yield Support(unit, helped.unit, helped.to)
                continue
            gate = next((place for place in steps if place.province in gates), None)
            if gate is not None and luck < 0.6:
                yield Move(unit, gate)
                continue
            prey = [
                place
                for place in steps
                if self.variant.map.provinces[place.province].center
                and position.owners.get(place.province) != unit.power
            ]
            if not steps or luck > 0.95:
                yield Hold(unit)
                continue
            move = Move(unit, self.dice.choice(prey if prey and luck < 0.9 else steps))
            moves.append(move)
            yield move

    def _find_seasonal_gates(self, position: Position) -> set[str]:
        """Return the spaces that are closed in some season: open, they draw robots."""
        variant = self.variant
        turns = [position.turn._replace(season=step.season) for step in variant.calendar.steps]
        boards = [compile_board(variant, replace(position, turn=turn)) for turn in turns]
        closed = [
            (origin.province, to.province) for board in boards for _, origin, to in board.closed
        ]
        ends = Counter(code for pair in closed for code in pair)
        return {code for code, times in ends.items() if 2 * times > len(closed)}

    def retreat_orders(self, power: str, position: Position) -> Iterator[Order]:
        """Go anywhere, or give up."""
        for dislodged in position.dislodged:
            if dislodged.unit.power == power:
                to = self.dice.choice(dislodged.options)
                gives_up = self.dice.random() < 0.1
                yield Disband(dislodged.unit) if gives_up else Retreat(dislodged.unit, to)

    def adjustment_orders(
        self, power: str, position: Position, builds: int, removals: int
    ) -> Iterator[Order]:
        """Build anything anywhere, or remove whatever."""
        free = sorted(self.variant.rules.muster.build_sites(power, position))
        for code in self.dice.sample(free, min(builds, len(free))):
            kinds = [k for k in self.variant.map.kinds if self.variant.map.places_for_kind(k, code)]
            kind = self.dice.choice(kinds)
            yield Build(
                Unit(power, kind, self.dice.choice(self.variant.map.places_for_kind(kind, code)))
            )
        own_units = sorted(position.units_of(power))
        yield from (
            Remove(unit) for unit in self.dice.sample(own_units, min(removals, len(own_units)))
        )


class RobotGame(DemoGame):
    """A game of robots, to the end that they vote for, or to the draw after ``last`` years."""

    last = 20
    seed = SEED

    def __init__(self, variant: Variant, folder: Path, report: Callable[[str], None]) -> None:
        super().__init__(variant, folder, report)
        self.robot = Robot(self.variant, random.Random(self.seed))
        self.resigned: dict[str, int] = {}
        self.events = Counter({"vote": 0, "elimination": 0})
        self.began: set[str] = set()

    def play_turns(self) -> None:
        """Play until the game is over, or for the years it may last, and agree to a draw then."""
        game, position = self.office.current_game(), self.office.current_position()
        last = position.turn.year + self.last
        while game.stage is Stage.ACTIVE and position.turn.year < last:
            self.play_turn(game, position)
            game, position = self.office.current_game(), self.office.current_position()
            self.began |= {unit.power for unit in position.units.values()}
            for result in game.played.results if game.played else ():
                self.events.update(
                    event for code, event in EVENTS.items() if result.why.code.startswith(code)
                )
        for player in self.players.values() if game.stage is Stage.ACTIVE else ():
            self.office.send_to_judge(player, "Re: a draw", "DRAW")
        self.office.wait_until_idle()

    def check_outcome(self) -> DemoOutcome:
        """Tell how the game ended and what was seen in it."""
        position = self.office.current_position()
        ended = position.ended
        how = "did not end"
        if ended:
            called = chosen_power_names(position.facts)
            winners = ", ".join(called.get(power, power) for power in ended.winners)
            how = f"ended by {ended.how}: {winners}"
        self.events["elimination"] = len(self.began - set(position.owners.values()))
        seen = [count_with_noun(times, event) for event, times in self.events.items() if times]
        return DemoOutcome(
            ended is not None,
            f"The game {how}. Seen: {join_phrases(seen) or 'nothing of note'}.",
        )

    def play_turn(self, game: Play, position: Position) -> None:
        """Let every robot write what it will for a turn, then let the deadline pass."""
        wants, dice = wanted_orders(self.variant, position), self.robot.dice
        writers = 0
        for power, player in self.players.items():
            seat = game.seat_of_power(power)
            if seat is None or not seat.address:
                self._replace_player(power, player, position)
                continue
            orders = self.robot.choose_orders(power, position, wants.get(power))
            lines = [player.style(orders, self.variant)] if orders else []
            lines += self._council_lines(power, game, position)
            if dice.random() < 0.05:
                lines.append(dice.choice(SILLY))
            early = position.turn.phase is Phase.MOVEMENT and position.turn.season == "spring"
            if early and power not in self.resigned and dice.random() < 0.02:
                lines.append("RESIGN")
                self.resigned[power] = position.turn.year
                self.events["resignation"] += 1
            if lines:
                self.office.send_to_judge(player, "Re: orders", "\n".join(lines))
                writers += 1
        self.office.wait_until_idle()
        self.events["vote"] += bool(ballot_lines(game))
        self.office.pass_deadline()
        self.report(
            f"{position.turn}: {count_with_noun(len(set(position.owners.values())), 'power')}, "
            f"{count_with_noun(len(position.units), 'unit')}, {count_with_noun(writers, 'mail')}, "
            f"then the deadline"
        )

    def _replace_player(self, power: str, player: MailUser, position: Position) -> None:
        """Let somebody else take over a seat that has been empty for a year."""
        year = position.turn.year
        if power in position.owners.values() and year > self.resigned.get(power, year):
            player.address = successor_address(player.address)
            self.events["takeover"] += 1
            self.office.send_to_judge(player, "hello", f"TAKEOVER {GAME} AS {power}")

    def _council_lines(self, power: str, game: Play, position: Position) -> list[str]:
        """Nominate in Summer; vote at random, and for the first line in the end."""
        vote = self.variant.rules.procedure
        if not isinstance(vote, CoalitionVote) or power not in position.owners.values():
            return []
        council, dice = vote.council, self.robot.dice
        if council.can_nominate(position.turn) and dice.random() < 0.5:
            alive = [p for p in self.variant.map.powers if p in position.owners.values()]
            for size in range(1, 5):
                for _ in range(40):
                    members = dice.sample(alive, min(size, len(alive)))
                    if council.explain_refusal(members, position) is None:
                        return [f"NOMINATE {', '.join(members)}"]
        lines = len(ballot_lines(game))
        if not lines:
            return []
        if self.events["vote"] >= VOTES:
            return ["VOTE 1"]
        chosen = dice.sample(range(1, lines + 1), dice.randint(0, min(2, lines)))
        return [f"VOTE {' '.join(map(str, chosen)) or 'NONE'}"]
