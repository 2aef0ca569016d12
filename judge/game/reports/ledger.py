"""LEDGER: what masters did and how players voted, what is noted of it, and who may read that."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from judge.game.command import LineContext
from judge.game.effects import Effects, LedgerEntry
from judge.game.notices import name_seat
from judge.game.reports.report import Report
from judge.game.state import Game, Play, Role, Seat, find_turn_code
from judge.game.trace import trace_changes
from judge.model.command import Command
from judge.model.letter import News, Notice, Section
from judge.model.reason import Reason, Subject
from judge.model.sections import Ledger, LedgerLine

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


def make_lines_for_reader(
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
    return f"{name_seat(game, seat)} {seat.name}" if several else name_seat(game, seat)


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
        return (Ledger(make_lines_for_reader(game, actor, context.list_ledger_of_game(game.name))),)
