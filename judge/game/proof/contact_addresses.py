"""Where the others are written to: by their own addresses, or through the judge."""

from __future__ import annotations

from collections.abc import Collection

from judge.game.notices import find_view
from judge.game.proof import access
from judge.game.state import Game, Play, Role, Seat
from judge.model.facts import collect_chosen_power_names, collect_contacts_of_powers
from judge.model.letter import Addresses, Correspondent


def list_contact_addresses(
    game: Game, seat: Seat | None, only: Collection[str] | None = None
) -> tuple[Addresses, ...]:
    """Return the section that tells a seat where those are reached whom it may write to.

    That is nobody for strangers and observers, and whoever the player has met; in an anonymous
    game the judge's own addresses stand for the players'. The master is told who everybody is.
    ``only`` leaves out all but the seats of these powers.
    """
    if seat is None or seat.role is Role.OBSERVER or not seat.address:
        return ()
    master = seat.role is Role.MASTER
    hidden = not game.disclosure.addresses and not master
    seen = find_view(game, seat)
    private = game.settings.press not in ("none", "public") and game.variant.press != "never"
    if not master and (seen is None or not private):
        return ()
    met = set(seen.contacts) if seen is not None else set()
    power_names = collect_chosen_power_names(game.position.facts) if isinstance(game, Play) else {}
    rows = []
    for contact in game.seats:
        may_know = bool(met & set(contact.powers)) if contact.role is Role.PLAYER else not hidden
        watches = contact.role is Role.OBSERVER and not master
        # Where nobody is to know who is there, a way to a seat does not tell whether it is vacant.
        there = contact.address or (hidden and not game.disclosure.public_vacancies)
        if not there or contact.name == seat.name or watches or not (master or may_know):
            continue
        if only is not None and not set(contact.powers) & set(only):
            continue
        who = contact.powers or (contact.role.value.capitalize(),)
        secret = f"to.{access.relay_secret(seat, contact)}" if hidden else ""
        rows.append(Correspondent(who, "" if hidden else contact.address, secret))
    rows.sort(key=lambda row: [power_names.get(power, power) for power in row.who])
    return (Addresses(tuple(rows), hidden),) if rows else ()


def list_new_contact_addresses(before: Play, after: Play, seat: Seat) -> tuple[Addresses, ...]:
    """Return the section that tells a seat where those are reached whom it has met meanwhile."""
    if after.disclosure.acquainted_at_start:
        return ()
    old, new = (
        collect_contacts_of_powers(game.position.facts, seat.powers) for game in (before, after)
    )
    return list_contact_addresses(after, seat, new - old) if new - old else ()
