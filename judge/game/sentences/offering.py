"""A sentence that no rule reads: answered if it only asks, else its lines are offered.

Nothing is ever done that costs anybody something. Each line is tried before it is shown, and what
is tried is forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.game.command import InGame, InPlay, LineContext
from judge.game.mail.place import (
    authorize_role,
    find_variant_here,
    identify_sender,
    read_statements,
)
from judge.game.mail.state import MailState
from judge.game.mail.transcript import note_line
from judge.game.orders.alternatives import MOST
from judge.game.sentences.candidates import Candidate, build_matcher, build_matcher_for
from judge.game.sentences.told import find_told_orders
from judge.game.sentences.wishes import CLEAR, LIKE, are_one_wish, split_into_wishes
from judge.game.state import Play, Role
from judge.hooks import Variant
from judge.language.lexicon import build_lexicon
from judge.language.script import Item
from judge.language.spelling import fold_text, normalize_line, squeeze_name
from judge.language.statement import (
    CommandStatement,
    DoubtfulStatement,
    Line,
    OrderStatement,
    Statement,
    UnreadStatement,
)
from judge.model.reason import Reason

Obey = Callable[[MailState, Statement, LineContext], MailState]

_COSTLY = 0.5
"""From how near on something is offered that somebody loses by."""
_AHEAD, _BARELY = 0.1, 0.0
"""How far a question that is answered at once is before the next, and before one that only asks,
too."""
_AS_NEAR = 0.98
"""How near a line is, beside talk that is nearest, that somebody means who answers a letter."""
_SURELY = 0.75
"""How near something is that nothing else is offered with if it cannot be done."""
_TRIED = 8
"""So many lines are tried for one sentence."""
_BESIDE = ((0.9, 0.85), (0.75, 0.7), (0.0, 0.55))
"""How near something is, beside the nearest, that is offered with it: the nearer that, the more."""
_HARMFUL = 0.85
"""How near something is, beside the nearest, that is offered with it though somebody loses."""
_ALWAYS = frozenset({"expected", "old_line", "prose", "unfinished", "unknown_line"})
"""Why a line is not read that may be a sentence, however it is written."""
_NEVER = frozenset({"condition", "which_order", "which_unit", "old_orders", "as_above"})
"""Why a line is not done that is clear by itself."""
_OTHER_WORDS = Reason("other_words")
DESK = "ADMIN "
"""How lines for the desk begin."""
_ANSWERS = ("YES", "NO")
"""The answers to a question."""
_BOARD = frozenset({"place", "power"})
"""Talk that has one of these may be words for another player, who has not got them."""
_LINES = 30
"""In so many lines of a mail sentences are looked at."""
_WISHES = 5
"""So many wishes of one line are answered, each by itself."""
_NOTATION = re.compile(r"(?:^|\s)-|-(?:\s|>|$)|[>|:]|\?\s*$")
"""What stands in orders as they are noted, or at the end of questions."""
_CODE = 2
"""Of so many letters the code of a kind of unit is at most."""


class _TriedSentence(NamedTuple):
    """A sentence of somebody who is known, and what obeys lines in its place; what is tried is
    forgotten."""

    known: MailState
    statement: UnreadStatement
    context: LineContext
    obey: Obey

    def read_line(self, line: str) -> tuple[Statement, ...]:
        """Return what a line says in place of the sentence."""
        item = Item(Line(self.statement.line.number, line))
        return read_statements(self.known, item, None, self.context)[1]

    def read_command(self, line: str) -> CommandStatement | None:
        """Return the only command that a line is in place of the sentence."""
        read = self.read_line(line)
        return read[0] if len(read) == 1 and isinstance(read[0], CommandStatement) else None

    def asks(self, line: str) -> bool:
        """Say whether a line only asks for something to be shown."""
        read = self.read_command(line)
        return read is not None and read.command.asks

    def explain_undone(self, candidate: Candidate, least: float = 0.0) -> Reason | None:
        """Say why a line is not offered: as things are it would be refused, or it is too unlikely;
        one by which somebody loses is if it is less near than ``least``."""
        tried = self.read_line(candidate.line)
        if not tried or candidate.line == self.statement.line.text.strip():
            return _OTHER_WORDS
        for part in tried:
            if isinstance(part, UnreadStatement):
                return _OTHER_WORDS
            harms = isinstance(part, CommandStatement) and part.command.harms
            if harms and (candidate.score < max(_COSTLY, least) or candidate.negated):
                return _OTHER_WORDS
            before = len(self.known.part.heard)
            after = self.obey(self.known, part, self.context)
            heard = after.part.heard
            new = heard if after.here != self.known.here else heard[before:]
            if refused := [line.why or _OTHER_WORDS for line in new if line.verdict == "refused"]:
                return refused[0]
        return None

    def refuse(self, state: MailState, why: Reason, choices: Sequence[str] = ()) -> MailState:
        """Return a mail in which the sentence is understood, and not done for a reason."""
        state = replace(state, understood=True)
        return note_line(state, self.statement, self.context, "refused", why, tuple(choices))


def may_be_sentence(statement: Statement, why: Reason, state: MailState) -> bool:
    """Say whether a line that is not read, or not done, for that reason may be a sentence."""
    if why.code in _NEVER or state.count > _LINES:
        return False
    return why.code in _ALWAYS or is_worded(statement.line.text)


def is_worded(text: str) -> bool:
    """Say whether a line is written as people write, and not as commands are."""
    return any(c.islower() for c in text) and not _is_written_as_command(normalize_line(text))


def answer_sentence(
    state: MailState, statement: UnreadStatement, context: LineContext, obey: Obey
) -> MailState | None:
    """Answer or offer what a sentence may mean; None where it is like nothing that can be said."""
    text = normalize_line(statement.line.text)
    if _is_written_as_command(text) or _is_written_as_order(
        text, find_variant_here(state, context)
    ):
        return None
    trial = _TriedSentence(identify_sender(state, context), statement, context, obey)
    desk, _ = find_desk_lines(text, context) if is_keeper(context) else ((), False)
    if desk:
        return trial.refuse(state, _OTHER_WORDS, desk)
    told = _find_told_orders(trial.known, text, context)
    if told and not text.endswith("?"):
        return trial.refuse(state, _OTHER_WORDS, told)
    if answered := _answer_each_part(trial):
        return answered
    matcher = build_matcher(trial.known, context)
    marked = matcher.mark(statement.line.text)
    candidates = matcher.list_meanings(marked, matcher.sayable)
    if text.endswith(":"):  # a head, unless it says whom what stands below is for
        candidates = [candidate for candidate in candidates if candidate.has_text]
    forbidden = matcher.list_meanings(marked, matcher.unsayable)[:1]
    best = candidates[0].score if candidates else 0.0
    if forbidden and forbidden[0].score >= max(CLEAR, best + _AHEAD):
        return _explain_role(state, trial, (forbidden[0], *candidates))
    if best < LIKE or (not candidates[0].line and statement.guesses):
        return None  # orders that stand amid talk are offered
    if not candidates[0].line:
        said = [each for each in candidates if each.line and each.score >= _AS_NEAR * best]
        if said and context.mail.tags and (offered := _offer_lines(state, trial, said)):
            return offered
        is_for_others = any(sentence.values.keys() & _BOARD for sentence in marked)
        return note_line(replace(state, chats=not is_for_others), statement, context, "ignored")
    if answered := _answer_question(trial, candidates):
        return answered
    if told:
        return trial.refuse(state, _OTHER_WORDS, told)
    return _offer_lines(state, trial, candidates)


def offer_told_orders(
    state: MailState, item: Item, statements: Sequence[Statement], context: LineContext
) -> MailState | None:
    """Offer the orders that a line tells the writer's units of which its ``statements`` read but a
    part; None where they read it all, or where not each of its words has a part in orders."""
    line = item.line
    if all(_is_read(each) or _has_reading(each) for each in statements):
        return None
    if line.doubt or state.place.barred or state.count > _LINES:
        return None
    if not is_worded(line.text) or _NOTATION.search(line.text):
        return None
    known = identify_sender(state, context)
    kinds = build_lexicon(find_variant_here(known, context).map).kinds
    first, behind, *_ = (*fold_text(line.text).split(), "", "")
    if len(first) <= _CODE and first.strip(".") in kinds and behind not in kinds:
        return None
    told = _find_told_orders(known, line.text, context)
    unread = (each for each in statements if not _is_read(each))
    if not told or all(_is_remark(known, each, context) for each in unread):
        return None
    known = replace(known, understood=True)
    said = UnreadStatement(line, _OTHER_WORDS)
    return note_line(known, said, context, "refused", _OTHER_WORDS, told)


def _is_read(statement: Statement) -> bool:
    """Say whether a statement is what its line says, in no doubt."""
    return not isinstance(statement, UnreadStatement | DoubtfulStatement)


def _is_remark(known: MailState, statement: Statement, context: LineContext) -> bool:
    """Say whether a statement is prose beside orders, and tells none itself."""
    is_prose = isinstance(statement, UnreadStatement) and statement.why.code == "prose"
    return is_prose and not _find_told_orders(known, statement.line.text, context)


def _has_reading(statement: Statement) -> bool:
    """Say whether a statement is an order but for a slip, or for the unit that is to do it."""
    if not isinstance(statement, UnreadStatement):
        return False
    misspelt = statement.guesses and all(
        note.code == "read_as" for guess in statement.guesses for note in guess.notes
    )
    return bool(misspelt or statement.hints) or statement.why.code == "which_unit"


def _find_told_orders(state: MailState, text: str, context: LineContext) -> tuple[str, ...]:
    """Return lines of orders that a player's sentence tells their units."""
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    if not isinstance(game, Play) or seat is None or seat.role is not Role.PLAYER:
        return ()
    return find_told_orders(game, seat, text)


def _answer_each_part(trial: _TriedSentence) -> MailState | None:
    """Answer or offer what each sentence of a line means, or each of the wishes in one, and name
    those that want something and are not understood; None where they are one, or nothing of them
    is clear."""
    state, statement, context, obey = trial
    matcher = build_matcher(trial.known, context)
    text = normalize_line(statement.line.text)
    parts, apart = split_into_wishes(text, matcher)
    whole = matcher.find_nearest_of_whole(text)
    if not 1 < len(parts) <= _WISHES or are_one_wish(text, parts, whole):
        return None
    for part in parts:
        alone = replace(statement, line=statement.line._replace(text=part.text))
        said = trial.read_line(part.text) if apart else ()
        if any(isinstance(each, OrderStatement) for each in said):
            return None  # what stands beside an order may govern it
        beside = [other for other in parts if other is not part]
        is_alone = all(other.is_talk or (other.asks and other.is_clear) for other in beside)
        if said and is_alone and all(isinstance(each, CommandStatement) for each in said):
            for each in said:
                state = obey(state, each, context)
            continue
        answered = answer_sentence(state, alone, context, obey)
        if answered is None and part.is_clear:
            return None  # as things are it means nothing
        if answered is None and part.expects_something and not part.is_talk:
            answered = note_line(state, alone, context, "refused", Reason("not_understood"))
        state = answered or note_line(state, alone, context, "ignored")
    return state


def is_keeper(context: LineContext) -> bool:
    """Say whether the keeper writes, who alone can say something to the desk."""
    return bool(context.house.desk(f"{DESK}GAMES"))


def find_desk_lines(text: str, context: LineContext) -> tuple[tuple[str, ...], bool]:
    """Return the lines for the desk that a sentence of the keeper's may mean, the likeliest first,
    and whether that one is clear; none if it means something else."""
    found = build_matcher_for("keeper", context).list_candidates(text) if is_worded(text) else []
    if not found or found[0].score < LIKE or not found[0].line.startswith(DESK):
        return (), False
    first = found[0]
    near = [each for each in found if each.score >= _measure_reach_beside(first.score)]
    lines = [each.line for each in near if each.line.startswith(DESK) and not each.missing]
    behind = [each.score for each in near[1:] if each.line.startswith(DESK)]
    ahead = not behind or behind[0] < first.score * (1 - _AHEAD)
    return tuple(lines[:MOST]), first.score >= CLEAR and ahead and not first.missing


def split_off_desk_lines(text: str, context: LineContext) -> tuple[tuple[str, ...], list[str]]:
    """Return the lines for the desk that a sentence of the keeper's surely means, those of each of
    its wishes if these are several, and those of its wishes that mean no such line."""
    matcher = build_matcher_for("keeper", context)
    parts = [part.text for part in split_into_wishes(normalize_line(text), matcher)[0]]
    found = {part: find_desk_lines(part, context) for part in parts}
    clear = {part: lines[0] for part, (lines, is_clear) in found.items() if is_clear}
    if not clear:
        lines, is_clear = find_desk_lines(text, context)
        return (lines[:1], []) if is_clear else ((), [text])
    return tuple(dict.fromkeys(clear.values())), [part for part in parts if part not in clear]


def find_answer(text: str, context: LineContext) -> str:
    """Return YES or NO where a sentence most likely says that to a question, "" elsewhere."""
    nearest = build_matcher_for("asked", context).find_nearest(text)
    is_answer = nearest.score >= _COSTLY and nearest.line in _ANSWERS and not nearest.negated
    return nearest.line if is_answer else ""


def _is_written_as_command(text: str) -> bool:
    """Say whether a line begins with a word in capitals, as commands are written, and others or
    nothing much follow."""
    head, *rest = text.split()
    words = [word for word in rest if word.isalpha()]
    return len(head) > 1 and head.isupper() and (len(words) < 2 or not text.isupper())


def _is_written_as_order(text: str, variant: Variant) -> bool:
    """Say whether a line begins with the letter of a kind of unit and a place."""
    kind, *rest = text.split()
    known = build_lexicon(variant.map)
    return (
        bool(rest)
        and kind.isupper()
        and fold_text(kind) in known.kinds
        and (squeeze_name(rest[0]) in known.places)
    )


def _answer_question(trial: _TriedSentence, candidates: Sequence[Candidate]) -> MailState | None:
    """Answer a sentence at once that clearly asks for something to be shown."""
    state, statement, context, obey = trial
    first, *others = candidates
    if first.score < CLEAR or first.missing or first.negated:
        return None
    if first.is_told and "?" not in statement.line.text:
        return None
    read = trial.read_command(first.line)
    if read is None or not read.command.asks:
        return None
    behind = next((other for other in others if not _is_same_with_more(first, other)), None)
    if behind is not None:
        ahead = _BARELY if trial.asks(behind.line) else _AHEAD
        if first.score - behind.score < ahead:
            return None
    before = len(state.part.heard)
    after = obey(state, replace(read, line=statement.line), context)
    heard = after.part.heard
    if len(heard) <= before or heard[-1].verdict not in ("taken", "noted"):
        return None
    answered = heard[-1]._replace(
        verdict="noted",
        why=Reason("read_as_line", (first.line,)),
        more=tuple(filter(None, [heard[-1].why])),
        choices=tuple(dict.fromkeys(_list_lines_beside(trial, candidates))),
    )
    return after.with_part(replace(after.part, heard=(*heard[:-1], answered)))


def _list_lines_beside(trial: _TriedSentence, candidates: Sequence[Candidate]) -> Iterator[str]:
    """Yield the next lines that a question may have meant as well, beside the first."""
    first, *others = candidates
    shown = 0
    for other in others[:_TRIED]:
        if other.score < _measure_reach_beside(first.score) or shown == MOST - 1:
            return
        if not other.line or other.missing or other.has_text or _is_same_with_more(first, other):
            continue
        if trial.explain_undone(other, first.score) is None:
            shown += 1
            yield other.line


def _is_same_with_more(first: Candidate, other: Candidate) -> bool:
    """Say whether one of two lines is the other with more behind it."""
    return first.line.startswith(other.line) or other.line.startswith(first.line)


def _offer_lines(
    state: MailState, trial: _TriedSentence, candidates: Sequence[Candidate]
) -> MailState | None:
    """Offer the lines that can be done, the nearest first, with what those do that cost."""
    lines: list[str] = []
    lacking: Reason | None = None
    refusal: Reason | None = None
    first = candidates[0]
    least = _measure_reach_beside(first.score)
    for candidate in candidates[:_TRIED]:
        if candidate.score < least or not candidate.line or len(lines) == MOST:
            break
        if candidate.has_text and lines:
            continue  # words for one are not offered to others
        if candidate.missing:
            if not lines and candidate.score >= CLEAR:
                lacking = lacking or _explain_lacking(candidate)
            continue
        undone = trial.explain_undone(candidate, _HARMFUL * first.score)
        if undone is None:
            lines.append(candidate.line)
        elif candidate is first and first.score >= CLEAR and undone != _OTHER_WORDS:
            refusal = undone
    if refusal is not None:
        state = trial.refuse(state, refusal, lines if first.score < _SURELY else ())
        return _with_remarks(state, (Reason("read_as_line", (first.line,)),))
    if not lines and not lacking:
        return None
    state = trial.refuse(state, lacking or _OTHER_WORDS, lines)
    costs = (
        Reason("line_does", (read.line.text, read.command.write_help_text().partition(": ")[2]))
        for read in map(trial.read_command, lines)
        if read is not None and read.command.harms
    )
    return _with_remarks(state, tuple(costs))


def _explain_lacking(candidate: Candidate) -> Reason | None:
    """Say how a line is written for which a sentence lacks something that its writer knows."""
    if {*candidate.missing} & {"vote", "guest", "here"}:
        return None
    if candidate.missing == ("text",):
        return Reason("press_line", (candidate.line.removesuffix(": text"),))
    return Reason("said_so", (candidate.line,))


def _measure_reach_beside(score: float) -> float:
    """Return how near something has to be that is offered beside what is so near."""
    return max(LIKE, next(share for near, share in _BESIDE if score >= near) * score)


def _with_remarks(state: MailState, remarks: tuple[Reason, ...]) -> MailState:
    """Return the mail with more said of its last line."""
    *heard, last = state.part.heard
    return state.with_part(replace(state.part, heard=(*heard, last._replace(more=remarks))))


def _explain_role(
    state: MailState, trial: _TriedSentence, candidates: Sequence[Candidate]
) -> MailState | None:
    """Say why the writer of a sentence may not do what it clearly says, and what they may ask."""
    first, *others = candidates
    read = trial.read_command(first.line)
    if read is None or not isinstance(read.command, InGame | InPlay):
        return None
    why = authorize_role(trial.known, read.command.who, trial.context)
    if not isinstance(why, Reason):
        undone = trial.explain_undone(first)
        if undone is None or undone == _OTHER_WORDS:
            return None
        state = trial.refuse(state, undone)
        return _with_remarks(state, (Reason("read_as_line", (first.line,)),))
    least = _measure_reach_beside(first.score)
    near = [other for other in others[:_TRIED] if other.score >= least and not other.missing]
    looks = [each.line for each in near if trial.asks(each.line)]
    choices = tuple(filter(None, [read.command.by_vote, *looks[: MOST - 1]]))
    return trial.refuse(state, why, choices)
