"""Who may write to whom, and how what they write reaches the others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from judge.game import tell
from judge.game.outcome import Outcome, Spoken
from judge.game.starting import alive
from judge.game.state import Game, Role, Seat, Stage
from judge.language.commands import ALL, MASTER
from judge.model.letter import PressText
from judge.model.reason import Reason


class Sent(NamedTuple):
    """When press was sent, and the key of its notices."""

    now: datetime
    key: str


def send(
    game: Game, seat: Seat, to: Sequence[str], but: Sequence[str], text: str, scene: Sent
) -> Outcome | Reason:
    """Carry press to the powers named (``ALL``, ``MASTER`` among them) but for some.

    Who gets it is said in the remark.
    """
    if not text.strip():
        return Reason("press_empty")
    everybody = ALL in to
    named = [*game.variant.map.powers] if everybody else [p for p in to if p != MASTER]
    powers = [power for power in named if power not in seat.powers and power not in but]
    if refused := _forbidden(game, seat, everybody or bool(powers)):
        return refused
    reached = _reached(game, seat, powers, everybody)
    if isinstance(reached, Reason):
        return reached
    wants_master = MASTER in to and MASTER not in but
    seats = reached + [other for other in game.masters if wants_master]
    seats = [s for s in dict.fromkeys(seats) if (s.address or game.secret) and s.name != seat.name]
    if not seats:
        return Reason("press_nobody")
    names = tuple(dict.fromkeys(tell.spoken(game, other) for other in seats))
    return _deliver(game, seat, seats, names, text, scene, public=False)


def broadcast(game: Game, seat: Seat, text: str, scene: Sent) -> Outcome | Reason:
    """Carry press to everybody in the game but players whom the sender has not met."""
    if not text.strip():
        return Reason("press_empty")
    if refused := _forbidden(game, seat, True):
        return refused
    seats = [other for other in tell.living(game) if other.name != seat.name]
    if not seats:
        return Reason("press_nobody")
    if seat.role is Role.PLAYER and (seen := tell.view(game, seat)) is not None:
        known = {*seen.contacts, *seen.powers}
        seats = [s for s in seats if set(s.powers) <= known or not (game.secret or alive(game, s))]
    return _deliver(game, seat, seats, ("everybody",), text, scene, public=True)


def _deliver(
    game: Game,
    seat: Seat,
    seats: list[Seat],
    names: tuple[str, ...],
    text: str,
    scene: Sent,
    *,
    public: bool,
) -> Outcome:
    sender = tell.spoken(game, seat)
    section = PressText(sender, names, text)
    event = f"Broadcast from {sender}" if public else f"Press from {sender} to {', '.join(names)}"
    notices = tuple(
        tell.notice(game, other, "press", event, scene.key, [section])
        for other in seats
        if other.address
    )
    turn = str(game.position.turn) if game.position else ""
    record = Spoken(
        game.name, scene.now, turn, seat.name, tuple(s.name for s in seats), text, public
    )
    remark = Reason("press_sent", names)
    return Outcome(remark=remark, notices=notices, press=(record,))


def _forbidden(game: Game, seat: Seat, beyond_master: bool) -> Reason | None:
    """Say why the holder of a seat may not write to others than the master."""
    if not beyond_master or seat.role is Role.MASTER:
        return None
    if seat.role is Role.OBSERVER:
        return Reason("press_observer")
    if game.stage is Stage.ENDED:
        return None
    if game.settings.press == "none" or game.variant.press == "never":
        return Reason("press_none")
    return Reason("press_not_yet") if _opening(game) else None


def _opening(game: Game) -> bool:
    """Say whether the rules keep the players silent for now: before the game and its opening."""
    if game.variant.press != "after the opening":
        return False
    return game.position is None or game.variant.calendar.opens(game.position.turn)


def _reached(game: Game, seat: Seat, powers: Sequence[str], everybody: bool) -> list[Seat] | Reason:
    """Return the seats of the powers named, or why one of them cannot be written to.

    Of everybody those are left out who cannot be written to.
    """
    seen = tell.view(game, seat)
    if seen is None:
        if everybody:
            return list(game.players)
        return Reason("press_not_dealt") if powers else []
    found = []
    for power in powers:
        other = game.seat_of(power)
        if seat.role is Role.PLAYER and power not in seen.contacts:
            refused = Reason("press_no_contact", (power,))
        elif other is None or not (other.address or game.secret):
            refused = Reason("press_vacant", (power,))
        else:
            found.append(other)
            continue
        if not everybody:
            return refused
    return found
