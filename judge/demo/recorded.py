"""A whole game by real mail on this machine: the judge shown at work.

A variant's recorded game is played where there is one; else robots play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from textwrap import fill

from judge.demo.civ_demo import CALLED, OPTIONS, Voyage
from judge.demo.mailboxes import plain_text
from judge.demo.play import DemoGame, DemoParties, DemoResult, run_demo
from judge.demo.robots import RobotGame
from judge.game.notices import heading_of, view_of
from judge.game.state import Game
from judge.letters.judge_format import Report
from judge.letters.phrasing import counted
from judge.letters.reader_summary import ReaderSummary, ending_of
from judge.letters.results_text import ResultsText
from judge.library import load
from judge.model.order import Order
from judge.records.model import Record, RecordedPhase
from judge.records.reader import parse
from judge.resources import find


def play(variant: str, folder: Path, tell: Callable[[str], None]) -> DemoResult:
    """Play a game of a variant by mail; letters and database go to ``folder``.

    ``tell`` is told of each turn.
    """
    if not load(variant).rules.disclosure.public_seats:
        return run_demo(load(variant, OPTIONS), folder, tell, Voyage, CALLED)
    script = find("maps", variant) / "demo.game"
    if not script.exists():
        return run_demo(load(variant), folder, tell, RobotGame)
    record = parse(script.read_text(encoding="utf-8"), load)
    return run_demo(record.variant, folder, tell, partial(_Recorded, record))


class _Recorded(DemoGame):
    """The game of a record."""

    def __init__(self, record: Record, company: DemoParties) -> None:
        super().__init__(company)
        self.record = record
        self.story: list[str] = []

    def play(self, folder: Path) -> DemoResult:
        self.gather()
        turns = 0
        for stage in self.record.phases:
            if str(stage.turn) == self.turn_now():
                self.turn(stage)
                turns += 1
        last = self.record.phases[-1]
        position = self.game().position
        assert position is not None and last.after is not None
        same = sorted(position.units.values()) == sorted(last.after)
        first = next(iter(self.players.values()))
        return DemoResult(
            sent=self.sent,
            received=self.post.arrived,
            turns=turns,
            years=len({stage.turn.year for stage in self.record.phases}),
            letter=plain_text(first.letters[-1]),
            same=same,
            folder=folder,
            story=tuple(self.story),
        )

    def turn(self, stage: RecordedPhase) -> None:
        """Let everybody mail his orders for a turn, then let the deadline pass."""
        orders: dict[str, list[Order]] = {}
        for given in stage.orders:
            orders.setdefault(given.power, []).append(given.order)
        for power, listed in orders.items():
            player = self.holder(power)
            self.say(player, "Re: orders", player.hand(listed, self.record.variant.map))
        self.rest()
        self.pass_deadline()
        self.story += _story(self.game(), stage)
        self.tell(
            f"{stage.turn}: {counted(len(stage.orders), 'order')} in "
            f"{counted(len(orders), 'mail')}, then the deadline"
        )


def _story(game: Game, stage: RecordedPhase) -> Iterator[str]:
    """Yield what a turn had that is the variant's own: its orders' ends, what came of them."""
    seen = view_of(game, None)
    assert seen is not None
    variant = game.variant
    account = ResultsText(Report(seen, heading_of(game), variant))
    own = tuple(variant.orders.values())
    lines = [
        f"{told.power}: {told.why or f'{told.order} ({told.word})'}"
        for result, told in zip(seen.results, account.outcomes, strict=True)
        if isinstance(result.order, own)
    ]
    lines += ReaderSummary(account, seen).events
    if seen.ended:
        lines.append(ending_of(seen.ended))
    if lines:
        yield f"  {variant.calendar.title(stage.turn)}, {stage.turn.phase.word.lower()}"
    for line in lines:
        yield fill(line, 98, initial_indent="    ", subsequent_indent="      ")
