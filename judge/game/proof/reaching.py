"""Whom letters reach, by the reports that they did not, and where the others are written to."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from judge.game.effects import Effects, MailEffects
from judge.game.mail.circumstances import Memory
from judge.game.notices import announce_news, find_view, name_seat
from judge.game.proof import access
from judge.game.state import UNREACHED, Game, Play, Role, Seat, Stage
from judge.model.facts import collect_chosen_power_names, collect_contacts_of_powers
from judge.model.letter import Addresses, Correspondent, News, Notice, Recipient
from judge.model.letter_kind import ALARM
from judge.model.reason import Reason


def handle_bounce(
    memory: Memory, address: str, bounce_text: str, key: str, *, hard: bool, keeper: str = ""
) -> Effects:
    """Return what follows from a report on a letter to an address, in all its games.

    One report is enough if it is ``hard``: no letter would arrive. The masters are told once, with
    what the mail server said; where none of them is reached, the judge's ``keeper`` is, if there is
    one.
    """
    games: list[Game] = []
    notices: list[Notice] = []
    for game in (memory.games[name] for name in memory.list_games_of_sender()):
        address_seats = access.list_seats_of_addresses(game, address)
        if game.stage is Stage.ENDED or all(seat.is_unreached for seat in address_seats):
            continue
        for seat in address_seats:
            game = game.with_seat(replace(seat, bounces=UNREACHED if hard else seat.bounces + 1))
        games.append(game)
        if hard or any(seat.bounces + 1 == UNREACHED for seat in address_seats):
            who = ", ".join(name_seat(seat) for seat in address_seats)
            why = Reason("undelivered" if hard else "delayed", (who, address, bounce_text))
            other_masters = [
                seat
                for seat in game.masters
                if seat not in access.list_seats_of_addresses(game, address)
            ]
            notices += announce_news(game, "Not Reached", key, why, kind=ALARM, to=other_masters)
            alone = len(other_masters) < len(game.masters) and all(
                seat.is_unreached for seat in other_masters
            )
            if alone and keeper and not access.is_same_address(keeper, address):
                why = Reason("keeper_no_master", (game.name, address, bounce_text))
                keeper_key = f"{key}.{game.name}.keeper"
                to = Recipient(keeper)
                notices.append(Notice(ALARM, to, "Not Reached", keeper_key, sections=(News(why),)))
    return Effects(tuple(games), notices=tuple(notices), mail=MailEffects(proved=True))


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
