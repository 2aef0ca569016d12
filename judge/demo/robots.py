"""Robots that play a game by mail, as people do: at times silly, at times silent.

They order what robots in seats do. Besides they miss turns, write nonsense, resign and come back as
others; where there is a vote they nominate and vote, and agree in the end; elsewhere they draw.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from judge.demo.mailboxes import MailUser
from judge.demo.office import GAME, SEED, find_successor_address
from judge.demo.play import DemoGame, DemoOutcome
from judge.game.notices import find_view
from judge.game.state import Play, Stage
from judge.hooks import Variant
from judge.letters.phrasing import count_with_noun, join_phrases
from judge.model.facts import collect_chosen_power_names
from judge.model.order import Order
from judge.model.position import Position
from judge.model.turn import Phase
from judge.robots import Effort, choose_robot_orders
from judge.variants.ww4.ballot import CoalitionVote, list_ballot_lines

SILLY = (
    "A NOWHERE - ELSEWHERE",
    "F ARC S A MUN - BER",
    "VOTE 99",
    "NOMINATE Atlantis",
    "please let my army win",
    "BUILD A ARC",
)
"""What a robot may write besides."""

SILENT = 0.08
"""How often a robot misses a turn."""

VOTES = 2
"""How often a vote may fail before the robots agree."""

EVENTS = {"default_": "default order", "ice_": "ice expulsion"}
"""What is counted of a game: beginnings of reasons, and what they stand for."""


class RobotGame(DemoGame):
    """A game of robots, to the end that they vote for, or to the draw after ``last`` years."""

    last = 20
    seed = SEED

    def __init__(self, variant: Variant, folder: Path, report: Callable[[str], None]) -> None:
        super().__init__(variant, folder, report)
        self.dice = random.Random(self.seed)
        self.resigned: dict[str, int] = {}
        self.events = Counter({"vote": 0, "elimination": 0})
        self.began: set[str] = set()

    def play_turns(self) -> None:
        """Play until the game is over, or for the years it may last, and agree to a draw then."""
        game, position = self.office.find_current_game(), self.office.find_current_position()
        last = position.turn.year + self.last
        while game.stage is Stage.ACTIVE and position.turn.year < last:
            self.play_turn(game, position)
            game, position = self.office.find_current_game(), self.office.find_current_position()
            self.began |= {unit.power for unit in position.units.values()}
            for result in game.played.results if game.played else ():
                self.events.update(
                    event for code, event in EVENTS.items() if result.why.code.startswith(code)
                )
        for player in self.players.values() if game.stage is Stage.ACTIVE else ():
            self.office.send_to_judge(player, "Re: a draw", "DRAW")
        self.office.wait_until_idle()
        if self.office.find_current_game().stage is Stage.ACTIVE:
            self.office.pass_deadline()  # where votes are hidden they are counted when a turn ends

    def check_outcome(self) -> DemoOutcome:
        """Tell how the game ended and what was seen in it."""
        position = self.office.find_current_position()
        ended = position.ended
        how = "did not end"
        if ended:
            called = collect_chosen_power_names(position.facts)
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
        dice = self.dice
        writers = 0
        for power, player in self.players.items():
            seat = game.find_seat_of_power(power)
            if seat is None or not seat.address:
                self._replace_player(power, player, position)
                continue
            orders = self.choose_orders(power, game)
            lines = [player.style(orders, self.variant)] if orders else []
            lines += self._write_council_lines(power, game, position)
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
        self.events["vote"] += bool(list_ballot_lines(game))
        self.office.pass_deadline()
        self.report(
            f"{position.turn}: {count_with_noun(len(set(position.owners.values())), 'power')}, "
            f"{count_with_noun(len(position.units), 'unit')}, {count_with_noun(writers, 'mail')}, "
            f"then the deadline"
        )

    def choose_orders(self, power: str, game: Play) -> Sequence[Order]:
        """Return what a robot orders in the seat of a power; at times nothing."""
        if self.dice.random() < SILENT:
            return ()
        view = find_view(game, game.find_seat_of_power(power))
        return choose_robot_orders(self.variant, view, power, self.seed, Effort("easy"))

    def _replace_player(self, power: str, player: MailUser, position: Position) -> None:
        """Let somebody else take over a seat that has been empty for a year."""
        year = position.turn.year
        if power in position.owners.values() and year > self.resigned.get(power, year):
            player.address = find_successor_address(player.address)
            self.events["takeover"] += 1
            self.office.send_to_judge(player, "hello", f"TAKEOVER {GAME} AS {power}")

    def _write_council_lines(self, power: str, game: Play, position: Position) -> list[str]:
        """Nominate in Summer; vote at random, and for the first line in the end."""
        vote = self.variant.rules.procedure
        if not isinstance(vote, CoalitionVote) or power not in position.owners.values():
            return []
        council, dice = vote.council, self.dice
        if council.can_nominate(position.turn) and dice.random() < 0.5:
            alive = [p for p in self.variant.map.powers if p in position.owners.values()]
            for size in range(1, 5):
                for _ in range(40):
                    members = dice.sample(alive, min(size, len(alive)))
                    if council.explain_refusal(members, position) is None:
                        return [f"NOMINATE {', '.join(members)}"]
        lines = len(list_ballot_lines(game))
        if not lines:
            return []
        if self.events["vote"] >= VOTES:
            return ["VOTE 1"]
        chosen = dice.sample(range(1, lines + 1), dice.randint(0, min(2, lines)))
        return [f"VOTE {' '.join(map(str, chosen)) or 'NONE'}"]
