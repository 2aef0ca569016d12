"""HISTORY."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game.command import CommandResult, LineContext
from judge.game.notices import heading_of, view_of
from judge.game.reports.report import Report
from judge.game.state import Game, PastTurns, Play, Seat
from judge.model.letter import Chronicle, Past, Section
from judge.model.reason import Reason


class History(Report):
    """HISTORY [game] [FROM turn] [TO turn]: the turns as you saw them."""

    since: str = ""
    until: str = ""

    def without_game(self, context: LineContext) -> CommandResult | Reason:
        """Ask which game is meant."""
        return Reason("which_game")

    def report(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Return the turns as the reader saw them."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        past = context.past(game)
        turns = chronicle(game, actor, past, self.since, self.until)
        return turns if isinstance(turns, Reason) else (turns,)


def chronicle(
    game: Play, reader: Seat | None, past: PastTurns, start: str = "", end: str = ""
) -> Chronicle | Reason:
    """Return the turns from ``start`` to ``end`` (codes like ``F1901M``; "" is unbounded), whether
    those two were played or left out.

    ``past`` are all turns of the game. Its beginning comes first where no start is named.
    """
    calendar = game.variant.calendar
    named = [calendar.parse(word) if word else None for word in (start, end)]
    for word, turn in zip((start, end), named, strict=True):
        if word and turn is None:
            return Reason("bad_turn", (word,))
    first, last = (calendar.place(turn) if turn else None for turn in named)
    turns = []
    if not first:
        opening = past[0][1].before.turn if past else game.position.turn
        title = f"{opening} Game Starting"
        turns.append(_past(game, reader, past, 0, _began(game, past), title))
    for number, (run_at, record) in enumerate(past, start=1):
        turn = record.before.turn
        place = calendar.place(turn)
        if not ((first and place < first) or (last and place > last)):
            turns.append(_past(game, reader, past, number, run_at, f"{turn} Results"))
    return Chronicle(tuple(turns)) if turns else Reason("no_turns")


def _began(game: Play, past: PastTurns) -> datetime:
    began = game.created or (past[0][0] if past else game.due_at)
    assert began is not None, "a game was created, or it has a turn"
    return began


def _past(
    game: Play,
    reader: Seat | None,
    past: PastTurns,
    number: int,
    when: datetime,
    title: str,
) -> Past:
    """Return what a reader saw of the game when so many turns had been run."""
    position = past[number][1].before if number < len(past) else game.position
    played = past[number - 1][1] if number else None
    due = game.due_at if number == len(past) else None
    then = replace(game, position=position, played=played, number=number + 1, due_at=due)
    return Past(when, title, heading_of(then), view_of(then, reader))
