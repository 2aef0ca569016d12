"""Who may write to whom and when, and how what players write reaches the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.game.effects import Effects, PressRecord
from judge.game.enter.starting import has_surviving_power
from judge.game.notices import build_notice_to, find_view, knows_of_seat, name_seat
from judge.game.orders.accepting import list_seats_missing_orders
from judge.game.press.anonymize import CleanedText, Writer, anonymize_text
from judge.game.press.sent import SentPress, UnsentPress, write_recipients
from judge.game.proof import access
from judge.game.state import Game, Play, Role, Seat, Stage, find_turn_code
from judge.language.command_values import MASTER, NOBODY, Recipients
from judge.language.lexicon import build_lexicon
from judge.model.facts import collect_chosen_power_names as names_of
from judge.model.letter import News, Notice, PressText
from judge.model.letter_kind import PRESS
from judge.model.reason import Reason
from judge.model.turn import Phase


def explain_forbidden_press(
    game: Game, seat: Seat, beyond_master: bool, sent: SentPress
) -> Reason | None:
    """Say why the holder of a seat may not write so to others than the master."""
    if not beyond_master or seat.role is Role.MASTER:
        return None
    if seat.role is Role.OBSERVER:
        return Reason("press_observer")
    kind = game.settings.press
    if sent.grey and kind not in ("grey", "both"):
        return Reason("press_no_grey")
    if why := _explain_no_disguise(game, seat, sent):
        return why
    if game.stage is Stage.ENDED:
        return None
    if kind == "none" or game.variant.press == "never":
        return Reason("press_none")
    opened = isinstance(game, Play) and not game.variant.calendar.is_opening_turn(
        game.position.turn
    )
    if game.variant.press == "after the opening" and not opened:
        return Reason("press_not_yet")
    if kind == "public" and not sent.public:
        return Reason("press_public")
    return _explain_not_now(game, seat, sent) if isinstance(game, Play) and not sent.later else None


def _explain_no_disguise(game: Game, seat: Seat, sent: SentPress) -> Reason | None:
    """Say why press may not show its readers another writer or other readers."""
    named = (sent.posing, *sent.shown.named, *sent.shown.but)
    if not sent.posing and sent.shown == NOBODY:
        return None
    if not game.settings.fake or game.settings.press == "grey" or sent.grey:
        return Reason("press_no_fake")
    seen = find_view(game, seat)
    known = {"", *seat.powers, *(seen.contacts if seen is not None else ())}
    strange = [power for power in named if power not in known]
    if strange:
        return Reason("press_no_contact", (strange[0],))
    return Reason("press_posing_as_you") if sent.posing in seat.powers else None


def _explain_not_now(game: Play, seat: Seat, sent: SentPress) -> Reason | None:
    """Say which setting lets nobody write, or not those who are late, at this moment."""
    settings = game.settings
    if not settings.minorpress and game.position.turn.phase is not Phase.MOVEMENT:
        return Reason("press_minor")
    if game.due_at is None or sent.now < game.due_at:
        return None
    if not settings.gracepress:
        return Reason("press_grace")
    late = not settings.latepress and list_seats_missing_orders(game, (seat,))
    return Reason("press_late") if late else None


def can_reach_seat(game: Game, seat: Seat) -> bool:
    """Say whether press to a seat is taken: to a vacant one too where that is not to be known."""
    return bool(seat.address) or not game.disclosure.public_vacancies


def may_write_by_touch(game: Play, seat: Seat, other: Seat) -> bool:
    """Say whether one may write to another where only neighbors do: as far as they see, some space
    is in or beside units and centers of both."""
    if not game.settings.touch or game.stage is Stage.ENDED:
        return True
    if Role.MASTER in (seat.role, other.role) or other.role is Role.OBSERVER:
        return True
    seen, borders = find_view(game, seat), game.variant.map.contacts

    def spaces_around(powers: Sequence[str]) -> set[str]:
        units = {unit.at.province for power in powers for unit in seen.units_of(power)}
        spaces = units.union(*(seen.centers_of(power) for power in powers))
        return spaces.union(*(borders[space] for space in spaces))

    return not spaces_around(seat.powers).isdisjoint(spaces_around(other.powers))


def list_writable_seats(
    game: Game, seat: Seat, powers: Sequence[str], everybody: bool
) -> list[Seat] | Reason:
    """Return the seats of the powers named, or why one of them cannot be written to.

    Of everybody those are left out who cannot be written to.
    """
    seen = find_view(game, seat)
    if seen is None or not isinstance(game, Play):
        if everybody:
            return [other for other in game.players if knows_of_seat(game, seat, other)]
        return Reason("press_not_dealt") if powers else []
    seats = []
    for power in powers:
        other = game.find_seat_of_power(power)
        if seat.role is Role.PLAYER and power not in seen.contacts:
            refused = Reason("press_no_contact", (power,))
        elif other is None or not can_reach_seat(game, other):
            robot = other is not None and other.robot
            refused = Reason("press_robot" if robot else "press_vacant", (power,))
        elif not may_write_by_touch(game, seat, other):
            refused = Reason("press_no_touch", (power,))
        else:
            seats.append(other)
            continue
        if not everybody:
            return refused
    return seats


_MOST_NAMED = 7
"""To how many readers the title of a letter with press says by name that it goes."""


class _Delivery(NamedTuple):
    """Press on its way: who wrote it, to which seats it goes, and which it says it goes to."""

    writer: Seat
    seats: Sequence[Seat]
    listed: Sequence[Seat]
    text: str
    sent: SentPress


def send_press(
    game: Game, seat: Seat, to: Recipients, text: str, sent: SentPress
) -> Effects | Reason:
    """Carry press to those for whom it is; who gets it is said in the remark."""
    if sent.public:
        return _broadcast_press(game, seat, text, sent)
    named = game.variant.map.powers if to.everybody else [p for p in to.named if p != MASTER]
    powers = [power for power in named if power not in seat.powers and power not in to.but]
    beyond = to.everybody or bool(powers)
    text = clean_press_text(game, seat, text, sent).text if beyond else text.strip("\r\n ")
    if not text:
        return Reason("press_empty")
    if refused := explain_forbidden_press(game, seat, beyond, sent):
        return refused
    reached = list_writable_seats(game, seat, powers, to.everybody)
    if isinstance(reached, Reason):
        return reached
    wants_master = MASTER in to.named
    seats = reached + [other for other in game.masters if wants_master]
    seats = [s for s in dict.fromkeys(seats) if can_reach_seat(game, s) and s.name != seat.name]
    if not seats:
        return Reason("press_nobody")
    if any(sent.posing in other.powers for other in seats):
        return Reason("press_posing_to", (sent.posing,))
    if game.settings.masterpress:
        seats += [other for other in game.masters if other not in seats and other.name != seat.name]
    listed = _list_apparent_readers(game, seat, seats, to.but) if to.everybody else seats
    return _deliver_press(game, seat, seats, text, sent, listed)


def _broadcast_press(game: Game, seat: Seat, text: str, sent: SentPress) -> Effects | Reason:
    """Carry press to everybody in the game but players whom the sender has not met.

    Where seats are hidden observers read it when the game is over: a player's friend may be one.
    """
    text = clean_press_text(game, seat, text, sent).text
    if not text:
        return Reason("press_empty")
    if refused := explain_forbidden_press(game, seat, True, sent):
        return refused
    seats = [s for s in game.seats if can_reach_seat(game, s) and s.name != seat.name]
    if not seats:
        return Reason("press_nobody")
    seats = [other for other in seats if knows_of_seat(game, seat, other)]
    if isinstance(game, Play):
        seats = [other for other in seats if may_write_by_touch(game, seat, other)]
    kept = _keep_for_observers(game, seat, seats, text, sent)
    if kept is not None:
        seats = [other for other in seats if other.role is not Role.OBSERVER]
    effects = _deliver_press(game, seat, seats, text, sent, seats)
    return effects if kept is None else replace(effects, games=(kept,))


def _keep_for_observers(
    game: Game, seat: Seat, seats: Sequence[Seat], text: str, sent: SentPress
) -> Play | None:
    """Return the game with a broadcast that its observers read when it is over, None where they
    read it now, or are none."""
    if not isinstance(game, Play) or game.stage is Stage.ENDED or seat.role is not Role.PLAYER:
        return None
    if game.disclosure.public_seats or all(other.role is not Role.OBSERVER for other in seats):
        return None
    shown = "" if _is_unsigned(game, sent) else sent.posing or name_seat(seat)
    turn = game.variant.calendar.turn_title(game.position.turn)
    item = UnsentPress(0, "", sent.key, text, public=True, posing=shown, diary=turn)
    return replace(game, unsent=(*game.unsent, item))


def _list_apparent_readers(
    game: Game, seat: Seat, seats: Sequence[Seat], but: Sequence[str]
) -> Sequence[Seat]:
    """Return the seats that a letter without a name to everybody says it goes to.

    Its writer is among them if others would have written to that seat too, and nothing depends on
    who wrote: whoever is left out of such a list is named by it.
    """
    if not isinstance(game, Play):
        return seats
    written = {other.name for other in seats}
    if has_surviving_power(game, seat):
        written.add(seat.name)
    players = [
        game.find_seat_of_power(power) for power in game.variant.map.powers if power not in but
    ]
    listed = [player for player in players if player is not None and player.name in written]
    return [*dict.fromkeys(listed), *(other for other in seats if other.role is not Role.PLAYER)]


def clean_press_text(game: Game, seat: Seat, text: str, sent: SentPress) -> CleanedText:
    """Return the words as they are passed on, without what shows who wrote where that is secret."""
    text = text.strip("\r\n ")
    unsigned = _is_unsigned(game, sent)
    if seat.role is not Role.PLAYER or (game.disclosure.addresses and not unsigned):
        return CleanedText(text)
    names = names_of(game.position.facts) if isinstance(game, Play) else {}
    called = "" if unsigned else " and ".join(names.get(power, power) for power in seat.powers)
    return anonymize_text(
        text, Writer(seat.address, sent.name, called), build_lexicon(game.variant.map).words
    )


def note_removed_words(removed: tuple[str, ...], outcome: Effects | Reason) -> Effects | Reason:
    """Return what was done with words, and that the judge has taken something out of them."""
    if not removed or isinstance(outcome, Reason):
        return outcome
    return replace(outcome, sections=(*outcome.sections, News(Reason("relay_cleaned", removed))))


def _is_unsigned(game: Game, sent: SentPress) -> bool:
    return sent.grey or game.settings.press == "grey"


def _deliver_press(
    game: Game, seat: Seat, seats: list[Seat], text: str, sent: SentPress, listed: Sequence[Seat]
) -> Effects:
    """Return the letters to the seats; where none names its writer it goes to those ``listed``.

    Who has muted the writer as they are shown gets none, and nobody is told.
    """
    to = tuple(other.name for other in seats)
    record = PressRecord(
        game.name, sent.now, find_turn_code(game), seat.name, to, text, sent.public
    )
    grey = seat.role is Role.PLAYER and _is_unsigned(game, sent)
    grey = grey and any(other.role is not Role.MASTER for other in seats)
    sent = sent._replace(grey=grey)
    if sent.shown != NOBODY:
        every = game.variant.map.powers if sent.shown.everybody else sent.shown.named
        powers = [power for power in every if power not in sent.shown.but]
        listed = [other for other in game.players if set(powers) & set(other.powers)]
    elif not grey:
        listed = seats
    readers = [
        other for other in seats if other.address and not _is_writer_muted(other, seat, sent)
    ]
    delivery = _Delivery(seat, seats, listed, text, sent)
    notices = tuple(_build_press_letter(game, reader, delivery) for reader in readers)
    names = _list_reader_names(game, seats, sent)
    if sent.public and _reaches_contacts_alone(game, seat):
        names = ("those you are in contact with",)
    remark = Reason("press_sent", names)
    return Effects(remark=remark, notices=notices, press=(record,))


def _is_writer_muted(reader: Seat, writer: Seat, sent: SentPress) -> bool:
    """Say whether a reader wants no press of its writer, as they are shown to them."""
    if writer.role is not Role.PLAYER or reader.role is Role.MASTER:
        return False
    powers = ("",) if sent.grey else (sent.posing,) if sent.posing else writer.powers
    return not set(powers).isdisjoint(reader.muted)


def _build_press_letter(game: Game, to: Seat, delivery: _Delivery) -> Notice:
    """Return press as one of its readers gets it.

    They are told of those listed alone whom they may know of, and themselves; the master is told
    who wrote it to which seats.
    """
    seat, seats, listed, text, sent = delivery
    master, master_news = to.role is Role.MASTER, tuple[News, ...]()
    if master:
        listed = seats if sent.shown != NOBODY else listed
        master_news = tuple(News(why) for why in _explain_disguise(sent))
    elif to not in listed and sent.shown != NOBODY:
        listed = [other for other in game.seats if other in listed or other.name == to.name]
    known_readers = [
        other for other in listed if other.name == to.name or knows_of_seat(game, to, other)
    ]
    names = _list_reader_names(game, known_readers, sent)
    if sent.public and _reaches_contacts_alone(game, seat):
        names = ("those they are in contact with",)
    sender = "" if sent.grey and not master else name_seat(seat)
    sender = sent.posing if sent.posing and not master else sender
    direct = sent.direct and not game.disclosure.addresses and not sent.grey
    title = "Broadcast" if sent.public else "Press"
    event = f"{title} from {sender}" if sender else title
    to_whom = ", ".join(names) if len(names) <= _MOST_NAMED else f"{len(names)} others"
    event = event if sent.public else f"{event} to {to_whom}"
    section = PressText(sender, names, text, direct)
    letter = build_notice_to(game, to, PRESS, event, sent.key, [*master_news, section])
    if not direct:
        return letter
    back = letter.to._replace(secret=f"to.{access.relay_secret(to, seat)}")
    return replace(letter, to=back)


def _explain_disguise(sent: SentPress) -> Iterator[Reason]:
    """Yield what the master is told of press that shows its readers something else."""
    if sent.posing:
        yield Reason("press_posed", (sent.posing,))
    if sent.shown != NOBODY:
        yield Reason("press_shown_to", write_recipients(sent.shown))


def _reaches_contacts_alone(game: Game, writer: Seat) -> bool:
    """Say whether what somebody writes to all goes to those alone whom they have met."""
    is_hidden = isinstance(game, Play) and not game.disclosure.public_seats
    return is_hidden and game.stage is not Stage.ENDED and writer.role is Role.PLAYER


def _list_reader_names(game: Game, seats: Sequence[Seat], sent: SentPress) -> tuple[str, ...]:
    if sent.public:
        return ("everybody",)
    return tuple(dict.fromkeys(name_seat(seat) for seat in seats))
