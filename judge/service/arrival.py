"""Takes charge of mail. It is safe once its row is committed, and only then."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from judge.game.limits import STRANGERS, StrangerLimits
from judge.game.proof import access
from judge.game.proof.access import Tag
from judge.post.addresses import split_address_tag as split_address
from judge.post.incoming import WEB, Envelope, NoRoomError
from judge.post.mime import Identity, identify_mail
from judge.service.counting import count_event
from judge.store import queries
from judge.store.database import Database
from judge.store.inbox import MailProof, NewMail, add_mail, has_mail


class Admittance(NamedTuple):
    """By what mail is taken: how the mail server calls itself whose verdict on senders counts, how
    much is taken of strangers, and who is none though without a seat."""

    server: str = ""
    limits: StrangerLimits = STRANGERS
    keeper: str = ""


ADMITTANCE = Admittance()


def store_incoming_mail(
    database: Database,
    raw: bytes,
    envelope: Envelope,
    now: datetime,
    admittance: Admittance = ADMITTANCE,
) -> None:
    """Keep a mail for reading, unless it is known already. When this raises, it was not kept.

    Raises NoRoomError where so much came of its writer, or of strangers, that it is not taken.
    """
    identity = identify_mail(raw, admittance.server)
    recipients = envelope.recipients or identity.recipients
    tags = (access.parse_reply_tag(split_address(address)[1]) for address in recipients)
    tag = next(filter(None, tags), None)
    lane = tag.game if tag else ""
    mail = NewMail(
        identity.message_id,
        identity.digest,
        raw,
        envelope.sender,
        envelope.recipients,
        envelope.via,
        lane,
        identity.writer.lower(),
    )
    try:
        proof = _judge_proof(database, identity, envelope, tag)
        if proof.vouched and access.is_same_address(admittance.keeper, identity.writer):
            proof = proof._replace(proved=True)
        with database.open_single_write() as tx:
            key = add_mail(tx, mail, now, proof, admittance.limits)
        if key is None:
            with database.open_single_query() as tx:
                if not has_mail(tx, mail):
                    raise NoRoomError(f"{mail.writer} has sent too much")
    except BaseException:
        count_event("judge_mails_total", "not taken")
        raise
    count_event("judge_mails_total", "taken")


def _judge_proof(
    database: Database, identity: Identity, envelope: Envelope, tag: Tag | None
) -> MailProof:
    """Return what speaks for its writer as a mail comes in."""
    vouched, proved = identity.verdict == "pass", envelope.via == WEB
    if tag is None:
        return MailProof(vouched=vouched, proved=proved)
    if tag.relay:
        with database.open_single_query() as tx:
            proved = proved or access.is_relay_from(tag, queries.collect_seat_secrets(tx, tag.game))
    return MailProof(tag.seat, tag.secret, vouched, proved)
