"""Press that waits, and leaves once, with the commit that takes it out of its game: PRESS LIST,
CANCEL PRESS; MUTE, UNMUTE: whose press a player does not get."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects, PressRecord
from judge.game.notices import (
    announce_news,
    build_notice_to,
    knows_of_seat,
    list_held_seats,
    name_seat,
)
from judge.game.press.sending import send_press
from judge.game.press.sent import SentPress, UnsentPress, write_recipients
from judge.game.press.writing import find_press_number_and_time
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.language.command_values import MASTER, NOBODY, Recipients
from judge.model.letter import News, Notice, PressText, Section
from judge.model.letter_kind import NEWS
from judge.model.reason import Reason


class PressList(InGame):
    """PRESS LIST: what you have written that has not left yet, and whom you have muted."""

    asks = True

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Show it, with its numbers and when it leaves."""
        unsent = game.unsent if isinstance(game, Play) else ()
        own_press = [item for item in unsent if item.seat == actor.name]
        sections: list[Section] = []
        for item in own_press:
            assert isinstance(game, Play), "press waits in games that are played"
            number, when = find_press_number_and_time(item, game)
            sections.append(News(Reason("press_waiting", (number, when))))
            sections.append(
                PressText(
                    name_seat(actor),
                    ("everybody",) if item.public else write_recipients(item.to),
                    item.text,
                )
            )
        remark = Reason("press_waiting_below") if own_press else Reason("press_none_waits")
        if actor.muted:
            sections.append(News(describe_muted(game, actor)))
        return Effects(remark=remark, sections=tuple(sections))


class CancelPress(InGame):
    """CANCEL PRESS number: take back press that has not left yet; PRESS LIST has the numbers."""

    item: int = 0

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Drop it; where only one waits, its number may be left out."""
        own_press = (
            [i for i in game.unsent if i.seat == actor.name] if isinstance(game, Play) else []
        )
        chosen = [
            i for i in own_press if i.number == self.item or (not self.item and len(own_press) == 1)
        ]
        if not isinstance(game, Play) or not own_press:
            return Reason("press_none_waits")
        if not chosen:
            return Reason("press_which", tuple(str(i.number) for i in own_press))
        remaining = tuple(i for i in game.unsent if i not in chosen)
        return Effects(
            (replace(game, unsent=remaining),),
            Reason("press_canceled", find_press_number_and_time(chosen[0], game)),
        )


class Mute(InGame):
    """MUTE power, power: get no more press from them; MUTE GREY none without a name."""

    to: Recipients = NOBODY
    grey: bool = False

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Note whose press is not wanted; they are not told."""
        wanted = list_named_powers(game, self.to, grey=self.grey)
        if MASTER in self.to.named or actor.role is Role.MASTER:
            return Reason("mute_master")
        if set(wanted) & set(actor.powers) and not self.to.everybody:
            return Reason("mute_self")
        changed = replace(actor, muted=tuple(dict.fromkeys((*actor.muted, *wanted))))
        return Effects((game.with_seat(changed),), describe_muted(game, changed))


def list_named_powers(game: Game, to: Recipients, *, grey: bool) -> tuple[str, ...]:
    """Return the powers that a line names, "" for whoever gives no name."""
    named = game.variant.map.powers if to.everybody else to.named
    return ("",) if grey else tuple(power for power in named if power not in to.but)


def describe_muted(game: Game, seat: Seat) -> Reason:
    """Return in a sentence whose press a seat does not get."""
    if not seat.muted:
        return Reason("muted_nobody")
    powers = [power for power in seat.muted if power]
    every = set(game.variant.map.powers) <= set(powers)
    names = write_recipients(Recipients(everybody=True)) if every else powers
    unnamed = ("whoever gives no name",) if "" in seat.muted else ()
    return Reason("muted_now", (*names, *unnamed))


class Unmute(InGame):
    """UNMUTE power, power: get their press again; UNMUTE alone that of all."""

    to: Recipients = NOBODY
    grey: bool = False

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Want their press again; what was written meanwhile does not come."""
        again = list_named_powers(game, self.to, grey=self.grey) or actor.muted
        changed = replace(actor, muted=tuple(power for power in actor.muted if power not in again))
        return Effects((game.with_seat(changed),), describe_muted(game, changed))


_AT_ONCE = datetime(1, 1, 2, tzinfo=UTC)


def find_next_press_time(game: Play) -> datetime | None:
    """Return when the next press leaves that waits in a game, None if none does for now."""
    moments = (_find_leaving_time(item, game) for item in game.unsent)
    return min((moment for moment in moments if moment is not None), default=None)


def send_due_press(game: Play, now: datetime) -> Effects | None:
    """Send the press that leaves by now, as its writer would send it now; None if there is none.

    What may not be sent any more is given back to them.
    """
    moments = [(item, _find_leaving_time(item, game)) for item in game.unsent]
    due = [item for item, moment in moments if moment is not None and moment <= now]
    if not due:
        return None
    game = replace(game, unsent=tuple(item for item in game.unsent if item not in due))
    notices = list(_build_diary_letters(game, [item for item in due if item.diary and item.seat]))
    notices += _build_broadcast_letters(game, [item for item in due if not item.seat])
    press: list[PressRecord] = []
    for item in due:
        seat = game.find_seat_named(item.seat)
        if item.diary or seat is None:  # who has left the game takes their press along
            continue
        sent = SentPress(
            now, f"{item.key}.left", direct=item.direct, grey=item.grey, public=item.public,
            posing=item.posing, shown=item.shown,
        )  # fmt: skip
        outcome = send_press(game, seat, item.to, item.text, sent)
        if isinstance(outcome, Reason):
            number, _when = find_press_number_and_time(item, game)
            why = Reason("press_came_back", (number, outcome.code, *outcome.about))
            notices += announce_news(game, "Press", sent.key, why, to=[seat])
        else:
            game = outcome.game if isinstance(outcome.game, Play) else game
            notices += outcome.notices
            press += outcome.press
    return Effects((game,), notices=tuple(notices), press=tuple(press))


def _build_diary_letters(game: Play, notes: Sequence[UnsentPress]) -> Iterator[Notice]:
    """Yield the diaries of a game that is over, for everybody those of whom they know."""
    for reader in list_held_seats(game):
        diary_texts = [PressText(
            name_seat(writer), (f"the diary, in {note.diary}",), note.text)
            for writer in game.seats for note in notes
            if note.seat == writer.name and knows_of_seat(game, reader, writer)]  # fmt: skip
        if diary_texts:
            yield build_notice_to(game, reader, NEWS, "Diaries", "diaries", diary_texts)


def _build_broadcast_letters(game: Play, items: Sequence[UnsentPress]) -> Iterator[Notice]:
    """Yield to observers of a game that is over what was broadcast in it."""
    texts = [PressText(item.posing, (f"everybody, in {item.diary}",), item.text) for item in items]
    for reader in list_held_seats(game):
        if texts and reader.role is Role.OBSERVER:
            yield build_notice_to(game, reader, NEWS, "Broadcasts", "broadcasts", texts)


def _find_leaving_time(item: UnsentPress, game: Play) -> datetime | None:
    if item.at is not None:
        return item.at
    over = game.stage is Stage.ENDED or (not item.diary and game.number > item.turn)
    return _AT_ONCE if over else None
