"""HISTORY."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from judge.game.command import LineContext
from judge.game.effects import Effects
from judge.game.notices import heading_of, view_of
from judge.game.past import PastTurn, PastTurns
from judge.game.reports.report import Report
from judge.game.state import Game, Play, Seat
from judge.game.votes.motions import how_ended
from judge.model.letter import Chronicle, Past, Section
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.sheet import PhaseRecord
from judge.views.differences import differences


class History(Report):
    """HISTORY [game] [FROM turn] [TO turn]: the turns as you saw them."""

    since: str = ""
    until: str = ""

    def without_game(self, context: LineContext) -> Effects | Reason:
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
    whole = _History(game, reader, past)
    turns = [] if first else [whole.beginning()]
    for played in whole.line:
        place = calendar.place(played.record.before.turn)
        if not ((first and place < first) or (last and place > last)):
            turns.append(whole.turn(played))
    return Chronicle(tuple(turns)) if turns else Reason("no_turns")


class _History:
    """What a reader saw of a game, turn after turn."""

    def __init__(self, game: Play, reader: Seat | None, past: PastTurns) -> None:
        self.game, self.reader, self.past = game, reader, past
        self.line = past.line(game.parent)
        self._next = {turn.parent: turn for turn in self.line}
        after = {parent: number for number, parent in sorted(past.left.items())}
        after |= {turn.parent: turn.number for turn in (*past.turns, *self.line)}
        self._due = {parent: past.due.get(number) for parent, number in after.items()}
        self._taken_back: dict[int, list[PastTurn]] = {}
        for turn in past.turns:
            if turn not in self.line:
                self._taken_back.setdefault(self._fork(turn), []).append(turn)

    def beginning(self) -> Past:
        """Return the start of the game."""
        turns = self.past.turns
        began = self.game.created or (turns[0].at if turns else self.game.due_at)
        assert began is not None, "a game was created, or it has a turn"
        return self._with_sequel(0, began, self.past.dealt, None)

    def turn(self, turn: PastTurn) -> Past:
        """Return a turn that led to the present one."""
        return self._with_sequel(turn.number, turn.at, turn.record.after, turn.record)

    def _with_sequel(
        self, number: int, at: datetime, position: Position, record: PhaseRecord | None
    ) -> Past:
        """Return a turn, with what followed in the order in which it did: what was done to the
        board, and the turns played then that were taken back, what was done after each."""
        following = self._next.get(number)
        later = following.record.before if following else self.game.position
        gone = self._taken_back.get(number, [])
        stops = [turn for turn in gone if turn.parent == number]
        boards = [position, *(turn.record.before for turn in stops), later]
        changes = [self._changes(at, was, now, record) for was, now in pairwise(boards)]
        if later.ended is not None and position.ended is None:
            changes[-1] = (*changes[-1], how_ended(later.ended))
        after = {turn.number: told for turn, told in zip(stops, changes[1:], strict=True)}
        again = tuple(
            self._then(turn.at, turn.record.after, turn.record, turn.number)._replace(
                sequel=after.get(turn.number, ())
            )
            for turn in gone
        )
        then = self._then(at, position, record, number)
        return then._replace(sequel=changes[0], taken_back=again)

    def _changes(
        self, at: datetime, was: Position, now: Position, record: PhaseRecord | None
    ) -> tuple[Reason, ...]:
        if was == now:
            return ()
        views = (self._then(at, each, record).view for each in (was, now))
        told = tuple(differences(*views))
        return (Reason("board_changed"), *told) if told else ()

    def _then(
        self, at: datetime, position: Position, record: PhaseRecord | None, number: int = 0
    ) -> Past:
        title = f"{record.before.turn} Results" if record else f"{position.turn} Game Starting"
        due = self.game.due_at if number == self.game.parent else self._due.get(number)
        then = replace(self.game, position=position, played=record, number=number + 1, due_at=due)
        return Past(at, title, heading_of(then), view_of(then, self.reader))

    def _fork(self, turn: PastTurn) -> int:
        """Return the number of the turn in the line after which a turn came that is not."""
        mine = {0, *(each.number for each in self.line)}
        parents = {each.number: each.parent for each in self.past.turns}
        number = turn.parent
        while number not in mine:
            number = parents[number]
        return number
