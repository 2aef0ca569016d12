"""An answer to a letter that asks whether something is to be done: YES and NO in other words, a
question about it, or a wish beside it.

Yes is what surely says it, and nothing that limits it; whatever clearly denies is no.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from judge.game.command import LineContext
from judge.game.sentences.candidates import CLEAR, LIKE, SentenceMatcher, build_matcher_for
from judge.game.sentences.outside import is_plain_talk
from judge.language.answers import read_short_answer
from judge.language.consent import asks_of_deed, denies_deed, gives_reason, limits_deed
from judge.language.innocent import cut_idioms, is_courtesy
from judge.language.lexicon import build_lexicon
from judge.language.referring import list_sentences
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text, normalize_line
from judge.language.word_lists import WordPattern
from judge.model.map import Map

Says = Literal["yes", "no", "mixed", "explain", "asks", "other"]
"""What an answer says: "explain" asks what is asked, "asks" something else."""

_SURELY, _TAKES_BACK = 0.85, 0.7
"""How near words are to those that say yes, and to those that take a yes back."""
_YES, _NO = "YES", "NO"
_CLAUSES = WordPattern(
    r"\s*[,;:]+\s*(?:%(joins_clauses)s )?|\s+[-\u2013\u2014]+\s+|\s+%(joins_clauses)s\s+"
    r"|\s+(?=%(told_why)s\b)"
)
_BEGINS = WordPattern(r"\W*(?:%(says_yes_to_deed)s|%(agrees_to_asked)s)(?!\w)[,;:.!]*\s*")
_NO_MAIL = WordPattern(r"\b%(wants_no_mail)s\b")
_HESITATES = WordPattern(r"\W*%(hesitates)s\b")
_IDLE = WordPattern(r"\W*(?:%(idle_questions)s)\W*")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def read_answer(texts: Sequence[str], asked: Collection[str], context: LineContext) -> Says:
    """Return what the lines of a mail say together to what was asked, of which ``asked`` are the
    lines: who says one of them again agrees."""
    reader = _Reader(build_matcher_for("asked", context), context, frozenset(asked))
    said = [
        reader.read_sentence(normalize_line(sentence))
        for text in texts
        for sentence in list_sentences(text) or [text]
    ]
    kinds = [each for each in said if each != "kind"] or ["other"]
    first, others = kinds[0], {*kinds[1:]}
    if first == "yes" and others <= {"yes", "open", "other"}:
        return "other" if "other" in others else "yes"
    if "no" in kinds and first != "yes":
        return "mixed" if "mixed" in kinds else "no"
    if "explain" in kinds and "yes" not in kinds:
        return "explain"
    if "mixed" in kinds or "yes" in kinds:
        return "mixed"
    if {*kinds} & {"asks", "open"}:
        return "asks"
    return "mixed" if "limits" in kinds else "other"


def leaves_open(says: Says) -> bool:
    """Say whether an answer is a question, or one that limits what it says."""
    return says != "yes" and says != "no" and says != "other"


def says_more_than_no(texts: Sequence[str], context: LineContext) -> bool:
    """Say whether lines that say no have words in them that are no answer, nor kind."""
    reader = _Reader(build_matcher_for("asked", context), context)
    clauses = [each for text in texts for each in _list_clauses(normalize_line(text))]
    return not all(reader.denies(each) or reader.says_yes(each) for each in clauses)


@dataclass(frozen=True)
class _Reader:
    """Reads what sentences say to a question."""

    matcher: SentenceMatcher
    context: LineContext
    asked: frozenset[str] = frozenset()

    def read_sentence(self, text: str) -> str:
        """Return what a sentence says; "open" is a question that no yes or no answers."""
        folded, clauses = fold_text(text), [*_list_clauses(text)]
        if "?" in text or load_phrases().is_question(folded.split()):
            return self._read_question(folded, clauses)
        if is_courtesy(text):
            return "kind"
        if clauses and all(map(self.says_yes, clauses)):
            return "yes" if any(map(self._agrees, clauses)) else "kind"
        return self._read_unsure(text, folded, clauses)

    def _read_unsure(self, text: str, folded: str, clauses: Sequence[str]) -> str:
        """Return what a sentence says that is no plain yes, and no question."""
        if _BEGINS.pattern.match(folded):
            back = [
                self._score(each, _NO) for each in clauses[1:] if not limits_deed(fold_text(each))
            ]
            is_back = max(back, default=0.0) >= _TAKES_BACK
            return (
                "no" if is_back and not _BEGINS.pattern.match(fold_text(clauses[-1])) else "mixed"
            )
        if self.denies(text) or any(map(self.denies, clauses[:1])):
            return "no"
        return "limits" if limits_deed(folded) or _HESITATES.pattern.match(folded) else "other"

    def _read_question(self, folded: str, clauses: Sequence[str]) -> str:
        if _IDLE.pattern.fullmatch(folded):
            return "kind"
        *before, last = clauses
        if before and all(map(self.says_yes, before)):
            return "yes" if _IDLE.pattern.fullmatch(fold_text(last)) else "mixed"
        if _BEGINS.pattern.match(folded):
            return "mixed"
        if asks_of_deed(folded):
            return "explain"
        return "open" if load_phrases().asks_openly(folded.split()) else "asks"

    def says_yes(self, clause: str) -> bool:
        """Say whether a clause surely says yes, or goes with one and changes nothing."""
        folded = fold_text(clause)
        if is_courtesy(clause) or _BEGINS.pattern.fullmatch(folded) or folded in self.asked:
            return True
        if limits_deed(folded) or any(map(str.isdigit, clause)):
            return False
        if denies_deed(folded) or self._score(clause, _NO) >= LIKE:
            return gives_reason(folded)
        return gives_reason(folded) or self._agrees(clause) or is_plain_talk(clause, self.context)

    def _agrees(self, clause: str) -> bool:
        begins = _BEGINS.pattern.match(fold_text(clause))
        if begins and (begins.end() == len(clause) or self.says_yes(clause[begins.end() :])):
            return True
        return self._score(clause, _YES) >= _SURELY

    def _score(self, text: str, line: str) -> float:
        """Return how near words are to those that say a line, 0 if they are nearer to the other."""
        said = (each for each in self.matcher.list_candidates(text) if each.line in (_YES, _NO))
        nearest = next(said, None)
        is_it = nearest is not None and nearest.line == line and not nearest.negated
        return nearest.score if nearest is not None and is_it else 0.0

    def denies(self, text: str) -> bool:
        """Say whether words clearly say no, in few words or in those of others."""
        if not cut_idioms(text):
            return False
        if _NO_MAIL.pattern.search(fold_text(text)):
            return True
        answer = read_short_answer(text)
        nearest = self.matcher.find_nearest(text)
        least = max(CLEAR, nearest.score) if nearest.is_talk else CLEAR
        return self._score(text, _NO) >= least or (answer is not None and answer.says == "no")


def _list_clauses(text: str) -> Iterator[str]:
    yield from (each.strip() for each in _CLAUSES.pattern.split(text) if each.strip(" .!?"))


def list_powers_named(texts: Sequence[str], game_map: Map) -> tuple[str, ...]:
    """Return the powers that the lines of a mail name."""
    powers = build_lexicon(game_map).powers
    words = (word for text in texts for word in _WORD.findall(fold_text(text)))
    return tuple(dict.fromkeys(powers[word] for word in words if word in powers))
