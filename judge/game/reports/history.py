"""HISTORY, LEDGER, EXPORT and RESEND: what there was, once more; and how the powers grew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects, LedgerEntry
from judge.game.notices import build_heading, build_notice_to, find_view, name_seat
from judge.game.past import PastTurn, PastTurns
from judge.game.reports.report import Report, ReportOnTurns
from judge.game.state import Game, Play, Role, Seat, Stage, find_turn_code
from judge.game.trace import trace_changes
from judge.model.command import Command
from judge.model.letter import Chronicle, HistoryTurn, News, Notice, Section
from judge.model.letter_kind import RESULTS
from judge.model.position import Position
from judge.model.reason import Reason, Subject, explain_ending
from judge.model.sections import GameFiles, Growth, Ledger, LedgerLine
from judge.model.sheet import PhaseRecord
from judge.model.view import View
from judge.views.differences import list_view_differences

_ADDRESS = re.compile(r"[^\s<>,;]+@[^\s<>,;]+")


def make_entries(
    command: Command, line: str, before: Game, actor: Seat, effects: Effects, now: datetime
) -> tuple[LedgerEntry, ...]:
    """Return what is noted of a command that was obeyed: nothing of what changes the actor's own
    seat alone, and of ballots that come to something that they did, beside each.

    Whoever puts something to a vote, and a master, does so openly. ``before`` is the game as it
    was, ``line`` how the command may be quoted.
    """
    if not command.ledger or (command.ledger == "open" and actor.role is not Role.MASTER):
        return ()
    after = effects.game or before
    actor_seat = after.find_seat_named(actor.name)
    if before is not after and actor_seat is not None and before.with_seat(actor_seat) == after:
        return ()
    news_by_seat = _group_news_by_seat(effects.notices, before, after, actor)
    remark = (*filter(None, [effects.remark]), *_list_reasons_in_sections(effects.sections))
    entry = LedgerEntry(
        before.name,
        now,
        find_turn_code(before),
        actor.name,
        _mask_addresses(line),
        tuple(Reason(why.code, tuple(map(_mask_subject, why.about))) for why in remark),
    )
    puts_to_vote = _list_vote_numbers(after) > _list_vote_numbers(before)
    if command.ledger == "open" or actor.role is Role.MASTER or puts_to_vote:
        changes = before is not after and not puts_to_vote
        traced = trace_changes(before, after) if changes else None
        return (replace(entry, told=news_by_seat, trace=traced, undoes=effects.line.undoes),)
    carried = replace(
        entry,
        seat="",
        line="",
        remark=_list_reasons_in_sections(effects.sections),
        told=news_by_seat,
    )
    return (replace(entry, own=True), *([carried] if news_by_seat else []))


def _list_vote_numbers(game: Game) -> frozenset[int]:
    """Return the numbers under which something is put to a vote of all, open or not."""
    motions = game.motions if isinstance(game, Play) else ()
    return frozenset(motion.number for motion in motions if motion.number)


def list_ledger_lines_seat_may_read(
    game: Game, reader: Seat, noted: Iterable[LedgerEntry]
) -> tuple[LedgerLine, ...]:
    """Return what a seat may read of the entries of a game.

    Masters read all but ballots, and so do all others where everybody may know everything. Where
    not, they read of what they were told, in the words in which they were.
    """
    master = reader.role is Role.MASTER
    open_game = game.disclosure.addresses and game.disclosure.public_ledger
    lines = []
    for entry in noted:
        is_own = entry.seat == reader.name
        if entry.own and not is_own:
            continue
        who = _describe_doer(game, entry.seat)
        if is_own or master:
            lines.append(LedgerLine(entry.at, entry.turn, who, entry.line, entry.remark))
        elif open_game or reader.name in entry.told:
            news = entry.told.get(reader.name, ())
            if not (open_game or news):
                news = tuple(why for why in entry.remark if not why.about)
            lines.append(LedgerLine(entry.at, entry.turn, who, entry.line * open_game, news))
    return tuple(lines)


def _group_news_by_seat(
    notices: Iterable[Notice], before: Game, after: Game, actor: Seat
) -> dict[str, tuple[Reason, ...]]:
    """Return what the holders of other seats were told; a successor has been told nothing."""
    news_by_seat: dict[str, tuple[Reason, ...]] = {}
    for notice in notices:
        seat = notice.to.seat
        if not seat or seat == actor.name or notice.game != before.name:
            continue
        if _find_address_of_holder(before, seat) == _find_address_of_holder(after, seat):
            news = _list_reasons_in_sections(notice.sections)
            news_by_seat[seat] = (*news_by_seat.get(seat, ()), *news)
    return news_by_seat


def _find_address_of_holder(game: Game, name: str) -> str:
    seat = game.find_seat_named(name)
    return seat.address if seat else ""


def _list_reasons_in_sections(sections: Iterable[Section]) -> tuple[Reason, ...]:
    return tuple(section.what for section in sections if isinstance(section, News))


def _describe_doer(game: Game, name: str) -> str:
    """Return by which name the doer of something is known; "" where all who voted did it."""
    seat = game.find_seat_named(name)
    if seat is None:
        return ""
    several = seat.role is Role.MASTER and len(game.masters) > 1
    return f"{name_seat(seat)} {seat.name}" if several else name_seat(seat)


def _mask_addresses(line: str) -> str:
    return _ADDRESS.sub("(an address)", line)


def _mask_subject(subject: Subject) -> Subject:
    return _mask_addresses(subject) if isinstance(subject, str) else subject


class LedgerCommand(Report):
    """LEDGER [game]: what its master did, and how votes went, as far as you may know."""

    def report_without_game(self, context: LineContext) -> Effects | Reason:
        """Ask which game is meant."""
        return Reason("which_game")

    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Return the entries that the reader may know; strangers have to come in first."""
        if actor is None:
            return Reason("ledger_stranger", (game.name,))
        entries = context.list_ledger_of_game(game.name)
        return (Ledger(list_ledger_lines_seat_may_read(game, actor, entries)),)


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
