"""A sentence that no rule reads: answered if it only asks, else its lines are offered.

Nothing is ever done that costs anybody something. Each line is tried before it is shown, and what
is tried is forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from judge.game.command import InGame, InPlay, LineContext, ReadCommand
from judge.game.guest import ASKS
from judge.game.mail.place import (
    authorize_role,
    find_answered_vote,
    find_variant_here,
    identify_sender,
    read_statements,
)
from judge.game.mail.state import MailState
from judge.game.mail.transcript import note_line
from judge.game.notices import find_view
from judge.game.orders.alternatives import MOST
from judge.game.sentences.marks import MarkedSentence, Marker, Values
from judge.game.sentences.phrases import collect_commands_of_lines, collect_lines_for, fill_line
from judge.game.state import Play, Seat
from judge.game.votes.public import open_votes
from judge.hooks import Variant
from judge.language.lexicon import build_lexicon
from judge.language.said_as import SaidPhrase, load_phrases
from judge.language.script import Item
from judge.language.spelling import fold_text, normalize_line, squeeze_name
from judge.language.statement import (
    CommandStatement,
    Line,
    OrderStatement,
    Statement,
    UnreadStatement,
)
from judge.language.suggestions import list_similar_names
from judge.language.word_lists import WordPattern
from judge.model.command import Command
from judge.model.reason import Reason

Obey = Callable[[MailState, Statement, LineContext], MailState]

_LIKE, _COSTLY = 0.4, 0.5
"""From how near on something is offered, and what somebody loses by."""
_CLEAR, _AHEAD, _BARELY = 0.55, 0.1, 0.0
"""How near a question is that is answered at once, how far before the next, and before one that
only asks, too."""
_SURELY = 0.75
"""How near something is that nothing else is offered with if it cannot be done."""
_TRIED = 8
"""So many lines are tried for one sentence."""
_PART = 0.85
"""What likeness of a part of a sentence is worth."""
_BESIDE = ((0.9, 0.85), (0.75, 0.7), (0.0, 0.55))
"""How near something is, beside the nearest, that is offered with it: the nearer that, the more."""
_OF_POWERS = ("{power}", "{player}")
"""Slots in which a power can stand."""
_NOT_FIRST = 0.99
"""What likeness is worth of a line about another power than the first that is named."""
_LACKING = 0.85
"""What likeness is worth if a slot of the line cannot be filled."""
_BESIDE_TALK = 0.65
"""What likeness to anything but talk is worth to words that begin as thanks do, and likeness to
talk that asks nothing to a question."""
_TOLD = frozenset({"address", "date", "duration", "game", "number", "text", "time", "turn", "zone"})
_TALK_OF = 0.8
"""What likeness to talk is worth to a sentence that has one of these."""
_HARMFUL = 0.85
"""How near something is, beside the nearest, that is offered with it though somebody loses."""
_DEED = 0.85
"""What likeness of a deed is worth to a sentence that asks."""
_ALWAYS = frozenset({"expected", "old_line", "prose", "unfinished", "unknown_line"})
"""Why a line is not read that may be a sentence, however it is written."""
_NEVER = frozenset({"condition", "which_order", "which_unit", "old_orders", "as_above"})
"""Why a line is not done that is clear by itself."""
_UNLIKELY = Reason("other_words")
_NAME_LENGTH = 4
"""Shorter words are no names with a slip."""
DESK = "ADMIN "
"""How lines for the desk begin."""
_ANSWERS = ("YES", "NO")
"""The answers to a question."""
_SENTENCE = re.compile(r"\S.*?[.!?]+(?=\s|$)|\S.*$")
_LINES = 30
"""In so many lines of a mail sentences are looked at."""


_JOINED = WordPattern(r",? %(joins)s |(?<=[;.!?]) +")
_ONE_WISH = 0.8
"""From how near on, beside the nearest of its parts, a sentence is one wish."""


class _Candidate(NamedTuple):
    """A line that a sentence may mean; ``missing`` are slots for which it says nothing;
    ``has_text``: words for others stand in it; ``is_told``: that is said in a question, and the
    sentence is none."""

    score: float
    line: str
    missing: tuple[str, ...]
    negated: bool
    has_text: bool = False
    is_told: bool = False


_NOTHING = _Candidate(0.0, "", (), negated=False)


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
    desk, _ = find_desk_lines(text, context) if is_keeper(context) else ((), False)
    if desk:
        why = Reason("other_words")
        return note_line(_note_understood(state), statement, context, "refused", why, desk)
    known = identify_sender(state, context)
    if answered := _answer_one_question(known, statement, context, obey):
        return answered
    if answered := _answer_each_wish(known, statement, context, obey):
        return answered
    variant, game = find_variant_here(known, context), known.find_current_game(context)
    seats = (known.find_acting_seat(context), known.find_own_seat(context))
    marked = [*_make_marker(known, context).mark(statement.line.text)]
    slots, commands = _collect_known_slots(known, context), collect_commands_of_lines(variant)
    sayable = collect_lines_for(variant, game, seats)
    candidates = _find_candidates(marked, sayable, slots, commands)
    if text.endswith(":"):  # a head, unless it says whom what stands below is for
        candidates = [candidate for candidate in candidates if candidate.has_text]
    others = {
        number: _find_line_for_role(phrase, commands, seats)
        for number, phrase in enumerate(load_phrases().phrases)
        if number not in sayable and not phrase.role and commands[phrase.line] is not None
    }
    forbidden = _find_candidates(marked, others, slots, commands)[:1]
    best = candidates[0].score if candidates else 0.0
    if forbidden and forbidden[0].score >= max(_CLEAR, best + _AHEAD):
        return _explain_role(state, known, statement, (forbidden[0], *candidates), context, obey)
    if best < _LIKE or (not candidates[0].line and statement.guesses):
        return None  # orders that stand amid talk are offered
    if not candidates[0].line:
        return note_line(replace(state, chats=True), statement, context, "ignored")
    answered = _answer_question(known, statement, candidates, context, obey)
    return answered or _offer_lines(state, known, statement, candidates, context, obey)


def _answer_one_question(
    known: MailState, statement: UnreadStatement, context: LineContext, obey: Obey
) -> MailState | None:
    """Answer the first clear question of several sentences, and obey what stands beside it as if it
    stood on a line of its own; None if there is none."""
    sentences = _SENTENCE.findall(normalize_line(statement.line.text))
    for at, sentence in enumerate(sentences if len(sentences) > 1 else ()):
        if not sentence.endswith("?"):
            continue
        asked = replace(statement, line=statement.line._replace(text=sentence))
        answered = answer_sentence(known, asked, context, obey)
        last = answered.part.heard[-1] if answered and answered.part.heard else None
        if answered is None or last is None or last.verdict != "noted":
            continue
        rest = " ".join((*sentences[:at], *sentences[at + 1 :]))
        item = Item(statement.line._replace(text=rest))
        said_beside = read_statements(answered, item, None, context)[1]
        if any(isinstance(said, OrderStatement) for said in said_beside):
            return None  # what is asked may govern what is ordered
        for said in said_beside:
            answered = obey(answered, said, context)
        return answered
    return None


def _answer_each_wish(
    known: MailState, statement: UnreadStatement, context: LineContext, obey: Obey
) -> MailState | None:
    """Answer or offer what each of several wishes means that an "and" joins, and name those that
    are not understood; None where they are one, or less is clear."""
    parts = _JOINED.pattern.split(normalize_line(statement.line.text))
    if not 1 < len(parts) <= MOST:
        return None
    variant, game = find_variant_here(known, context), known.find_current_game(context)
    seats = (known.find_acting_seat(context), known.find_own_seat(context))
    sayable = collect_lines_for(variant, game, seats)
    slots, commands = _collect_known_slots(known, context), collect_commands_of_lines(variant)
    marker = _make_marker(known, context)
    whole, *alone = (
        next(iter(_find_candidates([*marker.mark(text)], sayable, slots, commands)), _NOTHING)
        for text in (statement.line.text, *parts)
    )
    clear = [each for each in alone if each.score >= _CLEAR and each.line and not each.has_text]
    if not clear or whole.has_text or whole.score >= _ONE_WISH * clear[0].score:
        return None
    heads = {each.line.split()[0] for each in clear}
    if len(clear) == len(alone) and len(heads) < len(alone):
        return None
    if len(clear) < len(alone) and any(each.score >= _LIKE for each in alone if each not in clear):
        return None
    state = known
    for part, nearest in zip(parts, alone, strict=True):
        wish = replace(statement, line=statement.line._replace(text=part))
        answered = answer_sentence(state, wish, context, obey) if nearest in clear else None
        why = Reason("not_understood")
        state = answered or note_line(state, wish, context, "refused", why)
    return state


def is_keeper(context: LineContext) -> bool:
    """Say whether the keeper writes, who alone can say something to the desk."""
    return bool(context.house.desk(f"{DESK}GAMES"))


def find_desk_lines(text: str, context: LineContext) -> tuple[tuple[str, ...], bool]:
    """Return the lines for the desk that a sentence of the keeper's may mean, the likeliest first,
    and whether that one is clear; none if it means something else."""
    if not is_worded(text):
        return (), False
    marked = [*_make_marker(MailState(), context).mark(text)]
    variant = find_variant_here(MailState(), context)
    sayable = collect_lines_for(variant, None, (None,), frozenset({"keeper"}))
    found = _find_candidates(marked, sayable, {}, collect_commands_of_lines(variant))
    if not found or found[0].score < _LIKE or not found[0].line.startswith(DESK):
        return (), False
    first = found[0]
    near = [each for each in found if each.score >= _measure_reach_beside(first.score)]
    lines = [each.line for each in near if each.line.startswith(DESK) and not each.missing]
    behind = [each.score for each in near[1:] if each.line.startswith(DESK)]
    ahead = not behind or behind[0] < first.score * (1 - _AHEAD)
    return tuple(lines[:MOST]), first.score >= _CLEAR and ahead and not first.missing


def find_answer(text: str, context: LineContext) -> str:
    """Return YES or NO where a sentence most likely says that to a question, "" elsewhere."""
    marked = [*_make_marker(MailState(), context).mark(text)]
    variant = find_variant_here(MailState(), context)
    sayable = collect_lines_for(variant, None, (None,), frozenset({"asked"}))
    found = _find_candidates(marked, sayable, {}, collect_commands_of_lines(variant))
    is_answer = found and found[0].score >= _COSTLY and found[0].line in _ANSWERS
    return found[0].line if is_answer and not found[0].negated else ""


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


def _make_marker(state: MailState, context: LineContext) -> Marker:
    game, seat, house = (
        state.find_current_game(context),
        state.find_own_seat(context),
        context.house,
    )
    view = find_view(game, seat) if game and seat else None
    names = view.usable_names if view else {}
    variants = {
        fold_text(name): code
        for code, variant in house.variants.items()
        for name in (code, variant.name)
    }
    plans = frozenset(fold_text(plan.name) for plan in seat.plans) if seat else frozenset()
    return Marker(
        said_as=load_phrases(),
        variant=find_variant_here(state, context),
        variants=variants,
        find_game=partial(_find_game, state, context),
        plans=plans,
        names={power: name for name, power in names.items()},
        now=context.now,
    )


def _find_game(state: MailState, context: LineContext, word: str) -> str:
    """Return the game that a word names, or but for one slip the only one with open seats."""
    if word in state.collect_current_games(context) or word in context.memory.tournaments:
        return word
    if state.find_current_game(context) is not None or len(word) < _NAME_LENGTH:
        return ""
    names = [row.game for row in context.memory.find_listed_games().games if row.open_seats]
    near = list_similar_names(word, names)
    return near[0] if len(near) == 1 else ""


def _collect_known_slots(state: MailState, context: LineContext) -> Mapping[str, str]:
    """Return what the place of a sentence says in the slots of its line."""
    game = state.find_current_game(context)
    seat = state.find_acting_seat(context)
    known = {"here": game.name} if game else {}
    if seat is not None and seat.powers:
        known["own"] = seat.powers[0]
    numbers = [str(vote.number) for vote in open_votes(game)] if isinstance(game, Play) else []
    answered = find_answered_vote(context)
    if answered in numbers or len(numbers) == 1:
        known["vote"] = answered if answered in numbers else numbers[0]
    if place := _find_dislodged_place(state, context):
        known |= {"place": place, "unit": place, "dislodged": place}
    asking = [guest.address for guest in game.guests if guest.standing == ASKS] if game else []
    if len(asking) == 1:
        known["guest"] = asking[0]
    question = context.sender.question
    if question is not None and game is None:
        words = question.request.text.split()
        asked = [word for word in words if word in state.collect_current_games(context)]
        known |= dict.fromkeys(("game", "here"), asked[0]) if asked else {}
    elif game is None:
        open_games = [
            row.game for row in context.memory.find_listed_games().games if row.open_seats
        ]
        if len(open_games) == 1:
            known["game"] = open_games[0]
    return known


def _find_dislodged_place(state: MailState, context: LineContext) -> str:
    """Return where the writer's only dislodged unit is, "" if there is none or are more."""
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    if not isinstance(game, Play) or seat is None:
        return ""
    own = [each.unit for each in game.position.dislodged if each.unit.power in seat.powers]
    return game.variant.map.provinces[own[0].at.province].name if len(own) == 1 else ""


def _find_candidates(
    marked: Sequence[MarkedSentence],
    among: Mapping[int, str],
    known: Mapping[str, str],
    commands: Mapping[str, type[Command] | None],
) -> list[_Candidate]:
    """Return the lines that a sentence may mean, each once, the nearest first."""
    phrases, best = load_phrases(), dict[str, _Candidate]()
    for sentence in marked:
        negated, asks = phrases.is_negated(sentence.words), phrases.asks(sentence.words)
        likely = phrases.find_nearest(sentence.words, among)[: 3 * _TRIED]
        if sentence.is_part and likely and not among[likely[0].number]:
            continue
        for near in likely:
            line = among[near.number]
            for share, values in _list_fillings(line, sentence.values):
                filled = fill_line(line, values, known)
                if filled.missing and "text" in values:
                    continue
                if negated and near.contrary and line and not _only_looks(commands[line]):
                    continue
                score = share * near.score * (_PART if sentence.is_part else 1)
                if asks and line and not _only_looks(commands[line]):
                    score *= _DEED
                if asks and not line and not near.asks:
                    score *= _BESIDE_TALK
                if line and phrases.opens_talk(sentence.words):
                    score *= _BESIDE_TALK
                if not line and values.keys() & _TOLD:
                    score *= _TALK_OF
                score *= _LACKING if filled.missing else 1
                if filled.text not in best or best[filled.text].score < score:
                    has_text = "{text}" in line
                    candidate = _Candidate(
                        score,
                        filled.text,
                        filled.missing,
                        near.contrary,
                        has_text,
                        near.asks and not phrases.has_question(sentence.words),
                    )
                    best[filled.text] = candidate
    return sorted(best.values(), key=lambda candidate: -candidate.score)


def _list_fillings(line: str, values: Values) -> Iterator[tuple[float, Values]]:
    """Yield what may stand in the slots of a line, with what its likeness is worth: of several
    powers in a sentence any may be the one that it is about, the first as a rule."""
    yield 1.0, values
    takes_one = any(slot in line for slot in _OF_POWERS) and "{text}" not in line
    for other in values.get("power", ())[1:MOST] if takes_one else ():
        yield _NOT_FIRST, {**values, "power": (other,)}


def _only_looks(command: type[Command] | None) -> bool:
    return command is not None and issubclass(command, ReadCommand)


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
    if first.is_told and "?" not in statement.line.text:
        return None
    if read is None or not read.command.asks:
        return None
    behind = next((other for other in others if not _is_same_with_more(first, other)), None)
    if behind is not None:
        other_read = _read_command(state, statement, behind.line, context)
        harmless = other_read is not None and other_read.command.asks
        if first.score - behind.score < (_BARELY if harmless else _AHEAD):
            return None
    beside = [*_list_lines_beside(state, statement, candidates, context, obey)]
    before = len(state.part.heard)
    after = obey(state, replace(read, line=statement.line), context)
    heard = after.part.heard
    if len(heard) <= before or heard[-1].verdict not in ("taken", "noted"):
        return None
    why = Reason("read_as_line", (first.line,))
    more = tuple(filter(None, [heard[-1].why]))
    choices = tuple(dict.fromkeys(beside))
    answered = heard[-1]._replace(verdict="noted", why=why, more=more, choices=choices)
    return after.with_part(replace(after.part, heard=(*heard[:-1], answered)))


def _list_lines_beside(
    state: MailState,
    statement: UnreadStatement,
    candidates: Sequence[_Candidate],
    context: LineContext,
    obey: Obey,
) -> Iterator[str]:
    """Yield the next lines that a question may have meant as well, beside the first."""
    first, *others = candidates
    shown = 0
    for other in others[:_TRIED]:
        if other.score < _measure_reach_beside(first.score) or shown == MOST - 1:
            return
        if not other.line or other.missing or other.has_text or _is_same_with_more(first, other):
            continue
        if _explain_undone(state, statement, other, context, obey, first.score) is None:
            shown += 1
            yield other.line


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
    lacking: Reason | None = None
    refusal: Reason | None = None
    least = _measure_reach_beside(candidates[0].score)
    for candidate in candidates[:_TRIED]:
        if candidate.score < least or not candidate.line or len(lines) == MOST:
            break
        if candidate.has_text and lines:
            continue  # words for one are not offered to others
        if candidate.missing:
            if not lines and not lacking and not {*candidate.missing} & {"vote", "guest", "here"}:
                lacking = Reason("said_so", (candidate.line,))
                if candidate.missing == ("text",):
                    lacking = Reason("press_line", (candidate.line.removesuffix(": text"),))
            continue
        harmful = _HARMFUL * candidates[0].score
        undone = _explain_undone(known, statement, candidate, context, obey, harmful)
        if undone is not None:
            clear = candidate is candidates[0] and candidate.score >= _CLEAR
            refusal = undone if clear and undone != _UNLIKELY else refusal
            continue
        lines.append(candidate.line)
        read = _read_command(known, statement, candidate.line, context)
        offered += [read] if read is not None else []
    if not lines and not lacking and refusal is None:
        return None
    if refusal is not None:
        close = tuple(lines) if candidates[0].score < _SURELY else ()
        state = note_line(_note_understood(state), statement, context, "refused", refusal, close)
        return _with_remarks(state, (Reason("read_as_line", (candidates[0].line,)),))
    why = lacking or Reason("other_words")
    state = note_line(_note_understood(state), statement, context, "refused", why, tuple(lines))
    costs = tuple(
        Reason("line_does", (read.line.text, read.command.write_help_text().partition(": ")[2]))
        for read in offered
        if read.command.harms
    )
    return _with_remarks(state, costs)


def _measure_reach_beside(score: float) -> float:
    """Return how near something has to be that is offered beside what is so near."""
    return max(_LIKE, next(share for near, share in _BESIDE if score >= near) * score)


def _with_remarks(state: MailState, remarks: tuple[Reason, ...]) -> MailState:
    """Return the mail with more said of its last line."""
    *heard, last = state.part.heard
    return state.with_part(replace(state.part, heard=(*heard, last._replace(more=remarks))))


def _note_understood(state: MailState) -> MailState:
    return replace(state, understood=True)


def _explain_undone(
    state: MailState,
    statement: UnreadStatement,
    candidate: _Candidate,
    context: LineContext,
    obey: Obey,
    least: float = 0.0,
) -> Reason | None:
    """Say why a line is not offered: as things are it would be refused, or it is too unlikely; one
    by which somebody loses is if it is less near than ``least``."""
    tried = _read_line(state, statement, candidate.line, context)
    if not tried or candidate.line == statement.line.text.strip():
        return _UNLIKELY
    for part in tried:
        if isinstance(part, UnreadStatement):
            return _UNLIKELY
        harms = isinstance(part, CommandStatement) and part.command.harms
        if harms and (candidate.score < max(_COSTLY, least) or candidate.negated):
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


def _find_line_for_role(
    phrase: SaidPhrase,
    commands: Mapping[str, type[Command] | None],
    seats: Sequence[Seat | None],
) -> str:
    """Return the line of a phrase that a seat might give at another time, or the first."""
    roles = {seat.role for seat in seats if seat is not None}
    lines = (phrase.line, *phrase.otherwise)
    own = (line for line in lines if getattr(commands[line], "who", None) in roles)
    return next(own, phrase.line)


def _explain_role(
    state: MailState,
    known: MailState,
    statement: UnreadStatement,
    candidates: Sequence[_Candidate],
    context: LineContext,
    obey: Obey,
) -> MailState | None:
    """Say why the writer of a sentence may not do what it clearly says, and what they may ask."""
    first, *others = candidates
    read = _read_command(known, statement, first.line, context)
    if read is None or not isinstance(read.command, InGame | InPlay):
        return None
    why = authorize_role(known, read.command.who, context)
    if not isinstance(why, Reason):
        undone = _explain_undone(known, statement, first, context, obey)
        if undone is None or undone == _UNLIKELY:
            return None
        state = note_line(_note_understood(state), statement, context, "refused", undone)
        return _with_remarks(state, (Reason("read_as_line", (first.line,)),))
    near = [other for other in others[:_TRIED] if other.score >= _measure_reach_beside(first.score)]
    looks = [
        each.line
        for each in near
        if not each.missing and _is_question(known, statement, each, context)
    ]
    choices = tuple(filter(None, [read.command.by_vote, *looks[: MOST - 1]]))
    return note_line(_note_understood(state), statement, context, "refused", why, choices)


def _is_question(
    state: MailState, statement: UnreadStatement, candidate: _Candidate, context: LineContext
) -> bool:
    read = _read_command(state, statement, candidate.line, context)
    return read is not None and read.command.asks
