"""The desk by mail: which lines are for it, and the answer to them."""

from __future__ import annotations

import logging
from datetime import datetime

from sqlalchemy import Connection

from judge.desk.commands import COMMANDS, found
from judge.desk.table import Table
from judge.desk.words import DeskError
from judge.game.effects import DeskLines
from judge.language.spelling import fold, normal
from judge.model.letter import Notice, Page, Recipient
from judge.model.letter_kind import REPLY

_log = logging.getLogger(__name__)

_WORD = "admin"


def spoken(line: str) -> str:
    """Return what a line says to the desk, without ADMIN, or "" if it is not for the desk."""
    said = normal(line).strip().rstrip(".!")
    first, _, rest = said.partition(" ")
    if fold(first) == _WORD:
        return rest.strip() or "?"
    try:
        name, _words = found(said)
    except DeskError:
        return ""
    return said if COMMANDS[name].alone else ""


def run_errands(tx: Connection, errands: DeskLines, now: datetime) -> Notice:
    """Do what the keeper asks, line by line, and return the answer."""
    pages = tuple(_page(tx, line, now) for line in errands.lines)
    return Notice(
        kind=REPLY,
        to=Recipient(errands.sender),
        event="",
        key=f"{errands.key}.desk.reply",
        sections=pages,
        answering=errands.answering,
        subject=errands.subject,
    )


def _page(tx: Connection, line: str, now: datetime) -> Page:
    try:
        name, words = found(line)
        if not COMMANDS[name].by_mail:
            raise DeskError(f"judge admin {name} is said at the command line alone")
        table = COMMANDS[name].do(tx, words, now)
    except DeskError as trouble:
        table = Table(f"Not done: {trouble}", text="HELP ADMIN tells what there is.")
    _log.warning("the keeper by mail: %s", line)
    return Page(line.upper(), table.markdown())
