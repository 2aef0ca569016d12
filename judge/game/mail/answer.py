"""The answers to a mail: one for each part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.game.command import LineContext
from judge.game.enter.seating import way_in
from judge.game.mail.state import MailState, Part
from judge.game.notices import heading_of, recipient_of, view_of
from judge.game.orders import plans
from judge.game.orders.accepting import order_sets
from judge.game.proof import access
from judge.game.state import Game, Play
from judge.model.letter import News, Notice, Recipient, Section
from judge.model.letter_kind import REPLY
from judge.model.reason import Reason
from judge.model.transcript import Lines


def answer_part(
    part: Part, game: Game | None, at: LineContext, key: str, subject: str, cut: tuple[Reason, ...]
) -> Notice:
    """Return what was heard, the sender's orders as they stand, and the reports asked for.

    Strangers are not told even the heading of a game that is not listed. The seat's own reply
    address is given at the addresses of its holder alone.
    """
    place, sender = part.place, at.mail.sender
    seat = game.seat(place.seat) if game else None
    reader = game.seat(place.master) if game and place.master else seat
    meant = reader or (place.barred.seat if place.barred else None)
    to = Recipient(sender)
    home = meant is not None and access.is_one_of(meant.address, (sender, *at.sender.others))
    if meant and home:
        same = access.same_address(meant.address, sender)
        to = recipient_of(meant) if same else recipient_of(meant)._replace(address=sender)
    sections: list[Section] = [Lines(part.heard, cut)]
    if isinstance(game, Play) and seat is not None and (seat.address or place.master):
        sections += order_sets(game, seat)
        sections += plans.kept(game, seat) if reader is seat else ()
    if game and seat is None and meant and home:
        sections.append(way_in(game, meant))
    shown = game if game and (seat is not None or game.settings.listed) else None
    return Notice(
        kind=REPLY,
        to=to,
        event="",
        key=key,
        heading=heading_of(shown) if shown else None,
        view=view_of(shown, reader) if shown else None,
        sections=(*sections, *part.sections),
        answering=at.mail.message_id,
        subject=subject,
        asked=part.asked,
        more=part.more,
    )


def parts_to_answer(state: MailState) -> list[Part]:
    """Return the parts in which something was said, or the one empty part of a mail.

    What was said about no game goes with the part beside it: each answer should be one that can
    itself be answered. Whoever has proved nothing gets one answer.
    """
    spoken = spoken_parts(state.parts)
    return spoken if any(part.place.seat for part in state.parts) else [_as_one(spoken)]


def spoken_parts(parts: Sequence[Part]) -> list[Part]:
    """Return the parts in which something was said, those about no game with the one beside
    them."""
    kept: list[Part] = []
    for part in (part for part in parts if part.heard):
        if kept and not (part.place.game and kept[-1].place.game):
            last = kept.pop()
            part = replace(
                part if part.place.game else last,
                heard=last.heard + part.heard,
                sections=last.sections + part.sections,
                asked=last.asked + part.asked,
                more=last.more + part.more,
            )
        kept.append(part)
    return kept or list(parts[:1])


def _as_one(parts: Sequence[Part]) -> Part:
    """Return parts as one: what was asked goes with the first part in which anything is
    answered."""
    first = next((part for part in parts if part.sections), parts[0])
    sections, more = first.sections, [*first.more]
    if any(part.sections for part in parts if part is not first):
        sections = (*sections, News(Reason("ask_apart")))
    for part in parts:
        if part is not first and (left := [*(line for line, _ in part.asked), *part.more]):
            more += [f"GAME {part.place.game}"] * bool(part.place.game) + left
    heard = tuple(line for part in parts for line in part.heard)
    return replace(first, heard=heard, sections=sections, more=tuple(more))
