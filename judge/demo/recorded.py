"""A whole game by real mail on this machine: the judge shown at work.

A variant's recorded game is played where there is one, without options; else robots play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import fill

from judge.demo.civ_demo import OPTIONS, CivGame
from judge.demo.play import DemoGame, DemoOutcome
from judge.demo.robots import RobotGame
from judge.game.notices import build_heading, find_view
from judge.game.state import Play
from judge.letters.judge_format import JudgeFormatReport
from judge.letters.phrasing import count_with_noun, load_words
from judge.letters.reader_summary import ReaderSummary, write_ending
from judge.letters.results_text import ResultsText
from judge.library import load
from judge.model.turn import Turn
from judge.records.model import Record, RecordedPhase
from judge.records.reader import parse_record
from judge.resources import find_optional_file
from judge.rules.order_types import STOCK


def play_demo(
    variant: str,
    folder: Path,
    report: Callable[[str], None],
    options: Mapping[str, str] | None = None,
) -> DemoGame:
    """Return a game of a variant after it was played by mail; ``report`` is told of each turn."""
    chosen = load(variant, options or {})
    if not chosen.rules.disclosure.public_power_names:
        return CivGame(load(variant, {**OPTIONS, **(options or {})}), folder, report).play_game()
    script = find_optional_file("maps", f"{variant}/demo.game")
    if options or script is None:
        return RobotGame(chosen, folder, report).play_game()
    record = parse_record(script.read_text(encoding="utf-8"), load)
    return RecordedGame(record, folder, report).play_game()


class RecordedGame(DemoGame):
    """The game of a record."""

    def __init__(self, record: Record, folder: Path, report: Callable[[str], None]) -> None:
        super().__init__(record.variant, folder, report)
        self.record = record

    def play_turns(self) -> None:
        """Play the phases that the judge comes to: it passes over what asks nobody anything."""
        for phase in self.record.phases:
            if phase.turn == self.office.find_current_position().turn:
                self.play_turn(phase)

    def check_outcome(self) -> DemoOutcome:
        """Compare the units with those at the end of the record."""
        units = sorted(self.office.find_current_position().units.values())
        same = units == sorted(self.record.phases[-1].after or ())
        return DemoOutcome(
            same,
            f"The final position {'equals' if same else 'is not that of'} the recorded game.",
        )

    def play_turn(self, phase: RecordedPhase) -> None:
        """Let everybody mail their orders for a turn, then let the deadline pass."""
        orders = phase.collect_orders_by_power()
        for power, listed in orders.items():
            player = self.office.find_player_of_power(power)
            self.office.send_to_judge(player, "Re: orders", player.style(listed, self.variant))
        self.office.wait_until_idle()
        self.office.pass_deadline()
        self.highlights += _describe_highlights(self.office.find_current_game(), phase.turn)
        self.report(
            f"{phase.turn}: {count_with_noun(len(phase.orders), 'order')} in "
            f"{count_with_noun(len(orders), 'mail')}, then the deadline"
        )


def _describe_highlights(game: Play, turn: Turn) -> Iterator[str]:
    """Yield what a turn had that is the variant's own: its orders' ends, what came of them."""
    view = find_view(game, None)
    variant = game.variant
    results = ResultsText(JudgeFormatReport(view, build_heading(game), variant))
    stock = {order_type.order for order_type in STOCK}
    lines = [
        f"{outcome.power}: {outcome.why or f'{outcome.order} ({outcome.word})'}"
        for result, outcome in zip(view.results, results.outcomes, strict=True)
        if type(result.order) not in stock
    ]
    lines += ReaderSummary(results, view).events
    if view.ended:
        lines.append(write_ending(view.ended, load_words(variant)))
    if lines:
        yield f"  {variant.calendar.turn_title(turn)}, {turn.phase.display_name.lower()}"
    for line in lines:
        yield fill(line, 98, initial_indent="    ", subsequent_indent="      ")
