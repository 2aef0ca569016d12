"""PRESS, BROADCAST, DIARY: when press leaves, and what stands below its line."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Self
from zoneinfo import ZoneInfo

from judge.game.clock import dates
from judge.game.command import InGame, LineContext, Outcome, WithheldPress
from judge.game.effects import Effects
from judge.game.press.sending import clean_press_text, note_removed_words, send_press
from judge.game.press.sent import SentPress, UnsentPress
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.language.command_values import MASTER, NOBODY, Recipients
from judge.language.word_lists import WordPattern
from judge.model.letter import PressText
from judge.model.reason import Reason

MOST = 20
"""How much press of one writer waits at a time."""

_WITH_RESULT = WordPattern(r".*\b%(with_result)s")


class PressCommand(InGame):
    """Carries the ``body``, which stands below its line or on it; ``grey`` gives no name.

    ``when`` it leaves is written as in AT 18:00, ON RESULT; "" is at once. ``posing`` and ``shown``
    are as in ``SentPress``.
    """

    in_subject = False
    for_others = True
    tells_others = True

    grey: bool = False
    posing: str = ""
    shown: Recipients = NOBODY
    when: str = ""
    body: str = ""

    def with_text(self, text: str) -> Self:
        """Return the command with that text, if its own line has none."""
        return self if self.body else replace(self, body=text)

    def write_press(
        self, game: Game, actor: Seat, to: Recipients, context: LineContext, *, public: bool
    ) -> Outcome:
        """Carry the words, now or later."""
        sent = SentPress(context.now, context.key, context.mail.name, grey=self.grey, public=public)
        sent = sent._replace(posing=self.posing, shown=self.shown)
        return carry_press(game, actor, to, self.body, sent, self.when)


def carry_press(
    game: Game, seat: Seat, to: Recipients, text: str, sent: SentPress, when: str = ""
) -> Outcome:
    """Carry press now, or keep it until it leaves; what forbids it for good is said at once.

    Where press is postal, what players write to each other waits for the result at least. Words
    that would show their writer who is to be unknown are given back without what does.
    """
    postal = isinstance(game, Play) and game.settings.postal and game.stage is not Stage.ENDED
    to_master = set(to.named) == {MASTER}
    if postal and seat.role is Role.PLAYER and not to_master:
        when = "on result"
    outcome = send_press(game, seat, to, text, sent._replace(later=bool(when)))
    cleaned = clean_press_text(game, seat, text, sent)
    if isinstance(outcome, Effects) and cleaned.taken and not sent.direct and not to_master:
        assert outcome.remark is not None, "it says whom the press is for"
        readers = tuple(map(str, outcome.remark.about))
        why = Reason("press_shows", cleaned.taken)
        return WithheldPress(why, "", (), PressText("", readers, cleaned.text))
    if not isinstance(outcome, Effects) or not when:
        return outcome
    if not isinstance(game, Play) or game.stage is Stage.ENDED:
        return Reason("press_no_delay")
    item = UnsentPress(
        number=0, seat=seat.name, key=sent.key, text=cleaned.text, to=to,
        public=sent.public, grey=sent.grey, direct=sent.direct,
        posing=sent.posing, shown=sent.shown,
    )  # fmt: skip
    if _WITH_RESULT.pattern.fullmatch(when.casefold()):
        return keep_press(game, replace(item, turn=game.number), outcome.remark)
    when = re.sub(r"^at\s", "", when, flags=re.I)
    moment = dates.parse_when(when, ZoneInfo(game.settings.zone), sent.now)
    if moment is None:
        return Reason("bad_date", (when,))
    if moment <= sent.now:
        return Reason("past_date", (when,))
    return keep_press(game, replace(item, at=moment), outcome.remark)


def keep_press(game: Play, item: UnsentPress, readers: Reason | None = None) -> Effects | Reason:
    """Return the game with press that waits, under a number of its own; ``readers`` names them."""
    own_numbers = [other.number for other in game.unsent if other.seat == item.seat]
    if len(own_numbers) == MOST:
        return Reason("press_too_many", (str(MOST),))
    item = replace(item, number=max(own_numbers, default=0) + 1)
    if item.diary:
        remark = Reason("diary_kept", (str(item.number),))
    else:
        remark = Reason(
            "press_waits",
            (*find_press_number_and_time(item, game), *(readers.about if readers else ())),
        )
    return Effects((replace(game, unsent=(*game.unsent, item)),), remark)


def find_press_number_and_time(item: UnsentPress, game: Play) -> tuple[str, str]:
    """Return by which number its writer speaks of press that waits, and when it leaves."""
    when = "with the result" if item.at is None else dates.write_moment(item.at, game.settings.zone)
    when = "when the game is over" if item.diary else when
    return str(item.number), when


class Press(PressCommand):
    """PRESS [GREY] TO power, power [AT time, ON RESULT]: write to them, GREY without your name."""

    to: Recipients = NOBODY

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Write to those named."""
        return self.write_press(game, actor, self.to, context, public=False)


class Broadcast(PressCommand):
    """BROADCAST [GREY] [AT time, ON RESULT]: write to everybody, GREY without your name."""

    to_everybody = True

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Write to everybody."""
        return self.write_press(game, actor, NOBODY, context, public=True)


class Diary(PressCommand):
    """DIARY text: keep a note that all may read when the game is over."""

    tells_others = False

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Keep it as press that waits for the end."""
        if not isinstance(game, Play) or game.stage is Stage.ENDED:
            return Reason("press_no_delay")
        sent = SentPress(context.now, context.key, context.mail.name)
        text, removed = clean_press_text(game, actor, self.body, sent)
        if not text:
            return Reason("press_empty")
        diary = game.variant.calendar.turn_title(game.position.turn)
        item = UnsentPress(0, actor.name, context.key, text, public=True, diary=diary)
        return note_removed_words(removed, keep_press(game, item))
