"""A line that answers a letter: by the numbers of what was offered, by yes or no, with a ballot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.game.command import LineContext
from judge.game.effects import SentLetter
from judge.game.mail.answer import OTHER_WORDS, UNKNOWN, note_line, refuse_line
from judge.game.mail.confirmation import forget_pending_lines, list_pending_lines
from judge.game.mail.named_offers import write_numbers_for_names
from judge.game.mail.outline import describe_locality
from judge.game.mail.place import (
    find_answered_letter,
    find_meant_ballots,
    find_variant_here,
    read_statements,
)
from judge.game.mail.state import MailState
from judge.game.master.undo import Undo
from judge.game.orders.turn_meant import write_present_turn_words
from judge.game.sentences.candidates import CLEAR, build_matcher
from judge.game.state import Play
from judge.game.votes.ballot import Ballot
from judge.game.votes.public import has_had_votes, number_open_votes
from judge.language.answers import (
    Picked,
    begins_as_answer_does,
    is_choice,
    read_ballots,
    read_picked,
    read_short_answer,
)
from judge.language.beside import collect_meanings, find_names_on_board
from judge.language.innocent import cut_talk
from judge.language.lexicon import find_power
from judge.language.mail_lines import Locality, outline_line
from judge.language.parting import split_into_sentences
from judge.language.reader import read_place
from judge.language.referring import list_sentences
from judge.language.remarks import is_talk_by_likeness, may_take_back
from judge.language.script import Item
from judge.language.spelling import fold_text, normalize_line
from judge.language.statement import (
    CommandStatement,
    Line,
    OrderStatement,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import find_phrases
from judge.model.map import Map
from judge.model.reason import Reason
from judge.model.sections import HeardLine

Answered = tuple[MailState, tuple[Item, ...] | None]
"""A mail, and the lines that one line of it stands for; None if that answers nothing."""

_REFUSES = frozenset({"negation", "takeback"})
"""Kinds of words by which nothing is to be done of what is asked."""
_PUTS_RIGHT = frozenset(
    {"corrects", "takeback", "revokes", "hangs_above", "unsettled", "points_at"}
)
"""Kinds of words in lines that may change an answer above them."""


_WHICH_VOTE = WordPattern(r"\b%(asks_what)s\b[^?]*\b%(of_votes)s\b[^?]*\?")
"""A question what a vote is about."""


def read_line_as_answer(
    state: MailState, item: Item, statements: Sequence[Statement], context: LineContext
) -> Answered:
    """Return the lines that are to be obeyed because a line answers a letter with them.

    ``statements`` are what the line says where it answers nothing. If it answers, but nothing is
    to be done, the transcript says why.
    """
    text = item.line.text
    votes = has_had_votes(state.find_current_game(context))
    picked = read_picked(text, votes=votes) or _read_refusal(text)
    if picked is None and all(
        isinstance(without_doubt(each), UnreadStatement) for each in statements
    ):
        state, picked = _read_told_answer(state, item, context)
    if picked is None and _may_take_back_what_waits(state, statements, context):
        why = Reason("none_picked")
        return note_line(state, statements[0], context, "refused", why, (text.strip(),)), ()
    rest: Sequence[Item] = ()
    if picked is None and _keeps_unconfirmed(state, text, statements, context):
        picked = Picked(nothing=True)
        refusal, rest = _part_from_refusal(state, item, context)
        item = item._replace(line=item.line._replace(text=refusal))
    if picked is not None:
        state, items = _pick_offers(state, item, picked, context)
        if items is not None:
            return state, (*items, *rest)
    elif answered := _offer_again(state, item, statements, context):
        return answered
    if votes and (held := _hold_back_ballot(state, item.line, context)):
        return held, ()
    open_votes = number_open_votes(state.find_current_game(context)) if votes else {}
    if open_votes and (ballots := read_ballots(text, open_votes)):
        return state, tuple(Item(Line(item.line.number, ballot)) for ballot in ballots)
    meant = find_meant_ballots(state, text, context)
    if meant is not None and all(map(_names_no_vote, statements)):
        return _read_ballots(state, item.line, meant, context)
    return state, None


def _pick_offers(state: MailState, item: Item, picked: Picked, context: LineContext) -> Answered:
    """Return what the letter offered that is answered; no numbers: all that is in no doubt, or the
    one offer below which it says yes.

    A line that says yes to nothing answers nothing. If other lines of the mail may say otherwise,
    all is offered again.
    """
    line = item.line
    state, letter = find_answered_letter(state, "offers", context)
    if letter is None:
        return _refuse_without_offer(state, line, context)
    state, said = replace(state, understood=True), UnreadStatement(line, OTHER_WORDS)
    if picked.nothing:
        state, why = _forget_what_waits(state, letter, context)
        return note_line(state, said, context, "noted", why), ()
    if over := _explain_offer_over(letter, context):
        return refuse_line(state, said, over, context), ()
    confirming = list_confirming_numbers(letter)
    alone = confirming if "confirm" in line.text.casefold() else ()
    quoted = dict(context.mail.offers_above).get(line.number)
    if picked.says_yes and quoted:
        picked = Picked((quoted,))
    wanted = _list_numbers_wanted(picked, letter, alone)
    open_choice = not picked.numbers and (
        _exclude_each_other(wanted, letter, state, context)
        or _may_be_words(wanted, letter)
        or _harms_beside_others(wanted, letter, state, context)
    )
    if (
        open_choice
        or (picked.told and not _offers_orders_alone(letter, state, context))
        or not wanted
        or (picked.says_yes and quoted == 0)
        or _is_unsettled(item, picked, context)
    ):
        return ask_which(state, line, letter, context), ()
    done = {*state.effects.mail.picked.get(letter.id, letter.done)}
    fresh = [number for number in wanted if number not in done]
    if not fresh:
        return note_line(state, said, context, "noted", Reason("offer_done")), ()
    if not {*fresh} <= {*confirming}:
        state = note_line(state, said, context, "taken")
    state = state.with_picked_offers(letter.id, tuple(sorted(done | {*fresh})))
    offered = (letter.offered_items[number] for number in fresh)
    return state, tuple(each._replace(line=Line(line.number, each.line.text)) for each in offered)


def _exclude_each_other(
    numbers: Sequence[int], letter: SentLetter, state: MailState, context: LineContext
) -> bool:
    """Say whether some lines of a letter order the same unit otherwise, or give the same command
    with other words: of these one alone can be meant."""
    said: dict[object, set[str]] = {}
    for item in (letter.offered_items[number] for number in numbers):
        for statement in map(without_doubt, read_statements(state, item, None, context)[1]):
            if isinstance(statement, OrderStatement):
                said.setdefault(statement.order.unit.at.province, set()).add(item.line.text)
            elif isinstance(statement, CommandStatement) and not statement.command.asks:
                said.setdefault(type(statement.command), set()).add(item.line.text)
    return any(key and len(lines) > 1 for key, lines in said.items())


def _harms_beside_others(
    numbers: Sequence[int], letter: SentLetter, state: MailState, context: LineContext
) -> bool:
    """Say whether one of several lines of a letter is a command by which somebody loses something:
    it is done by its number."""
    items = [letter.offered_items[number] for number in numbers]
    return len(items) > 1 and any(
        isinstance(said := without_doubt(each), CommandStatement) and said.command.harms
        for item in items
        for each in read_statements(state, item, None, context)[1]
    )


def _may_be_words(numbers: Sequence[int], letter: SentLetter) -> bool:
    """Say whether a letter offers some lines, and beside them that their mail was for others."""
    items = letter.offered_items
    return bool(numbers) and any(
        item.body is not None for number, item in items.items() if number not in numbers
    )


def _offers_orders_alone(letter: SentLetter, state: MailState, context: LineContext) -> bool:
    """Say whether a letter offers nothing but orders, which somebody may have written."""
    return all(
        isinstance(without_doubt(statement), OrderStatement)
        for item in letter.offered_items.values()
        for statement in read_statements(state, item, None, context)[1]
    )


def _offer_again(
    state: MailState, item: Item, statements: Sequence[Statement], context: LineContext
) -> Answered | None:
    """Offer all that is left again where a line surely chooses among it, and it is open what."""
    found, letter = _find_letter_spoken_of(state, statements, context)
    if letter is None:
        return None
    offered = [each.line.text for each in letter.offered_items.values()]
    votes = has_had_votes(state.find_current_game(context))
    may_choose = len(offered) > 1 and is_choice(item.line.text, offered)
    if may_choose or (votes and begins_as_answer_does(item.line.text)):
        return ask_which(found, item.line, letter, context), ()
    return None


def offer_again_if_unread(
    before: MailState,
    done: MailState,
    item: Item,
    statements: Sequence[Statement],
    context: LineContext,
) -> MailState:
    """Return what came of a line, or offer again what the letter offers that it answers: it speaks
    of that, and nothing else came of it."""
    found, letter = _find_letter_spoken_of(before, statements, context)
    if letter is None:
        return done
    offered = [each.line.text for each in letter.offered_items.values()]
    game_map = find_variant_here(found, context).map
    begins = begins_as_answer_does(item.line.text)
    speaks = len(offered) > 1 and not before.part.given
    if not begins and not (speaks and _speaks_of_offers(item.line.text, offered, game_map)):
        return done
    heard = done.part.heard[len(before.part.heard) if done.here == before.here else 0 :]
    if any(_says_something(done, line, context, of_orders=begins) for line in heard):
        return done
    return ask_which(found, item.line, letter, context)


def _says_something(
    state: MailState, line: HeardLine, context: LineContext, *, of_orders: bool
) -> bool:
    """Say whether something came of a line of a mail: it was done, or refused for a reason of its
    own, or it is offered what does something; ``of_orders``: nothing else counts."""
    if line.verdict != "refused":
        return line.verdict != "ignored" and not of_orders
    said = [
        without_doubt(each)
        for choice in line.choices
        for each in read_statements(state, Item(Line(0, choice)), None, context)[1]
    ]
    if of_orders or not said:
        is_order = any(isinstance(each, OrderStatement) for each in said)
        return is_order or (not of_orders and line.why is not None and not _is_unread(line.why))
    return not all(isinstance(each, CommandStatement) and each.command.asks for each in said)


def _is_unread(why: Reason) -> bool:
    return why == OTHER_WORDS or why.code in UNKNOWN


def _find_letter_spoken_of(
    state: MailState, statements: Sequence[Statement], context: LineContext
) -> tuple[MailState, SentLetter | None]:
    """Return the letter that a line may answer that was read as nothing else."""
    said = [without_doubt(each) for each in statements]
    if not all(map(_names_no_vote, statements)):
        return state, None
    if any(isinstance(each, UnreadStatement) and each.guesses for each in said):
        return state, None
    return _find_letter_of_this_turn(state, context)


def _speaks_of_offers(text: str, offered: Sequence[str], game_map: Map) -> bool:
    """Say whether a text has the number of an offer, or its place, or a name that stands in one."""
    here = Locality(mean=collect_meanings(game_map))
    names = [find_names_on_board(line, here) for line in (text, *offered)]
    choosing = {*list_words("ordinals"), *map(str, range(1, len(offered) + 1))}
    speaks = not choosing.isdisjoint(re.findall(r"\w+", fold_text(text)))
    return speaks or not names[0].isdisjoint(frozenset().union(*names[1:]))


def ask_which(state: MailState, line: Line, letter: SentLetter, context: LineContext) -> MailState:
    """Refuse a line that answers what a letter offered, and offer again what is left of it: each
    line by itself, if so it was, that all of them can be picked at once."""
    state = replace(state, understood=True)
    left = list_lines_left(letter, state)
    alone = letter.sole_numbers
    if (
        len(left) != len(alone)
        or not left[1:]
        or _exclude_each_other(alone, letter, state, context)
    ):
        said, which = UnreadStatement(line, OTHER_WORDS), Reason("offer_which")
        return note_line(state, said, context, "refused", which, left)
    unclear = Reason("offer_unclear", (line.text.strip(),))
    for text in left:
        offered = UnreadStatement(line._replace(text=text), OTHER_WORDS)
        state = note_line(state, offered, context, "refused", unclear, (text,))
    return state


def list_lines_left(letter: SentLetter, state: MailState) -> tuple[str, ...]:
    """Return the lines that a letter offered and nobody has picked, but for those with a text."""
    done = {*state.effects.mail.picked.get(letter.id, letter.done)}
    left = (item for n, item in letter.offered_items.items() if n not in done)
    return tuple(item.line.text for item in left if item.body is None)


def _is_unsettled(item: Item, picked: Picked, context: LineContext) -> bool:
    """Say whether other lines of a mail may change what one picks: they answer too where this one
    only says yes, or speak of what is offered or take something back, and are no answer."""
    others = [other for other in context.mail.script.items if other.line.number != item.line.number]
    if picked.says_yes and any(map(_is_answer, others)):
        return True
    return any(not _is_answer(other) and _speaks_of_answer(other.line.text) for other in others)


def _is_answer(item: Item) -> bool:
    """Say whether a line is an answer to what is offered."""
    picked, answer = read_picked(item.line.text), read_short_answer(item.line.text)
    return item.body is None and (picked is not None or (answer is not None and answer.sure))


def _speaks_of_answer(text: str) -> bool:
    """Say whether a line has a number alone, words that put an answer right, or answers alone."""
    phrases = find_phrases(text)
    return is_choice(text, ()) or any(
        phrase.text.isdecimal() or phrase.kinds & _PUTS_RIGHT for phrase in phrases
    )


def _refuse_without_offer(state: MailState, line: Line, context: LineContext) -> Answered:
    """Refuse a number where no letter offers anything; a plain yes may mean something else."""
    names_numbers = any(map(str.isdigit, line.text))
    if not names_numbers or has_had_votes(state.find_current_game(context)):
        return state, None
    barred = state.place.barred
    why = barred.why if barred else Reason("no_offer" if context.mail.tags else "no_letter")
    state = replace(state, understood=True)
    return refuse_line(state, UnreadStatement(line, why), why, context), ()


def _explain_offer_over(letter: SentLetter, context: LineContext) -> Reason | None:
    """Say why nothing is done any more of what a letter offered in an earlier turn."""
    game = context.memory.games.get(letter.game)
    if isinstance(game, Play) and game.number != letter.number:
        return Reason("offer_over", write_present_turn_words(game))
    return None


def _find_letter_of_this_turn(
    state: MailState, context: LineContext
) -> tuple[MailState, SentLetter | None]:
    """Return the letter that is answered, if it offers something that can still be done."""
    found, letter = find_answered_letter(state, "offers", context)
    if letter is None or _explain_offer_over(letter, context):
        return state, None
    return found, letter


def _forget_what_waits(
    state: MailState, letter: SentLetter, context: LineContext
) -> tuple[MailState, Reason]:
    """Forget what waits to be confirmed that a letter offers, of which nothing is picked."""
    game, seat = state.find_current_game(context), state.find_own_seat(context)
    if game is None or seat is None:
        return state, Reason("none_picked")
    items = letter.offered_items
    numbers = {find_number_confirmed(items[n].line.text) for n in list_confirming_numbers(letter)}
    waiting = [p for p in list_pending_lines(game, seat, context) if p.number in numbers]
    for pending in waiting:
        state = forget_pending_lines(state, pending, context)
    lines = ", ".join(line for pending in waiting for line in pending.lines)
    return state, Reason("waits_no_more", (lines,)) if lines else Reason("none_picked")


def find_number_confirmed(line: str) -> int:
    """Return the number of what a line confirms, 0 if it names none."""
    found = re.search(r"\d+", line)
    return int(found[0]) if found else 0


def list_confirming_numbers(letter: SentLetter) -> list[int]:
    """Return the numbers of what a letter offers alone that confirms lines held back."""
    items = letter.offered_items
    return [n for n in letter.sole_numbers if items[n].line.text.startswith("CONFIRM ")]


def _list_numbers_wanted(picked: Picked, letter: SentLetter, alone: Sequence[int]) -> list[int]:
    """Return the numbers that are picked, none if one of them is not offered, or all are said and
    other numbers."""
    there = letter.offered_items
    beyond = max(there, default=0) + 1
    numbers = [beyond + number if number < 0 else number for number in picked.numbers]
    but = {beyond + number if number < 0 else number for number in picked.but}
    if not {*numbers, *but} <= there.keys():
        return []
    if picked.lines and picked.lines != len(letter.sole_numbers):
        return []
    if picked.every and numbers and {*numbers} != {*letter.sole_numbers}:
        return []
    if picked.every or not numbers:
        return [n for n in alone or letter.sole_numbers if n not in but]
    return [number for number in dict.fromkeys(numbers) if number not in but]


def _read_told_answer(
    state: MailState, item: Item, context: LineContext
) -> tuple[MailState, Picked | None]:
    """Return what a line picks of a letter that calls it by names, ``all but the fleet``, or says
    something beside that takes nothing back; the one offer with the name of which a mail is made.
    """
    found, letter = _find_letter_of_this_turn(state, context)
    if letter is None:
        return state, None
    text = item.line.text
    lines = {n: each.line.text for n, each in letter.offered_items.items()}
    variant = find_variant_here(found, context)
    numbered = write_numbers_for_names(text, lines, variant)
    if numbered and len(context.mail.script.items) == 1:
        names = {fold_text(normalize_line(text)).strip(" .!?")}
        called = (read_place(text, variant), find_power(variant.map, text))
        names |= {fold_text(name) for name in called if name}
        numbers = [n for n, line in lines.items() if names & {*fold_text(line).split()}]
        if len(numbers) == 1:
            return found, Picked((numbers[0],))
    sentences = list_sentences(numbered)
    picked = [read_picked(each) for each in sentences]
    others = [each for each, said in zip(sentences, picked, strict=True) if said is None]
    answers = [said for said in picked if said is not None]
    here = describe_locality(state, context, {})
    if len(answers) != 1 or any(_takes_back(each, here) or is_choice(each, ()) for each in others):
        return state, None
    return found, answers[0]


def _takes_back(sentence: str, here: Locality) -> bool:
    line = Line(0, sentence)
    said = outline_line(Item(line), (UnreadStatement(line, OTHER_WORDS),), here.powers)
    if not cut_talk(sentence, here.powers):
        return False
    names_power = any(phrase.text in here.powers for phrase in said.phrases)
    return names_power or not is_talk_by_likeness(said, here) or may_take_back(said, here)


def _keeps_unconfirmed(
    state: MailState, text: str, statements: Sequence[Statement], context: LineContext
) -> bool:
    """Say whether a line that is no order or command negates or takes back something, in answer to
    a letter that asks for nothing but to be confirmed; what asks or clearly says something else is
    read for itself."""
    is_unread = all(isinstance(without_doubt(each), UnreadStatement) for each in statements)
    if not is_unread or text.rstrip().endswith("?") or not _answers_what_waits(state, context):
        return False
    if not _refuses(text):
        return False
    nearest = build_matcher(state, context).find_nearest(text)
    return nearest.is_talk or nearest.score < CLEAR


def _part_from_refusal(
    state: MailState, item: Item, context: LineContext
) -> tuple[str, Sequence[Item]]:
    """Part the sentences of a line up to the last that negates or takes back something from those
    behind it, and from the first that clearly says something else; these are read for themselves:
    ``Leave him in. Remind him instead.``"""
    first, *others = split_into_sentences(item.line.text)
    matcher = build_matcher(state, context)
    said = [first]
    for at, text in enumerate(others):
        nearest = matcher.find_nearest(text)
        says_else = not nearest.is_talk and nearest.score >= CLEAR
        if says_else or not any(map(_refuses, others[at:])):
            break
        said.append(text)
    rest = " ".join(others[len(said) - 1 :])
    return " ".join(said), (item._replace(line=item.line._replace(text=rest)),) if rest else ()


def _refuses(text: str) -> bool:
    """Say whether words negate or take back something."""
    return any(phrase.kinds & _REFUSES for phrase in find_phrases(text))


def _answers_what_waits(state: MailState, context: LineContext) -> bool:
    """Say whether a mail answers a letter that asks for nothing but to be confirmed."""
    _, letter = find_answered_letter(state, "offers", context)
    return letter is not None and len(list_confirming_numbers(letter)) == len(letter.offered_items)


def _may_take_back_what_waits(
    state: MailState, statements: Sequence[Statement], context: LineContext
) -> bool:
    """Say whether a line that takes back what was done last may mean what waits to be confirmed."""
    undoes = any(
        isinstance(each, CommandStatement) and isinstance(each.command, Undo) for each in statements
    )
    game, seat = state.find_current_game(context), state.find_own_seat(context)
    waits = game is not None and seat is not None and list_pending_lines(game, seat, context)
    return bool(undoes and waits) and _answers_what_waits(state, context)


def _read_refusal(text: str) -> Picked | None:
    """Return that nothing is picked by a line that surely says no, None for others."""
    answer = read_short_answer(text)
    return Picked(nothing=True) if answer and answer.sure and answer.says == "no" else None


def _names_no_vote(statement: Statement) -> bool:
    """Say whether a statement is no command, or a ballot that names no vote."""
    if isinstance(statement, CommandStatement):
        return isinstance(statement.command, Ballot) and not statement.command.item
    return isinstance(without_doubt(statement), UnreadStatement)


def _read_ballots(
    state: MailState, line: Line, meant: tuple[tuple[str, ...], bool], context: LineContext
) -> Answered:
    """Return the ballots that a line means, or offer them if not all of the line is known."""
    ballots, is_sure = meant
    if is_sure:
        return state, tuple(Item(Line(line.number, ballot)) for ballot in ballots)
    state, said = replace(state, understood=True), UnreadStatement(line, OTHER_WORDS)
    return note_line(state, said, context, "refused", OTHER_WORDS, ballots), ()


def _hold_back_ballot(state: MailState, line: Line, context: LineContext) -> MailState | None:
    """Offer a ballot in a word instead of casting it, if the mail asks what the vote is about."""
    answer = read_short_answer(line.text)
    texts = (each.line.text.strip() for each in context.mail.script.items if each.body is None)
    asked = (text for text in texts if _WHICH_VOTE.pattern.search(fold_text(normalize_line(text))))
    if answer is None or not answer.sure or not (question := next(asked, "")):
        return None
    why, state = Reason("may_take_back", (question,)), replace(state, understood=True)
    said = UnreadStatement(line, why)
    return note_line(state, said, context, "refused", why, (line.text.strip(),))
