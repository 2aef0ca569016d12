"""How what players write reaches the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.game.effects import Effects, PressRecord
from judge.game.enter.starting import seat_survives
from judge.game.notices import display_name, knows, notice_to, other_held_seats
from judge.game.press.allowed import forbidden, reachable, touches, writable
from judge.game.press.anonymize import Cleaned, Writer, anonymized
from judge.game.press.sent import Sent, in_words
from judge.game.proof import access
from judge.game.state import Game, Play, Role, Seat, turn_of
from judge.language.command_values import MASTER, NOBODY, Recipients
from judge.language.lexicon import lexicon
from judge.model.facts import names as names_of
from judge.model.letter import News, Notice, PressText
from judge.model.letter_kind import PRESS
from judge.model.reason import Reason


def send(game: Game, seat: Seat, to: Recipients, text: str, sent: Sent) -> Effects | Reason:
    """Carry press to those for whom it is; who gets it is said in the remark."""
    if sent.public:
        return _broadcast(game, seat, text, sent)
    named = game.variant.map.powers if to.everybody else [p for p in to.named if p != MASTER]
    powers = [power for power in named if power not in seat.powers and power not in to.but]
    beyond = to.everybody or bool(powers)
    text = clean(game, seat, text, sent).text if beyond else text.strip("\r\n ")
    if not text:
        return Reason("press_empty")
    if refused := forbidden(game, seat, beyond, sent):
        return refused
    reached = writable(game, seat, powers, to.everybody)
    if isinstance(reached, Reason):
        return reached
    wants_master = MASTER in to.named
    seats = reached + [other for other in game.masters if wants_master]
    seats = [s for s in dict.fromkeys(seats) if reachable(game, s) and s.name != seat.name]
    if not seats:
        return Reason("press_nobody")
    if any(sent.posing in other.powers for other in seats):
        return Reason("press_posing_to", (sent.posing,))
    if game.settings.masterpress:
        seats += [other for other in game.masters if other not in seats and other.name != seat.name]
    listed = _unsigned_list(game, seat, seats, to.but) if to.everybody else seats
    return _deliver(game, seat, seats, text, sent, listed)


def _broadcast(game: Game, seat: Seat, text: str, sent: Sent) -> Effects | Reason:
    """Carry press to everybody in the game but players whom the sender has not met."""
    text = clean(game, seat, text, sent).text
    if not text:
        return Reason("press_empty")
    if refused := forbidden(game, seat, True, sent):
        return refused
    seats = [*other_held_seats(game, seat)]
    if not seats:
        return Reason("press_nobody")
    if isinstance(game, Play):
        seats = [other for other in seats if knows(game, seat, other)]
        seats = [other for other in seats if touches(game, seat, other)]
    return _deliver(game, seat, seats, text, sent, seats)


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


def clean(game: Game, seat: Seat, text: str, sent: Sent) -> Cleaned:
    """Return the words as they are passed on, without what shows who wrote where that is secret."""
    text = text.strip("\r\n ")
    unsigned = _unsigned(game, sent)
    if seat.role is not Role.PLAYER or (game.disclosure.addresses and not unsigned):
        return Cleaned(text)
    names = names_of(game.position.facts) if isinstance(game, Play) else {}
    called = "" if unsigned else " and ".join(names.get(power, power) for power in seat.powers)
    return anonymized(
        text, Writer(seat.address, sent.name, called), lexicon(game.variant.map).words
    )


def saying(taken: tuple[str, ...], done: Effects | Reason) -> Effects | Reason:
    """Return what was done with words, and that the judge has taken something out of them."""
    if not taken or isinstance(done, Reason):
        return done
    return replace(done, sections=(*done.sections, News(Reason("relay_cleaned", taken))))


def _unsigned(game: Game, sent: Sent) -> bool:
    return sent.grey or game.settings.press == "grey"


def _deliver(
    game: Game, seat: Seat, seats: list[Seat], text: str, sent: Sent, listed: Sequence[Seat]
) -> Effects:
    """Return the letters to the seats; where none names its writer it goes to those ``listed``.

    Who has muted the writer as they are shown gets none, and nobody is told.
    """
    to = tuple(other.name for other in seats)
    record = PressRecord(game.name, sent.now, turn_of(game), seat.name, to, text, sent.public)
    grey = seat.role is Role.PLAYER and _unsigned(game, sent)
    grey = grey and any(other.role is not Role.MASTER for other in seats)
    sent = sent._replace(grey=grey)
    if sent.shown != NOBODY:
        every = game.variant.map.powers if sent.shown.everybody else sent.shown.named
        powers = [power for power in every if power not in sent.shown.but]
        listed = [other for other in game.players if set(powers) & set(other.powers)]
    elif not grey:
        listed = seats
    readers = [other for other in seats if other.address and not _mutes(game, other, seat, sent)]
    notices = tuple(_letter(game, seat, s, seats, listed, text, sent) for s in readers)
    remark = Reason("press_sent", _names(game, seats, sent))
    return Effects(remark=remark, notices=notices, press=(record,))


def _mutes(game: Game, reader: Seat, writer: Seat, sent: Sent) -> bool:
    """Say whether a reader wants no press of its writer, as they are shown to them."""
    if writer.role is not Role.PLAYER or reader.role is Role.MASTER:
        return False
    powers = ("",) if sent.grey else (sent.posing,) if sent.posing else writer.powers
    return not set(powers).isdisjoint(reader.muted)


def _letter(
    game: Game,
    seat: Seat,
    to: Seat,
    seats: Sequence[Seat],
    listed: Sequence[Seat],
    text: str,
    sent: Sent,
) -> Notice:
    """Return press as one of its readers gets it.

    They are told of those ``listed`` alone whom they may know of, and themselves; the master is
    told who wrote it to which ``seats``.
    """
    master, told = to.role is Role.MASTER, tuple[News, ...]()
    if master:
        listed = seats if sent.shown != NOBODY else listed
        told = tuple(News(why) for why in _untrue(sent))
    elif to not in listed and sent.shown != NOBODY:
        listed = [other for other in game.seats if other in listed or other.name == to.name]
    others = [other for other in listed if other.name == to.name or knows(game, to, other)]
    names = _names(game, others, sent)
    sender = "" if sent.grey and not master else display_name(game, seat)
    sender = sent.posing if sent.posing and not master else sender
    direct = sent.direct and not game.disclosure.addresses and not sent.grey
    what = "Broadcast" if sent.public else "Press"
    event = f"{what} from {sender}" if sender else what
    event = event if sent.public else f"{event} to {', '.join(names)}"
    section = PressText(sender, names, text, direct)
    letter = notice_to(game, to, PRESS, event, sent.key, [*told, section])
    if not direct:
        return letter
    back = letter.to._replace(secret=f"to.{access.relay(to, seat)}")
    return replace(letter, to=back)


def _untrue(sent: Sent) -> Iterator[Reason]:
    """Yield what the master is told of press that shows its readers something else."""
    if sent.posing:
        yield Reason("press_posed", (sent.posing,))
    if sent.shown != NOBODY:
        yield Reason("press_shown_to", in_words(sent.shown))


def _names(game: Game, seats: Sequence[Seat], sent: Sent) -> tuple[str, ...]:
    if sent.public:
        return ("everybody",)
    return tuple(dict.fromkeys(display_name(game, seat) for seat in seats))
