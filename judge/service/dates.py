"""Which letters bear the date of a deadline for calendars: those that are the first to tell it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from judge.game.state import Game, Play
from judge.letters.calendar import calendar


def new_dates(
    before: Mapping[str, Game | None], games: Iterable[Game], domain: str, now: datetime
) -> Mapping[tuple[str, str], str]:
    """Return the calendar files of seats that have not heard of their deadline yet, by the names of
    game and seat; ``before`` are the games as they were."""
    files: dict[tuple[str, str], str] = {}
    for game in games:
        old = before[game.name]
        was, due = _due(old), _due(game)
        told = {(seat.name, seat.address) for seat in old.seats} if old and was == due else set()
        new = [seat for seat in game.seats if (seat.name, seat.address) not in told]
        if isinstance(game, Play) and new and (date := due or was):
            title = f"orders for {game.variant.calendar.title(game.position.turn)}"
            file = calendar(game.name, title, date, domain, now, canceled=due is None)
            files |= {(game.name, seat.name): file for seat in new}
    return files


def _due(game: Game | None) -> datetime | None:
    return game.due_at if isinstance(game, Play) else None
