"""Robots that play a game by mail: seeded, mostly sensible, at times silly, at times silent.

They move towards centers that are not theirs, miss turns, write nonsense, resign and are replaced;
where there is a vote they nominate and vote, and agree in the end.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from email.message import Message
from pathlib import Path

from judge.demo.audit import position_faults
from judge.demo.mailboxes import Person, plain_text
from judge.demo.play import GAME, SEED, DemoGame, DemoParties, DemoResult, successor
from judge.engine.advance import Wanted, wanted
from judge.engine.board import compile_board
from judge.game.state import Game, Stage
from judge.game.votes.ballots import ballot
from judge.hooks import Variant
from judge.letters.phrasing import counted, joined
from judge.model.facts import names
from judge.model.order import Build, Disband, Hold, Move, Order, Remove, Retreat, Support
from judge.model.position import Position, Unit
from judge.model.turn import Phase

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


class Mind:
    """What a robot thinks up: orders for a power, from the position and the dice."""

    def __init__(self, variant: Variant, dice: random.Random) -> None:
        self.variant, self.dice = variant, dice

    def orders(self, power: str, position: Position, want: Wanted | None) -> list[Order]:
        """Return what the power orders; at times nothing."""
        if want is None or self.dice.random() < 0.08:
            return []
        if position.turn.phase is Phase.MOVEMENT:
            return [*self.moves(want.units, position)]
        if position.turn.phase is Phase.RETREATS:
            return [*self.retreats(power, position)]
        return [*self.adjustments(power, position, want.builds, want.removals)]

    def moves(self, units: tuple[Unit, ...], position: Position) -> Iterator[Order]:
        """Go for centers of others, follow a neighbor with support, or wander; skip some."""
        board = compile_board(self.variant.map, position, self.variant.rules)
        gone: list[Move] = []
        gates = self._gates(position)
        for unit in units:
            luck, steps = self.dice.random(), board.reach(unit.kind, unit.at)
            if luck < 0.03:
                continue
            near = {at.province: at for at in steps}
            helped = next((move for move in gone if move.to.province in near), None)
            if helped is not None and luck < 0.65:
                yield Support(unit, helped.unit, helped.to)
                continue
            gate = next((at for at in steps if at.province in gates), None)
            if gate is not None and luck < 0.6:
                yield Move(unit, gate)
                continue
            prey = [
                at
                for at in steps
                if self.variant.map.provinces[at.province].center
                and position.owners.get(at.province) != unit.power
            ]
            if not steps or luck > 0.95:
                yield Hold(unit)
                continue
            move = Move(unit, self.dice.choice(prey if prey and luck < 0.9 else steps))
            gone.append(move)
            yield move

    def _gates(self, position: Position) -> set[str]:
        """Return the spaces that are closed in some season: open, they draw robots."""
        variant = self.variant
        turns = [position.turn._replace(season=step.season) for step in variant.calendar.steps]
        boards = [
            compile_board(variant.map, replace(position, turn=turn), variant.rules)
            for turn in turns
        ]
        shut = [
            (origin.province, to.province) for board in boards for _, origin, to in board.closed
        ]
        ends = Counter(code for pair in shut for code in pair)
        return {code for code, times in ends.items() if 2 * times > len(shut)}

    def retreats(self, power: str, position: Position) -> Iterator[Order]:
        """Go anywhere, or give up."""
        for driven in position.dislodged:
            if driven.unit.power == power:
                at = self.dice.choice(driven.options)
                lost = self.dice.random() < 0.1
                yield Disband(driven.unit) if lost else Retreat(driven.unit, at)

    def adjustments(
        self, power: str, position: Position, builds: int, removals: int
    ) -> Iterator[Order]:
        """Build anything anywhere, or remove whatever."""
        board = compile_board(self.variant.map, position, self.variant.rules)
        free = sorted(
            {at.province for at in self.variant.rules.muster.sites(power, position, board)}
        )
        for code in self.dice.sample(free, min(builds, len(free))):
            kinds = [k for k in self.variant.map.kinds if self.variant.map.places(k, code)]
            kind = self.dice.choice(kinds)
            yield Build(Unit(power, kind, self.dice.choice(self.variant.map.places(kind, code))))
        mine = sorted(position.units_of(power))
        yield from (Remove(unit) for unit in self.dice.sample(mine, min(removals, len(mine))))


class RobotGame(DemoGame):
    """A game of robots, to the end that they vote for or to ``last`` years."""

    last = 20
    seed = SEED
    sound = "position"

    def __init__(self, company: DemoParties) -> None:
        super().__init__(company)
        self.dice = random.Random(self.seed)
        self.mind = Mind(self.variant, self.dice)
        self.wrong: list[str] = []
        self.away: dict[str, int] = {}
        self.votes = 0
        self.seen = Counter[str]()
        self.began: set[str] = set()

    def play(self, folder: Path) -> DemoResult:
        """Play until the game is over."""
        self.gather()
        turns, game = 0, self.game()
        first = self._now(game).turn.year
        while game.stage is Stage.ACTIVE and self._now(game).turn.year < first + self.last:
            self.turn(game)
            turns, game = turns + 1, self.game()
            position = self._now(game)
            self.wrong += [f"{position.turn}: {fault}" for fault in self.check(position)]
            self.began |= {unit.power for unit in position.units.values()}
            self._count(game)
        position = self._now(game)
        ended = position.ended
        how = f"ended by {ended.how}: {', '.join(_called(position))}" if ended else "did not end"
        end = f"Every {self.sound} was sound; the game {how}. {self._told(position)}"
        return DemoResult(
            sent=self.sent,
            received=self.post.arrived,
            turns=turns,
            years=position.turn.year - first + 1,
            letter=plain_text(_last_results(next(iter(self.players.values())))),
            same=ended is not None and not self.wrong,
            folder=folder,
            end="; ".join(self.wrong[:5]) or end,
        )

    def _count(self, game: Game) -> None:
        """Count what was seen in the turn just played."""
        for result in game.played.results if game.played else ():
            self.seen.update(
                what for head, what in EVENTS.items() if result.why.code.startswith(head)
            )

    def _told(self, position: Position) -> str:
        """Return what was seen in all turns, in a sentence."""
        gone = len(self.began - set(position.owners.values()))
        seen = {"vote": self.votes, "elimination": gone, **self.seen}
        told = [counted(times, what) for what, times in seen.items() if times]
        return f"Seen: {joined(told) or 'nothing of note'}."

    def check(self, position: Position) -> Iterator[str]:
        """Yield what is wrong with a position."""
        yield from position_faults(self.variant.map, position)

    def turn(self, game: Game) -> None:
        """Let every robot write what it will for a turn, then let the deadline pass."""
        position = self._now(game)
        wants = wanted(self.variant, position)
        writers = 0
        for power, player in self.players.items():
            seat = game.seat_of(power)
            if seat is None or not seat.address:
                self._replace(power, player, position.turn.year)
                continue
            written = self._written(power, player, position, wants.get(power))
            lines = [*filter(None, [written]), *self._council(power, game)]
            if self.dice.random() < 0.05:
                lines.append(self.dice.choice(SILLY))
            if self._leaves(power, position):
                lines.append("RESIGN")
                self.away[power] = position.turn.year
                self.seen["resignation"] += 1
            if lines:
                self.say(player, "Re: orders", "\n".join(lines))
                writers += 1
        self.rest()
        self.votes += bool(ballot(game))
        self.pass_deadline()
        self.tell(
            f"{position.turn}: {counted(len(set(position.owners.values())), 'power')}, "
            f"{counted(len(position.units), 'unit')}, {counted(writers, 'mail')}, "
            f"then the deadline"
        )

    def _now(self, game: Game) -> Position:
        assert game.position is not None
        return game.position

    def _leaves(self, power: str, position: Position) -> bool:
        early = position.turn.phase is Phase.MOVEMENT and position.turn.season == "spring"
        return early and power not in self.away and self.dice.random() < 0.02

    def _replace(self, power: str, player: Person, year: int) -> None:
        """Let somebody else take over a seat that has been empty for a year."""
        alive = power in self._now(self.game()).owners.values()
        if alive and year > self.away.get(power, year):
            player.address = successor(player.address)
            self.seen["takeover"] += 1
            self.say(player, "hello", f"TAKEOVER {GAME} AS {power}")

    def _written(self, power: str, player: Person, position: Position, want: Wanted | None) -> str:
        """Return the robot's orders in its own hand."""
        orders = self.mind.orders(power, position, want)
        return player.hand(orders, self.variant.map) if orders else ""

    def _council(self, power: str, game: Game) -> list[str]:
        """Nominate in Summer; vote at random, and for the first line in the end."""
        council, position = self.variant.rules.council, self._now(game)
        if council is None or power not in position.owners.values():
            return []
        if council.gathers(position.turn) and self.dice.random() < 0.5:
            alive = [p for p in self.variant.map.powers if p in position.owners.values()]
            for size in range(1, 5):
                for _ in range(40):
                    members = self.dice.sample(alive, min(size, len(alive)))
                    if council.refuses(members, position) is None:
                        return [f"NOMINATE {', '.join(members)}"]
        lines = len(ballot(game))
        if not lines:
            return []
        if self.votes >= VOTES:
            return ["VOTE 1"]
        chosen = self.dice.sample(range(1, lines + 1), self.dice.randint(0, min(2, lines)))
        return [f"VOTE {' '.join(map(str, chosen)) or 'NONE'}"]


def _last_results(player: Person) -> Message[str, str]:
    """Return the last letter of results that has come for a player."""
    told = [letter for letter in player.letters if str(letter["Subject"]).endswith("Results")]
    return (told or player.letters)[-1]


def _called(position: Position) -> list[str]:
    """Return the winners by the names they go by."""
    known = names(position.facts)
    return [known.get(power, power) for power in position.ended.winners] if position.ended else []
