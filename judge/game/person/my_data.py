"""MY DATA, FORGET ME."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects, PersonChange
from judge.game.notices import name_seat
from judge.game.proof import access
from judge.game.proof.confirming import ask_address_to_confirm
from judge.game.state import Game, Seat, Stage
from judge.model.letter import News
from judge.model.reason import Reason


class MyData(InGame):
    """MY DATA: all that the judge keeps about you, in all games."""

    asks = True

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Tell a person's addresses, seats, press and mail."""
        seats = [
            Reason("kept_seat", (own_game.name, name_seat(own_game, seat), own_game.stage.value))
            for own_game in (context.games[name] for name in context.memory.list_games_of_sender())
            for seat in access.list_seats_of_addresses(own_game, *context.addresses)
        ]
        facts = (
            Reason("kept_addresses", context.addresses),
            *seats,
            *context.memory.list_personal_data(),
        )
        return Effects(sections=tuple(News(fact) for fact in facts))


class ForgetMe(InGame):
    """FORGET ME: your addresses and mails go out of all that is over; you have to confirm it."""

    harms = True

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Empty the person's seats in games that are over; what they still play stays."""
        if context.mail.confirmed != actor.address:
            return ask_address_to_confirm(actor.address, game, actor, "FORGET ME", context)
        names = dict.fromkeys((game.name, *context.memory.list_games_of_sender()))
        games = [context.games[name] for name in names]
        over = [own_game for own_game in games if own_game.stage is Stage.ENDED]
        running_names = tuple(
            own_game.name for own_game in games if own_game.stage is not Stage.ENDED
        )
        change = PersonChange("forget", actor.address, actor.address)
        emptied = tuple(_without_person(own_game, context.addresses) for own_game in over)
        remark = Reason("forgotten", running_names)
        return Effects(emptied, remark, persons=(change,))


def _without_person(game: Game, addresses: tuple[str, ...]) -> Game:
    """Return a game in which nobody at these addresses has a seat."""
    for seat in access.list_seats_of_addresses(game, *addresses):
        game = game.with_seat(replace(seat, address="", secret="", password=""))
    erased_guests = [
        guest for guest in game.guests if access.is_among_addresses(guest.address, addresses)
    ]
    return replace(game, guests=tuple(guest for guest in game.guests if guest not in erased_guests))
