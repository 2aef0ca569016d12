"""The machine's clock, when the judge does not trust it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from judge.desk.table import DeskTable, format_moment
from judge.desk.words import refuse_words
from judge.store import pulse


def confirm_clock(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """say that the machine's clock is right, so that turns are run by it"""
    refuse_words(words)
    pulse.confirm_clock(tx, now)
    return DeskTable(f"The clock is right: {format_moment(now)}. Turns that are due by it are run.")
