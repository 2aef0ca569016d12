"""The machine's clock, when the judge does not trust it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from judge.desk.table import Table, moment
from judge.desk.words import none
from judge.store import pulse


def clock(tx: Connection, words: Sequence[str], now: datetime) -> Table:
    """say that the machine's clock is right, so that turns are run by it"""
    none(words)
    pulse.confirm(tx, now)
    return Table(f"The clock is right: {moment(now)}. Turns that are due by it are run.")
