"""SET DUMMY."""

from __future__ import annotations

from dataclasses import replace

from judge.game import notices
from judge.game.command import UNENDED, CommandResult, LineContext, MasterCommand
from judge.game.seats.starting import open_seats
from judge.game.state import Game, Play, Seat
from judge.model.reason import Reason


class SetDummy(MasterCommand):
    """SET DUMMY power, power: nobody plays them, no seat is open there; NONE: all are played."""

    stages = UNENDED
    members: tuple[str, ...] = ()

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Change the list; in a running game a power of which is played stays out of it."""
        if not game.disclosure.public_seats:
            return Reason("dummy_hidden")
        powers = tuple(dict.fromkeys(self.members))
        held = (game.seat_of(power) for power in powers) if isinstance(game, Play) else ()
        for seat in held:
            if seat is not None and seat.address:
                return Reason("dummy_played", (*seat.powers,))
        vassals = game.settings.vassals
        if bound := next((p for p in powers if p in {*vassals, *vassals.values()}), ""):
            return Reason("dummy_vassal", (bound,))
        game = replace(game, settings=replace(game.settings, dummies=powers))
        if open_seats(game) < 0:
            return Reason("too_few_seats")
        news = Reason("dummies" if powers else "no_dummies", powers)
        return notices.changed(game, actor, "Settings Changed", news, context.key)
