"""Whom letters reach: a seat counts the reports that they did not, until its holder writes."""

from __future__ import annotations

from dataclasses import replace

from judge.game.effects import Effects, MailEffects
from judge.game.mail.memory import Memory
from judge.game.notices import announce_news, name_seat
from judge.game.proof import access
from judge.game.state import UNREACHED, Game, Stage
from judge.model.letter import News, Notice, Recipient
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
            who = ", ".join(name_seat(game, seat) for seat in address_seats)
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
