"""A sentence that no rule reads: answered if it only asks, else its lines are offered.

Nothing is ever done that costs anybody something. Each line is tried before it is shown, and what
is tried is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.game.command import InGame, InPlay, LineContext
from judge.game.guest import ASKS
from judge.game.mail.place import authorize_role, identify_sender, read_statements, variant_here
from judge.game.mail.state import MailState
from judge.game.mail.transcript import note_line
from judge.game.notices import view_of
from judge.game.orders.alternatives import MOST
from judge.game.sentences.marks import MarkedSentence, Marker
from judge.game.sentences.phrases import fill_line, phrases_for
from judge.game.state import Play
from judge.game.votes.public import open_votes
from judge.hooks import Variant
from judge.language.lexicon import lexicon_of_map
from judge.language.said_as import said_as
from judge.language.script import Item
from judge.language.spelling import compact_name, fold_text, normalize_line
from judge.language.statement import CommandStatement, Line, Statement, UnreadStatement
from judge.model.reason import Reason

Obey = Callable[[MailState, Statement, LineContext], MailState]

_LIKE, _COSTLY = 0.45, 0.52
"""From how near on something is offered, and what somebody loses by."""
_CLEAR, _AHEAD, _BARELY = 0.62, 0.1, 0.04
"""How near a question is that is answered at once, how far before the next, and before one that
only asks, too."""
_TRIED = 6
"""So many lines are tried for one sentence."""
_NEGATED, _UNNEGATED = 0.6, 0.85
"""What likeness is worth if the sentence alone has a word that negates, or the example alone."""
_PART = 0.82
"""What likeness of a part of a sentence is worth."""
_BESIDE = 0.65
"""How near something is, beside the nearest, that is offered with it."""
_LACKING = 0.85
"""What likeness is worth if a slot of the line cannot be filled."""
_UNREAD = frozenset({"expected", "old_line", "prose", "unfinished", "unknown_line"})
"""Why a line is not read that may be a sentence."""
_UNLIKELY = Reason("other_words")
_LINES = 30
"""In so many lines of a mail sentences are looked at."""


class _Candidate(NamedTuple):
    """A line that a sentence may mean; ``missing`` are slots for which it says nothing;
    ``has_text``: words for others stand in it."""

    score: float
    line: str
    missing: tuple[str, ...]
    negated: bool
    has_text: bool = False


def answer_sentence(
    state: MailState, statement: UnreadStatement, context: LineContext, obey: Obey
) -> MailState | None:
    """Answer or offer what a sentence may mean; None where it is like nothing that can be said."""
    if statement.why.code not in _UNREAD or state.count > _LINES:
        return None
    text = normalize_line(statement.line.text)
    if _is_written_as_command(text) or _is_written_as_order(text, variant_here(state, context)):
        return None
    known = identify_sender(state, context)
    variant, game = variant_here(known, context), known.current_game(context)
    seats = (known.acting_seat(context), known.own_seat(context))
    marked = [*_marker(known, context).mark(statement.line.text)]
    sayable, slots = phrases_for(variant, game, seats), _known_slots(known, context)
    candidates = _find_candidates(marked, sayable, slots)
    unsayable = frozenset(range(len(said_as().phrases))) - sayable
    forbidden = _find_candidates(marked, unsayable, slots)[:1]
    best = candidates[0].score if candidates else 0.0
    if forbidden and forbidden[0].score >= max(_CLEAR, best + _AHEAD):
        return _explain_role(state, known, statement, forbidden[0], context)
    if best < _LIKE:
        return None
    if not candidates[0].line:
        return note_line(replace(state, chats=True), statement, context, "ignored")
    answered = _answer_question(known, statement, candidates, context, obey)
    return answered or _offer_lines(state, known, statement, candidates, context, obey)


def _is_written_as_command(text: str) -> bool:
    """Say whether a line begins with a word in capitals, as commands are written, and others or
    nothing much follow."""
    head, *rest = text.split()
    words = [word for word in rest if word.isalpha()]
    return len(head) > 1 and head.isupper() and (len(words) < 2 or not text.isupper())


def _is_written_as_order(text: str, variant: Variant) -> bool:
    """Say whether a line begins with the letter of a kind of unit and a place."""
    kind, *rest = text.split()
    known = lexicon_of_map(variant.map)
    return (
        bool(rest)
        and kind.isupper()
        and fold_text(kind) in known.kinds
        and (compact_name(rest[0]) in known.places)
    )


def _marker(state: MailState, context: LineContext) -> Marker:
    game, seat, house = state.current_game(context), state.own_seat(context), context.house
    view = view_of(game, seat) if game and seat else None
    names = view.usable_names if view else {}
    variants = {
        fold_text(name): code
        for code, variant in house.variants.items()
        for name in (code, variant.name)
    }
    plans = frozenset(fold_text(plan.name) for plan in seat.plans) if seat else frozenset()
    return Marker(
        said_as=said_as(),
        variant=variant_here(state, context),
        variants=variants,
        is_game=lambda name: (
            name in state.current_games(context) or name in context.memory.tournaments
        ),
        plans=plans,
        names={power: name for name, power in names.items()},
        now=context.now,
    )


def _known_slots(state: MailState, context: LineContext) -> Mapping[str, str]:
    """Return what the place of a sentence says in the slots of its line."""
    game = state.current_game(context)
    known = {"here": game.name} if game else {}
    if isinstance(game, Play) and len(votes := open_votes(game)) == 1:
        known["vote"] = str(votes[0].number)
    asking = [guest.address for guest in game.guests if guest.standing == ASKS] if game else []
    if len(asking) == 1:
        known["guest"] = asking[0]
    if game is None:
        open_games = [row.game for row in context.memory.listed_games().games if row.open_seats]
        if len(open_games) == 1:
            known["game"] = open_games[0]
    return known


def _find_candidates(
    marked: Sequence[MarkedSentence], among: frozenset[int], known: Mapping[str, str]
) -> list[_Candidate]:
    """Return the lines that a sentence may mean, each once, the nearest first."""
    phrases, best = said_as(), dict[str, _Candidate]()
    for sentence in marked:
        negated = phrases.is_negated(sentence.words)
        likely = phrases.nearest(sentence.words, among)[: 3 * _TRIED]
        if sentence.is_part and likely and not likely[0].phrase.line:
            continue
        for near in likely:
            filled = fill_line(near.phrase.line, sentence.values, known)
            if filled.missing and "text" in sentence.values:
                continue
            same = near.negated == negated
            score = near.score * (_PART if sentence.is_part else 1)
            score *= (1 if same else _NEGATED if negated else _UNNEGATED) * (
                _LACKING if filled.missing else 1
            )
            if filled.text not in best or best[filled.text].score < score:
                has_text = "{text}" in near.phrase.line
                candidate = _Candidate(score, filled.text, filled.missing, not same, has_text)
                best[filled.text] = candidate
    return sorted(best.values(), key=lambda candidate: -candidate.score)


def _answer_question(
    state: MailState,
    statement: UnreadStatement,
    candidates: Sequence[_Candidate],
    context: LineContext,
    obey: Obey,
) -> MailState | None:
    """Answer a sentence at once that clearly asks for something to be shown."""
    first, *others = candidates
    read = _read_command(state, statement, first.line, context)
    if first.score < _CLEAR or first.missing or first.negated:
        return None
    if read is None or not read.command.asks:
        return None
    behind = next((other for other in others if not _is_same_with_more(first, other)), None)
    if behind is not None:
        other_read = _read_command(state, statement, behind.line, context)
        harmless = other_read is not None and other_read.command.asks
        if first.score - behind.score < (_BARELY if harmless else _AHEAD):
            return None
    before = len(state.part.heard)
    after = obey(state, replace(read, line=statement.line), context)
    heard = after.part.heard
    if len(heard) <= before or heard[-1].verdict not in ("taken", "noted"):
        return None
    why = Reason("read_as_line", (first.line,))
    more = tuple(filter(None, [heard[-1].why]))
    answered = heard[-1]._replace(verdict="noted", why=why, more=more)
    return after.with_part(replace(after.part, heard=(*heard[:-1], answered)))


def _is_same_with_more(first: _Candidate, other: _Candidate) -> bool:
    """Say whether one of two lines is the other with more behind it."""
    return first.line.startswith(other.line) or other.line.startswith(first.line)


def _offer_lines(
    state: MailState,
    known: MailState,
    statement: UnreadStatement,
    candidates: Sequence[_Candidate],
    context: LineContext,
    obey: Obey,
) -> MailState | None:
    """Offer the lines that can be done, the nearest first, with what those do that cost."""
    offered: list[CommandStatement] = []
    lines: list[str] = []
    refusal: Reason | None = None
    least = max(_LIKE, _BESIDE * candidates[0].score)
    for candidate in candidates[:_TRIED]:
        if candidate.score < least or not candidate.line or len(lines) == MOST:
            break
        if candidate.has_text and lines:
            continue  # words for one are not offered to others
        if candidate.missing:
            if not lines and not {*candidate.missing} & {"vote", "guest", "here"}:
                why = Reason("said_so", (candidate.line,))
                if candidate.missing == ("text",):
                    why = Reason("press_line", (candidate.line.removesuffix(": text"),))
                return note_line(_understood(state), statement, context, "refused", why)
            continue
        undone = _explain_undone(known, statement, candidate, context, obey)
        if undone is not None:
            clear = candidate is candidates[0] and candidate.score >= _CLEAR
            refusal = undone if clear and undone != _UNLIKELY else refusal
            continue
        lines.append(candidate.line)
        read = _read_command(known, statement, candidate.line, context)
        offered += [read] if read is not None else []
    if not lines and refusal is None:
        return None
    if refusal is not None:
        why = Reason("line_refused", (candidates[0].line,))
        state = note_line(_understood(state), statement, context, "refused", why, tuple(lines))
        return _with_remarks(state, (refusal,))
    state = note_line(
        _understood(state), statement, context, "refused", Reason("other_words"), tuple(lines)
    )
    costs = tuple(
        Reason("line_does", (read.line.text, read.command.help_text().partition(": ")[2]))
        for read in offered
        if read.command.harms
    )
    return _with_remarks(state, costs)


def _with_remarks(state: MailState, remarks: tuple[Reason, ...]) -> MailState:
    """Return the mail with more said of its last line."""
    *heard, last = state.part.heard
    return state.with_part(replace(state.part, heard=(*heard, last._replace(more=remarks))))


def _understood(state: MailState) -> MailState:
    return replace(state, understood=True)


def _explain_undone(
    state: MailState,
    statement: UnreadStatement,
    candidate: _Candidate,
    context: LineContext,
    obey: Obey,
) -> Reason | None:
    """Say why a line is not offered: as things are it would be refused, or it is too unlikely."""
    tried = _read_line(state, statement, candidate.line, context)
    if not tried or candidate.line == statement.line.text.strip():
        return _UNLIKELY
    for part in tried:
        if isinstance(part, UnreadStatement):
            return _UNLIKELY
        harms = isinstance(part, CommandStatement) and part.command.harms
        if harms and (candidate.score < _COSTLY or candidate.negated):
            return _UNLIKELY
        before = len(state.part.heard)
        after = obey(state, part, context)
        new = after.part.heard if after.here != state.here else after.part.heard[before:]
        if refused := [line.why or _UNLIKELY for line in new if line.verdict == "refused"]:
            return refused[0]
    return None


def _read_line(
    state: MailState, statement: UnreadStatement, line: str, context: LineContext
) -> tuple[Statement, ...]:
    item = Item(Line(statement.line.number, line))
    return read_statements(state, item, None, context)[1]


def _read_command(
    state: MailState, statement: UnreadStatement, line: str, context: LineContext
) -> CommandStatement | None:
    read = _read_line(state, statement, line, context)
    return read[0] if len(read) == 1 and isinstance(read[0], CommandStatement) else None


def _explain_role(
    state: MailState,
    known: MailState,
    statement: UnreadStatement,
    candidate: _Candidate,
    context: LineContext,
) -> MailState | None:
    """Say why the writer of a sentence may not do what it clearly says."""
    read = _read_command(known, statement, candidate.line, context)
    if read is None or not isinstance(read.command, InGame | InPlay):
        return None
    why = authorize_role(known, read.command.who, context)
    if not isinstance(why, Reason):
        return None
    choices = tuple(filter(None, [read.command.by_vote, "HELP NOW"]))
    return note_line(_understood(state), statement, context, "refused", why, choices)
