"""Takes charge of mail and reads it: each is decided on once, in one transaction with its answers.

A mail is safe once its row is committed, and only then.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from judge.game.clock.run_turns import ready, run_ready
from judge.game.effects import Effects, MailEffects
from judge.game.mail.decide import decide
from judge.game.mail.place import read_credentials
from judge.game.mail.state import MailState
from judge.game.notices import heading_of, recipient_of
from judge.game.proof import access
from judge.game.proof.confirming import seat_by_secret
from judge.game.proof.reaching import not_reached
from judge.game.request import Request
from judge.game.state import Game, Play
from judge.language.script import split
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import REPLY
from judge.model.reason import Reason
from judge.post.addresses import split as split_address
from judge.post.bounces import asked
from judge.post.bounds import Bounds
from judge.post.guard import admit
from judge.post.incoming import Envelope, Incoming
from judge.post.mime import Identity, identify, read
from judge.post.scrub import scrubbed, veiled
from judge.service.commit import commit, tell_keeper
from judge.service.counting import count
from judge.service.errors import error_in_hand, is_short
from judge.service.judge import Judge
from judge.service.rate_limit import note_sent, rate_limited
from judge.service.turn import turn_failed
from judge.store import inbox, outbox, persons
from judge.store.database import Database, StaleError, harmless
from judge.store.inbox import Received

_log = logging.getLogger(__name__)

_AGAIN = 20


Answered = tuple[Mapping[str, Game], Effects]
"""What follows from a mail, beside the games that it is about."""


def accept(database: Database, raw: bytes, envelope: Envelope, now: datetime) -> None:
    """Keep a mail for reading, unless it is known already. When this raises, it was not kept."""
    identity = identify(raw)
    tags = (access.parse(split_address(address)[1]) for address in envelope.recipients)
    lane = next((tag.game for tag in tags if tag), "")
    try:
        with database.writing() as tx:
            inbox.put(tx, raw, identity, now, **envelope._asdict(), lane=lane)
    except BaseException:
        count("judge_mails_total", "not taken")
        raise
    count("judge_mails_total", "taken")


def read_one(
    judge: Judge, mail: int, now: datetime, *, turns: bool = True, again: int = _AGAIN
) -> None:
    """Read one mail of the inbox, decide on it, then write down what follows.

    Without ``turns`` those that it makes ready are left for later.

    Where another judge was first with something it is read ``again``, so often at most.
    Whatever goes wrong with it is noted on its row, and after three failures it is set aside and
    its sender told.

    A database that cannot be used, or a machine that is short of files or room, is no fault of the
    mail: that is raised.
    """
    try:
        # Who writes meanwhile need not wait until all is read and decided.
        with judge.database.reading() as tx:
            received = inbox.find(tx, mail)
            if received is None:
                return None
            incoming = _incoming(judge, tx, received)
            answer = decide_mail(judge, tx, incoming, now)
        kept = _kept(received.raw, answer)
        outcome = answer.code if isinstance(answer, Reason) else "answered"
        with judge.database.writing() as tx:
            ours = inbox.done(tx, mail, outcome, kept, incoming.sender, incoming.written)
            if ours:
                _obey(judge, tx, incoming, answer, now, turns=turns)
        if ours:
            count("judge_reads_total", outcome)
    except OperationalError:
        raise
    except Exception as trouble:
        if is_short(trouble):
            raise
        if isinstance(trouble, StaleError) and again:
            return read_one(judge, mail, now, turns=turns, again=again - 1)
        _log.exception("mail %s could not be read", mail)
        with judge.database.writing() as tx:
            received = inbox.take(tx, mail)
            trace = traceback.format_exc()
            if received and inbox.failed(tx, received, trace, veiled(received.raw)):
                _log.error("mail %s is set aside", mail)
                count("judge_reads_total", "set aside")
                with harmless(tx, "the sender could not be told"):
                    incoming = _incoming(judge, tx, received)
                    if admit(incoming) is None:
                        _say(judge, tx, incoming, Reason("set_aside"), now)
                why = Reason("keeper_mail_failed", (str(mail), error_in_hand()))
                tell_keeper(judge, tx, "Mail Set Aside", f"aside.{mail}", why, now)


def _kept(raw: bytes, answer: Answered | Reason) -> bytes:
    """Return what is kept of a mail that was read: no passwords, and nothing where the whole of it
    was not obeyed yet."""
    if isinstance(answer, Reason):
        return raw
    _, decision = answer
    return b"" if decision.questions else scrubbed(raw, decision.mail.passwords)


def _obey(
    judge: Judge,
    tx: Connection,
    incoming: Incoming,
    answer: Answered | Reason,
    now: datetime,
    *,
    turns: bool,
) -> None:
    """Do what follows from a mail.

    A turn that it makes ready and that cannot be run costs none of its orders.
    """
    if isinstance(answer, Reason):
        if answer == incoming.over:
            _say(judge, tx, incoming, answer, now)
        return
    unchanged, decision = answer
    decision, used = rate_limited(tx, decision, incoming.sender, judge.limits, now)
    ready_games = [game.name for game in decision.games if isinstance(game, Play) and ready(game)]
    if not (turns and ready_games):
        sent = commit(judge, tx, run_ready(decision, now, turns=turns), now, unchanged)
        note_sent(tx, incoming.sender, decision.mail.proved, used, sent, now)
        return
    try:
        # Only what can be done without its turns needs a way back, and a full disk leaves none.
        with tx.begin_nested():
            sent = commit(judge, tx, run_ready(decision, now), now, unchanged)
            note_sent(tx, incoming.sender, decision.mail.proved, used, sent, now)
    except (OperationalError, StaleError):
        raise
    except Exception:
        commit(judge, tx, decision, now, unchanged)
        note_sent(tx, incoming.sender, decision.mail.proved, used, (), now)
        for name in ready_games:
            turn_failed(judge, tx, name, now)


def decide_mail(
    judge: Judge, tx: Connection, incoming: Incoming, now: datetime
) -> Answered | Reason:
    """Return what follows from a mail, and the games it is about; or why it is not read.

    Nothing is done yet, and turns that it makes ready have not been run.
    """
    if incoming.failure is not None and (lost := outbox.returned(tx, asked(incoming.recipients))):
        hard, said = incoming.failure
        memory = judge.memory_for(tx, judge.sender_of(tx, lost), now)
        key, keeper = incoming.digest, judge.keeper
        effects = not_reached(memory, lost, said, key, hard=hard, keeper=keeper)
        return memory.games, effects
    unread = admit(incoming) or incoming.over
    if unread is not None:
        return unread
    request = request_of(incoming, judge.bounds)
    since = now - timedelta(days=judge.identity.confirm_days)
    question = persons.question(tx, request.token, since) if request.token else None
    if question is None:
        sender = judge.sender_of(tx, request.sender, incoming.written)
    else:
        sender = judge.sender_of(tx, question.request.sender, question.at, question)
    at = judge.context_of(tx, request, sender, now, judge.dice(128))
    return at.games, decide(at)


def request_of(incoming: Incoming, most: Bounds) -> Request:
    """Return a mail as the game sees it."""
    suffixes = [split_address(address)[1] for address in incoming.recipients]
    answered = split_address("".join(incoming.answers[:1]).strip("<>"))[1]
    parsed = (access.parse(tag) for tag in suffixes)
    tags = tuple(dict.fromkeys(tag for tag in parsed if tag))
    return Request(
        sender=incoming.sender,
        message_id=incoming.message_id or f"<{incoming.digest}@nowhere.invalid>",
        subject=incoming.subject,
        script=split(incoming.text, most.max_lines, most.max_characters),
        tags=tuple(tag for tag in tags if not tag.relay),
        cut=incoming.cut,
        digest=incoming.digest,
        relays=tuple(tag for tag in tags if tag.relay),
        name=incoming.name,
        text=incoming.text,
        verdict=incoming.verdict,
        token=next(filter(None, map(access.token, (*suffixes, answered))), ""),
        answers=incoming.answers,
    )


def _incoming(judge: Judge, tx: Connection, received: Received) -> Incoming:
    envelope = Envelope(received.sender, tuple(received.recipients), received.via)
    return read(
        received.raw,
        (judge.identity.address,),
        envelope,
        Identity(received.message_id, received.digest),
        judge.bounds,
        judge.admission.mail_server,
        partial(outbox.body, tx),
    )


def _say(judge: Judge, tx: Connection, incoming: Incoming, why: Reason, now: datetime) -> None:
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
    with harmless(tx, "it could not be found out whose mail was not read"):
        request, sender = request_of(incoming, judge.bounds), judge.sender_of(tx, incoming.sender)
        at = judge.context_of(tx, request, sender, now, seed=0)
        found = seat_by_secret(read_credentials(MailState(), at), at.games)
        if found is not None:
            game, seat = found
            games[game.name] = game
            notice = replace(notice, to=recipient_of(seat), heading=heading_of(game))
    decision = Effects(notices=(notice,), mail=MailEffects(proved=bool(games)))
    decision, used = rate_limited(tx, decision, incoming.sender, judge.limits, now)
    commit(judge, tx, decision, now, games)
    note_sent(tx, incoming.sender, decision.mail.proved, used, (), now)
