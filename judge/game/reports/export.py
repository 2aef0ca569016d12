"""EXPORT, and RESEND: what there was, once more."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects
from judge.game.notices import build_heading, build_notice_to, find_view
from judge.game.reports.history import build_chronicle
from judge.game.reports.report import ReportOnTurns
from judge.game.state import Game, Play, Seat, Stage
from judge.model.letter import News, Section
from judge.model.letter_kind import RESULTS
from judge.model.reason import Reason
from judge.model.sections import GameFiles


class Export(ReportOnTurns):
    """EXPORT [game]: the turns played so far as files that programs read."""

    def report_on_turns(
        self, game: Play, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Let the whole game go with the answer to whoever may know all of it."""
        if not game.disclosure.may_see_whole_game(
            find_view(game, actor), over=game.stage is Stage.ENDED
        ):
            return Reason("export_hidden", (game.name,))
        return (GameFiles(game.name),)


class Resend(InGame):
    """RESEND [turn]: the results of a turn, mailed to you once more; without a turn the last."""

    turn: str = ""

    asks = True

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Make the letter anew, from the record and what its reader saw then."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        past = context.find_past_turns(game)
        line = past.list_turns_leading_to(game.parent)
        if not line:
            return Reason("none_to_resend")
        last = str(line[-1].record.before.turn)
        turn = self.turn or last
        history = build_chronicle(game, actor, past, turn, turn)
        if isinstance(history, Reason):
            return history
        then = history.turns[-1]
        now = then.heading.number == game.parent + 1
        key = f"{context.key}.{then.event}"
        sections = () if now else (News(Reason("resent", (then.event,))),)
        letter = build_notice_to(game, actor, RESULTS, then.event, key, sections)
        heading = build_heading(game) if now else replace(then.heading, due=None)
        letter = replace(letter, heading=heading, view=then.view)
        return Effects(remark=Reason("sent_again", (then.event,)), notices=(letter,))
