"""The desk by mail: which lines are for it, and the answer to them."""

from __future__ import annotations

import logging
from datetime import datetime

from sqlalchemy import Connection

from judge.desk.commands import COMMANDS, parse_desk_command
from judge.desk.table import DeskTable
from judge.desk.words import DeskError
from judge.game.effects import DeskLines
from judge.language.spelling import fold_text, normalize_line
from judge.language.talk import without_please
from judge.model.letter import Notice, Page, Recipient
from judge.model.letter_kind import REPLY

_log = logging.getLogger(__name__)

_WORD = "admin"


def find_desk_command(line: str) -> str:
    """Return what a line says to the desk, without ADMIN, or "" if it is not for the desk."""
    plain_line = without_please(normalize_line(line).strip())
    first, _, rest = plain_line.partition(" ")
    if fold_text(first) == _WORD:
        return rest.strip() or "?"
    try:
        name, words = parse_desk_command(plain_line)
    except DeskError:
        return ""
    is_sentence = len(words) > 1 and not any(word.lstrip("#")[:1].isdecimal() for word in words)
    return plain_line if COMMANDS[name].alone and not is_sentence else ""


def run_desk_lines(tx: Connection, errands: DeskLines, now: datetime) -> Notice:
    """Do what the keeper asks, line by line, and return the answer."""
    pages = tuple(_run_desk_line(tx, line, now) for line in errands.lines)
    return Notice(
        kind=REPLY,
        to=Recipient(errands.sender),
        event="",
        key=f"{errands.key}.desk.reply",
        sections=pages,
        answering=errands.answering,
        subject=errands.subject,
    )


def _run_desk_line(tx: Connection, line: str, now: datetime) -> Page:
    title = line
    try:
        name, words = parse_desk_command(line)
        title = " ".join([name.upper(), *words])
        if not COMMANDS[name].by_mail:
            raise DeskError(f"judge admin {name} is said at the command line alone")
        table = COMMANDS[name].do(tx, words, now)
    except DeskError as trouble:
        table = DeskTable(f"Not done: {trouble}", text="HELP ADMIN tells what there is.")
    _log.warning("the keeper by mail: %s", line)
    return Page(title, table.write_markdown())
