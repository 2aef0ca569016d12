"""INVITE."""

from __future__ import annotations

from judge.game.command import UNENDED, LineContext, MasterCommand
from judge.game.effects import Effects
from judge.game.enter import starting
from judge.game.enter.guests import guest_standing, offer_seat, with_guest
from judge.game.guest import INVITED
from judge.game.proof import access
from judge.game.state import Game, Seat, Stage
from judge.model.reason import Reason

MOST = 40
"""So many are invited at once."""


class Invite(MasterCommand):
    """INVITE address, address: ask people to play; YES in answer to their letter takes a seat."""

    stages = UNENDED
    addresses: tuple[str, ...] = ()

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Write to them, to everybody once; they need neither approval nor reliability."""
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if not starting.count_open_seats(game) or len(self.addresses) > MOST:
            return Reason("game_full", (game.name,))
        letters, questions, invited = [], [], []
        for address in self.addresses:
            if (
                access.is_player_or_master(game, address)
                or guest_standing(game, address) == INVITED
            ):
                continue
            game = with_guest(game, address, INVITED)
            why = Reason("invited_you", (actor.address, game.name, game.variant.name))
            offered = offer_seat(game, address, "Invitation", f"JOIN {game.name}", why, context)
            letters.append(offered[0])
            questions.append(offered[1])
            invited.append(address)
        if not invited:
            return Reason("invited_already")
        remark = Reason("invited", tuple(invited))
        return Effects((game,), remark, notices=tuple(letters), questions=tuple(questions))
