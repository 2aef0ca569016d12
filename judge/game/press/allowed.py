"""Who may write to whom, and when."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.notices import find_view, knows_of_seat
from judge.game.orders.accepting import list_seats_missing_orders
from judge.game.press.sent import Sent
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.language.command_values import NOBODY
from judge.model.reason import Reason
from judge.model.turn import Phase


def explain_forbidden_press(
    game: Game, seat: Seat, beyond_master: bool, sent: Sent
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


def _explain_no_disguise(game: Game, seat: Seat, sent: Sent) -> Reason | None:
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


def _explain_not_now(game: Play, seat: Seat, sent: Sent) -> Reason | None:
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
