"""What the commands that carry press have in common: when it leaves, and what stands below them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Self
from zoneinfo import ZoneInfo

from judge.game.clock import dates
from judge.game.command import CommandResult, InGame, LineContext
from judge.game.press.sending import Sent, clean, send
from judge.game.press.unsent import UnsentPress
from judge.game.state import Game, Play, Seat, Stage
from judge.language.command_values import Recipients
from judge.model.reason import Reason

MOST = 20
"""How much press of one writer waits at a time."""

_WITH_RESULT = re.compile(r".*\b(?:results?|turn|phase|processing)")


class PressCommand(InGame):
    """Carries the ``body``, which stands below its line or on it; ``grey`` gives no name.

    ``when`` it leaves is written as in AT 18:00, ON RESULT; "" is at once.
    """

    in_subject = False
    for_others = True

    grey: bool = False
    when: str = ""
    body: str = ""

    def with_text(self, text: str) -> Self:
        """Return the command with that text, if its own line has none."""
        return self if self.body else replace(self, body=text)

    def write(
        self, game: Game, actor: Seat, to: Recipients, context: LineContext, *, public: bool
    ) -> CommandResult | Reason:
        """Carry the words now, or keep them until they leave; what forbids them is said at once."""
        sent = Sent(context.now, context.key, context.name, grey=self.grey, public=public)
        done = send(game, actor, to, self.body, sent)
        if isinstance(done, Reason) or not self.when:
            return done
        if not isinstance(game, Play) or game.stage is Stage.ENDED:
            return Reason("press_no_delay")
        mine = [item.number for item in game.unsent if item.seat == actor.name]
        if len(mine) == MOST:
            return Reason("press_too_many", (str(MOST),))
        text = clean(game, actor, self.body, sent)
        number = max(mine, default=0) + 1
        item = UnsentPress(number, actor.name, context.key, text, to, public, self.grey)
        if _WITH_RESULT.fullmatch(self.when.casefold()):
            item = replace(item, turn=game.number)
        else:
            when = re.sub(r"^at\s", "", self.when, flags=re.I)
            at = dates.parse_when(when, ZoneInfo(game.settings.zone), context.now)
            if at is None:
                return Reason("bad_date", (when,))
            if at <= context.now:
                return Reason("past_date", (when,))
            item = replace(item, at=at)
        assert done.remark is not None, "it says whom the press is for"
        remark = Reason("press_waits", (*about(item, game), *done.remark.about))
        return CommandResult(replace(game, unsent=(*game.unsent, item)), remark)


def about(item: UnsentPress, game: Play) -> tuple[str, str]:
    """Return by which number its writer speaks of press that waits, and when it leaves."""
    when = "with the result" if item.at is None else dates.told(item.at, game.settings.zone)
    return str(item.number), when
