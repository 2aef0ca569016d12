"""Mail to other players: to their relay addresses, of which the words alone are passed on, and
answers to press. What may be an order in these is asked about: the wrong of both would tell an
enemy."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from judge.game.command import EnterCommand, LineContext, ReadCommand
from judge.game.effects import Effects, MailEffects
from judge.game.mail.answer import note_line
from judge.game.mail.place import find_variant_here
from judge.game.mail.state import MailState
from judge.game.notices import build_notice_to, find_view, name_seat
from judge.game.press.sending import clean_press_text
from judge.game.press.sent import SentPress
from judge.game.press.writing import carry_press
from judge.game.proof import access
from judge.game.proof.access import Tag
from judge.game.sentences.candidates import CLEAR, SentenceMatcher, build_matcher
from judge.game.state import Game, Seat
from judge.language.answers import read_short_answer
from judge.language.command_values import Recipients
from judge.language.parting import split_into_sentences
from judge.language.power_names import build_power_names
from judge.language.script import Item
from judge.language.spelling import fold_text, squeeze_name
from judge.language.statement import (
    CommandStatement,
    Line,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.talk import is_worded
from judge.language.word_lists import WordPattern, list_words, write_alternatives
from judge.language.words import Phrase, find_phrases
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import REPLY
from judge.model.reason import Reason
from judge.model.sections import Lines

_OF_MAIL = WordPattern(r"\b%(of_press)s\b")
"""Words that somebody says of press, and not to whoever wrote it."""

_JOINED = WordPattern(r"(?:[&+/]|(?=@)|\b%(joins_readers)s\b)")
_READERS = {"called_all": "ALL", "called_master": "Master"}
"""The lists of what readers are called who are no powers, and how PRESS TO names them."""


def is_for_writer(readings: Sequence[tuple[Item, tuple[Statement, ...]]]) -> bool | None:
    """Say whether an answer to press is words to its writer; None if it may be orders as well, or a
    command that is not written as one: ``Clear.``, ``wait``."""
    if any(item.body is not None for item, _ in readings):
        return False
    statements = [without_doubt(statement) for _, read in readings for statement in read]
    words = [each for each in statements if _is_said_to_somebody(each)]
    deeds = [each for each in statements if each not in words and not _only_looks(each)]
    if deeds and not all(map(_is_written_as_command, deeds)):
        return None
    if words and deeds:
        return None
    return bool(words) and not any(_only_looks(each) for each in statements if each not in words)


def may_be_for_judge(writer: str, state: MailState, context: LineContext) -> bool:
    """Say whether a sentence of an answer to press may be said to the judge, and not to its
    writer: it names the judge, speaks of the writer or of mail, or is like what the judge is told.
    """
    matcher = build_matcher(state, context)
    said = map(str.strip, split_into_sentences(context.mail.text.replace("\n", " ")))
    names = {fold_text(name) for name in writer.split(", ")}
    return any(_may_be_said_to_judge(text, names, matcher) for text in said if text)


def find_reader_called(writer: str, state: MailState, context: LineContext) -> str | None:
    """Return for whom an answer to press is by the name with which it begins, as PRESS TO has it:
    ``Hi Italy,``. None if it calls nobody, or the writer of the press; "" if it calls the judge.
    """
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    seen = find_view(game, seat) if game else None
    variant = find_variant_here(state, context)
    usable = seen.usable_names if seen else {}
    powers = build_power_names(variant.map, frozenset(usable.items()))
    text = powers.join_words(context.mail.text.strip())
    called = _call_pattern(frozenset(powers)).match(fold_text(text))
    if called is None or not (called["opens"] or called["ends"]):
        return None
    start, end = called.span("called")
    typed = _JOINED.pattern.sub(",", text[start:end])
    names = [name.strip(" \t@") for name in typed.split(",")]
    known = {powers.meaning.get(squeeze_name(name), "") for name in names}
    by_writer = {powers.meaning.get(squeeze_name(name), "") for name in writer.split(", ")}
    own = set(seat.powers) if seat else set()
    if {*map(fold_text, names)} & {*list_words("called_judge")}:
        return ""
    if known <= by_writer | own and "" not in known:
        return None
    return ", ".join(_write_reader(powers.part_words(name)) for name in names)


def _write_reader(name: str) -> str:
    for called, reader in _READERS.items():
        if fold_text(name) in list_words(called):
            return reader
    return name


@lru_cache(maxsize=64)
def _call_pattern(powers: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of the beginning of a letter that calls somebody."""
    longest_first = sorted(powers, key=lambda name: (-len(name), name))
    lists = map(write_alternatives, ("called_judge", *_READERS))
    name = rf"@?(?:{'|'.join((*map(re.escape, longest_first), *lists))})(?!\w)"
    joined = rf"{name}(?:\s*{_JOINED.pattern.pattern}\s*{name})*"
    ends = r"\s*(?:[,:!.\n]| [-\u2013\u2014] )\s*\w"
    return re.compile(
        rf"\W*(?:(?P<opens>@|{write_alternatives('salutes')}\s+)|{write_alternatives('for')}\s+)?"
        rf"(?P<called>{joined}(?:\s*,\s*{joined})*(?={ends})|{joined})(?P<ends>{ends})?"
    )


def _may_be_said_to_judge(text: str, writer: Collection[str], matcher: SentenceMatcher) -> bool:
    phrases = find_phrases(text)
    words = {*re.findall(r"[\w']+", fold_text(text))}
    if any("judge" in phrase.kinds for phrase in phrases) or _OF_MAIL.pattern.search(text):
        return True
    if _speaks_to_somebody(text) or (phrases and _begins_with_greeting(phrases, writer)):
        return False
    if words & {*list_words("third_person")} or words & {*writer}:
        return True
    nearest = matcher.find_nearest(text)
    is_clear = bool(nearest.line) and nearest.score >= CLEAR
    return is_clear and not _casts_ballot(nearest.line, matcher)


def _speaks_to_somebody(text: str) -> bool:
    return not {*re.findall(r"[\w']+", fold_text(text))}.isdisjoint(list_words("second_person"))


def _casts_ballot(line: str, matcher: SentenceMatcher) -> bool:
    """Say whether a line says yes or no to something, as players do to each other."""
    head = line.split()[0]
    return any(
        command is not None and command.ledger == "ballot"
        for said, command in matcher.commands.items()
        if said.split()[:1] == [head]
    )


def _begins_with_greeting(phrases: Sequence[Phrase], writer: Collection[str]) -> bool:
    """Say whether words begin with the name of who is written to, or with a greeting."""
    first = (phrase for phrase in phrases[:2] if not phrase.kinds & {"courtesy", "greeting"})
    return all(phrase.text in writer for phrase in first)


def _is_said_to_somebody(statement: Statement) -> bool:
    """Say whether a statement may be said to another player: it is none, a mere yes or no, or asks
    something of them."""
    if isinstance(statement, CommandStatement):
        text = statement.line.text.strip()
        if statement.command.asks:  # "why don't you": WHY is for the judge
            return is_worded(text) and _speaks_to_somebody(text)
        answer = read_short_answer(text)
        is_mere = answer is not None and not any(map(str.isdigit, text))
        return statement.command.ledger == "ballot" and is_mere
    return isinstance(statement, UnreadStatement) and not (statement.guesses or statement.hints)


def _is_written_as_command(statement: Statement) -> bool:
    is_command = isinstance(statement, CommandStatement)
    return is_command and not is_worded(statement.line.text)


def _only_looks(statement: Statement) -> bool:
    """Say whether a command costs nobody anything."""
    return isinstance(statement, CommandStatement) and isinstance(
        statement.command, ReadCommand | EnterCommand
    )


def doubt_orders(items: Sequence[Item], writer: str, reader: str) -> tuple[Item, ...]:
    """Return the lines of an answer to press, in doubt whether they are words to a reader."""
    doubt = Reason("orders_or_words", (writer, reader))
    return tuple(item._replace(line=item.line._replace(doubt=doubt)) for item in items)


def offer_words(state: MailState, reader: str, context: LineContext) -> MailState:
    """Offer to send the whole of a mail to whoever wrote the press that it answers, or is called
    in it."""
    line = Line(0, f"PRESS TO {reader}")
    state = replace(state, body=context.mail.text, understood=True)
    why = Reason("words_or_orders", (reader,))
    choices = (line.text, f"{line.text} ON RESULT")  # no mere YES is to send it
    state = note_line(state, UnreadStatement(line, why), context, "refused", why, choices)
    return replace(state, body=None)


def forward_private_mail(context: LineContext) -> Effects:
    """Carry the words of a mail to those to whose relay addresses it was sent.

    Nothing in it is read as an order. An address that leads to nobody, to somebody whom the
    writer has not met, or that is not the writer's own to use, gets the same answer.
    """
    mail, answer = context.mail, f"{context.key}.reply"
    effects = Effects()
    reasons: list[Reason] = []
    reply = Notice(REPLY, Recipient(mail.sender), "", answer)
    for number, tag in enumerate(mail.relays):
        changed = {game.name: game for game in effects.games}
        game_there = changed.get(tag.game) or context.games.get(tag.game)
        relay = _find_relay(game_there, tag, (mail.sender, *context.sender.others))
        if relay is None:
            reasons.append(Reason("relay_nobody"))
            continue
        reply = build_notice_to(relay.game, relay.writer, REPLY, "", answer)
        sent = SentPress(context.now, f"{context.key}.{number}", mail.name, direct=True)
        carried, remarks = _carry_words(relay, mail.text, sent)
        effects += carried
        reasons += remarks
    news = tuple(News(why) for why in dict.fromkeys(reasons))
    cut = (Lines((), mail.cut),) if mail.cut else ()
    reply = replace(reply, sections=(*news, *cut), answering=mail.message_id, subject=mail.subject)
    proved = MailEffects(proved=bool(reply.heading))
    return replace(effects, notices=(reply, *effects.notices), mail=proved)


class _Relay(NamedTuple):
    """The way to another player that a relay address leads."""

    game: Game
    writer: Seat
    reader: Seat


def _carry_words(relay: _Relay, text: str, sent: SentPress) -> tuple[Effects, list[Reason]]:
    """Pass words on, and return what their writer is told of it."""
    game, writer, reader = relay
    outcome = carry_press(game, writer, Recipients(reader.powers[:1]), text, sent)
    if not isinstance(outcome, Effects):
        return Effects(), [outcome if isinstance(outcome, Reason) else outcome.why]
    carried = Reason("relay_sent", (name_seat(reader),))
    remarks = [(outcome.remark if outcome.game is not None else None) or carried]
    if removed := clean_press_text(game, writer, text, sent).taken:
        remarks.append(Reason("relay_cleaned", removed))
    return outcome, remarks


def _find_relay(game: Game | None, tag: Tag, senders: Sequence[str]) -> _Relay | None:
    """Return whose way to whom an address is, if it is the sender's and there is such a way."""
    seat = game.find_seat_named(tag.seat) if game is not None else None
    if game is None or seat is None or not access.is_among_addresses(seat.address, senders):
        return None
    seen = find_view(game, seat)
    met = set(seen.contacts) if seen is not None else set()
    for other in game.players:
        if met & set(other.powers) and access.is_relay_between(tag, seat, other):
            return _Relay(game, seat, other)
    return None
