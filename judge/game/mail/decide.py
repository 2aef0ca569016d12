"""What follows from one mail."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, takewhile
from typing import NamedTuple

from judge.game.command import EnterCommand, LineContext
from judge.game.effects import Effects
from judge.game.mail.answer import (
    answer_part,
    list_parts_to_answer,
    mask_passwords,
    merge_gameless_parts,
)
from judge.game.mail.answer_beside import obey_lines_of_mail, part_answers
from judge.game.mail.asked import (
    Says,
    leaves_open,
    list_powers_named,
    read_answer,
    says_more_than_no,
)
from judge.game.mail.confirmation import hold_for_confirmation
from judge.game.mail.desk import decide_desk_lines, split_desk_lines, with_desk_effects
from judge.game.mail.obey import end_block, obey_statement
from judge.game.mail.outline import outline_mail
from judge.game.mail.place import find_press_writer, read_credentials, visit_game
from judge.game.mail.press_by_mail import (
    doubt_orders,
    find_reader_called,
    forward_private_mail,
    is_for_writer,
    may_be_for_judge,
    offer_words,
)
from judge.game.mail.state import MailState
from judge.game.mail.waiting import answer_pending_lines
from judge.game.master.mastery import build_notices_to_seat_holder
from judge.game.notices import find_view, merge_notices
from judge.game.orders.alternatives import MOST
from judge.game.press.anonymize import is_writer_name
from judge.game.proof import access
from judge.game.proof.confirming import is_proved_by_secret
from judge.game.reports.help import find_page_of_topic
from judge.game.reports.status import build_standing_section
from judge.game.request import ANSWER, Request
from judge.game.sentences.outside import DESK, is_plain_talk
from judge.game.sentences.taking_back import leave_out_drops_beside_orders
from judge.game.state import Game, find_phase
from judge.hooks import Variant
from judge.language.answers import read_picked, read_short_answer
from judge.language.lexicon import build_lexicon
from judge.language.reader import read_line
from judge.language.script import Item, split_mail
from judge.language.signature import is_contact_line, is_signature
from judge.language.spelling import fold_text, normalize_line
from judge.language.statement import (
    CommandStatement,
    Line,
    OrderStatement,
    Statement,
    UnreadStatement,
)
from judge.language.word_lists import WordPattern
from judge.language.words import is_neutral, is_notice, is_postscript
from judge.model.command import Command
from judge.model.letter import News, Notice, Recipient, Section
from judge.model.letter_kind import REPLY
from judge.model.reason import Reason
from judge.model.sections import HeardLine, Lines
from judge.model.turn import Phase

YES_OR_NO: tuple[str, ...] = ("YES", "NO")
"""The answers to a letter that asks, by their numbers."""
_FORWARDED = WordPattern(r"\A(?:\s*%(forward_mark)s\s*:)+\s*")


def process_mail(context: LineContext) -> Effects:
    """Return all that follows from a mail but the turns that it makes ready.

    The same mail in the same state decides the same.
    """
    if context.mail.token:
        return _decide_answer(context)
    if context.mail.relays:
        return forward_private_mail(context)
    return _read_mail(context).effects


_WORD = re.compile(r"[^\W\d_]+")
_CONTACT = 5
"""So many lines with an address or a number may stand below the name of who writes."""
_SIGNED = 2
"""So many lines a name has at most, with titles."""


class _ReadMail(NamedTuple):
    """What follows of a mail, and whether anything in it was understood."""

    effects: Effects
    understood: bool


def _read_mail(context: LineContext, waits: Section | None = None) -> _ReadMail:
    """Obey the lines of a mail; ``waits`` says what still waits for an answer."""
    lines, mail = split_desk_lines(context, find_command_in_subject(context.mail.subject))
    context = replace(context, mail=mail)
    desk = decide_desk_lines(context, lines) if lines else None
    items = _list_items(context)
    typed, signed = _part_signatures(context, items)
    state = MailState()
    if answered := mail.find_answered_game(context.memory.games):
        state = visit_game(state, answered, context)
    writer = find_press_writer(context)
    if writer and not context.memory.find_personal_settings().answers:
        writer = ""
    title = "" if items and items[0].line.number == 0 else find_typed_title(mail.subject)
    in_words = not writer
    state, typed = answer_pending_lines(state, typed, context)
    typed, answers = part_answers(state, typed, context)
    marked, readings, unread = outline_mail(
        state,
        typed,
        context,
        title=title,
        in_words=in_words,
        is_refused=partial(_is_refused, state, context),
    )
    to_writer = is_for_writer(readings) if writer else False
    reader = find_reader_called(writer, state, context) if to_writer is not False else None
    if to_writer and (reader is not None or may_be_for_judge(writer, state, context)):
        to_writer = None
    reader = writer if reader is None else reader
    if to_writer:
        marked = (Item(Line(1, f"PRESS TO {writer}"), mail.text),)
    elif to_writer is None:
        marked = doubt_orders(marked, writer, reader or writer)
    state = obey_lines_of_mail(state, marked, answers, context)
    state = end_block(state, context)
    parts = tuple(map(leave_out_drops_beside_orders, state.parts))
    state = replace(state, parts=parts)
    if to_writer is None and reader:
        state = offer_words(state, reader, context)
    if desk and not state.understood and not _waits_for_answer(state):
        return _ReadMail(desk, True)
    subject = mail.subject
    if items and items[0].line.number == 0:  # it was obeyed: no password may go back in it
        subject = merge_gameless_parts(state.parts)[0].heard[0].line
    shown = " / ".join(item.line.text for item in signed)
    name = (Reason("cut_signature", (str(len(signed)), shown)),) if signed else ()
    cut = tuple(dict.fromkeys((*mail.cut, *name, *unread, *mail.script.cut)))
    if waits is not None and state.understood:
        state = state.with_sections(waits)
    effects = build_decision(state, context, subject, cut)
    return _ReadMail(with_desk_effects(effects, desk) if desk else effects, state.understood)


def _is_refused(state: MailState, context: LineContext, statement: CommandStatement) -> bool:
    """Say whether nothing would come of a command at the beginning of a mail."""
    tried = obey_statement(state, statement, context)
    return any(line.verdict == "refused" for part in tried.parts for line in part.heard)


def _waits_for_answer(state: MailState) -> bool:
    """Say whether the writer of a mail expects something of it that is told no answer."""
    heard = (line for part in state.parts for line in part.heard)
    return any(line.verdict == "refused" or line.why is not None for line in heard)


def _decide_answer(context: LineContext) -> Effects:
    """Do what a letter of ours asked about if the answer to it is yes.

    An answer in which nothing was written is one, and so is one that says the same again. What is
    neither yes nor no is a mail like any other of its writer's, and the question waits; if nothing
    of it is understood it is asked again.
    """
    mail, question = context.mail, context.sender.question
    if question is None:
        return reply_with_reason(context, Reason("question_gone"))
    typed, _ = _part_signatures(context, mail.script.items)
    texts = [item.line.text for item in typed if item.body is None]
    first = _find_line_picked(context) or next(iter(texts), "yes")
    word = fold_text(normalize_line(first)).strip(" .!,\"'")
    asked = question.request
    again = {fold_text(normalize_line(line)) for line in (asked.subject, *asked.text.splitlines())}
    answer, picked = read_short_answer(first), read_picked(first)
    is_all = len(texts) == len(mail.script.items) or not mail.script.items
    says = read_answer(texts or ["yes"], _list_said_again(again), context) if is_all else "other"
    refuses = (answer is not None and answer.says == "no") or says == "no"
    if picked is not None:
        refuses = refuses or picked.nothing or picked.numbers == (2,)
    says_more = any(not is_neutral(text) for text in texts[1:])
    if refuses and says != "mixed" and word not in again:
        more = picked is None and says_more_than_no(texts, context)
        why = Reason("question_dropped_alone") if more else Reason("question_dropped")
        return _with_answered_question(reply_with_reason(context, why), mail.token)
    if asked.sender == question.asked and any(
        word.startswith(f"{line} ") for line in again if line
    ):
        said_again = replace(mail, token="", confirmed=question.asked)
        if first not in texts:
            said_again = replace(said_again, script=split_mail(first), text=first)
        context = replace(context.for_sender(mail.sender), mail=said_again)
        return _with_answered_question(process_mail(context), mail.token)
    agreed = says == "yes" or (answer is not None and answer.sure and answer.says == "yes")
    if leaves_open(says) or (says_more and _is_yes_in_doubt(context)):
        return _read_other_answer(context, first, asked, says)
    if not agreed and word not in again and (picked is None or picked.numbers not in ((), (1,))):
        return _read_other_answer(context, first, asked, says)
    unread = (*asked.cut, *((Reason("below_answer"),) if says_more and says != "yes" else ()))
    effects = process_mail(
        context.for_mail(replace(asked, confirmed=question.asked, digest=mail.token, cut=unread))
    )
    passwords = tuple(typed for typed in effects.mail.passwords if typed in mail.text)
    known = replace(effects.mail, passwords=passwords)
    return _with_answered_question(replace(effects, mail=known), mail.token)


def _list_said_again(asked: Collection[str]) -> frozenset[str]:
    """Return the lines that were asked about as they may be said again: those for the desk without
    the word before them, too."""
    return frozenset((*asked, *(line.removeprefix(fold_text(DESK)) for line in asked)))


def _find_line_picked(context: LineContext) -> str:
    """Return the line with the number that is all of an answer, "" if there is none."""
    lines = [item.line.text for item in context.mail.script.items]
    picked = read_picked(lines[0]) if len(lines) == 1 else None
    letter = context.memory.find_letter(context.mail.answers)
    if picked is None or len(picked.numbers) != 1 or letter is None:
        return ""
    if not access.is_same_address(letter.to, context.mail.sender):
        return ""
    item = letter.offered_items.get(picked.numbers[0])
    return item.line.text if item else ""


def _is_yes_in_doubt(context: LineContext) -> bool:
    """Say whether what stands below an answer may take back what a command in its place does, and
    is not plain talk."""
    first, *others = context.mail.script.items
    if all(is_plain_talk(item.line.text, context) for item in others):
        return False
    said = first._replace(line=first.line._replace(text="CONFIRM"))
    marked = outline_mail(MailState(), (said, *others), context).items
    return marked[0].line.doubt is not None


def _read_other_answer(context: LineContext, first: str, asked: Request, says: Says) -> Effects:
    """Return what follows of an answer that is no clear yes or no: of a mail like any other, if it
    is one, else the question once more, with its answers to be picked by number."""
    mail = context.mail
    typed = next(filter(None, asked.text.splitlines()), asked.subject)
    line = mask_passwords(UnreadStatement(Line(0, typed), Reason("prose")), None)
    why, answers = Reason("say_yes", (line,)), YES_OR_NO
    if says == "explain":
        why = Reason("asked_explained", (line,))
    elif wish := _explain_wish(context, asked):
        why, ways = wish
        answers = (*answers, *ways)
    elif says in ("asks", "other") and (says == "asks" or read_short_answer(first) is None):
        waits = News(Reason("still_asked", (line,)))
        alone = replace(mail, token="")
        read = _read_mail(context.for_mail(alone), waits)
        if read.understood:
            return _keep_asking(read.effects, mail.token)
    shown = " ".join(item.line.text for item in mail.script.items)
    heard = HeardLine(shown, "refused", why, answers)
    return reply_with_reason(context, why, mail.token, Lines((heard,)))


def _explain_wish(context: LineContext, asked: Request) -> tuple[Reason, tuple[str, ...]] | None:
    """Say whether somebody who is asked into a game can have a power that they name, and return
    the lines with which they do; None if they name none, or are asked for something else."""
    games = context.memory.games
    game = next((games[word] for word in asked.text.split() if word in games), None)
    texts = [item.line.text for item in context.mail.script.items]
    if game is None or not isinstance(_read_command(asked.text, game), EnterCommand):
        return None
    powers = list_powers_named(texts, game.variant.map)[:MOST]
    tried = [_try_power(power, context, asked) for power in powers]
    if not tried:
        return None
    refused = [why for _, why in tried if why is not None]
    ways = tuple(line for line, why in tried if why is None)
    return (refused[0] if refused else Reason("say_which_way", (asked.text,))), ways


def _read_command(text: str, game: Game) -> Command | None:
    """Return the command that a line is, None if it is none."""
    said = read_line(Line(0, text), game.variant, find_phase(game))
    return said[0].command if len(said) == 1 and isinstance(said[0], CommandStatement) else None


def _try_power(power: str, context: LineContext, asked: Request) -> tuple[str, Reason | None]:
    """Return the line that asks for a power in place of what was asked, and why somebody would not
    get it so, None if they would."""
    line = f"{asked.text.split(' AS ')[0]} AS {power}"
    request = replace(asked, script=split_mail(line), text=line, confirmed=context.mail.sender)
    effects = process_mail(context.for_mail(request))
    heard = [
        each
        for notice in effects.notices
        for section in notice.sections
        if isinstance(section, Lines)
        for each in section.heard
    ]
    seats = [
        seat
        for game in effects.games
        for seat in access.list_seats_of_addresses(game, context.mail.sender)
    ]
    given = {power for seat in seats for power in seat.powers}
    if given and power not in given:
        return line, Reason(
            "power_gone",
            (
                power,
                mask_passwords(UnreadStatement(Line(0, asked.text.strip()), Reason("prose")), None),
            ),
        )
    return line, next((each.why for each in heard if each.verdict == "refused"), None)


def _keep_asking(effects: Effects, token: str) -> Effects:
    """Return effects whose letter to the writer can be answered with YES or NO as well as the one
    that asked."""
    notices = tuple(
        replace(notice, to=notice.to._replace(secret=token))
        if notice.kind == REPLY and not notice.to.secret
        else notice
        for notice in effects.notices
    )
    return replace(effects, notices=notices)


def _with_answered_question(effects: Effects, token: str) -> Effects:
    """Return what follows of an answer to a letter that asked, and needs no other."""
    return replace(effects, mail=replace(effects.mail, answered=(token,)))


def reply_with_reason(
    context: LineContext, why: Reason, token: str = "", section: Section | None = None
) -> Effects:
    """Answer a mail with a sentence, or with the section that says it."""
    reply = Notice(
        kind=REPLY,
        to=Recipient(context.mail.sender, secret=token),
        event="",
        key=f"{context.key}.reply",
        sections=(section or News(why),),
        answering=context.mail.message_id,
        subject=context.mail.subject,
    )
    return Effects(notices=(reply,))


def find_command_in_subject(subject: str) -> str:
    """Return the command that a subject may be: no marks of answers, and no subject of our own."""
    text = " ".join(
        subject[answer.end() if (answer := ANSWER.pattern.match(subject)) else 0 :].split()
    )
    return "" if re.match(r"\[?[A-Z][\w-]*:[A-Za-z0-9]+ - ", text) else text


def find_typed_title(subject: str) -> str:
    """Return a subject that somebody wrote for this mail, or for one that they pass on in it: none
    of an answer, and none of ours."""
    text = _FORWARDED.pattern.sub("", " ".join(subject.split()))
    return text if text == find_command_in_subject(subject) else ""


def _list_items(context: LineContext) -> list[Item]:
    """Return the lines, the subject first where it is a command that the body does not repeat.

    What only asks stands last: it is answered as things are when the body is done. Above an empty
    body it may be a command of the game's variant, too, or orders if it answers nothing.
    """
    mail, games, house = context.mail, context.memory.games, context.house
    items = list(mail.script.items)
    text = find_command_in_subject(mail.subject)
    texts = {item.line.text.strip(" .!").casefold() for item in items}
    if not text or text.strip(" .!").casefold() in texts:
        return items
    line = Line(0, text)
    game = None if items else games.get(mail.find_answered_game(games))
    variant = game.variant if game else house.variants[house.default]
    alone = not items and text == " ".join(mail.subject.split())
    statements = read_line(line, variant, find_phase(game))
    if statements and all(
        _is_command_in_subject(statement.command, items, context)
        if isinstance(statement, CommandStatement)
        else alone and isinstance(statement, OrderStatement)
        for statement in statements
    ):
        if items and all(
            isinstance(statement, CommandStatement)
            and statement.command.asks
            and not statement.command.game
            for statement in statements
        ):
            return [*items, Item(line, paragraph=items[-1].paragraph + 1)]
        return [Item(line), *items]
    return items


def _is_command_in_subject(command: Command, items: Sequence[Item], context: LineContext) -> bool:
    """Say whether a subject that reads as a command is one.

    ``Game tonight?`` above a mail full of orders is talk, if no game has that name.
    """
    return command.in_subject and (not items or command.is_about_known_game(context.memory.games))


def _part_signatures(
    context: LineContext, items: Sequence[Item]
) -> tuple[Sequence[Item], Sequence[Item]]:
    """Part the lines of a letter, and those of what is written below it, from their signatures, and
    from the notices that firms put below all mails."""
    items, notices = _part_notices(context, items)
    more = (row for row, item in enumerate(items) if row and _is_postscript(item))
    at = next(more, len(items))
    letters = items[:at], items[at:]
    below = [_find_signature(context, letter) for letter in letters]
    typed = [
        letter[: len(letter) - len(names)] for letter, names in zip(letters, below, strict=True)
    ]
    return [*typed[0], *typed[1]], [*below[0], *below[1], *notices]


def _part_notices(
    context: LineContext, items: Sequence[Item]
) -> tuple[Sequence[Item], Sequence[Item]]:
    """Part the lines of a letter from its last paragraphs that are notices and have no order."""
    paragraphs = [[*lines] for _, lines in groupby(items, lambda item: item.paragraph)]
    notices = [*takewhile(partial(_is_notice, context), paragraphs[:0:-1])]
    at = len(items) - sum(map(len, notices))
    return items[:at], items[at:]


def _is_notice(context: LineContext, lines: Sequence[Item]) -> bool:
    return any(item.body is None and is_notice(item.line.text) for item in lines) and not any(
        isinstance(statement, OrderStatement)
        for item in lines
        for statement in _read_in_all_games(context, item)
    )


def _is_postscript(item: Item) -> bool:
    return item.body is None and is_postscript(item.line.text)


def _find_signature(context: LineContext, items: Sequence[Item]) -> Sequence[Item]:
    """Return the last lines that are but their writer's name, and nothing else by any reading."""
    last = len(items) - 1
    below = range(last, max(0, last - _CONTACT), -1)
    contact = [*takewhile(partial(_is_contact_line, context, items), below)]
    for end in dict.fromkeys((last - len(contact), last)):
        rows = range(end, max(0, end - _SIGNED), -1)
        if signed := [*takewhile(partial(_is_signature, context, items), rows)]:
            return items[signed[-1] :]
    return ()


def _is_contact_line(context: LineContext, items: Sequence[Item], row: int) -> bool:
    item = items[row]
    return (
        item.body is None
        and is_contact_line(item.line.text)
        and _is_nothing_else(context, item, may_hint=True)
    )


def _is_signature(context: LineContext, items: Sequence[Item], row: int) -> bool:
    item = items[row]
    text = item.line.text
    is_name = is_writer_name(text, context.mail.name) or is_signature(
        text, items[row - 1].line.text
    )
    return item.body is None and is_name and _is_nothing_else(context, item, may_hint=False)


def _is_nothing_else(context: LineContext, item: Item, *, may_hint: bool) -> bool:
    """Say whether a line names no power, and is no order or command in any game of its writer, nor
    may mean one, unless it ``may_hint`` at one."""
    if any(_names_power(item.line.text, variant) for variant in _list_variants(context)):
        return False  # it may be another's
    statements = _read_in_all_games(context, item)
    return bool(statements) and all(
        isinstance(statement, UnreadStatement)
        and not statement.guesses
        and (may_hint or not statement.hints)
        for statement in statements
    )


def _list_variants(context: LineContext) -> list[Variant]:
    """Return those of the games of a mail's writer, or else the one that is played by default."""
    house = context.house
    games = context.memory.games.values()
    return [game.variant for game in games] or [house.variants[house.default]]


def _read_in_all_games(context: LineContext, item: Item) -> list[Statement]:
    """Return what a line may be in any phase of any game of its writer."""
    return [
        statement
        for variant in _list_variants(context)
        for phase in Phase
        for statement in read_line(item.line, variant, phase)
    ]


def _names_power(text: str, variant: Variant) -> bool:
    powers = build_lexicon(variant.map).powers
    return any(word in powers for word in _WORD.findall(fold_text(text)))


def build_decision(
    state: MailState, context: LineContext, subject: str, cut: tuple[Reason, ...]
) -> Effects:
    """Answer every part of a mail; one in which nothing could be read gets the first help page."""
    attempts, alarms = state.spent.list_claims(context)
    if state.effects.questions and state.pending in state.effects.questions:
        effects = replace(state.effects, notices=(*state.effects.notices, *alarms))
        return replace(effects, mail=replace(effects.mail, attempts=attempts))
    state = reset_bounces(hold_for_confirmation(state, context), context)
    games = state.collect_current_games(context)
    missing = _explain_nothing_read(state, context)
    replies: list[Notice] = []
    acted: list[Notice] = []
    for number, part in enumerate(list_parts_to_answer(state)):
        name = part.place.game
        game = games.get(name)
        made = game if name not in context.memory.games else None
        more = (
            (build_standing_section(made, made.find_seat_named(part.place.seat)),)
            if made
            else missing
        )
        key = f"{context.key}.reply.{number}"
        replies.append(answer_part(part.with_sections(*more), game, context, key, subject, cut))
        acted += build_notices_to_seat_holder(part, game, f"{context.key}.{number}") if game else ()
    sure = context.mail.confirmed == context.mail.sender or is_proved_by_secret(
        read_credentials(state, context), context.memory.games
    )
    known = replace(
        state.effects.mail,
        proved=any(part.place.is_in_one_of(context.memory.games) for part in state.parts),
        proved_address=context.mail.sender if sure and not context.sender.proved else "",
        attempts=attempts,
    )
    notices = (*replies, *merge_notices(state.effects.notices), *acted, *alarms)
    return replace(state.effects, notices=notices, mail=known)


def _explain_nothing_read(state: MailState, context: LineContext) -> tuple[Section, ...]:
    """Return what whoever wrote a mail is told of which nothing could be understood.

    Thanks, greetings and talk by whoever is in a game need no answer.
    """
    is_thanks = context.mail.script.leaves and not any(part.heard for part in state.parts)
    is_seated = any(part.place.seat for part in state.parts)
    heard = [line for part in state.parts for line in part.heard]
    is_offered = any(line.choices for line in heard)
    if state.understood or is_offered or (is_seated and (state.chats or is_thanks)):
        return ()
    talk = all(line.verdict == "ignored" for line in heard)
    if any(part.place.seat and part.heard for part in state.parts):
        return (News(Reason("only_talk_in_game" if talk else "nothing_for_game")),)
    if talk and state.chats:
        return (News(Reason("only_talk")),)
    if is_seated and context.mail.script.items:
        return (News(Reason("only_headings")),)
    has_lines = any(part.heard for part in state.parts)
    news = News(Reason("nothing_understood" if has_lines else "nothing_there"))
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    here = (game.variant, find_view(game, seat)) if game and seat else (None, None)
    return (news, *filter(None, [find_page_of_topic("", here, context.house)]))


def reset_bounces(state: MailState, context: LineContext) -> MailState:
    """Note that the holders of seats write from where they did not seem to be reached."""
    here = state.here
    for number in range(len(state.parts)):
        state = replace(state, here=number)
        game = state.find_current_game(context)
        seat = game.find_seat_named(state.place.seat) if game else None
        if (
            game
            and seat
            and seat.bounces
            and access.is_same_address(seat.address, context.mail.sender)
        ):
            state = state.with_game(game.with_seat(replace(seat, bounces=0)))
            if seat.is_unreached:
                state = state.with_sections(News(Reason("was_unreached", (game.name,))))
    return replace(state, here=here)
