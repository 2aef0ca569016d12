"""One mail being obeyed, line by line: each function makes of what a mail has come to by now what
it has come to a line later."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from judge.game.command import (
    BlockCommand,
    EnterCommand,
    InGame,
    InPlay,
    LineContext,
    MisspelledWord,
    Outcome,
    PersonCommand,
    ReadCommand,
    WithheldPress,
)
from judge.game.effects import Effects, Question
from judge.game.mail.answer import (
    AS_ABOVE,
    OTHER_WORDS,
    SAID_ONCE,
    UNKNOWN,
    UNREAD,
    ask_confirmation,
    mask_passwords,
    note_line,
    note_outdated_line,
    note_talk,
    note_unread_line,
    refuse_line,
)
from judge.game.mail.confirmation import must_confirm, show_consequences, try_command
from judge.game.mail.open_matters import offer_what_is_open
from judge.game.mail.outline import part_block
from judge.game.mail.picking import offer_again_if_unread, read_line_as_answer
from judge.game.mail.place import (
    act_for_seat,
    authorize_play,
    authorize_role,
    collect_lines_asking_for_more,
    explain_wrong_turn,
    find_variant_here,
    identify_sender,
    is_alarm_answered,
    move_to_place,
    raise_alarm,
    read_credentials,
    read_statements,
    read_turn_heading,
    turn_to_role,
    visit_game,
    write_vote_instead,
)
from judge.game.mail.state import Block, MailState, Place, count_open_ifs, is_end_line
from judge.game.mail.whole_sentences import hold_back_half
from judge.game.orders.accepting import accept_order
from judge.game.orders.alternatives import MOST
from judge.game.orders.carrying import carry_out_lines, offer_statement
from judge.game.orders.proxies import build_proxy_letter, without_expired_proxies
from judge.game.proof.access import RefusedClaim
from judge.game.proof.confirming import explain_doubt_of_entry, explain_doubt_of_sender
from judge.game.reports.history import make_entries
from judge.game.reports.status import More
from judge.game.sentences.offering import (
    answer_sentence,
    is_asked,
    may_be_sentence,
    offer_passing_on,
)
from judge.game.sentences.subjects import explain_subject, explain_unread_wish
from judge.game.sentences.told import (
    find_orders_beside_condition,
    find_own_units_named,
    find_told_orders,
    offer_partly_read_orders,
    offer_told_orders,
)
from judge.game.state import Play, Role, Seat, Stage
from judge.language.answers import read_short_answer
from judge.language.beside import describe_board
from judge.language.conditions import asks_what_would_come
from judge.language.innocent import is_courtesy
from judge.language.lexicon import build_lexicon
from judge.language.likeness import is_like_talk
from judge.language.parting import split_into_sentences
from judge.language.script import Item
from judge.language.spelling import fold_text
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    DoubtfulStatement,
    Line,
    OrderStatement,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.suggestions import RESPELLED
from judge.language.talk import is_worded, is_written_as_order
from judge.language.word_lists import WordPattern, list_words
from judge.language.writer import write_order
from judge.model.command import Command
from judge.model.order import HoldAll
from judge.model.reason import Reason
from judge.model.sections import HeardLine

_WORD = re.compile(r"\w+")
_NO_MAIL = WordPattern(r"\b%(wants_no_mail)s\b")
_LOOKED = 1_200
"""So many characters of a mail that no rule reads are looked at for what they may mean."""
_LINES = 20
"""In so many lines of a mail such orders are looked for."""
_ORDERED = ("wrong_phase", "which_unit", "unknown_word")
"""Why a line is not done that was meant as an order."""
_ASKED = Reason("asks_outcome")
"""Why no orders are offered for a question about them."""
_NAMELESS = frozenset({"no_game"})
"""Why a line is refused that names what there is not."""


def obey_item(state: MailState, item: Item, context: LineContext) -> MailState:
    """Obey one line, or one block of press; none once the mail has to be confirmed."""
    if isinstance(state.pending, Question):
        return state
    done = _obey_item(state, item, context)
    is_line = item.body is None and not (item.told or state.pending or done.pending)
    if not is_line:
        return done
    whole = hold_back_half(state, done, item, context)
    return offer_what_is_open(state, whole, item, context)


def _obey_item(state: MailState, item: Item, context: LineContext) -> MailState:
    turn = read_turn_heading(state, item, context)
    state, statements = read_statements(state, item, turn, context)
    if isinstance(state.pending, Block):
        longer = state.pending.with_item(item, statements) if turn is None else None
        if longer is not None:
            return replace(state, pending=longer)
        state = end_block(state, context)
    if is_end_line(item):
        return state
    state = replace(state, body=item.body)
    if item.body is None and _wants_no_mail(state, item, context):
        said, why = UnreadStatement(item.line, Reason("prose")), Reason("no_mail_for_you")
        return note_line(replace(state, understood=True), said, context, "noted", why)
    if item.body is None:
        state, instead = read_line_as_answer(state, item, statements, context)
        if instead and item.line.doubt:
            said, lines = (
                UnreadStatement(item.line, item.line.doubt),
                [i.line.text for i in instead],
            )
            return note_line(state, said, context, "refused", item.line.doubt, tuple(lines))
        if instead is not None:
            return _obey_picked(state, instead, context)
        if item.told:
            return _obey_told(state, item, statements, context)
        if answered := _answer_who_has_no_units(state, item, statements, context):
            return answered
        offered = _offer_passing_on(state, item, statements, context) or offer_partly_read_orders(
            state, item, statements, context
        )
        done = offered or _obey_statements(state, statements, context)
        done = _without_orders_asked_about(state, done, item, context)
        done = offer_again_if_unread(state, done, item, statements, context)
        return _explain_yes(state, done, item, context)
    return _obey_statements(state, statements, context)


def _wants_no_mail(state: MailState, item: Item, context: LineContext) -> bool:
    """Say whether somebody who is in no game wants to get no mail."""
    wants_none = _NO_MAIL.pattern.search(fold_text(item.line.text)) is not None
    return wants_none and not (state.place.seat or context.memory.list_games_of_sender())


def _without_orders_asked_about(
    before: MailState, after: MailState, item: Item, context: LineContext
) -> MailState:
    """Return a mail in which no order is offered for a question of what would come of it, nor what
    somebody loses by."""
    asked, *_ = split_into_sentences(item.line.text) or [""]
    if not asks_what_would_come(asked) or after.here != before.here:
        return after
    heard = list(after.part.heard)
    for at in range(len(before.part.heard), len(heard)):
        line = heard[at]
        is_part = line.line.partition("?")[0].strip(" .,") in asked
        kept = tuple(each for each in line.choices if not _is_deed(before, each, context))
        if is_part and line.verdict == "refused" and kept != line.choices:
            heard[at] = line._replace(why=_ASKED, choices=kept, more=())
    return after.with_part(replace(after.part, heard=tuple(heard)))


def _is_deed(state: MailState, line: str, context: LineContext) -> bool:
    """Say whether a line is an order, or a command by which somebody loses."""
    _, statements = read_statements(
        identify_sender(state, context), Item(Line(0, line)), None, context
    )
    return any(
        isinstance(each, OrderStatement)
        or (isinstance(each, CommandStatement) and each.command.harms)
        for each in statements
    )


def _explain_yes(before: MailState, done: MailState, item: Item, context: LineContext) -> MailState:
    """Say that nothing is offered to somebody of whose yes nothing came; other kind words need no
    answer."""
    answer, words = read_short_answer(item.line.text), _WORD.findall(fold_text(item.line.text))
    is_yes = answer is not None and answer.sure and words[0] in list_words("plainest_yes")
    new = done.part.heard[len(before.part.heard) :]
    if not is_yes or done.here != before.here or any(map(_is_noted, new)):
        return done
    why = Reason("no_offer" if context.mail.tags else "no_letter")
    why = Reason("alarm_either") if is_alarm_answered(context) else why
    state = done.with_part(replace(done.part, heard=before.part.heard))
    said = UnreadStatement(item.line, why)
    return note_line(replace(state, understood=True), said, context, "refused", why)


def _is_noted(line: HeardLine) -> bool:
    return line.verdict != "ignored" or line.why is not None


def _answer_who_has_no_units(
    state: MailState, item: Item, statements: Sequence[Statement], context: LineContext
) -> MailState | None:
    """Answer or offer what a whole line means to a master or observer that reads, in part, as
    orders: ``pass the game to Anna``."""
    actor = state.find_acting_seat(context)
    if actor is None or actor.powers or state.place.barred is not None:
        return None
    said = [without_doubt(each) for each in statements]
    known = build_lexicon(find_variant_here(state, context).map)
    if any(is_written_as_order(each.line.text, known) for each in said):
        return None
    reads_orders = any(
        isinstance(each, OrderStatement)
        or (isinstance(each, UnreadStatement) and (each.guesses or each.why.code in _ORDERED))
        for each in said
    )
    if not reads_orders and len(said) < 2:  # else it is looked at as a sentence in any case
        return None
    whole = UnreadStatement(item.line, Reason("prose"))
    return answer_or_offer(state, whole, context) if is_worded(item.line.text) else None


def _offer_passing_on(
    state: MailState, item: Item, statements: Sequence[Statement], context: LineContext
) -> MailState | None:
    """Offer to pass words on where a line clearly wishes it that is read as something else: ``pass
    this on to Germany``, ``let Germany know that Burgundy stays empty``."""
    (statement,) = statements if len(statements) == 1 else (None,)
    if state.place.barred is not None or state.count > _LINES:
        return None
    if isinstance(statement, DoubtfulStatement):
        said, why = statement.said, statement.doubt
    elif isinstance(statement, UnreadStatement) and statement.why.code == "condition":
        said, why = statement, statement.why
    else:
        return None
    if not isinstance(said, OrderStatement | UnreadStatement):
        return None
    if isinstance(said, OrderStatement) and said.order.unit.at.province:
        return None
    whole = UnreadStatement(item.line, why)
    return offer_passing_on(state, whole, context, obey_statement)


def _obey_statements(
    state: MailState, statements: Sequence[Statement], context: LineContext
) -> MailState:
    """Obey what one line says, up to a question that the sender has to answer first."""
    for statement in statements:
        if not isinstance(state.pending, Question):
            state = obey_statement(state, statement, context)
    return state


def _obey_told(
    state: MailState, item: Item, statements: Sequence[Statement], context: LineContext
) -> MailState:
    """Obey the orders that a sentence was read as, all of them or none, and say so once; of those
    that cannot be given offer the others."""
    before = state.part.heard
    done = _obey_statements(state, statements, context)
    heard = done.part.heard[len(before) :]
    refused = [line for line in heard if line.verdict == "refused"]
    if not refused:
        why = Reason("read_as_line", (item.line.text,))
        notes = (note for line in heard for note in (line.why, *line.more) if note)
        said = HeardLine(item.told, "noted", why, more=tuple(dict.fromkeys(notes)))
    else:
        given = ", ".join(line.line for line in heard if line.verdict != "refused")
        choice = item.line.text if all(line.choices for line in heard) else given
        said = HeardLine(item.told, "refused", refused[0].why, (choice,) if choice else ())
        done = replace(state, understood=True, count=done.count)
    return done.with_part(replace(done.part, heard=(*before, said)))


def _obey_picked(state: MailState, items: Sequence[Item], context: LineContext) -> MailState:
    """Obey the lines that a line stands for which answers a letter; they answer none themselves."""
    for item in items:
        state = end_block(state, context)
        head, *lines = part_block(item, partial(_read_picked_line, state, context))
        turn = read_turn_heading(state, head, context)
        state, statements = read_statements(state, head, turn, context)
        state = _obey_statements(replace(state, body=item.body), statements, context)
        for line in lines:
            state = obey_item(state, line, context)
    return state


def _read_picked_line(state: MailState, context: LineContext, item: Item) -> tuple[Statement, ...]:
    return tuple(read_statements(state, item, None, context)[1])


def obey_lines(
    state: MailState, number: int, lines: tuple[str, ...], context: LineContext
) -> MailState:
    """Obey lines that stand in for the line of that number."""
    for line in lines:
        state = obey_item(state, Item(Line(number, line)), context)
    return state


def end_block(state: MailState, context: LineContext) -> MailState:
    """Do what a command does with the lines below it, now that they are all read."""
    block = state.pending
    if not isinstance(block, Block):
        return state
    state = turn_to_role(replace(state, pending=None), Role.PLAYER, context)
    here = authorize_play(state, Role.PLAYER, context)
    statement = block.said
    if isinstance(statement, DoubtfulStatement):
        state = note_line(state, statement, context, "refused", statement.doubt)
        below = (HeardLine(line.text, "refused", statement.doubt) for line in block.lines)
        return state.with_transcript(*below)
    if isinstance(statement, CommandStatement):
        over = None
        if isinstance(statement.command, BlockCommand) and statement.command.asks:
            spent, over = state.spent.count_trial(context)
            state = replace(state, spent=spent)
        outcome = over or block.compute_effects(here, state.make_line_context(context))
        return record_result(state, statement, outcome, context)
    if isinstance(here, Reason):
        return refuse_line(state, statement, here, context)
    state, over = explain_wrong_turn(state, here[0], context)
    if over and statement.is_complete:
        return note_outdated_line(state, HeardLine(statement.line.text, "taken"), over)
    if over:
        return note_line(state, statement, context, "refused", over)
    carried = carry_out_lines(*here, [statement.line, *block.lines], state.part.given)
    state = state.with_part(replace(state.part, given=carried.given))
    return state.with_transcript(*carried.heard).with_game(carried.game)


def obey_statement(state: MailState, statement: Statement, context: LineContext) -> MailState:
    """Do what one statement says, or note why not."""
    state = replace(state, count=state.count + 1)
    if isinstance(statement, DoubtfulStatement):
        return offer_in_doubt(state, statement, context)
    if isinstance(statement, CommandStatement):
        if question := _find_question_above(state, statement):
            asked = Reason("asked_above", (question,))
            choices = (statement.line.text,)
            return note_line(state, statement, context, "refused", asked, choices)
        done = obey_command(replace(state, understood=True), statement, statement.command, context)
        return _read_as_sentence(state, done, statement, context)
    if isinstance(statement, ConditionStatement):
        block = Block(statement, depth=count_open_ifs((statement,)))
        state = replace(state, understood=True, pending=block)
        return state if block.depth else end_block(state, context)
    if isinstance(statement, OrderStatement) or statement.guesses or statement.why.code in _ORDERED:
        done = take_order(replace(state, understood=True), statement, context)
        why = done.part.heard[-1].why if done.part.heard else None
        if isinstance(statement, OrderStatement):
            if why is None or why.code != "no_unit" or not is_worded(statement.line.text):
                return done
            missing = UnreadStatement(statement.line, why)  # change Burgundy to Picardy
            return _offer_told_orders(state, missing, context) or done
        is_order = statement.why.code == "wrong_phase"
        return done if is_order else _read_as_sentence(state, done, statement, context)
    return explain_unread(state, statement, context)


def _find_question_above(state: MailState, statement: CommandStatement) -> str:
    """Return the question of a mail above a command by which somebody loses that may ask whether
    to give it, "" if there is none."""
    line = fold_text(statement.line.text)
    asked = (
        heard.line
        for heard in state.part.heard
        if heard.line.endswith("?") and line in map(fold_text, heard.choices)
    )
    return next(asked, "") if statement.command.harms else ""


def explain_unread(state: MailState, statement: UnreadStatement, context: LineContext) -> MailState:
    """Say what is wrong with a line that nothing reads, or answer or offer what it may mean."""
    is_old = statement.why.code == "old_line" and not is_worded(statement.line.text)
    is_refused = statement.hints or is_old
    if not is_refused and state.place.barred is None and state.looked <= _LOOKED:
        state = replace(state, looked=state.looked + len(statement.line.text))
        offered = answer_or_offer(state, statement, context)
        if offered is not None:
            return offered
    why, text = statement.why, statement.line.text
    if why.code == "unknown_line" and " " in text.strip() and is_worded(text):
        is_talk = is_like_talk(text, describe_board(find_variant_here(state, context).map))
        why = Reason("prose") if is_talk else Reason("not_understood")
    may_ask = state.place.barred is None and why.code in ("prose", "not_understood")
    if may_ask and (about := explain_subject(identify_sender(state, context), text, context)):
        return note_line(replace(state, understood=True), statement, context, "ignored", about)
    if why.code == "prose":
        head, colon, orders = text.rpartition(": ")
        known = identify_sender(state, context)
        if head and colon and (told := find_told_orders(known, orders, context)):
            known = replace(known, understood=True)
            return note_line(known, statement, context, "refused", OTHER_WORDS, told)
        return note_talk(state, statement, context, explain_unread_wish(state, text))
    if why.code == "unknown_line" and is_courtesy(text):
        return note_talk(state, statement, context)
    if state.place.barred is not None:
        return note_unread_line(state, statement, context)
    if why.code not in UNKNOWN:
        state = replace(state, understood=True)
    why, hints = _say_once(state, why), statement.hints[:MOST]
    if why.code == "condition":
        hints = find_orders_beside_condition(state, text, context) or hints
    refused = note_line(state, statement, context, "refused", why, hints)
    refused = _without_futile_choices(state, refused, statement, context)
    if why.code == "condition" and refused.part.heard[-1].choices:
        *above, last = refused.part.heard
        last = last._replace(more=(Reason("without_condition"),))
        return refused.with_part(replace(refused.part, heard=(*above, last)))
    if hints and is_worded(text) and not refused.part.heard[-1].choices:
        return answer_or_offer(state, statement, context) or refused
    return refused


def _without_futile_choices(
    state: MailState, refused: MailState, statement: Statement, context: LineContext
) -> MailState:
    """Return a mail with its last line refused, and of what is offered for that only what would not
    be refused for the same: each is tried."""
    if state.count > RESPELLED or refused.here != state.here or not refused.part.heard:
        return refused
    *heard, last = refused.part.heard
    items = (Item(Line(statement.line.number, choice), state.body) for choice in last.choices)
    kept = tuple(item.line.text for item in items if _would_be_read(state, item, last.why, context))
    return refused.with_part(replace(refused.part, heard=(*heard, last._replace(choices=kept))))


def _would_be_read(
    state: MailState, item: Item, above: Reason | None, context: LineContext
) -> bool:
    """Say whether a line is read, and not refused for the reason for which that ``above`` is, nor
    because it names a game that there is not.

    One with the sign of a power in it, which no mail can carry in, is not tried.
    """
    if any(unicodedata.category(character) == "Co" for character in item.line.text):
        return True
    state = identify_sender(state, context)
    state, statements = read_statements(state, item, None, context)
    state = replace(state, count=RESPELLED + 1)  # nothing is offered in its place
    before = len(state.part.heard)
    for statement in statements:
        if isinstance(statement, UnreadStatement):
            return False
        after = obey_statement(state, statement, context)
        new = after.part.heard[before if after.here == state.here else 0 :]
        for why in (line.why for line in new if line.verdict == "refused" and line.why):
            if why.code in _NAMELESS or (above and why.code == above.code not in SAID_ONCE):
                return False
    return True


def _say_once(state: MailState, why: Reason) -> Reason:
    """Return why a line is not taken; of the same words it is said once that nobody knows them."""
    above = (line.why for line in reversed(state.part.heard) if line.why != AS_ABOVE)
    return AS_ABOVE if why.code == "left_over" and why == next(above, None) else why


def answer_or_offer(
    state: MailState, statement: UnreadStatement, context: LineContext
) -> MailState | None:
    """Answer a sentence that no rule reads, or offer what it may mean; None if that is nothing."""
    return _answer_sentence(state, statement, context) or _offer_told_orders(
        state, statement, context
    )


def _goes_on(statement: Statement) -> bool:
    """Say whether something is said behind a question."""
    return any(map(str.isalnum, statement.line.text.partition("?")[2]))


def _answer_sentence(
    state: MailState, statement: UnreadStatement, context: LineContext
) -> MailState | None:
    if state.place.barred is not None or not may_be_sentence(statement, statement.why, state):
        return None
    return answer_sentence(state, statement, context, obey_statement)


def _offer_told_orders(
    state: MailState, statement: UnreadStatement, context: LineContext
) -> MailState | None:
    """Offer the orders that a line tells which is not read, and early enough in its mail."""
    if statement.why.code not in UNREAD or state.count > _LINES:
        return None
    return offer_told_orders(state, statement, context)


def _read_as_sentence(
    state: MailState, done: MailState, statement: Statement, context: LineContext
) -> MailState:
    """Return what comes of a line that was read as a command or an order, or as a sentence if it
    cannot be done and is written like one."""
    before, heard = state.part.heard, done.part.heard
    if done.here != state.here or len(heard) != len(before) + 1 or heard[-1].verdict != "refused":
        return done
    why = heard[-1].why
    if why is None or heard[-1].choices or state.place.barred is not None:
        return done
    if not is_worded(statement.line.text):
        return done
    if why.code in SAID_ONCE - {"which_game", "which_of_games"}:
        told = offer_told_orders(state, UnreadStatement(statement.line, why), context)
        return told or done if why.code == "master_only" else done
    if not may_be_sentence(statement, why, state):
        return done
    unread_line = UnreadStatement(statement.line, why)
    answered = answer_sentence(state, unread_line, context, obey_statement)
    is_heard = answered is not None and len(answered.part.heard) > len(before)
    choices = answered.part.heard[-1].choices if answered and is_heard else ()
    if not answered or (
        choices and all(each.startswith("HELP ") for each in choices)
    ):  # orders go before pages of help
        answered = _offer_told_orders(state, unread_line, context) or answered
    return answered or done


def offer_in_doubt(
    state: MailState, statement: DoubtfulStatement, context: LineContext
) -> MailState:
    """Do nothing of what is in doubt, nor of what belongs to it, but offer it.

    What only looks is done all the same, as it costs nobody anything.
    """
    said = statement.said
    if isinstance(said, CommandStatement) and isinstance(said.command, ReadCommand):
        return obey_command(replace(state, understood=True), said, said.command, context)
    if isinstance(said, UnreadStatement):
        return _offer_unread(state, statement, said, context)
    state = replace(state, understood=True)
    if isinstance(said, OrderStatement):
        return _offer_order(state, statement, context)
    depth = count_open_ifs((said,))
    if depth or (isinstance(said, CommandStatement) and isinstance(said.command, BlockCommand)):
        return replace(state, pending=Block(statement, depth=depth))
    is_whole = isinstance(said, CommandStatement) or said.is_complete
    choices = (statement.line.text,) if is_whole else ()
    return note_line(state, statement, context, "refused", statement.doubt, choices)


def _offer_unread(
    state: MailState, statement: DoubtfulStatement, said: UnreadStatement, context: LineContext
) -> MailState:
    """Answer or offer what nothing reads that is in doubt besides."""
    if (
        state.looked <= _LOOKED
        and is_asked(said.line.text)
        and not (said.guesses and _goes_on(said))
        and (answered := _answer_sentence(state, said, context))
    ):
        return answered
    if said.guesses or said.why.code in _ORDERED:
        return _offer_order(replace(state, understood=True), statement, context)
    return explain_unread(state, said, context)


def _offer_order(state: MailState, statement: DoubtfulStatement, context: LineContext) -> MailState:
    """Offer an order in doubt, as it would be kept for the sender's powers."""
    state = turn_to_role(state, Role.PLAYER, context)
    here = authorize_play(state, Role.PLAYER, context)
    if isinstance(here, Reason):
        return refuse_line(state, statement, here, context)
    game, seat = here
    heard = offer_statement(game, seat, statement, state.part.given)
    if heard.verdict == "refused" and not heard.choices and heard.why and heard.why.code in UNREAD:
        told = find_told_orders(state, statement.line.text, context)
        heard = heard._replace(choices=told)
    if heard.why is not None:
        heard = heard._replace(why=_say_once(state, heard.why))
    state, over = explain_wrong_turn(state, game, context)
    return note_outdated_line(state, heard, over) if over else state.with_transcript(heard)


def take_order(
    state: MailState, statement: OrderStatement | UnreadStatement, context: LineContext
) -> MailState:
    """Take an order for the sender's powers."""
    state = turn_to_role(state, Role.PLAYER, context)
    here = authorize_play(state, Role.PLAYER, context)
    if isinstance(here, Reason):
        return refuse_line(state, statement, here, context)
    game, seat = here
    game = without_expired_proxies(game, context.now)
    if isinstance(statement, OrderStatement) and isinstance(statement.order, HoldAll):
        statement = _without_units_left_open(state, statement, statement.order, *here)
    result = accept_order(game, seat, statement, state.part.given)
    state, over = explain_wrong_turn(state, game, context)
    if over:
        return note_outdated_line(state, result.heard, over)
    if result.order is not None and result.order.unit.power not in seat.powers:
        text, key = write_order(result.order, game.variant), f"{context.key}.{state.count}"
        told = build_proxy_letter(game, seat, text, result.order.unit, key)
        state = replace(state, effects=state.effects + told)
    orders = (*state.part.given, *filter(None, [result.order]))
    state = state.with_part(replace(state.part, given=orders)).with_transcript(result.heard)
    return state if result.game is game else state.with_game(result.game)


def _without_units_left_open(
    state: MailState, statement: OrderStatement, order: HoldAll, game: Play, seat: Seat
) -> OrderStatement:
    """Return an order to hold for the rest without the units that lines above name which were not
    done: what they are to do is open."""
    refused = (heard.line for heard in state.part.heard if heard.verdict == "refused")
    named = (unit for text in refused for unit in find_own_units_named(game, seat, text))
    but = tuple(dict.fromkeys((*order.but, *named)))
    return replace(statement, order=replace(order, but=but)) if order.rest else statement


def obey_command(
    state: MailState, statement: CommandStatement, command: Command, context: LineContext
) -> MailState:
    """Obey a command, in the game that it names if it names one."""
    named_game = state.find_game_named(statement, context)
    if typed := command.find_typed_password(named_game.variant.map if named_game else None):
        state = state.with_password(typed)
    if isinstance(command, EnterCommand):
        return enter_game(state, statement, command, context)
    if isinstance(command, BlockCommand):
        return replace(state, pending=Block(statement))
    if isinstance(command, More):
        state, more = collect_lines_asking_for_more(state, context)
        if more:
            return obey_lines(
                note_line(state, statement, context, "taken"), statement.line.number, more, context
            )
    named, game = command.game.casefold(), state.find_current_game(context)
    if not named or (game is not None and named == game.name):
        return obey_command_here(state, statement, command, context)
    if named not in state.collect_current_games(context):
        if (other := command.without_game()) is not None:
            return obey_command_here(state, statement, other, context)
        return refuse_line(state, statement, Reason("no_game", (named,)), context)
    if game is None:
        return obey_command_here(visit_game(state, named, context), statement, command, context)
    if full := _explain_no_room(state, context):
        return refuse_line(state, statement, full, context)
    here = state.here
    state = obey_command_here(
        visit_game(state.with_new_part(Place()), named, context), statement, command, context
    )
    return replace(state, here=here)  # a look at another game does not lead away from this one


def obey_command_here(
    state: MailState, statement: CommandStatement, command: Command, context: LineContext
) -> MailState:
    """Obey a command in the game that the present part is about."""
    if isinstance(command, ReadCommand):
        return _answer_question(state, statement, command, context)
    if isinstance(command, InGame):
        return _obey_in_game(state, statement, command, context)
    if isinstance(command, InPlay):
        return _obey_in_play(state, statement, command, context)
    if isinstance(command, PersonCommand):
        return _obey_for_person(state, statement, command, context)
    raise TypeError(f"nobody knows who may give {command}")


def _answer_question(
    state: MailState, statement: CommandStatement, command: ReadCommand, context: LineContext
) -> MailState:
    """Show what a command asks for, as long as the mail has not asked too much."""
    game, seat = state.find_current_game(context), state.find_own_seat(context)
    line_context = state.make_line_context(context)
    spent, outcome = state.spent.answer_question(command, game, seat, line_context)
    state = replace(state, spent=spent)
    state = state.with_part(state.part.with_question(statement.line.text, outcome))
    return record_result(state, statement, outcome, context)


def _obey_in_game(
    state: MailState, statement: CommandStatement, command: InGame, context: LineContext
) -> MailState:
    """Obey a command about a game, which need not be running."""
    state = identify_sender(state, context)
    game = state.find_current_game(context)
    role = command.find_role_needed(game) if game else command.who
    state = turn_to_role(state, role, context)
    for_player = state.place.master and command.for_others
    here = authorize_role(state, Role.PLAYER if for_player else role, context)
    outcome: Outcome
    if isinstance(here, Reason):
        outcome = here
    elif here[0].stage is Stage.ENDED and Stage.ENDED not in command.stages:
        outcome = Reason("game_over", (here[0].name,))
    else:
        outcome = try_command(state, command.compute_effects, *here, context)
    return record_result(state, statement, outcome, context)


def _obey_in_play(
    state: MailState, statement: CommandStatement, command: InPlay, context: LineContext
) -> MailState:
    """Obey a command about a running game, unless it is meant for another turn."""
    state = turn_to_role(state, command.who, context)
    here = authorize_play(state, command.who, context)
    if isinstance(here, Reason):
        return record_result(state, statement, here, context)
    if command.of_turn:
        state, over = explain_wrong_turn(state, here[0], context)
        if over:
            return note_outdated_line(state, HeardLine(statement.line.text, "taken"), over)
    outcome = try_command(state, command.compute_effects, *here, context)
    return record_result(state, statement, outcome, context)


def _obey_for_person(
    state: MailState, statement: CommandStatement, command: PersonCommand, context: LineContext
) -> MailState:
    """Obey a command about the sender, once it is sure who that is."""
    claim, games = read_credentials(state, context), state.collect_current_games(context)
    if doubt := explain_doubt_of_sender(claim, games):
        return ask_confirmation(state, statement, context.mail.sender, doubt, context)
    outcome = command.compute_effects(state.make_line_context(context))
    return record_result(state, statement, outcome, context)


def enter_game(
    state: MailState, statement: CommandStatement, command: EnterCommand, context: LineContext
) -> MailState:
    """Go into the game that a command leads to; where it leads to none, what follows is not
    obeyed in any other."""
    claim = read_credentials(state, context)
    entered = _explain_no_room(state, context) or command.decide_entry(
        state.find_current_game(context), claim, state.make_line_context(context)
    )
    if isinstance(entered, Reason):
        return refuse_line(
            move_to_place(state, Place(barred=RefusedClaim(entered))), statement, entered, context
        )
    if isinstance(entered, RefusedClaim):
        state = replace(state, spent=state.spent.with_guesses(entered, context))
        state = move_to_place(state, Place(entered.game, barred=entered))
        return refuse_line(state, statement, entered.why, context)
    if doubt := explain_doubt_of_entry(entered, state.collect_current_games(context), claim):
        return ask_confirmation(state, statement, context.mail.sender, doubt, context)
    if entered.result.game is not None:
        state = state.with_game(entered.game)
    seat = entered.actor.seat
    state = move_to_place(state, Place(entered.game.name, seat.name if seat else ""))
    return record_result(
        raise_alarm(state, entered.actor, context), statement, entered.result, context
    )


def record_result(
    state: MailState, statement: CommandStatement, outcome: Outcome, context: LineContext
) -> MailState:
    """Note what came of a command."""
    if isinstance(outcome, WithheldPress):
        state = replace(state, body=outcome.instead.text).with_sections(outcome.instead)
    if isinstance(outcome, MisspelledWord):
        return _offer_corrected_lines(state, statement, outcome, context)
    if isinstance(outcome, Effects):
        if must_confirm(state, outcome, context):
            return show_consequences(state, statement, outcome, context)
        state, outcome = _count_letters(state, outcome, context)
    if isinstance(outcome, Reason):
        plays = outcome.code == "master_only" and outcome.about
        instead = write_vote_instead(state, statement.command, context) if plays else ""
        refused = refuse_line(state, statement, outcome, context, instead)
        return _without_futile_choices(state, refused, statement, context)
    state = _take_effects(state, statement, outcome, context)
    if outcome.line.confirms is None:
        return state
    lines, surely = outcome.line.confirms
    state = obey_lines(replace(state, surely=surely), statement.line.number, lines, context)
    return replace(state, surely=False)


def _offer_corrected_lines(
    state: MailState, statement: CommandStatement, outcome: MisspelledWord, context: LineContext
) -> MailState:
    """Refuse a line with a word in it that nobody knows, and offer it with words that are known."""
    lines = outcome.list_corrected_lines(statement.line.text)
    refused = note_line(state, statement, context, "refused", outcome.why, lines)
    if isinstance(outcome, WithheldPress):
        return refused
    return _without_futile_choices(state, refused, statement, context)


def _count_letters(
    state: MailState, effects: Effects, context: LineContext
) -> tuple[MailState, Effects | Reason]:
    """Return the effects of a command, or why it causes more letters than one mail may."""
    spent, too_many = state.spent.count_letters(
        effects,
        state.find_current_game(context),
        state.find_own_seat(context),
        state.make_line_context(context),
    )
    return replace(state, spent=spent), too_many or effects


def _take_effects(
    state: MailState, statement: CommandStatement, effects: Effects, context: LineContext
) -> MailState:
    """Note that a command is done, and add its effects to those of the mail."""
    effects = _with_ledger_entries(state, statement, effects, context)
    line_effects = effects.line
    if line_effects.confirms is not None:
        statement = replace(statement, line=statement.line._replace(text="CONFIRM"))
    if line_effects.acts_for is not None and state.place.master:
        # Whom it was done for reads what follows no more.
        state = act_for_seat(state, state.place.master)
    verdict: Literal["noted", "taken"] = "noted" if effects.remark else "taken"
    state = note_line(state, statement, context, verdict, effects.remark)
    state = state.with_transcript(*line_effects.heard).with_sections(*effects.sections)
    state = replace(state, effects=state.effects + effects)
    if line_effects.acts_for not in (None, state.place.seat):
        state = act_for_seat(state, line_effects.acts_for)
    return state


def _with_ledger_entries(
    state: MailState, statement: CommandStatement, effects: Effects, context: LineContext
) -> Effects:
    """Return the effects of a command with what the game's ledger says of it."""
    is_ballot = statement.command.ledger == "ballot"
    seat = state.find_acting_seat(context) if is_ballot else state.find_own_seat(context)
    game = state.find_current_game(context)
    if game is None or seat is None:
        return effects
    line = mask_passwords(statement, game)
    entries = make_entries(statement.command, line, game, seat, effects, context.now)
    return replace(effects, ledger=entries)


def _explain_no_room(state: MailState, context: LineContext) -> Reason | None:
    """Say why a mail with so many parts has no room for another."""
    limits, games = context.house.limits, context.memory.games
    proved = any(part.place.is_in_one_of(games) for part in state.parts)
    most = limits.games_per_mail if proved else limits.stranger_games_per_mail
    return Reason("too_many_games", (str(most),)) if len(state.parts) >= most else None
