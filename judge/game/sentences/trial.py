"""What comes of lines in place of a sentence: each is tried, and forgotten again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.game.command import LineContext
from judge.game.mail.answer import OTHER_WORDS, note_line
from judge.game.mail.place import read_text_again
from judge.game.mail.state import MailState
from judge.game.sentences.candidates import COSTLY, Candidate, SentenceMatcher
from judge.language.conditions import asks_advice, find_condition
from judge.language.said_as import load_phrases
from judge.language.statement import (
    CommandStatement,
    Line,
    OrderStatement,
    Statement,
    UnreadStatement,
)
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import find_phrases
from judge.model.reason import Reason

_SAYS_NO = WordPattern(r"\?\W*%(says_no_to_it)s\b")
_IDLE = frozenset({"already_in"})
"""What is said of a line that does nothing."""

Obey = Callable[[MailState, Statement, LineContext], MailState]


class TriedSentence(NamedTuple):
    """A sentence of somebody who is known, what obeys lines in its place, and what compares it with
    what can be said; what is tried is forgotten."""

    known: MailState
    statement: UnreadStatement
    context: LineContext
    obey: Obey
    matcher: SentenceMatcher

    def read_line(self, line: str) -> tuple[Statement, ...]:
        """Return what a line says in place of the sentence."""
        part = Line(self.statement.line.number, line)
        return read_text_again(self.known, part, self.context)[1]

    def read_command(self, line: str) -> CommandStatement | None:
        """Return the only command that a line is in place of the sentence."""
        read = self.read_line(line)
        return read[0] if len(read) == 1 and isinstance(read[0], CommandStatement) else None

    def is_question(self, line: str) -> bool:
        """Say whether a line only asks for something to be shown."""
        read = self.read_command(line)
        return read is not None and read.command.asks

    def explain_undone(self, candidate: Candidate, least: float = 0.0) -> Reason | None:
        """Say why a line is not offered: as things are it would be refused, or it is too unlikely;
        one by which somebody loses is if it is less near than ``least``, or passes over a name."""
        tried = self.read_line(candidate.line)
        if not tried or candidate.line == self.statement.line.text.strip():
            return OTHER_WORDS
        for part in tried:
            is_forbidden = isinstance(part, OrderStatement) and candidate.negated
            if isinstance(part, UnreadStatement) or is_forbidden:
                return OTHER_WORDS
            harms = isinstance(part, CommandStatement) and part.command.harms
            unlikely = candidate.score < max(COSTLY, least) or candidate.negated
            if harms and (unlikely or candidate.unsaid or self._leaves_open()):
                return OTHER_WORDS
            before = len(self.known.part.heard)
            after = self.obey(self.known, part, self.context)
            heard = after.part.heard
            new = heard if after.here != self.known.here else heard[before:]
            if refused := [line.why or OTHER_WORDS for line in new if line.verdict == "refused"]:
                return refused[0]
            if any(line.why and line.why.code in _IDLE for line in new):
                return OTHER_WORDS
        return None

    def _leaves_open(self) -> bool:
        """Say whether the sentence asks for advice, or something without a wish, or hangs what it
        says on something."""
        text = self.statement.line.text
        asks = "?" in text and load_phrases().split_words(text)
        if asks and ({*asks}.isdisjoint(list_words("wishes")) or _SAYS_NO.pattern.search(text)):
            return True
        hangs = any(
            "condition" in phrase.kinds and phrase.text not in list_words("but")
            for phrase in find_phrases(text)
        )
        return hangs or find_condition(text) is not None or asks_advice(text)

    def refuse_sentence(
        self, state: MailState, why: Reason, choices: Sequence[str] = ()
    ) -> MailState:
        """Return a mail in which the sentence is understood, and not done for a reason."""
        state = replace(state, understood=True)
        return note_line(state, self.statement, self.context, "refused", why, tuple(choices))
