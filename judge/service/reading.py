"""Reads mail: each is decided on once, in one transaction with its answers."""

from __future__ import annotations

import logging
import time
import traceback
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from judge.game.clock.run_turns import is_turn_ready, run_ready_turns
from judge.game.effects import Effects, MailEffects
from judge.game.limits import MailUsage
from judge.game.mail.decide import process_mail
from judge.game.mail.place import read_credentials
from judge.game.mail.state import MailState
from judge.game.notices import build_heading, find_recipient
from judge.game.proof import access
from judge.game.proof.confirming import find_seat_by_secret
from judge.game.proof.reaching import handle_bounce
from judge.game.request import Request
from judge.game.state import Game, Play
from judge.language.script import split_mail
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import REPLY
from judge.model.reason import Reason
from judge.post.addresses import split_address_tag as split_address
from judge.post.bounces import find_bounce_recipients
from judge.post.bounds import Bounds
from judge.post.guard import explain_if_old, explain_not_answering
from judge.post.incoming import Envelope, IncomingMail
from judge.post.mime import Identity, ReadingRules, read_mail
from judge.post.scrub import mask_likely_passwords, mask_passwords
from judge.service.commit import Known, commit_effects, tell_keeper
from judge.service.counting import count_event
from judge.service.errors import describe_current_error, is_resource_shortage
from judge.service.judge import Judge
from judge.service.rate_limit import limit_answers, record_sent_letters
from judge.service.turn import record_turn_failure
from judge.store import inbox, outbox, persons, usage
from judge.store.database import StaleError, try_in_savepoint
from judge.store.inbox import PROVED, ReceivedMail

_log = logging.getLogger(__name__)

_AGAIN = 20


class MailAnswer(NamedTuple):
    """What follows from a mail, and what it was decided from. ``used`` is what mail proved to be
    from its sender has caused of late, if that was looked up."""

    effects: Effects
    known: Known
    used: MailUsage | None = None


def read_inbox_mail(
    judge: Judge, received: ReceivedMail, now: datetime, *, turns: bool = True, again: int = _AGAIN
) -> bool:
    """Read one mail of the inbox, decide on it, then write down what follows, if it still waits.
    Return whether it waits no more.

    Without ``turns`` those that it makes ready are left for later.

    Where another judge was first with something it is read ``again``, so often at most.
    Whatever goes wrong with it is noted on its row, and after three failures it is set aside and
    its sender told.

    A database that cannot be used, or a machine that is short of files or room, is no fault of the
    mail: that is raised.
    """
    mail, begun = received.id, time.thread_time()
    try:
        # Who writes meanwhile need not wait until all is read and decided.
        with judge.database.read_transaction() as tx:
            incoming = _parse_received(judge, tx, received)
            old = explain_if_old(received.raw, received.via, received.received_at)
            answer = old or decide_mail(judge, tx, incoming, now)
        work = time.thread_time() - begun
        kept_bytes = _cut_bytes_to_keep(received.raw, answer)
        outcome = answer.code if isinstance(answer, Reason) else "answered"
        with judge.database.write_transaction() as tx:
            ours = inbox.mark_mail_done(
                tx, mail, outcome, kept_bytes, incoming.sender, incoming.written
            )
            if ours:
                _carry_out_mail(judge, tx, incoming, answer, now, turns=turns)
                usage.record_work(tx, received.writer, received.rank == PROVED, work, now)
        if ours:
            count_event("judge_reads_total", outcome)
            took = 1000 * (time.thread_time() - begun)
            _log.info(
                "mail %d: %s, %s, in %.0f ms", mail, outcome, _find_answered_place(answer), took
            )
        return True
    except OperationalError:
        raise
    except Exception as trouble:
        if is_resource_shortage(trouble):
            raise
        if isinstance(trouble, StaleError) and again:
            return read_inbox_mail(judge, received, now, turns=turns, again=again - 1)
        _log.exception("mail %s could not be read", mail)
        with judge.database.write_transaction() as tx:
            waiting = inbox.lock_waiting_mail(tx, mail)
            trace = traceback.format_exc()
            usage.record_work(
                tx, received.writer, received.rank == PROVED, time.thread_time() - begun, now
            )
            if waiting and inbox.record_failed_read(
                tx, waiting, trace, mask_likely_passwords(waiting.raw)
            ):
                _log.error("mail %s is set aside", mail)
                count_event("judge_reads_total", "set aside")
                with try_in_savepoint(tx, "the sender could not be told"):
                    incoming = _parse_received(judge, tx, received)
                    if explain_not_answering(incoming) is None:
                        _answer_unread(judge, tx, incoming, Reason("set_aside"), now)
                why = Reason("keeper_mail_failed", (str(mail), describe_current_error()))
                tell_keeper(judge, tx, "Mail Set Aside", f"aside.{mail}", why, now)
        return False


def _find_answered_place(answer: MailAnswer | Reason) -> str:
    """Return which game and which seat a mail was about."""
    if isinstance(answer, Reason):
        return "no game"
    replies = [notice for notice in answer.effects.notices if notice.kind is REPLY]
    places = [f"{notice.game} {notice.to.seat}".strip() for notice in replies if notice.game]
    games = [game.name for game in answer.effects.games]
    return ", ".join(dict.fromkeys(places or games)) or "no game"


def _cut_bytes_to_keep(raw: bytes, answer: MailAnswer | Reason) -> bytes:
    """Return what is kept of a mail that was read: no passwords, and nothing where the whole of it
    was not obeyed yet."""
    if isinstance(answer, Reason):
        return raw
    effects = answer.effects
    return b"" if effects.questions else mask_passwords(raw, effects.mail.passwords)


def _carry_out_mail(
    judge: Judge,
    tx: Connection,
    incoming: IncomingMail,
    answer: MailAnswer | Reason,
    now: datetime,
    *,
    turns: bool,
) -> None:
    """Do what follows from a mail.

    A turn that it makes ready and that cannot be run costs none of its orders.
    """
    if isinstance(answer, Reason):
        if answer == incoming.over:
            _answer_unread(judge, tx, incoming, answer, now)
        return
    decision, known, usage = answer
    decision, used = limit_answers(tx, decision, incoming.sender, judge.limits, now, usage)
    ready_games = [
        game.name for game in decision.games if isinstance(game, Play) and is_turn_ready(game)
    ]
    if not (turns and ready_games):
        sent = commit_effects(judge, tx, run_ready_turns(decision, now, turns=turns), now, known)
        record_sent_letters(tx, incoming.sender, decision, used, sent, now)
        return
    try:
        # Only what can be done without its turns needs a way back, and a full disk leaves none.
        with tx.begin_nested():
            sent = commit_effects(judge, tx, run_ready_turns(decision, now), now, known)
            record_sent_letters(tx, incoming.sender, decision, used, sent, now)
    except (OperationalError, StaleError):
        raise
    except Exception:
        commit_effects(judge, tx, decision, now, known)
        record_sent_letters(tx, incoming.sender, decision, used, (), now)
        for name in ready_games:
            record_turn_failure(judge, tx, name, now)


def decide_mail(
    judge: Judge, tx: Connection, incoming: IncomingMail, now: datetime
) -> MailAnswer | Reason:
    """Return what follows from a mail; or why it is not read.

    Nothing is done yet, and turns that it makes ready have not been run.
    """
    if incoming.failure is not None and (
        lost := outbox.find_bounced_recipient(tx, find_bounce_recipients(incoming.recipients))
    ):
        hard, reply_text = incoming.failure
        memory = judge.make_memory(tx, judge.identify_address(tx, lost, now), now)
        key, keeper = incoming.digest, judge.keeper
        effects = handle_bounce(memory, lost, reply_text, key, hard=hard, keeper=keeper)
        return MailAnswer(effects, Known(memory.games, memory.people))
    unread = explain_not_answering(incoming) or incoming.over
    if unread is not None:
        return unread
    request = make_request(incoming, judge.bounds)
    since = now - timedelta(days=judge.identity.confirm_days)
    question = persons.find_question(tx, request.token, since) if request.token else None
    if question is None:
        sender = judge.identify_address(tx, request.sender, now, incoming.written)
    else:
        asker = question.request.sender
        sender = judge.identify_address(tx, asker, now, question.at, question)
    memory = judge.make_memory(tx, sender, now)
    effects = process_mail(judge.make_context_of_mail(request, memory, now, judge.dice(128)))
    used = sender.used if sender.address == incoming.sender else None
    return MailAnswer(effects, Known(memory.games, memory.people), used)


def make_request(incoming: IncomingMail, most: Bounds) -> Request:
    """Return a mail as the game sees it."""
    suffixes = [split_address(address)[1] for address in incoming.recipients]
    answered = split_address("".join(incoming.answers[:1]).strip("<>"))[1]
    parsed = (access.parse_reply_tag(tag) for tag in suffixes)
    tags = tuple(dict.fromkeys(tag for tag in parsed if tag))
    return Request(
        sender=incoming.sender,
        message_id=incoming.message_id or f"<{incoming.digest}@nowhere.invalid>",
        subject=incoming.subject,
        script=split_mail(incoming.text, most.max_lines, most.max_characters),
        tags=tuple(tag for tag in tags if not tag.relay),
        cut=incoming.cut,
        digest=incoming.digest,
        relays=tuple(tag for tag in tags if tag.relay),
        name=incoming.name,
        text=incoming.text,
        verdict=incoming.verdict,
        token=next(filter(None, map(access.parse_answer_token, (*suffixes, answered))), ""),
        answers=incoming.answers,
        answered_subject=incoming.answered_subject,
        offers_above=incoming.offers_above,
    )


def _parse_received(judge: Judge, tx: Connection, received: ReceivedMail) -> IncomingMail:
    envelope = Envelope(received.sender, tuple(received.recipients), received.via)
    return read_mail(
        received.raw,
        (judge.identity.address,),
        envelope,
        Identity(received.message_id, received.digest),
        ReadingRules(judge.bounds, judge.admission.mail_server),
        partial(outbox.find_letter_bytes, tx),
    )


def _answer_unread(
    judge: Judge, tx: Connection, incoming: IncomingMail, why: Reason, now: datetime
) -> None:
    """Answer a mail that was not read, the holder of a seat so that they can answer in turn."""
    notice = Notice(
        kind=REPLY,
        to=Recipient(incoming.sender),
        event="",
        key=f"aside.{incoming.digest}",
        sections=(News(why),),
        answering=incoming.message_id,
        subject=incoming.subject,
    )
    games: dict[str, Game] = {}
    with try_in_savepoint(tx, "it could not be found out whose mail was not read"):
        request, sender = (
            make_request(incoming, judge.bounds),
            judge.identify_address(tx, incoming.sender, now),
        )
        memory = judge.make_memory(tx, sender, now)
        at = judge.make_context_of_mail(request, memory, now, seed=0)
        game_and_seat = find_seat_by_secret(read_credentials(MailState(), at), at.games)
        if game_and_seat is not None:
            game, seat = game_and_seat
            games[game.name] = game
            notice = replace(notice, to=find_recipient(seat), heading=build_heading(game))
    decision = Effects(notices=(notice,), mail=MailEffects(proved=bool(games)))
    decision, used = limit_answers(tx, decision, incoming.sender, judge.limits, now)
    commit_effects(judge, tx, decision, now, Known(games))
    record_sent_letters(tx, incoming.sender, decision, used, (), now)
