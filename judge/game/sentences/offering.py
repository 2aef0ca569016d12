"""A sentence that no rule reads: answered if it only asks, else its lines are offered.

Nothing is ever done that costs anybody something. Each line is tried before it is shown, and what
is tried is forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from judge.game.command import InGame, InPlay, LineContext
from judge.game.mail.answer import OTHER_WORDS, note_line, note_talk
from judge.game.mail.asked import read_answer
from judge.game.mail.passwords import hide_password
from judge.game.mail.place import (
    authorize_role,
    find_answered_vote,
    find_variant_here,
    identify_sender,
    is_alarm_answered,
    is_offer_answered,
    write_vote_instead,
)
from judge.game.mail.state import MailState
from judge.game.orders.alternatives import MOST
from judge.game.sentences.candidates import (
    AHEAD,
    CLEAR,
    LIKE,
    LINES,
    NO_CANDIDATE,
    Candidate,
    build_matcher,
    find_least_score_beside,
)
from judge.game.sentences.outside import (
    asks_of_desk,
    explain_undone_at_desk,
    find_desk_lines,
    is_keeper,
)
from judge.game.sentences.subjects import explain_unread_wish, list_sayable_lines
from judge.game.sentences.taking_back import find_line_that_clears, find_line_that_may_clear
from judge.game.sentences.told import find_told_orders
from judge.game.sentences.trial import Obey, TriedSentence
from judge.game.sentences.wishes import are_one_wish, split_into_wishes
from judge.language.answers import read_short_answer
from judge.language.beside import describe_board
from judge.language.lexicon import Lexicon, build_lexicon
from judge.language.likeness import is_like_talk
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text, normalize_line
from judge.language.statement import CommandStatement, OrderStatement, Statement, UnreadStatement
from judge.language.talk import is_worded, is_written_as_command, is_written_as_order
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import find_phrases
from judge.model.reason import Reason

_BARELY = 0.0
"""How far a question that is answered at once is before one that only asks, too."""
_AS_NEAR = 0.98
"""How near a line is, beside talk that is nearest, that somebody means who answers a letter."""
_DOUBTED = 0.7
"""How near what only asks is, beside what a question was answered with, that is offered as well."""
_DEED_DOUBTED = 0.85
"""How near a deed is that is offered so."""
_SURELY = 0.75
"""How near something is that nothing else is offered with if it cannot be done."""
_SURELY_TALK = 0.6
"""How near talk is in answer to which nothing is asked again."""
_BEHIND = 0.75
"""How near something is, beside what lacks something, that is offered in its place."""
_WISHED = 0.5
"""How near something to be shown is that is offered to who does not clearly ask for anything."""
_REFUSED = 0.5
"""How near something is of which it is told why it cannot be done."""
_TRIED = 8
"""So many lines are tried for one sentence."""
_HARMFUL = 0.85
"""How near something is, beside the nearest, that is offered with it though somebody loses."""
_ALWAYS = frozenset({"expected", "old_line", "prose", "unfinished", "unknown_line"})
"""Why a line is not read that may be a sentence, however it is written."""
_HANGING = "condition"
"""Why a line is not read that hangs on something, unless it asks what would be then."""
_CALLED = 4
"""Words before a comma are a call or a leave if they have fewer blanks."""
_NEVER = frozenset({"which_order", "which_unit", "old_orders", "as_above", "nobody_met"})
"""Why a line is not done that is clear by itself."""
_BOARD = frozenset({"place", "power"})
"""Talk that has one of these may be words for another player, who has not got them."""
_OF_ROLE = frozenset({"master_only"})
"""Why a line is not done that only others can say."""
_WHOM = frozenset({"power", "power2", "powers"})
"""What a line lacks that says nobody whom it is for."""
_NEW_SECRET = ("SET SECRET NEW",)
"""The line with which nobody else can write for a seat any more."""
_HELP_OF_DESK = "HELP ADMIN"
"""The line that shows what there is to say to the desk."""
_GOVERNS = WordPattern(r"\b%(governs_wish)s\b")
_PART_OF_DAY = WordPattern(
    r"(?P<day>[^\s,]+),? (?:%(in_part_of_day)s )?(?P<part>%(parts_of_day)s)\b"
)
_CLOCK = re.compile(r"\d:\d\d|\d ?[ap]\.?m\b", re.IGNORECASE)
_BOTH = 2
"""Yes and no are offered together."""
_FEW = 10
"""Of so many words an answer may be that is not understood."""
_ASIDE = 2.2
"""So much surer than beside orders is what is talk."""
_WISHES = 5
"""So many wishes of one line are answered, each by itself."""


def may_be_sentence(statement: Statement, why: Reason, state: MailState) -> bool:
    """Say whether a line that is not read, or not done, for that reason may be a sentence. A few
    words with a comma behind them call somebody, or take leave: ``By command,``."""
    text = statement.line.text.rstrip()
    is_call = text.endswith(",") and text.count(" ") < _CALLED
    if why.code in _NEVER or state.count > LINES or is_call:
        return False
    return why.code in _ALWAYS or is_worded(text)


def is_asked(text: str) -> bool:
    """Say whether a sentence is a question, with its mark or without."""
    return text.rstrip().endswith("?") or load_phrases().is_question(fold_text(text).split())


def _hangs_on_something(statement: Statement, why: Reason) -> bool:
    """Say whether what is to be done hangs on something; who wants to be told of it does not."""
    return why.code == _HANGING and not load_phrases().wants_to_be_told(statement.line.text)


def offer_passing_on(
    state: MailState, statement: UnreadStatement, context: LineContext, obey: Obey
) -> MailState | None:
    """Offer to pass words on to others, or say how that is said, where a line clearly wishes it."""
    trial = _try_sentence(state, statement, context, obey)
    candidates = trial.matcher.list_candidates(statement.line.text)
    if not candidates or candidates[0].score < CLEAR or not candidates[0].has_text:
        return None
    return _offer_lines(state, trial, candidates)


def answer_sentence(
    state: MailState, statement: UnreadStatement, context: LineContext, obey: Obey
) -> MailState | None:
    """Answer or offer what a sentence may mean; None where it is like nothing that can be said."""
    return _answer_sentence(state, _try_sentence(state, statement, context, obey))


def _try_sentence(
    state: MailState, statement: UnreadStatement, context: LineContext, obey: Obey
) -> TriedSentence:
    known = identify_sender(state, context)
    return TriedSentence(known, statement, context, obey, build_matcher(known, context))


def _answer_sentence(state: MailState, trial: TriedSentence) -> MailState | None:
    statement, context, matcher = trial.statement, trial.context, trial.matcher
    text = normalize_line(statement.line.text)
    words = build_lexicon(find_variant_here(state, context).map)
    if is_offer_answered(context) and (answered := _answer_offer(state, trial)):
        return answered
    if is_alarm_answered(context) and not is_asked(text):
        return _answer_alarm(state, trial, text)
    is_command = is_written_as_command(text) and not _is_shouted(trial)
    if is_command or is_written_as_order(text, words):
        return None
    if is_keeper(context) and (answered := _answer_keeper(state, trial, text)):
        return answered
    if _hangs_on_something(statement, statement.why) and not is_asked(text):
        likely = matcher.list_candidates(text)
        deeds = (each for each in likely if not trial.is_question(each.line))
        own = [each for each in deeds if _hangs_in_itself(text, each)]
        if own and own[0].score >= CLEAR:
            return _offer_lines(state, trial, own)
        return _ask_what_is_due(state, trial)
    if _GOVERNS.pattern.search(text) and (answered := _refuse_condition(state, trial, text)):
        return answered
    told = find_told_orders(trial.known, text, context)
    if told and not text.endswith("?"):
        return trial.refuse_sentence(state, OTHER_WORDS, told)
    if cleared := find_line_that_clears(trial.known, text, context):
        return trial.refuse_sentence(state, OTHER_WORDS, (cleared,))
    if answered := _answer_each_part(trial):
        return answered
    marked = matcher.mark_sentence(statement.line.text)
    candidates = matcher.list_meanings(marked, matcher.sayable)
    if text.endswith(":"):  # a head, unless it says whom what stands below is for
        candidates = [candidate for candidate in candidates if candidate.has_text]
    candidates = _put_lines_before_talk(candidates, text)
    forbidden = matcher.list_meanings(marked, matcher.unsayable)[:1]
    best = candidates[0].score if candidates else 0.0
    if best < CLEAR and _is_aside(text, words):
        return note_talk(state, statement, context)
    if explained := _explain_impossible(state, trial, candidates):
        return explained
    candidates = [candidate for candidate in candidates if candidate.wish is None]
    is_role = bool(forbidden) and not (forbidden[0].missing or forbidden[0].is_guess)
    if is_role and forbidden[0].score >= max(CLEAR, best + AHEAD):
        return _explain_role(state, trial, (forbidden[0], *candidates))
    if best < LIKE or not candidates[0].line:
        if statement.guesses:
            return None  # orders that stand amid talk are offered
        if offered := _offer_to_clear(state, trial, is_talk=best >= CLEAR):
            return offered
        if offered := _offer_what_answers(state, trial, candidates, best):
            return offered
        if best < LIKE:
            return None
        is_for_others = any(sentence.values.keys() & _BOARD for sentence in marked)
        why = explain_unread_wish(state, text) if best < CLEAR else None
        state = replace(state, chats=not is_for_others)
        return note_talk(state, statement, context, why)
    if answered := _answer_question(trial, candidates):
        return answered
    if told:
        asked = [each.line for each in candidates[:1] if trial.is_question(each.line)]
        return trial.refuse_sentence(state, OTHER_WORDS, (*asked, *told)[:MOST])
    if done := _set_password(state, trial, candidates[0]):
        return done
    return (
        _offer_lines(state, trial, candidates)
        or _offer_what_answers(state, trial, (), 0.0)
        or _offer_to_clear(state, trial, is_talk=False)
    )


def _offer_to_clear(state: MailState, trial: TriedSentence, *, is_talk: bool) -> MailState | None:
    """Offer to drop the orders that stand where a sentence may take them back; None elsewhere."""
    text = normalize_line(trial.statement.line.text)
    line = find_line_that_may_clear(trial.known, text, trial.context, is_talk=is_talk)
    if not line or text.endswith(":"):
        return None
    why = Reason("may_take_back_orders", (text.strip(" .!"),))
    refused = trial.refuse_sentence(state, why, (line,))
    return _with_remarks(refused, _tell_what_harms(trial, (line,)))


def _refuse_condition(state: MailState, trial: TriedSentence, text: str) -> MailState | None:
    """Say that nothing is done on a condition, where somebody most likely wishes for a deed that
    hangs on one; None where it is in what is to be done, or in words for others."""
    seat = trial.known.find_acting_seat(trial.context)
    nearest = trial.matcher.find_nearest(text)
    is_deed = bool(nearest.line) and nearest.score >= LIKE and not trial.is_question(nearest.line)
    if is_asked(text) or not is_deed or _hangs_in_itself(text, nearest):
        return None
    if seat is None or seat.powers or nearest.has_text:
        return None
    return trial.refuse_sentence(state, Reason("cannot_wait"))


def _answer_alarm(state: MailState, trial: TriedSentence, text: str) -> MailState:
    """Say how somebody says whether it was they who claimed their seat from elsewhere; who clearly
    says that it was not is offered another secret."""
    first = next(iter(trial.matcher.list_candidates(text)), NO_CANDIDATE)
    is_deed = first.score >= CLEAR and not first.missing and not trial.is_question(first.line)
    if is_deed and (offered := _offer_lines(state, trial, [first])):
        return offered
    choices = _NEW_SECRET if read_answer((text,), (), trial.context) == "no" else ()
    why, state = Reason("alarm_either"), replace(state, understood=True)
    return note_line(state, trial.statement, trial.context, "refused", why, choices)


def _answer_keeper(state: MailState, trial: TriedSentence, text: str) -> MailState | None:
    """Offer the lines for the desk that a sentence may mean, or answer what is asked of these."""
    why = explain_undone_at_desk(text)
    if why is not None:
        return note_line(
            replace(state, understood=True), trial.statement, trial.context, "refused", why
        )
    if asks_of_desk(text):
        return _answer_with_line(trial, _HELP_OF_DESK)
    desk, _ = find_desk_lines(text, trial.context)
    return trial.refuse_sentence(state, OTHER_WORDS, desk) if desk else None


def _answer_offer(state: MailState, trial: TriedSentence) -> MailState | None:
    """Do what a plain yes or no says to an offer of others that is all of a mail."""
    text, items = trial.statement.line.text, trial.context.mail.script.items
    answer = read_short_answer(text)
    if answer is None or not answer.sure or [item.line.text for item in items] != [text]:
        return None
    plain = {*list_words("plainest_yes"), *list_words("plain_no")}
    if plain.isdisjoint(re.findall(r"\w+", fold_text(text))[:1]):
        return None
    for meant in trial.matcher.list_candidates(answer.says)[:1]:
        command = trial.read_command(meant.line)
        if command and meant.score >= CLEAR and trial.explain_undone(meant) is None:
            return trial.obey(state, command, trial.context)
    return None


def _is_aside(text: str, words: Lexicon) -> bool:
    """Say whether somebody asks for nothing, and is surely about something else than the game."""
    expects = is_asked(text) or load_phrases().is_request(text) or load_phrases().has_wish(text)
    return not expects and is_like_talk(text, describe_board(words.game_map), _ASIDE)


def _is_shouted(trial: TriedSentence) -> bool:
    """Say whether a line that looks like a command is in the very words of a sentence, or most
    likely says yes or no to what has to be answered: ``DEAL, AKKAD``."""
    text, matcher = trial.statement.line.text, trial.matcher
    marked = matcher.mark_sentence(text)
    if any(load_phrases().list_lines_said_by(each.words) for each in marked):
        return True
    nearest = matcher.find_nearest(text)
    return nearest.score >= CLEAR and nearest.line in _list_answers_due(trial)


def _put_lines_before_talk(candidates: list[Candidate], text: str) -> list[Candidate]:
    """Return what a question or a request may mean, without the talk that is hardly nearer than
    the first line."""
    expects = text.endswith("?") or load_phrases().is_request(text)
    if not candidates or not candidates[0].is_talk or not expects:
        return candidates
    lines = [each for each in candidates if not each.is_talk]
    is_near = bool(lines) and lines[0].score >= max(LIKE, (1 - AHEAD) * candidates[0].score)
    return lines if is_near else candidates


def _explain_impossible(
    state: MailState, trial: TriedSentence, candidates: Sequence[Candidate]
) -> MailState | None:
    """Say why somebody cannot have what they wish for, and what there is instead; None if that is
    not surely what they wish."""
    first, *others = candidates or (NO_CANDIDATE,)
    is_alone = first.score >= LIKE > max((other.score for other in others), default=0.0)
    if first.wish is None or not (is_alone or first.score >= CLEAR):
        return None
    if any(other.is_talk and other.score >= _AS_NEAR * first.score for other in others):
        return None
    as_near = _BEHIND if first.wish.is_of_other_games else _AS_NEAR
    if any(other.line and other.score >= as_near * first.score for other in others):
        return None
    lines = list_sayable_lines(trial.known, first.wish.otherwise, trial.context)
    why, state = first.wish.why_not, replace(state, understood=True)
    verdict: Literal["ignored", "refused"] = "ignored" if first.wish.answers else "refused"
    explained = note_line(state, trial.statement, trial.context, verdict, why)
    return _with_remarks(explained, (Reason("say_instead", lines),) if lines else ())


def _offer_what_answers(
    state: MailState, trial: TriedSentence, candidates: Sequence[Candidate], best: float
) -> MailState | None:
    """Offer what a line means that is most like talk, or like nothing, if it answers a letter: what
    is about as near, or what a bare yes or no would mean."""
    if not trial.context.mail.tags:
        return None
    near = _BEHIND if find_answered_vote(trial.context) else _AS_NEAR
    said = [each for each in candidates if each.line and each.score >= max(LIKE, near * best)]
    text = fold_text(trial.statement.line.text).replace(",", " ")
    answer = read_short_answer(text)
    begins = text.split()[0] in {*list_words("plain_yes"), *list_words("plain_no")}
    if not said and answer is not None and (answer.sure or begins or best < CLEAR):
        bare = trial.matcher.list_candidates(answer.says)
        said = [each for each in bare if each.line and each.score >= _AS_NEAR * bare[0].score]
    if said or best >= _SURELY_TALK:
        return _offer_lines(state, trial, said) if said else None
    return _ask_what_is_due(state, trial)


def _ask_what_is_due(state: MailState, trial: TriedSentence) -> MailState | None:
    """Offer yes and no where a few words of unknown meaning answer a letter, and one of the two is
    still waited for; None if nothing is, or they are about something else."""
    text, matcher = trial.statement.line.text, trial.matcher
    about_board = any(each.values.keys() & _BOARD for each in matcher.mark_sentence(text))
    excepts = any(load_phrases().has_exception(each.words) for each in matcher.mark_sentence(text))
    if not trial.context.mail.tags or about_board or is_asked(text) or len(text.split()) > _FEW:
        return None
    if excepts:
        return None
    if len(due := _list_answers_due(trial)) < _BOTH:
        return None
    state = trial.refuse_sentence(state, Reason("still_due"), due)
    return _with_remarks(state, _tell_what_harms(trial, due))


def _answer_each_part(trial: TriedSentence) -> MailState | None:
    """Answer or offer what each sentence of a line means, or each of the wishes in one, and name
    those that want something and are not understood; None where they are one, or nothing of them
    is clear."""
    state, statement, context, obey, matcher = trial
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
        is_alone = not any(other.may_govern for other in beside) and all(
            other.is_talk or (other.asks and other.is_clear) for other in beside
        )
        if said and is_alone and all(isinstance(each, CommandStatement) for each in said):
            for each in said:
                state = obey(state, each, context)
            matcher = build_matcher(identify_sender(state, context), context)
            continue
        known = identify_sender(state, context)
        about = matcher.learn_named_power(
            part.text, [before.text for before in parts[: parts.index(part)]]
        )
        tried = trial._replace(known=known, statement=alone, matcher=about)
        answered = _answer_sentence(state, tried)
        if answered is None and part.is_clear:
            return None  # as things are it means nothing
        if answered is None and part.expects_something and not part.is_talk:
            answered = note_line(state, alone, context, "refused", Reason("not_understood"))
        state = answered or note_talk(state, alone, context)
    return state


def _set_password(state: MailState, trial: TriedSentence, first: Candidate) -> MailState | None:
    """Do what cannot be offered, since that would show a password, where the line is word for word
    one that says it and nothing beside it is in doubt."""
    statement, read = trial.statement, trial.read_command(first.line)
    game_map = find_variant_here(state, trial.context).map
    if read is None or statement.line.doubt or not read.command.find_typed_password(game_map):
        return None
    if not _is_said_so(trial, first):
        return None
    return trial.obey(state, replace(read, line=statement.line), trial.context)


def _is_said_so(trial: TriedSentence, candidate: Candidate) -> bool:
    """Say whether a sentence is word for word one that says a line."""
    said = {
        line.partition("{")[0]
        for marked in trial.matcher.mark_sentence(trial.statement.line.text)
        if not marked.is_part
        for line in load_phrases().list_lines_said_by(marked.words)
    }
    return any(line and candidate.line.startswith(line) for line in said)


def _answer_question(trial: TriedSentence, candidates: Sequence[Candidate]) -> MailState | None:
    """Answer a sentence at once that clearly asks for something to be shown."""
    statement = trial.statement
    first, *others = candidates
    if first.score < CLEAR or first.missing or first.negated:
        return None
    if "?" not in statement.line.text and (first.is_told or _begins_order(statement.line.text)):
        return None
    read = trial.read_command(first.line)
    if read is None or not read.command.asks:
        return None
    behind = next((other for other in others if not _is_same_with_more(first, other)), None)
    if behind is not None:
        ahead = _BARELY if trial.is_question(behind.line) else AHEAD
        if first.score - behind.score < ahead:
            return None
    beside = (*_ask_of_others(trial, first), *_list_lines_beside(trial, candidates))
    return _answer_with_line(trial, first.line, tuple(dict.fromkeys(beside))[:MOST])


def _answer_with_line(
    trial: TriedSentence, line: str, beside: tuple[str, ...] = ()
) -> MailState | None:
    """Answer a sentence with what a line shows, and offer those ``beside`` it."""
    state, statement, context, obey, _ = trial
    read = trial.read_command(line)
    if read is None:
        return None
    before = len(state.part.heard)
    after = obey(state, replace(read, line=statement.line), context)
    heard = after.part.heard
    if len(heard) <= before or heard[-1].verdict not in ("taken", "noted"):
        return None
    answered = heard[-1]._replace(
        verdict="noted",
        why=Reason("read_as_line", (line,)),
        more=tuple(filter(None, [heard[-1].why])),
        choices=tuple(dict.fromkeys(beside)),
    )
    return after.with_part(replace(after.part, heard=(*heard[:-1], answered)))


def _begins_order(text: str) -> bool:
    """Say whether the first word of a sentence tells a unit what to do."""
    words = fold_text(text).split()
    return words[:1] != [] and words[0] in (*list_words("changed_verb"), *list_words("order_verb"))


def _ask_of_others(trial: TriedSentence, first: Candidate) -> Iterator[str]:
    """Yield the line with which a question is answered for the other places of the question, which
    that passes over: ``who owns Spain and Portugal``."""
    for marked in trial.matcher.mark_sentence(trial.statement.line.text):
        places = marked.values.get("place", ())
        said = [place for place in places if place in first.line]
        others = [place for place in places if place in first.unsaid]
        yield from (first.line.replace(said[0], other) for other in others if said)


def _list_lines_beside(trial: TriedSentence, candidates: Sequence[Candidate]) -> Iterator[str]:
    """Yield the next lines that a question may have meant as well, beside the first."""
    first, *others = candidates
    shown = [first]
    if _is_said_so(trial, first):
        return
    for other in others[:_TRIED]:
        if other.score < _DOUBTED * first.score or len(shown) == MOST:
            return
        if not other.line or other.missing or other.has_text:
            continue
        if any(_is_same_with_more(known, other) for known in shown):
            continue
        if other.score < _DEED_DOUBTED * first.score and not trial.is_question(other.line):
            continue
        if trial.explain_undone(other, first.score) is None:
            shown.append(other)
            yield other.line


def _is_same_with_more(first: Candidate, other: Candidate) -> bool:
    """Say whether one of two lines is the other with more behind it."""
    return first.line.startswith(other.line) or other.line.startswith(first.line)


def _tell_what_harms(trial: TriedSentence, lines: Sequence[str]) -> tuple[Reason, ...]:
    """Return what those of some lines do by which somebody loses."""
    return tuple(
        Reason("line_does", (read.line.text, read.command.write_help_text().partition(": ")[2]))
        for read in map(trial.read_command, lines)
        if read is not None and read.command.harms
    )


def _list_answers_due(trial: TriedSentence) -> list[str]:
    """Return the lines that say yes and no to what the sender still has to answer."""
    return [
        each.line
        for answer in ("yes", "no")
        for each in trial.matcher.list_candidates(answer)
        if each.line and each.score >= CLEAR and trial.explain_undone(each) is None
    ]


class _Chosen(NamedTuple):
    """What is offered for a sentence: lines, those of them that are hardly less ``near`` than the
    nearest, and the times it names that none of them says; what the nearest line lacks that its
    writer knows, and why the nearest cannot be done."""

    lines: tuple[str, ...]
    near: tuple[str, ...]
    untimed: frozenset[str]
    lacking: Reason | None
    refusal: Reason | None


def _offer_lines(
    state: MailState, trial: TriedSentence, candidates: Sequence[Candidate]
) -> MailState | None:
    """Offer the lines that can be done, the nearest first, with what those do that cost."""
    first, chosen = candidates[0], _choose_lines(trial, candidates)
    lines = chosen.lines
    if chosen.refusal is not None and not (lines and trial.is_question(first.line)):
        others = lines if first.score < _SURELY else chosen.near
        state = trial.refuse_sentence(state, chosen.refusal, others)
        return _with_remarks(state, (Reason("read_as_line", (hide_password(first.line),)),))
    if not lines and not chosen.lacking:
        return None
    lines, passed = _with_hours(trial, first, lines)
    state = trial.refuse_sentence(state, chosen.lacking or OTHER_WORDS, lines)
    costs = _tell_what_harms(trial, lines)
    untimed = [time for time in first.untimed if time in chosen.untimed]
    left = [Reason("passed_over", (time,)) for time in (*untimed, *passed)]
    return _with_remarks(state, (*costs, *left))


def _with_hours(
    trial: TriedSentence, first: Candidate, lines: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return lines with the hours that parts of a day mean beside their days, where they can have
    them, and the parts for which none has: ``Sunday evening`` is offered as ``Sunday 20:00``."""
    hours = dict(zip(list_words("parts_of_day"), list_words("hours_of_day"), strict=True))
    text, passed = trial.statement.line.text, list[str]()
    for said in () if _CLOCK.search(text) else _PART_OF_DAY.pattern.finditer(text):
        day, hour = said["day"], hours[said["part"].lower()]
        timed = {line: line.replace(day, f"{day} {hour}") for line in lines if day in line}
        kept = {old: new for old, new in timed.items()
                if trial.explain_undone(first._replace(line=new)) is None}  # fmt: skip
        lines = tuple(kept.get(line, line) for line in lines)
        if not kept and not all(map(trial.is_question, lines)):
            passed.append(said["part"])
    return lines, tuple(passed)


def _choose_lines(trial: TriedSentence, candidates: Sequence[Candidate]) -> _Chosen:
    """Choose, the nearest first, among what a sentence may mean.

    What costs something is not offered far behind a nearer line that lacks something.
    """
    first, chosen = candidates[0], list[Candidate]()
    lacking: Reason | None = None
    refusal: Reason | None = None
    least, behind = find_least_score_beside(first.score), 0.0
    text = trial.statement.line.text
    looks = load_phrases().looks_for_something(text)
    hangs = _hangs_on_something(trial.statement, trial.statement.why)
    lacks_reader = (c.score for c in candidates if c.has_text and c.missing == ("powers",))
    for_unknown = max(lacks_reader, default=0.0) / _HARMFUL
    for candidate in candidates[:_TRIED]:
        is_far = candidate.score < (least if chosen else max(LIKE, least))
        if is_far or not candidate.line or len(chosen) == MOST:
            break
        if candidate.has_text and chosen and not _reaches_all_alike(trial, first, candidate):
            continue  # words for one are not offered to others
        if candidate.has_text and not candidate.missing and candidate.score < for_unknown:
            continue  # nor words for somebody whom nobody here knows
        if candidate.missing:
            if not chosen:
                behind = max(behind, _BEHIND * candidate.score)
                if candidate.score >= CLEAR:
                    lacking = lacking or _explain_lacking(trial, candidate)
            continue
        asks = trial.is_question(candidate.line)
        if asks and not looks and candidate.score < _WISHED:
            behind = max(behind, candidate.score)
            continue
        is_hung = hangs and not _hangs_in_itself(text, candidate)
        if not asks and (is_hung or candidate.score < behind):
            continue
        undone = trial.explain_undone(candidate, _HARMFUL * first.score)
        if undone is None:
            chosen.append(candidate)
        elif candidate is first and first.score >= _REFUSED and _tells_why(first, undone):
            refusal = undone
    lines = tuple(candidate.line for candidate in chosen)
    near = tuple(each.line for each in chosen if each.score >= (1 - AHEAD) * first.score)
    unsaid = [frozenset(candidate.untimed) for candidate in chosen] or [frozenset[str]()]
    return _Chosen(lines, near, frozenset.intersection(*unsaid), lacking, refusal)


def _tells_why(candidate: Candidate, undone: Reason) -> bool:
    """Say whether it helps to tell why a line is not done that a sentence most likely means."""
    is_of_role = undone.code in _OF_ROLE and candidate.is_guess
    return undone != OTHER_WORDS and not is_of_role


def _reaches_all_alike(trial: TriedSentence, first: Candidate, other: Candidate) -> bool:
    """Say whether two lines, of different commands, pass words on to everybody."""
    kinds = [
        type(read.command) for each in (first, other) if (read := trial.read_command(each.line))
    ]
    return len({*kinds}) > 1 and all(kind.to_everybody for kind in kinds)


def _hangs_in_itself(text: str, candidate: Candidate) -> bool:
    """Say whether what a sentence means hangs on something in itself, or only in words for others:
    ``wait for orders if some are missing``, ``tell Germany that I go if you do``."""
    if not candidate.has_text:
        return candidate.has_condition
    message = candidate.line.partition(": ")[2]
    head, found, _ = text.partition(message) if message else ("", "", "")
    return bool(found) and not any("condition" in each.kinds for each in find_phrases(head))


def _explain_lacking(trial: TriedSentence, candidate: Candidate) -> Reason | None:
    """Say how a line is written for which a sentence lacks something that its writer knows."""
    if {*candidate.missing} & {"vote", "guest", "here"}:
        return None
    if {*candidate.missing} & _WHOM and _names_stranger(trial, candidate):
        return Reason("nobody_met")
    if candidate.missing == ("text",):
        return Reason("press_line", (candidate.line.removesuffix(": text"),))
    return Reason("said_so", (candidate.line,))


def _names_stranger(trial: TriedSentence, candidate: Candidate) -> bool:
    """Say whether a sentence names somebody whom its writer has not met, where nobody knows who is
    there: a word with a capital stands in it that is no power's name, before words for others."""
    game = trial.known.find_current_game(trial.context)
    if game is None or game.disclosure.public_seats:
        return False
    text = trial.statement.line.text
    head = text.partition(candidate.line.partition(": ")[2])[0] if candidate.has_text else text
    met = {fold_text(name) for name in trial.matcher.marker.names.values()}
    capitals = re.findall(r"(?<=[\w,] )[A-Z][a-z]{2,}", head)
    return any(fold_text(word) not in met for word in capitals)


def _with_remarks(state: MailState, remarks: tuple[Reason, ...]) -> MailState:
    """Return the mail with more said of its last line."""
    *heard, last = state.part.heard
    return state.with_part(replace(state.part, heard=(*heard, last._replace(more=remarks))))


def _explain_role(
    state: MailState, trial: TriedSentence, candidates: Sequence[Candidate]
) -> MailState | None:
    """Say why the writer of a sentence may not do what it clearly says, and what they may ask."""
    first, *behind = candidates
    read = trial.read_command(first.line)
    if read is None or not isinstance(read.command, InGame | InPlay):
        return None
    why = authorize_role(trial.known, read.command.who, trial.context)
    if not isinstance(why, Reason):
        undone = trial.explain_undone(first)
        if undone is None or undone == OTHER_WORDS:
            return None
        state = trial.refuse_sentence(state, undone)
        return _with_remarks(state, (Reason("read_as_line", (first.line,)),))
    least = find_least_score_beside(first.score)
    near = [other for other in behind[:_TRIED] if other.score >= least and not other.missing]
    others = [
        each.line
        for each in near
        if trial.is_question(each.line)
        or (each.score >= _BEHIND * first.score and trial.explain_undone(each) is None)
    ]
    vote = write_vote_instead(trial.known, read.command, trial.context)
    choices = tuple(dict.fromkeys(filter(None, [vote, *others[: MOST - 1]])))
    return trial.refuse_sentence(state, why, choices)
