"""AS, BECOME, VIEW AS."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import UNENDED, LineContext, MasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.enter import starting
from judge.game.mail.state import GamePart
from judge.game.notices import build_notice_to, find_view, name_seat
from judge.game.orders.accepting import restate_orders
from judge.game.proof.access import find_player_seat
from judge.game.reports.history import build_chronicle
from judge.game.reports.status import build_standing_section
from judge.game.state import Game, Play, Seat
from judge.language.word_lists import list_words
from judge.model.letter import News, Notice, PositionSection, Section
from judge.model.letter_kind import NEWS, REPLY, RESULTS, START, LetterKind
from judge.model.reason import Reason
from judge.model.sections import Lines


class Become(MasterCommand):
    """AS power: the lines below are its player's orders, press or votes; AS MASTER ends that."""

    stages = UNENDED
    player: str = ""
    power: str = ""
    office: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Have the lines below read as those of a power, which somebody may play or nobody."""
        word = self.office or self.power or self.player
        if word.casefold() in list_words("master"):
            return Effects(line=LineEffects(acts_for=actor.name))
        seat = find_player_seat(game, word)
        if seat is None:
            if not isinstance(game, Play):
                return Reason("not_running", (game.name,))
            return Reason("no_power", (word, game.name))
        return Effects(
            remark=Reason("acting", (name_seat(game, seat),)),
            line=LineEffects(acts_for=seat.name),
        )


def build_notices_to_seat_holder(part: GamePart, game: Game, key: str) -> tuple[Notice, ...]:
    """Return what the holder of a seat is told of what a master has done for them."""
    seat = game.find_seat_named(part.place.seat)
    done_lines = tuple(
        heard_line._replace(choices=())
        for heard_line in part.heard
        if heard_line.verdict != "refused"
    )
    if not part.place.master or seat is None or not seat.address or not done_lines:
        return ()
    sets = restate_orders(game, seat) if isinstance(game, Play) else ()
    sections: tuple[Section, ...] = (News(Reason("acted_for_you")), Lines(done_lines), *sets)
    return (build_notice_to(game, seat, NEWS, "Done for You", f"{key}.acted", sections),)


class ViewCommand(MasterCommand):
    """VIEW AS power [STATUS, LIST or HISTORY]: what its player is sent."""

    player: str = ""
    report: str = ""

    asks = True

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Send the master what that player sees, and nothing else of it."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        seat = find_player_seat(game, self.player)
        if seat is None:
            return Reason("no_power", (self.player, game.name))
        kind, sections = _build_letter_contents(game, seat, self.report, context)
        letter = build_notice_to(game, actor, kind, "View", context.key, sections)
        letter = replace(letter, view=find_view(game, seat))
        return Effects(remark=Reason("viewed"), notices=(letter,))


def _build_letter_contents(
    game: Play, seat: Seat, report_name: str, context: LineContext
) -> tuple[LetterKind, tuple[Section, ...]]:
    """Return the kind and the sections of a letter to a seat: the turn's, or the one asked for.

    The addresses at which its holder writes to others are theirs alone, and so are their votes.
    """
    if report_name in ("status", "summary"):
        return REPLY, (replace(build_standing_section(game, seat), motions=()),)
    if report_name == "list":
        return REPLY, (PositionSection(),)
    if report_name == "history":
        turns = build_chronicle(game, seat, context.find_past_turns(game))
        return REPLY, (News(turns) if isinstance(turns, Reason) else turns,)
    if game.played is None:
        return START, starting.build_first_letter(game, seat)
    return RESULTS, restate_orders(game, seat)
