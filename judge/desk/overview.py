"""How the judge does, in a few figures: what waits, what went wrong, and which line shows more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, func, select

from judge.desk.table import Cell, DeskTable, build_table, format_moment
from judge.desk.words import refuse_words
from judge.game.state import Stage
from judge.store import pulse
from judge.store import schema as t
from judge.store.figures import LATE_LETTER, LATE_TURN, count_waiting


def show_overview(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """whether all is well: what waits, what went wrong, and where to look"""
    refuse_words(words)
    waiting = count_waiting(tx, now)
    is_held = t.games.c.stage == Stage.HELD.value
    held = tx.execute(select(func.count()).select_from(t.games).where(is_held)).scalar_one()
    late_letter = waiting.oldest is not None and now - waiting.oldest > LATE_LETTER
    late_turn = waiting.late is not None and now - waiting.late > LATE_TURN
    found: tuple[tuple[str, int, datetime | None, bool, str], ...] = (
        ("games that time asks something of now", waiting.due, waiting.late, late_turn, "DUE"),
        ("games held, as a turn failed or waits for the late", held, None, held > 0, "DUE"),
        ("letters that wait", waiting.letters, waiting.oldest, late_letter, "QUEUE"),
        ("letters given up", waiting.dead, None, waiting.dead > 0, "DEAD"),
        ("mails to be read", waiting.unread, None, False, "MAIL"),
        ("mails that could not be read", waiting.aside, None, waiting.aside > 0, "MAIL"),
    )
    look = dict.fromkeys(line for *_, is_wrong, line in found if is_wrong)
    rows: list[tuple[Cell, ...]] = [(what, many, since, see) for what, many, since, _, see in found]
    title = f"Look at {', '.join(look)}." if look else "All is well."
    beat = format_moment(pulse.find_last_beat(tx))
    return build_table(
        f"{title} The judge was last at work at {beat}.", "what number since see", rows
    )
