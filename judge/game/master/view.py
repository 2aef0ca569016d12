"""VIEW AS."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.notices import notice_to, view_of
from judge.game.orders.accepting import order_sets
from judge.game.reports.history import chronicle
from judge.game.reports.status import standing
from judge.game.seats import starting
from judge.game.seats.access import player_named
from judge.game.state import Game, Play, Seat
from judge.model.letter import News, PositionSection, Section
from judge.model.reason import Reason


class ViewAs(MasterCommand):
    """VIEW AS power [STATUS, LIST or HISTORY]: what its player is sent."""

    player: str = ""
    report: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Send the master what that player sees, and nothing else of it."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        seat = player_named(game, self.player)
        if seat is None:
            return Reason("no_power", (self.player, game.name))
        kind, sections = _seen(game, seat, self.report, context)
        letter = notice_to(game, actor, kind, "View", context.key, sections)
        letter = replace(letter, view=view_of(game, seat))
        return CommandResult(remark=Reason("viewed"), notices=(letter,))


def _seen(
    game: Play, seat: Seat, what: str, context: LineContext
) -> tuple[str, tuple[Section, ...]]:
    """Return the kind and the sections of a letter to a seat: the turn's, or the one asked for.

    The addresses at which its holder writes to others are theirs alone, and so are their votes.
    """
    if what in ("status", "summary"):
        return "reply", (replace(standing(game, seat), motions=()),)
    if what == "list":
        return "reply", (PositionSection(),)
    if what == "history":
        turns = chronicle(game, seat, context.past(game))
        return "reply", (News(turns) if isinstance(turns, Reason) else turns,)
    if game.played is None:
        return "start", starting.begun(game, seat)
    return "results", order_sets(game, seat)
