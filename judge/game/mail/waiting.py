"""A whole mail that answers what waits for CONFIRM: it is done, forgotten, shown again or offered.

What others lose by is done on nothing but a plain yes; whatever denies or limits that has it
forgotten, so that no number can set it off later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from judge.game.command import LineContext
from judge.game.mail.answer import note_line
from judge.game.mail.confirmation import forget_pending_lines, list_pending_lines
from judge.game.mail.obey import obey_lines
from judge.game.mail.picking import ask_which, find_number_confirmed, list_confirming_numbers
from judge.game.mail.place import (
    find_answered_letter,
    find_variant_here,
    identify_sender,
    read_statements,
)
from judge.game.mail.state import MailState
from judge.game.sentences.candidates import CLEAR, LIKE, SentenceMatcher, build_matcher
from judge.game.state import PendingLines
from judge.game.votes.ballot import Ballot
from judge.language.answers import read_short_answer
from judge.language.consent import (
    asks_of_deed,
    begins_with_denial,
    denies_deed,
    gives_reason,
    limits_deed,
    names_limit,
)
from judge.language.innocent import is_courtesy
from judge.language.lexicon import build_lexicon
from judge.language.referring import list_sentences
from judge.language.said_as import load_phrases
from judge.language.script import Item
from judge.language.spelling import fold_text, normalize_line
from judge.language.statement import CommandStatement, Line, UnreadStatement
from judge.language.word_lists import WordPattern
from judge.language.words import find_phrases
from judge.model.map import Map
from judge.model.reason import Reason

Kind = Literal["yes", "no", "mixed", "asks", "kind", "other"]
"""What a sentence says of what waits; "mixed" is a yes with a limit, or a limit alone."""

_EXACTLY, _ALIKE = 0.9, 0.65
"""How near words are to those that confirm, and to those for the very deed that waits."""
_CONFIRM = "CONFIRM"
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_CLAUSE = WordPattern(
    r"\s*[,;:]+\s*(?:%(joins_clauses)s )?|\s+[-\u2013\u2014]+\s+|\s+(?=%(told_why)s\b)"
)
_YES = WordPattern(r"\W*%(says_yes_to_deed)s(?!\w)[,;:.!]*\s*")
_MEANS = WordPattern(r"\b%(means_other)s\b")
_REFUSES = frozenset({"negation", "takeback"})


class _Read(NamedTuple):
    """A line of the mail, and what its sentences say."""

    item: Item
    said: Sequence[tuple[str, Kind]]


def answer_pending_lines(
    state: MailState, items: Sequence[Item], context: LineContext
) -> tuple[MailState, Sequence[Item]]:
    """Return a mail, and those of its lines that are still to be obeyed, with what waits to be
    confirmed done by a plain yes, forgotten by any denial, and shown again to who asks of it."""
    found, waiting = _find_what_waits(state, context)
    if waiting is None or not items or any(item.body is not None for item in items):
        return state, items
    if _is_command(found, items[0], context):
        return state, items
    matcher, game_map = build_matcher(found, context), find_variant_here(found, context).map
    reader = _AnswerReader(matcher, game_map, waiting)
    read = [_Read(item, [*reader.read_line(item.line.text)]) for item in items]
    kinds = [kind for line in read for _, kind in line.said if kind != "kind"]
    if "yes" in kinds and {*kinds} == {"yes"}:
        return found, (_with_text(items[0], f"{_CONFIRM} {waiting.number}"),)
    if not kinds:
        return state, items
    first_kinds = {kind for _, kind in read[0].said} - {"kind"}
    if first_kinds == {"yes"} and all(_is_command(found, item, context) for item in items[1:]):
        return found, (_with_text(items[0], f"{_CONFIRM} {waiting.number}"), *items[1:])
    if "asks" in kinds and "yes" not in kinds and not reader.begins_with_no(read[0]):
        return _show_again(found, read, waiting, context), ()
    if "yes" in kinds and "asks" not in kinds and (reader.names_other(read) or "no" in kinds):
        kinds[0] = "mixed"
    if "mixed" in kinds[:2] and (kinds[0] == "mixed" or "yes" in kinds):
        others = reader.list_lines_meant(read)
        return _forget(found, read, (*waiting.lines, *others), waiting, context), ()
    if reader.nearly_confirms(read):
        _, letter = find_answered_letter(state, "offers", context)
        return (ask_which(found, items[0].line, letter, context), ()) if letter else (state, items)
    if kinds[0] != "no":
        return state, items
    others = reader.list_lines_meant(read)
    said, rest = _part_from_denial(read, matcher)
    return _forget(found, said, () if rest else others, waiting, context), rest


def _find_what_waits(
    state: MailState, context: LineContext
) -> tuple[MailState, PendingLines | None]:
    """Return what waits to be confirmed, if the letter that is answered asks for nothing else."""
    known = identify_sender(state, context)
    game, seat = known.find_current_game(context), known.find_own_seat(context)
    if game is not None and seat is not None and not list_pending_lines(game, seat, context):
        return state, None
    found, letter = find_answered_letter(state, "offers", context)
    game, seat = found.find_current_game(context), found.find_own_seat(context)
    if letter is None or game is None or seat is None:
        return state, None
    if len(list_confirming_numbers(letter)) != len(letter.offered_items):
        return state, None
    numbers = [find_number_confirmed(item.line.text) for item in letter.offered_items.values()]
    pending = [held for held in list_pending_lines(game, seat, context) if held.number in numbers]
    return (found, pending[0]) if len(pending) == 1 else (state, None)


def _is_command(state: MailState, item: Item, context: LineContext) -> bool:
    """Say whether a line is a command as it stands, and no mere yes or no."""
    said = read_statements(state, item, None, context)[1]
    return bool(said) and all(
        isinstance(each, CommandStatement) and not isinstance(each.command, Ballot) for each in said
    )


def _with_text(item: Item, text: str) -> Item:
    return item._replace(line=item.line._replace(text=text))


@dataclass(frozen=True)
class _AnswerReader:
    """Reads what sentences say of lines that wait."""

    matcher: SentenceMatcher
    game_map: Map
    waiting: PendingLines

    def read_line(self, text: str) -> Iterable[tuple[str, Kind]]:
        """Yield the sentences of a line, each with what it says of what waits."""
        for sentence in list_sentences(text) or [text]:
            yield sentence, self._read_sentence(normalize_line(sentence))

    def _read_sentence(self, text: str) -> Kind:
        folded = fold_text(text)
        begins = _YES.pattern.match(folded) is not None
        if "?" in text or load_phrases().is_question(folded.split()):
            is_about = asks_of_deed(folded)
            return "mixed" if begins and is_about else "asks" if is_about else "other"
        if self._says_yes(text):
            return "yes"
        if is_courtesy(text):
            return "kind"
        if begins and self.list_others(text):
            return "mixed"
        if limits_deed(folded):
            return "mixed" if begins or not denies_deed(folded) else "no"
        answer = read_short_answer(text)
        denies = _denies(folded) or (answer is not None and answer.says == "no")
        if denies:
            return "mixed" if begins else "no"
        return "kind" if gives_reason(folded) and not self.list_others(text) else "other"

    def _says_yes(self, text: str) -> bool:
        """Say whether a sentence is a plain yes, or one with the deed itself or a reason."""
        if self.list_others(text):
            return False
        first, *clauses = (each for each in _CLAUSE.pattern.split(text) if each and each.strip())
        lead = _YES.pattern.match(fold_text(first))
        if lead is not None:
            clauses = [*filter(None, [first[lead.end() :].strip(" .!")]), *clauses]
        elif not self._names_deed(first, _EXACTLY):
            return False
        return all(map(self._goes_with_yes, clauses))

    def _goes_with_yes(self, clause: str) -> bool:
        folded = fold_text(clause)
        if limits_deed(folded) or any(map(str.isdigit, clause)):
            return False
        if gives_reason(folded) or is_courtesy(clause) or _YES.pattern.fullmatch(folded):
            return True
        return not _denies(folded) and self._names_deed(clause, _ALIKE)

    def _names_deed(self, clause: str, least: float) -> bool:
        """Say whether words confirm, or are the deed that waits in other words."""
        said = [each for each in self.matcher.list_candidates(clause) if each.line]
        if not said or said[0].score < least:
            return False
        first = said[0]
        if first.line == _CONFIRM:
            return first.score >= _EXACTLY
        (line, *others) = self.waiting.lines
        same = not others and first.line.split()[0] == line.split()[0].upper()
        return same and least < _EXACTLY and (bool(first.missing) or _is_same(first.line, line))

    def list_others(self, text: str) -> list[str]:
        """Return the powers that a text names, and what waits does not."""
        held = {power for line in self.waiting.lines for power in self._list_powers(line)}
        return [power for power in self._list_powers(text) if power not in held]

    def _list_powers(self, text: str) -> list[str]:
        powers = build_lexicon(self.game_map).powers
        words = _WORD.findall(fold_text(text))
        return [*dict.fromkeys(powers[word] for word in words if word in powers)]

    def begins_with_no(self, line: _Read) -> bool:
        """Say whether a line begins with a word that denies."""
        return begins_with_denial(fold_text(line.item.line.text))

    def nearly_confirms(self, read: Sequence[_Read]) -> bool:
        """Say whether the one sentence of a mail is like those that confirm, and no plain yes."""
        said = [text for line in read for text, kind in line.said if kind != "kind"]
        return len(said) == 1 and self.matcher.find_nearest(said[0]).line == _CONFIRM

    def names_other(self, read: Sequence[_Read]) -> bool:
        """Say whether a mail names a power that what waits does not."""
        return any(self.list_others(line.item.line.text) for line in read)

    def list_lines_meant(self, read: Sequence[_Read]) -> tuple[str, ...]:
        """Return the line that waits with the other powers in its place that are meant."""
        if len(self.waiting.lines) > 1:
            return ()
        (line,) = self.waiting.lines
        named = [word for word in line.split() if self._list_powers(word)]
        text = " ".join(line.item.line.text for line in read)
        spared = names_limit(fold_text(text)) and not _MEANS.pattern.search(fold_text(text))
        if len(named) != 1 or spared:
            return ()
        return tuple(line.replace(named[0], power) for power in self.list_others(text))


def _denies(folded: str) -> bool:
    return denies_deed(folded) or any(phrase.kinds & _REFUSES for phrase in find_phrases(folded))


def _is_same(line: str, other: str) -> bool:
    return fold_text(normalize_line(line)) == fold_text(normalize_line(other))


def _part_from_denial(
    read: Sequence[_Read], matcher: SentenceMatcher
) -> tuple[Sequence[_Read], Sequence[Item]]:
    """Part what denies from what clearly says something else behind it, be it in one sentence."""
    for row, line in enumerate(read):
        clauses = [*_list_clauses(line)]
        for at, (text, least) in enumerate(clauses):
            if (row or at) and _says_else(text, least, matcher):
                rest = _with_text(line.item, " ".join(said for said, _ in clauses[at:]))
                head = line._replace(said=[(said, "no") for said, _ in clauses[:at]])
                return [*read[:row], head], [rest, *(each.item for each in read[row + 1 :])]
    return read, ()


def _list_clauses(line: _Read) -> Iterable[tuple[str, float]]:
    """Yield the sentences of a line, the clauses of the first each by itself, and how near a line
    is at least that each says."""
    for number, (text, kind) in enumerate(line.said):
        if number:
            yield text.strip(), CLEAR if kind in ("no", "kind") else LIKE
        else:
            yield from ((each.strip(), CLEAR) for each in _CLAUSE.pattern.split(text) if each)


def _says_else(text: str, least: float, matcher: SentenceMatcher) -> bool:
    nearest = matcher.find_nearest(normalize_line(text))
    return nearest.line not in ("", "UNDO", _CONFIRM) and nearest.score >= least


def _write(read: Sequence[_Read]) -> str:
    return " ".join(text.strip() for line in read for text, _ in line.said)


def _forget(
    state: MailState,
    read: Sequence[_Read],
    choices: tuple[str, ...],
    waiting: PendingLines,
    context: LineContext,
) -> MailState:
    """Forget what waits, and say so; what may be meant is offered, to be shown first like it."""
    state, line = forget_pending_lines(state, waiting, context), read[0].item.line
    why = Reason("waits_no_more", (", ".join(waiting.lines),))
    said = UnreadStatement(line._replace(text=_write(read)), why)
    verdict: Literal["refused", "noted"] = "refused" if choices else "noted"
    return note_line(state, said, context, verdict, why, tuple(dict.fromkeys(choices)))


def _show_again(
    state: MailState, read: Sequence[_Read], waiting: PendingLines, context: LineContext
) -> MailState:
    """Show once more what waits, and what would come of it."""
    state, line = forget_pending_lines(state, waiting, context), read[0].item.line
    why = Reason("waits_still")
    said = UnreadStatement(Line(line.number, _write(read)), why)
    state = note_line(state, said, context, "noted", why)
    return obey_lines(state, line.number, waiting.lines, context)
