"""How the powers grew: what the last letters of a game tell of its years."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from judge.game.notices import find_view
from judge.game.past import PastTurns
from judge.game.state import Game, Play, Stage
from judge.model.letter import Notice
from judge.model.position import Position
from judge.model.sections import Growth
from judge.model.view import View


def with_center_growth(
    notices: Iterable[Notice], games: Sequence[Game], past: Callable[[str], PastTurns]
) -> tuple[Notice, ...]:
    """Return the notices, those of a game that is over with its centers year by year.

    ``games`` are those that were changed; ``past`` returns all turns of one. Each reader is told
    what they saw then.
    """
    over = {game.name: game for game in games if game.stage is Stage.ENDED}
    growth_by_game: dict[str, Mapping[str, Growth]] = {}
    finished = []
    for notice in notices:
        game = over.get(notice.game)
        if notice.kind.tells_growth and isinstance(game, Play):
            if game.name not in growth_by_game:
                growth_by_game[game.name] = collect_growth_by_seat(game, past(game.name))
            its_growth = growth_by_game[game.name].get(notice.to.seat)
            if its_growth is not None:
                notice = replace(notice, sections=(*notice.sections, its_growth))
        finished.append(notice)
    return tuple(finished)


def collect_growth_by_seat(game: Play, past: PastTurns) -> dict[str, Growth]:
    """Return, for each seat that somebody holds, how many centers it saw the powers have when each
    year was over.
    """
    seats = [seat for seat in game.seats if seat.address]
    rows: dict[str, list[tuple[str, View]]] = {seat.name: [] for seat in seats}
    for year, position in _list_boards_by_year(game, past):
        then = replace(game, position=position, played=None)
        for seat in seats:
            rows[seat.name].append((year, find_view(then, seat)))
    powers = game.variant.map.powers
    return {name: Growth.from_views(powers, years) for name, years in rows.items() if years}


def _list_boards_by_year(game: Play, past: PastTurns) -> Iterable[tuple[str, Position]]:
    """Yield the beginning, and the board as it was when each year was over."""
    line = past.list_turns_leading_to(game.parent)
    if line:
        yield "Start", line[0].record.before
    ahead = [*(turn.record.before for turn in line[1:]), game.position]
    turns = [turn.record.before.turn for turn in line]
    for number, turn in enumerate(turns):
        if number + 1 == len(turns) or turns[number + 1].year != turn.year:
            yield game.variant.calendar.write_printed_year(turn), ahead[number]
