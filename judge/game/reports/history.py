"""HISTORY, EXPORT and RESEND: what there was, once more; and how the powers grew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects
from judge.game.notices import build_heading, build_notice_to, find_view
from judge.game.past import PastTurn, PastTurns
from judge.game.reports.report import ReportOnTurns
from judge.game.state import Game, Play, Seat, Stage
from judge.model.letter import Chronicle, HistoryTurn, News, Notice, Section
from judge.model.letter_kind import RESULTS
from judge.model.position import Position
from judge.model.reason import Reason, explain_ending
from judge.model.sections import GameFiles, Growth
from judge.model.sheet import PhaseRecord
from judge.model.view import View
from judge.views.differences import list_view_differences


class History(ReportOnTurns):
    """HISTORY [game] [FROM turn] [TO turn]: the turns as you saw them."""

    since: str = ""
    until: str = ""

    def report_on_turns(
        self, game: Play, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Return the turns as the reader saw them."""
        past = context.find_past_turns(game)
        turns = build_chronicle(game, actor, past, self.since, self.until)
        return turns if isinstance(turns, Reason) else (turns,)


def build_chronicle(
    game: Play, reader: Seat | None, past: PastTurns, start: str = "", end: str = ""
) -> Chronicle | Reason:
    """Return the turns from ``start`` to ``end`` (codes like ``F1901M``; "" is unbounded), whether
    those two were played or left out.

    ``past`` are all turns of the game. Its beginning comes first where no start is named.
    """
    calendar = game.variant.calendar
    named = [calendar.parse_turn(word) if word else None for word in (start, end)]
    for word, turn in zip((start, end), named, strict=True):
        if word and turn is None:
            return Reason("bad_turn", (word,))
    first, last = (calendar.make_sort_key(turn) if turn else None for turn in named)
    history = _GameHistory(game, reader, past)
    turns = [] if first else [history.build_beginning()]
    for played in history.line:
        place = calendar.make_sort_key(played.record.before.turn)
        if not ((first and place < first) or (last and place > last)):
            turns.append(history.build_turn(played))
    return Chronicle(tuple(turns)) if turns else Reason("no_turns")


class _GameHistory:
    """What a reader saw of a game, turn after turn."""

    def __init__(self, game: Play, reader: Seat | None, past: PastTurns) -> None:
        self.game, self.reader, self.past = game, reader, past
        self.line = past.list_turns_leading_to(game.parent)
        self._next = {turn.parent: turn for turn in self.line}
        after = {parent: number for number, parent in sorted(past.left.items())}
        after |= {turn.parent: turn.number for turn in (*past.turns, *self.line)}
        self._due = {parent: past.due.get(number) for parent, number in after.items()}
        self._taken_back: dict[int, list[PastTurn]] = {}
        for turn in past.turns:
            if turn not in self.line:
                self._taken_back.setdefault(self._fork_turn_number(turn), []).append(turn)

    def build_beginning(self) -> HistoryTurn:
        """Return the start of the game."""
        turns = self.past.turns
        began = self.game.created or (turns[0].at if turns else self.game.due_at)
        assert began is not None, "a game was created, or it has a turn"
        return self._build_turn_with_sequel(0, began, self.past.dealt, None)

    def build_turn(self, turn: PastTurn) -> HistoryTurn:
        """Return a turn that led to the present one."""
        return self._build_turn_with_sequel(turn.number, turn.at, turn.record.after, turn.record)

    def _build_turn_with_sequel(
        self, number: int, moment: datetime, position: Position, record: PhaseRecord | None
    ) -> HistoryTurn:
        """Return a turn, with what followed in the order in which it did: what was done to the
        board, and the turns played then that were taken back, what was done after each."""
        following = self._next.get(number)
        later = following.record.before if following else self.game.position
        gone = self._taken_back.get(number, [])
        stops = [turn for turn in gone if turn.parent == number]
        boards = [position, *(turn.record.before for turn in stops), later]
        changes = [
            self._describe_changes(moment, was, now, record) for was, now in pairwise(boards)
        ]
        if later.ended is not None and position.ended is None:
            changes[-1] = (*changes[-1], explain_ending(later.ended))
        after = {
            turn.number: changes_after
            for turn, changes_after in zip(stops, changes[1:], strict=True)
        }
        again = tuple(
            self._build_turn_as_seen(turn.at, turn.record.after, turn.record, turn.number)._replace(
                sequel=after.get(turn.number, ())
            )
            for turn in gone
        )
        then = self._build_turn_as_seen(moment, position, record, number)
        return then._replace(sequel=changes[0], taken_back=again)

    def _describe_changes(
        self, moment: datetime, was: Position, now: Position, record: PhaseRecord | None
    ) -> tuple[Reason, ...]:
        if was == now:
            return ()
        views = (self._build_turn_as_seen(moment, board, record).view for board in (was, now))
        seen_changes = tuple(list_view_differences(*views))
        return (Reason("board_changed"), *seen_changes) if seen_changes else ()

    def _build_turn_as_seen(
        self, moment: datetime, position: Position, record: PhaseRecord | None, number: int = 0
    ) -> HistoryTurn:
        title = f"{record.before.turn} Results" if record else f"{position.turn} Game Starting"
        due = self.game.due_at if number == self.game.parent else self._due.get(number)
        then = replace(self.game, position=position, played=record, number=number + 1, due_at=due)
        return HistoryTurn(moment, title, build_heading(then), find_view(then, self.reader))

    def _fork_turn_number(self, turn: PastTurn) -> int:
        """Return the number of the turn in the line after which a turn came that is not."""
        line_numbers = {0, *(played.number for played in self.line)}
        parents = {played.number: played.parent for played in self.past.turns}
        number = turn.parent
        while number not in line_numbers:
            number = parents[number]
        return number


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

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
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


def add_center_growth_to_notices(
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
