"""How players have kept their deadlines: counted when a turn is over."""

from __future__ import annotations

from dataclasses import replace

from judge.game.orders.accepting import find_orders_due, list_seats_missing_orders
from judge.game.setting_values import count_turns_before_robot
from judge.game.state import NO_PROGRESS, Play, Role, Seat
from judge.model.turn import Phase


def advance_seats(game: Play, *, timely: bool) -> tuple[Seat, ...]:
    """Return the seats as they go into the next turn: WAIT is over, missed turns are counted,
    and a robot plays for whoever has missed as many as the game bears.

    ``timely``: whoever lacks orders had all the time there was to be.
    """
    wants, missing = find_orders_due(game), set(list_seats_missing_orders(game, game.players))
    patience = count_turns_before_robot(game.settings.nmr)
    moved = game.position.turn.phase is Phase.MOVEMENT
    seats = []
    for seat in game.seats:
        conduct, late = seat.conduct, seat in missing
        if seat.address and timely and any(power in wants for power in seat.powers):
            behind = late or seat.tardy
            conduct = conduct._replace(kept=conduct.kept + (not behind), late=conduct.late + behind)
        missed = (seat.missed + 1 if late else 0) if moved else seat.missed
        changed_seat = replace(
            seat, wait=False, opened=False, tardy=False, missed=missed, conduct=conduct
        )
        if seat.address and not seat.robot and patience is not None and missed >= patience:
            changed_seat = replace(changed_seat, robot=game.settings.robots, progress=NO_PROGRESS)
        seats.append(changed_seat if seat.role is Role.PLAYER else seat)
    return tuple(seats)
