"""A line that answers what a letter offers and says more: ``1 yes. Fleet Brest to Gascony``.

Both are done, or neither is, and all is offered again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from judge.game.command import LineContext
from judge.game.effects import Question, SentLetter
from judge.game.mail.named_offers import write_numbers_for_names
from judge.game.mail.obey import end_block, obey_item
from judge.game.mail.passwords import hide_what_may_be_password
from judge.game.mail.picking import ask_which, list_lines_left
from judge.game.mail.place import (
    find_answered_letter,
    find_variant_here,
    is_offer_answered,
    read_statements,
)
from judge.game.mail.state import Block, MailState
from judge.game.state import Play
from judge.game.votes.public import has_had_votes, number_open_votes
from judge.hooks import Variant
from judge.language.answers import (
    load_answer_words,
    read_picked,
    read_short_answer,
)
from judge.language.innocent import is_courtesy
from judge.language.referring import list_sentences
from judge.language.script import Item
from judge.language.spelling import fold_text
from judge.language.statement import CommandStatement, Line, without_doubt
from judge.language.word_lists import WordPattern, list_words
from judge.language.writer import write_order
from judge.model.order import Order
from judge.model.reason import Reason
from judge.model.sections import HeardLine

_CUT = WordPattern(
    r"(?:(?P<sign>[.!;:,)]+\s+|\s*\()|\s*&\s*|\s+[-\u2013\u2014]+\s+|\s+(?=%(told_and)s\s))"
    r"(?P<more>(?:(?:%(told_and)s|%(adds_too)s),?\s+)*)(?=\w)"
)
"""Where an answer may end, and what joins more to it."""
_WORD = re.compile(r"\w+")
_FIRST = 8
"""Among so many words of a line there is one of an answer if it begins with one."""
_BARE_NUMBER = re.compile(r"\W*\d+\W*")
_NUMBERED = re.compile(r"\W*\d+\s*[.):]")
"""So a line begins that is one of a list, or answers by a number."""


class AnswerBeside(NamedTuple):
    """An answer at the beginning of a line, and the line as it was typed; ``is_open``: it may be
    the number of a line, and no answer."""

    answer: Item
    typed: Item
    is_open: bool = False


def part_answers(
    state: MailState, items: Sequence[Item], context: LineContext
) -> tuple[Sequence[Item], Mapping[int, AnswerBeside]]:
    """Return the lines of a mail without the answers with which they begin that say more, and these
    by the numbers of their lines."""
    if not any(map(_may_begin_with_answer, items)):
        return items, {}
    state, letter = find_answered_letter(state, "offers", context)
    game = state.find_current_game(context)
    votes = has_had_votes(game)
    is_asked = is_offer_answered(context) or bool(votes and number_open_votes(game))
    if letter is None and not is_asked:
        return items, {}
    numbered = [item for item in items if _NUMBERED.match(item.line.text)]
    rest, answers = list[Item](), dict[int, AnswerBeside]()
    for item in items:
        parted = _part_answer(state, item, letter, context) if item.body is None else None
        if parted is not None and parted[0].is_open and numbered[1:]:
            parted = None
        if parted is not None:
            answers[item.line.number], item = parted
        rest.append(item)
    return rest, answers


def _may_begin_with_answer(item: Item) -> bool:
    """Say whether one of the first words of a line is one of answers, before it is asked which
    letter that may answer."""
    words, known = _WORD.findall(fold_text(item.line.text))[:_FIRST], load_answer_words()
    answers = known.yes | known.no | known.every | known.pair | known.none | known.places.keys()
    return item.body is None and any(word.isdecimal() or word in answers for word in words)


def _part_answer(
    state: MailState, item: Item, letter: SentLetter | None, context: LineContext
) -> tuple[AnswerBeside, Item] | None:
    """Return the answer with which a line begins, and what is left of the line; None if it is all
    answer, or none."""
    text, votes = item.line.text, has_had_votes(state.find_current_game(context))
    if read_picked(text, votes=votes) is not None or _says_yes(text) or is_courtesy(text):
        return None
    offered = {n: each.line.text for n, each in letter.offered_items.items()} if letter else {}
    variant = find_variant_here(state, context)
    if offered and _is_of_offers_alone(text, offered, variant):
        return None
    cuts = [*_CUT.pattern.finditer(text)][::-1]
    for with_names in (False, True)[: 1 + bool(offered)]:
        for cut in cuts:
            said = text[: cut.start()]
            rest = text[cut.end() :].strip()
            if "(" in (cut["sign"] or ""):
                rest = rest.replace(")", " ", 1).strip()
            if _begins_as_answer(rest) or _counts_out(said, cut["sign"]):
                continue
            if with_names and not _says_yes_or_no(said):
                continue
            if with_names:
                said = write_numbers_for_names(said, offered, variant)
            if not _is_answer(said, votes=votes, joined=bool(cut["more"].strip())):
                continue
            answer = item._replace(line=item.line._replace(text=text[: cut.start()]))
            more = item._replace(line=item.line._replace(text=rest))
            is_open = not cut["more"].strip() and _may_be_number_of_line(said, cut["sign"] or "")
            return AnswerBeside(answer, item, is_open), more
    return None


def _is_of_offers_alone(text: str, offered: Mapping[int, str], variant: Variant) -> bool:
    """Say whether a line picks by names and numbers, and says nothing else, or calls an offer by
    the name or number of another."""
    numbered = write_numbers_for_names(text, offered, variant)
    return not numbered or read_picked(numbered) is not None


def _is_answer(text: str, *, votes: bool, joined: bool) -> bool:
    """Say whether words are an answer by which something is done, or, where more is ``joined`` to
    it, any clear one."""
    picked, answer = read_picked(text, votes=votes), read_short_answer(text)
    if picked is not None and picked.every and not _is_whole_answer(text):
        return False
    says_no = answer is not None and answer.says == "no"
    if picked is not None and (joined or not (picked.nothing and says_no)):
        return True
    return answer is not None and answer.sure and (joined or answer.says == "yes")


def _is_whole_answer(text: str) -> bool:
    """Say whether words that pick all say nothing of units besides, as ``keep it all`` does."""
    known = load_answer_words()
    said = known.yes | known.every | known.pair | known.harmless | known.without | {*known.places}
    said |= {*list_words("other_lines")}
    return all(word in said or word.isdecimal() for word in _WORD.findall(fold_text(text)))


def _says_yes_or_no(text: str) -> bool:
    known = load_answer_words()
    return not (known.yes | known.no).isdisjoint(_WORD.findall(fold_text(text)))


def _begins_as_answer(text: str) -> bool:
    """Say whether words begin with an answer themselves: ``no to the pause``."""
    first = (list_sentences(text) or [text])[0]
    words = _WORD.findall(fold_text(first))
    answers = {*list_words("plain_yes"), *list_words("plain_no")}
    return read_picked(first) is not None or not answers.isdisjoint(words[:1])


def _counts_out(answer: str, sign: str | None) -> bool:
    """Say whether an answer that picks all may go on with what is left out: ``all but``."""
    known, words = load_answer_words(), _WORD.findall(fold_text(answer))
    return not sign and words[-1:] != [] and words[-1] in known.every | known.pair | known.none


def _says_yes(text: str) -> bool:
    answer = read_short_answer(text)
    return answer is not None and answer.sure


def _may_be_number_of_line(answer: str, sign: str) -> bool:
    """Say whether an answer ends with a number that may be that of the line or of an offer that is
    put right: ``2: Brest to Gascony``."""
    last = (list_sentences(answer) or [answer])[-1]
    return ":" in sign or _BARE_NUMBER.fullmatch(last) is not None


def obey_lines_of_mail(
    state: MailState,
    items: Sequence[Item],
    answers: Mapping[int, AnswerBeside],
    context: LineContext,
) -> MailState:
    """Obey the lines of a mail, and the answers with which some began."""
    left = dict(answers)
    for number, lines in groupby(items, lambda item: item.line.number):
        for above in [n for n in left if n < number]:
            state = obey_item(state, left.pop(above).typed, context)
        if number in left:
            state = _obey_answer(state, left.pop(number), [*lines], context)
        else:
            for item in lines:
                state = obey_item(state, item, context)
    for beside in left.values():
        state = obey_item(state, beside.typed, context)
    return state


def _obey_answer(
    state: MailState, beside: AnswerBeside, more: Sequence[Item], context: LineContext
) -> MailState:
    """Obey an answer and what stands beside it, or offer both; an answer alone, if nothing beside
    it is understood."""
    state = end_block(state, context)
    alone = _obey(state, more, context)
    if isinstance(state.pending, Question) or isinstance(alone.pending, Question):
        return alone
    answered = obey_item(state, beside.answer, context)
    if _does_nothing(state, alone, context):
        is_kind = all(is_courtesy(item.line.text) for item in more)
        is_answer = is_kind and _is_done(state, answered)
        return answered if is_answer else obey_item(state, beside.typed, context)
    if isinstance(answered.pending, Question):
        return answered
    if beside.is_open and _is_done(state, alone) and _is_done(state, answered):
        if _find_spaces(state, answered) == _find_spaces(state, alone):
            return alone
    elif _is_done(state, answered) and not _harms(state, more, context):
        done = _obey(answered, more, context)
        if _is_done(answered, done) and _keeps(state, answered, done, context):
            return done
    return _offer_both(state, beside, (answered, alone), context)


def _obey(state: MailState, items: Sequence[Item], context: LineContext) -> MailState:
    for item in items:
        state = obey_item(state, item, context)
    return state


def _list_heard(before: MailState, after: MailState) -> Sequence[HeardLine]:
    """Return what was said to lines of a mail between two states of it."""
    known = len(before.part.heard) if after.here == before.here else 0
    return after.part.heard[known:]


def _is_done(before: MailState, after: MailState) -> bool:
    """Say whether all lines between two states of a mail were done."""
    is_over = not isinstance(after.pending, Block)
    heard = _list_heard(before, after)
    return is_over and all(line.verdict in ("taken", "noted") for line in heard)


def _keeps(before: MailState, answered: MailState, done: MailState, context: LineContext) -> bool:
    """Say whether the orders that an answer picked still stand, and it has dropped none."""
    kept, picked = _list_orders(done, context), [*_list_given(before, answered)]
    first, then = _list_orders(before, context), _list_orders(answered, context)
    picked += (order for order in then if order not in first)
    if {o.unit.at.province for o in first} - {o.unit.at.province for o in then}:
        return False
    return all(order in kept for order in picked)


def _list_given(before: MailState, after: MailState) -> Sequence[Order]:
    """Return the orders that were kept between two states of a mail."""
    known = len(before.part.given) if after.here == before.here else 0
    return after.part.given[known:]


def _list_orders(state: MailState, context: LineContext) -> Sequence[Order]:
    game = state.find_current_game(context)
    orders = game.orders.values() if isinstance(game, Play) else ()
    return [order for each in orders for order in each]


def _find_spaces(before: MailState, after: MailState) -> frozenset[str]:
    """Return the spaces for which orders were kept between two states of a mail."""
    return frozenset(order.unit.at.province for order in _list_given(before, after))


def _does_nothing(before: MailState, after: MailState, context: LineContext) -> bool:
    """Say whether nothing between two states of a mail was meant to be done: talk and questions."""
    heard = _list_heard(before, after)
    is_refused = any(line.verdict == "refused" for line in heard)
    return not is_refused and not [*_list_choices(before, after, context)]


def _harms(state: MailState, items: Sequence[Item], context: LineContext) -> bool:
    """Say whether lines have a command by which somebody loses something."""
    said = (
        without_doubt(each)
        for item in items
        for each in read_statements(state, item, None, context)[1]
    )
    return any(isinstance(each, CommandStatement) and each.command.harms for each in said)


def _offer_both(
    state: MailState,
    beside: AnswerBeside,
    done: tuple[MailState, MailState],
    context: LineContext,
) -> MailState:
    """Do nothing of an answer nor of what stands beside it, and offer all that either may mean;
    ``done``: what comes of each by itself."""
    answered, alone = done
    found, letter = find_answered_letter(state, "offers", context)
    answers = tuple(_list_choices(state, answered, context))
    if letter is not None:
        answers = list_lines_left(letter, found)
    choices = tuple(dict.fromkeys((*answers, *_list_choices(state, alone, context))))
    if letter and choices == answers:
        return ask_which(found, beside.typed.line, letter, context)
    why = tuple(
        line.why
        for line in _list_heard(state, alone)
        if line.verdict == "refused" and line.why and not line.choices
    )
    text = hide_what_may_be_password(beside.typed.line.text)
    said = HeardLine(text, "refused", Reason("answer_and_more"), choices, why[:1])
    return replace(found, understood=True).with_transcript(said)


def _only_asks(state: MailState, line: str, context: LineContext) -> bool:
    """Say whether a line that is offered is but a question."""
    said = read_statements(state, Item(Line(0, line)), None, context)[1]
    return all(isinstance(each, CommandStatement) and each.command.asks for each in said)


def _list_choices(before: MailState, after: MailState, context: LineContext) -> Iterator[str]:
    """Yield the lines that were obeyed between two states of a mail, as orders are written, and
    what was offered there."""
    variant = find_variant_here(after, context)
    given = _list_given(before, after)
    asked = after.here == before.here and after.part.asked != before.part.asked
    yield from (write_order(order, variant) for order in given)
    for line in _list_heard(before, after):
        yield from (choice for choice in line.choices if not _only_asks(after, choice, context))
        if line.verdict in ("taken", "noted") and not (given or asked):
            yield line.line
