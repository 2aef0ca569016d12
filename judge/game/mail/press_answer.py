"""Answers to press: what is said in them goes to whoever wrote it, and what may be an order there
is asked about, as the wrong of both would tell an enemy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.game.command import EnterCommand, LineContext, ReadCommand
from judge.game.mail.state import MailState
from judge.game.mail.transcript import note_line
from judge.game.request import ANSWER
from judge.language.script import Item
from judge.language.statement import (
    CommandStatement,
    Line,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.word_lists import WordPattern
from judge.model.reason import Reason

_PRESS = WordPattern(r"\[?\S+:(\w+) - %(press)s from (.+?)(?: %(for)s .+)?")


def find_press_writer(context: LineContext) -> str:
    """Return who wrote the press that a mail answers, "" if it answers none, or none that says."""
    mail = context.mail
    mark = ANSWER.pattern.match(mail.subject)
    subject = mail.answered_subject or (mail.subject[mark.end() :].strip() if mark else "")
    press = _PRESS.pattern.fullmatch(subject)
    if press is None or press[1] != mail.find_answered_game(context.memory.games):
        return ""
    return press[2].replace(" and ", ", ")


def is_for_writer(readings: Sequence[tuple[Item, tuple[Statement, ...]]]) -> bool | None:
    """Say whether an answer to press is words to its writer; None if it may be orders as well."""
    if any(item.body is not None for item, _ in readings):
        return False
    statements = [without_doubt(statement) for _, read in readings for statement in read]
    words = [each for each in statements if _is_said_to_somebody(each)]
    deeds = [each for each in statements if each not in words and not _only_looks(each)]
    if deeds and not all(map(_is_command, deeds)):
        return None
    if words and deeds:
        return None
    return bool(words) and not any(map(_only_looks, statements))


def _is_said_to_somebody(statement: Statement) -> bool:
    """Say whether a statement may be said to another player: it is none, or a mere yes or no."""
    if isinstance(statement, CommandStatement):
        return statement.command.ledger == "ballot" and " " not in statement.line.text.strip()
    return isinstance(statement, UnreadStatement) and not (statement.guesses or statement.hints)


def _is_command(statement: Statement) -> bool:
    return isinstance(statement, CommandStatement)


def _only_looks(statement: Statement) -> bool:
    """Say whether a command costs nobody anything."""
    return isinstance(statement, CommandStatement) and isinstance(
        statement.command, ReadCommand | EnterCommand
    )


def doubt_orders(items: Sequence[Item], writer: str) -> tuple[Item, ...]:
    """Return the lines of an answer to press, in doubt whether they are words to its writer."""
    doubt = Reason("orders_or_words", (writer,))
    return tuple(item._replace(line=item.line._replace(doubt=doubt)) for item in items)


def offer_words(state: MailState, writer: str, context: LineContext) -> MailState:
    """Offer to send the whole of a mail to whoever wrote the press that it answers."""
    line = Line(0, f"PRESS TO {writer}")
    state = replace(state, body=context.mail.text, understood=True)
    why = Reason("words_or_orders", (writer,))
    choices = (line.text, f"{line.text} ON RESULT")  # no mere YES is to send it
    state = note_line(state, UnreadStatement(line, why), context, "refused", why, choices)
    return replace(state, body=None)
