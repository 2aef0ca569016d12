"""Press that waited leaves: once, with the commit that takes it out of its game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from judge.game.effects import Effects, PressRecord
from judge.game.notices import (
    announce_news,
    build_notice_to,
    knows_of_seat,
    list_held_seats,
    name_seat,
)
from judge.game.press.sending import send_press
from judge.game.press.sent import Sent, UnsentPress
from judge.game.press.writing import find_press_number_and_time
from judge.game.state import Play, Role, Stage
from judge.model.letter import Notice, PressText
from judge.model.letter_kind import NEWS
from judge.model.reason import Reason

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
        sent = Sent(
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
            name_seat(game, writer), (f"the diary, in {note.diary}",), note.text)
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
