"""MY DATA, FORGET ME."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects, PersonChange
from judge.game.notices import display_name
from judge.game.proof import access
from judge.game.proof.confirming import asked_at
from judge.game.state import Game, Seat, Stage
from judge.model.letter import News
from judge.model.reason import Reason


class MyData(InGame):
    """MY DATA: all that the judge keeps about you, in all games."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Tell a person's addresses, seats, press and mail."""
        seats = [
            Reason("kept_seat", (found.name, display_name(found, seat), found.stage.value))
            for found in (context.games[name] for name in context.memory.playing())
            for seat in access.seats_of(found, *context.addresses)
        ]
        told = (
            Reason("kept_addresses", context.addresses),
            *seats,
            *context.memory.personal_data(),
        )
        return Effects(sections=tuple(News(each) for each in told))


class ForgetMe(InGame):
    """FORGET ME: your addresses and mails go out of all that is over; you have to confirm it."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Empty the person's seats in games that are over; what they still play stays."""
        if context.mail.confirmed != actor.address:
            return asked_at(actor.address, game, actor, "FORGET ME", context)
        names = dict.fromkeys((game.name, *context.memory.playing()))
        games = [context.games[name] for name in names]
        over = [found for found in games if found.stage is Stage.ENDED]
        left = tuple(found.name for found in games if found.stage is not Stage.ENDED)
        change = PersonChange("forget", actor.address, actor.address)
        emptied = tuple(_emptied(found, context.addresses) for found in over)
        remark = Reason("forgotten", left)
        return Effects(emptied, remark, persons=(change,))


def _emptied(game: Game, addresses: tuple[str, ...]) -> Game:
    """Return a game in which nobody at these addresses has a seat."""
    for seat in access.seats_of(game, *addresses):
        game = game.with_seat(replace(seat, address="", secret="", password=""))
    mine = [guest for guest in game.guests if access.is_one_of(guest.address, addresses)]
    return replace(game, guests=tuple(guest for guest in game.guests if guest not in mine))
