"""A whole mail against the games it names: what is done, and what everybody is told.

The lines are obeyed in order. A bad line spoils only itself. Each sign-on begins a part of the
mail that is about that game, and each part gets its own answer.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.answer import as_one, spoken_parts
from judge.game.command import Context
from judge.game.effects import Effects, MailEffects
from judge.game.errands import errands, joined, taken_out
from judge.game.master.become import told_of
from judge.game.notices import merged
from judge.game.orders.picking import picked
from judge.game.press.anonymize import own_name
from judge.game.press.private_mail import forward_private_mail
from judge.game.proof.confirming import has_secret
from judge.game.proof.reaching import reached
from judge.game.reports.help import help_page
from judge.game.reports.status import standing
from judge.game.request import ANSWER, Request
from judge.game.session import Session
from judge.game.state import phase_of
from judge.language.reader import read_line
from judge.language.script import Item
from judge.language.spelling import fold, normal
from judge.language.statement import Commanded, Line, Ordered, Unread
from judge.model.command import Command
from judge.model.letter import News, Notice, Recipient, Section
from judge.model.letter_kind import REPLY
from judge.model.reason import Reason
from judge.model.turn import Phase

_NO = frozenset({"no", "n", "nobody", "cancel"})
"""Answers to a letter that asks."""


def decide(judge: Context, mail: Request, now: datetime, seed: int) -> Effects:
    """Return all that follows from a mail but the turns that it makes ready (``turns.run_ready``).

    The same mail in the same state decides the same.
    """
    key = hashlib.sha256(f"{mail.message_id}{mail.digest}".encode()).hexdigest()[:16]
    if mail.token:
        return _confirmed(judge, mail, now, seed, key)
    if mail.relays:
        return forward_private_mail(judge, mail, now, key)
    lines, mail = taken_out(judge, mail, subject_line(mail.subject))
    done = errands(judge, mail, lines, key, seed) if lines else None
    session = Session(judge, mail, now, seed, key)
    items = _items(judge, mail)
    for item in items[:-1]:
        session.hear(item)
    signed = _signs(judge, items, mail.name)
    if items and not signed:
        session.hear(items[-1])
    session.close()
    if done and not session.understood:
        return done
    subject = mail.subject
    if items and items[0].line.number == 0:  # it was obeyed: no password may go back in it
        subject = spoken_parts(session.parts)[0].heard[0].line
    cut = (
        *mail.cut,
        *([Reason("cut_signature", ("1", items[-1].line.text))] if signed else []),
        *mail.script.cut,
    )
    decision = _finished(session, subject, tuple(dict.fromkeys(cut)))
    return joined(decision, done) if done else decision


def _confirmed(judge: Context, mail: Request, now: datetime, seed: int, key: str) -> Effects:
    """Do what a letter of ours asked about if the answer to it is yes.

    An answer in which nothing was written is one, and so is one that says the same again.
    """
    question = judge.question
    if question is None:
        return _told(mail, Reason("question_gone"), key)
    first = next((item.line.text for item in mail.script.items), "yes")
    word = fold(normal(first)).strip(" .!,\"'")
    asked = question.request
    again = {fold(normal(line)) for line in (asked.subject, *asked.text.splitlines())}
    if word in _NO:
        return _answered(_told(mail, Reason("question_dropped"), key), mail)
    if asked.sender == question.asked and any(
        word.startswith(f"{line} ") for line in again if line
    ):
        again_said = replace(mail, token="", confirmed=question.asked)
        return _answered(decide(judge, again_said, now, seed), mail)
    if picked(first) not in ((), (1,)) and word not in again:
        return _told(mail, Reason("say_yes"), key, mail.token)
    confirmed = replace(asked, confirmed=question.asked, digest=mail.token)
    decision = decide(judge, confirmed, now, seed)
    passwords = tuple(typed for typed in decision.mail.passwords if typed in mail.text)
    done = _answered(decision, mail)
    return replace(done, mail=replace(done.mail, passwords=passwords))


def _answered(effects: Effects, mail: Request) -> Effects:
    """Return what follows of an answer to a letter that asked, and needs no other."""
    return replace(effects, mail=replace(effects.mail, answered=(mail.token,)))


def _told(mail: Request, why: Reason, key: str, token: str = "") -> Effects:
    """Answer a mail with a sentence."""
    reply = Notice(
        kind=REPLY,
        to=Recipient(mail.sender, secret=token),
        event="",
        key=f"{key}.reply",
        sections=(News(why),),
        answering=mail.message_id,
        subject=mail.subject,
    )
    return Effects(notices=(reply,))


def subject_line(subject: str) -> str:
    """Return the command that a subject may be: no marks of answers, and no subject of our own."""
    text = " ".join(subject[answer.end() if (answer := ANSWER.match(subject)) else 0 :].split())
    return "" if re.match(r"\[?[A-Z][\w-]*:[A-Za-z0-9]+ - ", text) else text


def _items(judge: Context, mail: Request) -> list[Item]:
    """Return the lines, the subject first where it is a command that the body does not repeat.

    Above an empty body it may be one of the game's variant, too, or orders if it answers nothing.
    """
    items = list(mail.script.items)
    text = subject_line(mail.subject)
    texts = {item.line.text.strip(" .!").casefold() for item in items}
    if not text or text.strip(" .!").casefold() in texts:
        return items
    line = Line(0, text)
    game = None if items else judge.games.get(mail.answered(judge.games))
    variant = game.variant if game else judge.variants[judge.default]
    alone = not items and text == " ".join(mail.subject.split())
    said = read_line(line, variant, phase_of(game))
    if said and all(
        _meant(judge, each.command, items)
        if isinstance(each, Commanded)
        else alone and isinstance(each, Ordered)
        for each in said
    ):
        return [Item(line), *items]
    return items


def _signs(judge: Context, items: Sequence[Item], name: str) -> bool:
    """Say whether the last line is but its writer's name, and nothing else by any reading."""
    if len(items) < 2 or items[-1].body is not None or not own_name(items[-1].line.text, name):
        return False
    variants = [game.variant for game in judge.games.values()] or [judge.variants[judge.default]]
    said = [
        each
        for variant in variants
        for phase in Phase
        for each in read_line(items[-1].line, variant, phase)
    ]
    return all(isinstance(each, Unread) and not (each.guesses or each.hints) for each in said)


def _meant(judge: Context, command: Command, items: Sequence[Item]) -> bool:
    """Say whether a subject that reads as a command is one.

    ``Game tonight?`` above a mail full of orders is talk, if no game has that name.
    """
    return command.in_subject and (not items or command.means_game(judge.games))


def _finished(session: Session, subject: str, cut: tuple[Reason, ...]) -> Effects:
    """Answer every part of a mail; one in which nothing could be read gets the first help page."""
    attempts, alarms = session.measure.claims(session.mail.sender, session.key)
    if session.question is not None:
        notices = (*session.notices, *alarms)
        return Effects(
            notices=notices, questions=(session.question,), mail=MailEffects(attempts=attempts)
        )
    mail, games, parts = session.mail, session.games, session.parts
    session.keep()
    reached(games, parts, mail.sender)
    spoken = spoken_parts(session.parts)
    if not any(part.seat for part in parts):
        spoken = [as_one(spoken)]
    more: list[Section] = []
    if not session.understood and any(part.seat and part.heard for part in parts):
        more = [News(Reason("nothing_for_game"))]
    elif not session.understood:
        heard = any(part.heard for part in parts)
        more = [News(Reason("nothing_understood" if heard else "nothing_there"))]
        more += filter(None, [help_page(session.judge.help, "")])
    for part in spoken:
        made = games.get(part.game) if part.game not in session.judge.games else None
        part.sections += [standing(made, made.seat(part.seat))] if made else more
    replies = [
        part.answer(
            *(games.get(part.game), mail, session.credentials.addresses),
            *(f"{session.key}.reply.{number}", subject, cut),
        )
        for number, part in enumerate(spoken)
    ]
    acted = [
        notice
        for number, part in enumerate(spoken)
        if part.game in games
        for notice in told_of(part, games[part.game], f"{session.key}.{number}")
    ]
    notices = (*replies, *merged(session.notices), *acted, *alarms)
    proved = any(part.seat for part in parts)
    sure = mail.confirmed == mail.sender or has_secret(session.credentials, session.judge.games)
    return Effects(
        tuple(games.maps[0].values()),
        notices=notices,
        press=tuple(session.press),
        questions=tuple(each for done in session.done for each in done.questions),
        persons=tuple(each for done in session.done for each in done.persons),
        settings=tuple(each for done in session.done for each in done.settings),
        ledger=tuple(session.ledger),
        mail=MailEffects(
            proved=proved,
            proved_address=mail.sender if sure and not session.judge.known else "",
            picked={letter: tuple(sorted(done)) for letter, done in session.picked.items()},
            attempts=attempts,
            passwords=tuple(session.passwords),
        ),
    )
