"""Games of one person and robots, to their end: ``python -m tests.demo.tables ww4 gd standard``.

Without codes the game of every board that is shipped is played. The person sends no
orders, and after some years is for a draw.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from judge.demo.table import GAME, RobotTable, TableWish
from judge.game.state import Stage
from judge.library import codes
from judge.model.reason import Fate
from judge.model.turn import Phase

MOST_YEARS, PATIENCE = 60, 12
"""For how many rounds of all seasons a game may go on, and after how many its person is for a
draw."""


class Course(NamedTuple):
    """How a game went: how it ended ("" if it goes on), its turns, and what robots did wrong."""

    ended: str
    turns: int
    faults: list[str]


def play_table(
    folder: Path, code: str, level: str = "easy", years: int = MOST_YEARS, **options: str
) -> Course:
    """Play a game of a variant, by deadlines alone, for so many years at most."""
    table = RobotTable(folder)
    try:
        table.begin_game(TableWish(code, options, "", level))
        table.send_mail("SET PICTURES OFF")
        calendar = table.game.variant.calendar
        while table.game.stage is Stage.ACTIVE:
            turn = table.game.position.turn
            played = calendar.count_cycles_before(turn.year)
            if played >= years:
                break
            if turn.phase is Phase.MOVEMENT and played >= PATIENCE:
                table.send_mail("DRAW")
            if table.game.stage is Stage.ACTIVE:
                table.pass_deadline()
        with table.judge.database.read_transaction() as tx:
            past = table.judge.games.load_past_turns(tx, GAME)
        faults = []
        robots = {power for seat in table.game.players if seat.robot for power in seat.powers}
        line = past.list_turns_leading_to(table.game.parent)
        for turn in line:
            void = [
                f"{turn.record.before.turn}: {result.order}: {result.why}"
                for result in turn.record.results
                if result.order.unit.power in robots and result.fate is Fate.VOID
            ]
            faults += void
        ended = table.game.position.ended
        return Course(
            f"{ended.how}: {', '.join(ended.winners)}" if ended else "", len(line), faults
        )
    finally:
        table.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("codes", nargs="*", default=codes())
    parser.add_argument("--level", default="easy")
    parser.add_argument("--years", type=int, default=MOST_YEARS)
    chosen = parser.parse_args()
    for code in chosen.codes:
        began = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            course = play_table(Path(folder), code, chosen.level, chosen.years)
        spent = time.process_time() - began
        print(
            f"{code}: {course.turns} turns, {spent:.0f} s, {course.ended or 'goes on'}", flush=True
        )
        for fault in course.faults:
            print(f"  {fault}")


if __name__ == "__main__":
    main()
