"""Answers to press: what is said in them goes to whoever wrote it, and what may be an order there
is asked about, as the wrong of both would tell an enemy."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from judge.game.command import EnterCommand, LineContext, ReadCommand
from judge.game.mail.state import MailState
from judge.game.mail.transcript import note_line
from judge.game.request import ANSWER
from judge.game.sentences.candidates import CLEAR, SentenceMatcher, build_matcher
from judge.language.parting import split_into_sentences
from judge.language.script import Item
from judge.language.spelling import fold_text
from judge.language.statement import (
    CommandStatement,
    Line,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.talk import is_worded
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import Phrase, find_phrases
from judge.model.reason import Reason

_PRESS = WordPattern(r"\[?\S+:(\w+) - %(press)s from (.+?)(?: %(for)s .+)?")
_OF_MAIL = WordPattern(r"\b%(of_press)s\b")
"""Words that somebody says of press, and not to whoever wrote it."""


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
    return bool(words) and not any(_only_looks(each) for each in statements if each not in words)


def may_be_for_judge(writer: str, state: MailState, context: LineContext) -> bool:
    """Say whether a sentence of an answer to press may be said to the judge, and not to its
    writer: it names the judge, speaks of the writer or of mail, or is like what the judge is told.
    """
    matcher = build_matcher(state, context)
    said = map(str.strip, split_into_sentences(context.mail.text.replace("\n", " ")))
    names = {fold_text(name) for name in writer.split(", ")}
    return any(_is_said_of(text, names, matcher) for text in said if text)


def _is_said_of(text: str, writer: Collection[str], matcher: SentenceMatcher) -> bool:
    phrases = find_phrases(text)
    words = {*re.findall(r"[\w']+", fold_text(text))}
    if any("judge" in phrase.kinds for phrase in phrases) or _OF_MAIL.pattern.search(text):
        return True
    if _speaks_to_somebody(text) or (phrases and _greets(phrases, writer)):
        return False
    if words & {*list_words("third_person")} or words & {*writer}:
        return True
    nearest = matcher.find_nearest(text)
    is_clear = bool(nearest.line) and nearest.score >= CLEAR
    return is_clear and not _casts_ballot(nearest.line, matcher)


def _speaks_to_somebody(text: str) -> bool:
    return not {*re.findall(r"[\w']+", fold_text(text))}.isdisjoint(list_words("second_person"))


def _casts_ballot(line: str, matcher: SentenceMatcher) -> bool:
    """Say whether a line says yes or no to something, as players do to each other."""
    head = line.split()[0]
    return any(
        command is not None and command.ledger == "ballot"
        for said, command in matcher.commands.items()
        if said.split()[:1] == [head]
    )


def _greets(phrases: Sequence[Phrase], writer: Collection[str]) -> bool:
    """Say whether words begin with the name of who is written to, or with a greeting."""
    first = (phrase for phrase in phrases[:2] if not phrase.kinds & {"courtesy", "greeting"})
    return all(phrase.text in writer for phrase in first)


def _is_said_to_somebody(statement: Statement) -> bool:
    """Say whether a statement may be said to another player: it is none, a mere yes or no, or asks
    something of them."""
    if isinstance(statement, CommandStatement):
        text = statement.line.text.strip()
        if statement.command.asks:  # "why don't you": WHY is for the judge
            return is_worded(text) and _speaks_to_somebody(text)
        is_mere = text.count(" ") < 2 and is_worded(text) and not any(map(str.isdigit, text))
        return statement.command.ledger == "ballot" and (is_mere or " " not in text)
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
