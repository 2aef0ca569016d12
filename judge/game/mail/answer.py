"""The answers to a mail: one for each part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.game.command import LineContext
from judge.game.enter.seating import describe_way_in
from judge.game.mail.state import GamePart, MailState
from judge.game.notices import build_heading, find_recipient, find_view
from judge.game.orders import plans
from judge.game.orders.accepting import restate_orders
from judge.game.proof import access
from judge.game.state import Game, Play, Seat
from judge.model.letter import News, Notice, OrderSet, Recipient, Section
from judge.model.letter_kind import REPLY
from judge.model.reason import Reason
from judge.model.sections import Lines


def answer_part(
    part: GamePart,
    game: Game | None,
    context: LineContext,
    key: str,
    subject: str,
    cut: tuple[Reason, ...],
) -> Notice:
    """Return what was heard, the sender's orders as they stand, and the reports asked for.

    Strangers are not told even the heading of a game that is not listed. The seat's own reply
    address is given at the addresses of its holder alone.
    """
    place, sender = part.place, context.mail.sender
    seat = game.find_seat_named(place.seat) if game else None
    reader = game.find_seat_named(place.master) if game and place.master else seat
    addressed_seat = reader or (place.barred.seat if place.barred else None)
    home = addressed_seat is not None and access.is_among_addresses(
        addressed_seat.address, (sender, *context.sender.others)
    )
    sections: list[Section] = [Lines(part.heard, cut)]
    if isinstance(game, Play) and seat is not None and (seat.address or place.master):
        sections += restate_orders(game, seat)
        sections += _restate_other_seats(game, seat, context) if home else ()
        sections += plans.list_kept_orders(game, seat) if reader is seat else ()
    if game and seat is None and addressed_seat and home:
        sections.append(describe_way_in(game, addressed_seat))
    shown = game if game and (seat is not None or game.settings.listed) else None
    return Notice(
        kind=REPLY,
        to=_find_recipient_at(sender, addressed_seat if home else None),
        event="",
        key=key,
        heading=build_heading(shown) if shown else None,
        view=find_view(shown, reader) if shown else None,
        sections=(*sections, *part.sections),
        answering=context.mail.message_id,
        subject=subject,
        asked=part.asked,
        more=part.more,
    )


def _find_recipient_at(address: str, seat: Seat | None) -> Recipient:
    """Return who is answered: at the address that wrote, and as the holder of a seat, if any."""
    if seat is None:
        return Recipient(address)
    recipient = find_recipient(seat)
    same = access.is_same_address(seat.address, address)
    return recipient if same else recipient._replace(address=address)


def _restate_other_seats(game: Play, seat: Seat, context: LineContext) -> tuple[OrderSet, ...]:
    """Return the orders of other seats of the same person's for which the mail has given some."""
    before = context.memory.games.get(game.name)
    orders_before = before.orders if isinstance(before, Play) else {}
    others = (
        other
        for other in game.players
        if other.name != seat.name
        and access.is_same_address(other.address, seat.address)
        and any(game.orders.get(power) != orders_before.get(power) for power in other.powers)
    )
    return tuple(order_set for other in others for order_set in restate_orders(game, other))


def list_parts_to_answer(state: MailState) -> list[GamePart]:
    """Return the parts in which something was said, or the one empty part of a mail.

    What was said about no game goes with the part beside it: each answer should be one that can
    itself be answered. Whoever has proved nothing gets one answer.
    """
    spoken = merge_gameless_parts(state.parts)
    return spoken if any(part.place.seat for part in state.parts) else [_merge_parts(spoken)]


def merge_gameless_parts(parts: Sequence[GamePart]) -> list[GamePart]:
    """Return the parts in which something was said, those about no game with the one beside
    them."""
    merged_parts: list[GamePart] = []
    for part in (part for part in parts if part.heard):
        if merged_parts and not (part.place.game and merged_parts[-1].place.game):
            last = merged_parts.pop()
            part = replace(
                part if part.place.game else last,
                heard=last.heard + part.heard,
                sections=last.sections + part.sections,
                asked=last.asked + part.asked,
                more=last.more + part.more,
            )
        merged_parts.append(part)
    return merged_parts or list(parts[:1])


def _merge_parts(parts: Sequence[GamePart]) -> GamePart:
    """Return parts as one: what was asked goes with the first part in which anything is
    answered."""
    first = next((part for part in parts if part.sections), parts[0])
    sections, more = first.sections, [*first.more]
    if any(part.sections for part in parts if part is not first):
        sections = (*sections, News(Reason("ask_apart")))
    for part in parts:
        if part is not first and (unanswered := [*(line for line, _ in part.asked), *part.more]):
            more += [f"GAME {part.place.game}"] * bool(part.place.game) + unanswered
    transcript = tuple(line for part in parts for line in part.heard)
    return replace(first, heard=transcript, sections=sections, more=tuple(more))
