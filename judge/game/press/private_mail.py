"""Mail to another player by way of the judge, which passes on no more of it than the words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.game.command import LineContext
from judge.game.effects import Effects, MailEffects
from judge.game.notices import build_notice_to, find_view, name_seat
from judge.game.press.sending import clean_press_text
from judge.game.press.sent import Sent
from judge.game.press.writing import carry_press
from judge.game.proof import access
from judge.game.proof.access import Tag
from judge.game.state import Game, Seat
from judge.language.command_values import Recipients
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import REPLY
from judge.model.reason import Reason
from judge.model.sections import Lines


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
        sent = Sent(context.now, f"{context.key}.{number}", mail.name, direct=True)
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


def _carry_words(relay: _Relay, text: str, sent: Sent) -> tuple[Effects, list[Reason]]:
    """Pass words on, and return what their writer is told of it."""
    game, writer, reader = relay
    outcome = carry_press(game, writer, Recipients(reader.powers[:1]), text, sent)
    if not isinstance(outcome, Effects):
        return Effects(), [outcome if isinstance(outcome, Reason) else outcome.why]
    carried = Reason("relay_sent", (name_seat(game, reader),))
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
