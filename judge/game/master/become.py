"""AS, BECOME."""

from __future__ import annotations

from judge.game.answer import Part
from judge.game.command import UNENDED, CommandResult, LineContext, MasterCommand
from judge.game.notices import display_name, notice_to
from judge.game.orders.accepting import order_sets
from judge.game.seats.access import player_named
from judge.game.state import Game, Play, Seat
from judge.language.command_values import MASTERS
from judge.model.letter import News, Notice, Section
from judge.model.reason import Reason
from judge.model.transcript import Lines


class Become(MasterCommand):
    """AS power: the lines below are its player's orders, press or votes; AS MASTER ends that."""

    stages = UNENDED
    player: str = ""
    power: str = ""
    office: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Have the lines below read as those of a power, which somebody may play or nobody."""
        word = self.office or self.power or self.player
        if word.casefold() in MASTERS:
            return CommandResult(acts_for=actor.name)
        seat = player_named(game, word)
        if seat is None:
            if not isinstance(game, Play):
                return Reason("not_running", (game.name,))
            return Reason("no_power", (word, game.name))
        return CommandResult(
            remark=Reason("acting", (display_name(game, seat),)), acts_for=seat.name
        )


def told_of(part: Part, game: Game, key: str) -> tuple[Notice, ...]:
    """Return what the holder of a seat is told of what a master has done for them."""
    seat = game.seat(part.seat)
    done = tuple(each._replace(choices=()) for each in part.heard if each.verdict != "refused")
    if not part.master or seat is None or not seat.address or not done:
        return ()
    sets = order_sets(game, seat) if isinstance(game, Play) else ()
    sections: tuple[Section, ...] = (News(Reason("acted_for_you")), Lines(done), *sets)
    return (notice_to(game, seat, "news", "Done for You", f"{key}.acted", sections),)
