"""Whom letters reach: a seat counts the reports that they did not, until its holder writes."""

from __future__ import annotations

from dataclasses import replace

from judge.game.effects import Effects, MailEffects
from judge.game.mail.memory import Memory
from judge.game.notices import announce, display_name
from judge.game.proof import access
from judge.game.state import UNREACHED, Game, Stage
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import ALARM
from judge.model.reason import Reason


def not_reached(
    memory: Memory, address: str, said: str, key: str, *, hard: bool, keeper: str = ""
) -> Effects:
    """Return what follows from a report on a letter to an address, in all its games.

    One report is enough if it is ``hard``: no letter would arrive. The masters are told once,
    with what the mail server ``said``; where none of them is reached, the judge's ``keeper`` is, if
    there is one. ``proved`` is that the report is about a letter of ours.
    """
    games: list[Game] = []
    notices: list[Notice] = []
    for game in (memory.games[name] for name in memory.playing()):
        mine = access.seats_of(game, address)
        if game.stage is Stage.ENDED or all(seat.unreached for seat in mine):
            continue
        for seat in mine:
            game = game.with_seat(replace(seat, bounces=UNREACHED if hard else seat.bounces + 1))
        games.append(game)
        if hard or any(seat.bounces + 1 == UNREACHED for seat in mine):
            who = ", ".join(display_name(game, seat) for seat in mine)
            why = Reason("undelivered" if hard else "delayed", (who, address, said))
            others = [seat for seat in game.masters if seat not in access.seats_of(game, address)]
            notices += announce(game, "Not Reached", key, why, kind=ALARM, to=others)
            alone = len(others) < len(game.masters) and all(seat.unreached for seat in others)
            if alone and keeper and not access.same_address(keeper, address):
                why = Reason("keeper_no_master", (game.name, address, said))
                told = f"{key}.{game.name}.keeper"
                to = Recipient(keeper)
                notices.append(Notice(ALARM, to, "Not Reached", told, sections=(News(why),)))
    return Effects(tuple(games), notices=tuple(notices), mail=MailEffects(proved=True))
