"""Who may write to whom, and how what they write reaches the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from judge.game.command import CommandResult
from judge.game.decision import PressRecord
from judge.game.notices import display_name, knows, notice_to, other_held_seats, view_of
from judge.game.press.anonymize import Writer, anonymized
from judge.game.seats import access
from judge.game.seats.starting import seat_survives
from judge.game.state import Game, Play, Role, Seat, Stage, turn_of
from judge.language.command_values import MASTER, Recipients
from judge.language.lexicon import lexicon
from judge.model.facts import names as names_of
from judge.model.letter import Notice, PressText
from judge.model.reason import Reason


class Sent(NamedTuple):
    """When press was sent, the key of its notices, and the name in the mail it came with.

    ``direct``: it was sent to another player's own address. ``grey``: its writer gives no name.
    ``public``: it is for everybody.
    """

    now: datetime
    key: str
    name: str = ""
    direct: bool = False
    grey: bool = False
    public: bool = False


def send(game: Game, seat: Seat, to: Recipients, text: str, sent: Sent) -> CommandResult | Reason:
    """Carry press to those for whom it is; who gets it is said in the remark."""
    if sent.public:
        return _broadcast(game, seat, text, sent)
    named = game.variant.map.powers if to.everybody else [p for p in to.named if p != MASTER]
    powers = [power for power in named if power not in seat.powers and power not in to.but]
    beyond = to.everybody or bool(powers)
    text = clean(game, seat, text, sent)
    if not text:
        return Reason("press_empty")
    if refused := forbidden(game, seat, beyond, sent):
        return refused
    reached = _reached(game, seat, powers, to.everybody)
    if isinstance(reached, Reason):
        return reached
    wants_master = MASTER in to.named
    seats = reached + [other for other in game.masters if wants_master]
    seats = [s for s in dict.fromkeys(seats) if reachable(game, s) and s.name != seat.name]
    if not seats:
        return Reason("press_nobody")
    listed = _unsigned_list(game, seat, seats, to.but) if to.everybody else seats
    return _deliver(game, seat, seats, text, sent, listed)


def _broadcast(game: Game, seat: Seat, text: str, sent: Sent) -> CommandResult | Reason:
    """Carry press to everybody in the game but players whom the sender has not met."""
    text = clean(game, seat, text, sent)
    if not text:
        return Reason("press_empty")
    if refused := forbidden(game, seat, True, sent):
        return refused
    seats = [*other_held_seats(game, seat)]
    if not seats:
        return Reason("press_nobody")
    if isinstance(game, Play):
        seats = [other for other in seats if knows(game, seat, other)]
    return _deliver(game, seat, seats, text, sent)


def _unsigned_list(
    game: Game, seat: Seat, seats: Sequence[Seat], but: Sequence[str]
) -> Sequence[Seat]:
    """Return the seats that a letter without a name to everybody says it goes to.

    Its writer is among them if others would have written to that seat too, and nothing depends on
    who wrote: whoever is left out of such a list is named by it.
    """
    if not isinstance(game, Play):
        return seats
    written = {other.name for other in seats}
    if seat_survives(game, seat):
        written.add(seat.name)
    players = [game.seat_of(power) for power in game.variant.map.powers if power not in but]
    listed = [player for player in players if player is not None and player.name in written]
    return [*dict.fromkeys(listed), *(other for other in seats if other.role is not Role.PLAYER)]


def clean(game: Game, seat: Seat, text: str, sent: Sent) -> str:
    """Return the words as they are passed on, without what shows who wrote where that is secret."""
    text = text.strip("\r\n ")
    unsigned = _unsigned(game, sent)
    if seat.role is not Role.PLAYER or (game.disclosure.addresses and not unsigned):
        return text
    names = names_of(game.position.facts) if isinstance(game, Play) else {}
    called = "" if unsigned else " and ".join(names.get(power, power) for power in seat.powers)
    return anonymized(
        text, Writer(seat.address, sent.name, called), lexicon(game.variant.map).words
    )


def _unsigned(game: Game, sent: Sent) -> bool:
    return sent.grey or game.settings.press == "grey"


def _deliver(
    game: Game, seat: Seat, seats: list[Seat], text: str, sent: Sent, listed: Sequence[Seat] = ()
) -> CommandResult:
    to = tuple(other.name for other in seats)
    record = PressRecord(game.name, sent.now, turn_of(game), seat.name, to, text, sent.public)
    grey = seat.role is Role.PLAYER and _unsigned(game, sent)
    grey = grey and any(other.role is not Role.MASTER for other in seats)
    shown, sent = listed if grey else seats, sent._replace(grey=grey)
    notices = tuple(_letter(game, seat, s, shown, text, sent) for s in seats if s.address)
    remark = Reason("press_sent", _names(game, seats, sent))
    return CommandResult(remark=remark, notices=notices, press=(record,))


def _letter(
    game: Game, seat: Seat, to: Seat, seats: Sequence[Seat], text: str, sent: Sent
) -> Notice:
    """Return press as one of its readers gets it.

    They are told of those readers alone whom they may know of; the master is told who wrote it.
    """
    others = [other for other in seats if other.name == to.name or knows(game, to, other)]
    names = _names(game, others, sent)
    sender = "" if sent.grey and to.role is not Role.MASTER else display_name(game, seat)
    direct = sent.direct and not game.disclosure.addresses and not sent.grey
    what = "Broadcast" if sent.public else "Press"
    event = f"{what} from {sender}" if sender else what
    event = event if sent.public else f"{event} to {', '.join(names)}"
    section = PressText(sender, names, text, direct)
    letter = notice_to(game, to, "press", event, sent.key, [section])
    if not direct:
        return letter
    back = letter.to._replace(secret=f"to.{access.relay(to, seat)}")
    return replace(letter, to=back)


def _names(game: Game, seats: Sequence[Seat], sent: Sent) -> tuple[str, ...]:
    if sent.public:
        return ("everybody",)
    return tuple(dict.fromkeys(display_name(game, seat) for seat in seats))


def forbidden(game: Game, seat: Seat, beyond_master: bool, sent: Sent) -> Reason | None:
    """Say why the holder of a seat may not write so to others than the master."""
    if not beyond_master or seat.role is Role.MASTER:
        return None
    if seat.role is Role.OBSERVER:
        return Reason("press_observer")
    kind = game.settings.press
    if sent.grey and kind not in ("grey", "both"):
        return Reason("press_no_grey")
    if game.stage is Stage.ENDED:
        return None
    if kind == "none" or game.variant.press == "never":
        return Reason("press_none")
    opened = isinstance(game, Play) and not game.variant.calendar.opens(game.position.turn)
    if game.variant.press == "after the opening" and not opened:
        return Reason("press_not_yet")
    return Reason("press_public") if kind == "public" and not sent.public else None


def reachable(game: Game, seat: Seat) -> bool:
    """Say whether press to a seat is taken: to a vacant one too where that is not to be known."""
    return bool(seat.address) or not game.disclosure.public_seats


def _reached(game: Game, seat: Seat, powers: Sequence[str], everybody: bool) -> list[Seat] | Reason:
    """Return the seats of the powers named, or why one of them cannot be written to.

    Of everybody those are left out who cannot be written to.
    """
    seen = view_of(game, seat)
    if seen is None:
        if everybody:
            return list(game.players)
        return Reason("press_not_dealt") if powers else []
    seats = []
    for power in powers:
        other = game.seat_of(power)
        if seat.role is Role.PLAYER and power not in seen.contacts:
            refused = Reason("press_no_contact", (power,))
        elif other is None or not reachable(game, other):
            refused = Reason("press_vacant", (power,))
        else:
            seats.append(other)
            continue
        if not everybody:
            return refused
    return seats
