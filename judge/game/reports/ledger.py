"""LEDGER: what masters did and how players voted, what is noted of it, and who may read that."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from judge.game.command import LineContext
from judge.game.effects import Effects, LedgerEntry
from judge.game.notices import display_name
from judge.game.reports.report import Report
from judge.game.state import Game, Role, Seat, turn_of
from judge.game.trace import trace
from judge.model import ledger_lines
from judge.model.command import Command
from judge.model.ledger_lines import LedgerLine
from judge.model.letter import News, Notice, Section
from judge.model.reason import Reason, Subject

_ADDRESS = re.compile(r"[^\s<>,;]+@[^\s<>,;]+")


def entries(
    command: Command, line: str, before: Game, actor: Seat, done: Effects, now: datetime
) -> tuple[LedgerEntry, ...]:
    """Return what is noted of a command that was obeyed: nothing of what changes the actor's own
    seat alone, and of ballots that come to something that they did, beside each.

    ``before`` is the game as it was, ``line`` how the command may be quoted.
    """
    if not command.ledger or (command.ledger == "open" and actor.role is not Role.MASTER):
        return ()
    after = done.game or before
    mine = after.seat(actor.name)
    if before is not after and mine is not None and before.with_seat(mine) == after:
        return ()
    told = _told(done.notices, before.name, actor)
    for name in [name for name in told if _holder(before, name) != _holder(after, name)]:
        del told[name]  # what was told to whoever held it is nothing for a successor
    remark = (*filter(None, [done.remark]), *_news(done.sections))
    entry = LedgerEntry(
        before.name,
        now,
        turn_of(before),
        actor.name,
        _without_addresses(line),
        tuple(Reason(why.code, tuple(map(_hushed, why.about))) for why in remark),
    )
    if command.ledger == "open":
        traced = trace(before, after) if before is not after else None
        return (replace(entry, told=told, trace=traced, undoes=done.line.undoes),)
    carried = replace(entry, seat="", line="", remark=_news(done.sections), told=told)
    return (replace(entry, own=True), *([carried] if told else []))


def read_by(game: Game, reader: Seat, noted: Iterable[LedgerEntry]) -> tuple[LedgerLine, ...]:
    """Return what a seat may read of the entries of a game.

    Masters read all but ballots, and so do all others where everybody may know everything. Where
    not, they read of what they were told, in the words in which they were.
    """
    master = reader.role is Role.MASTER
    open_game = game.disclosure.addresses and game.disclosure.public_ledger
    lines = []
    for entry in noted:
        mine = entry.seat == reader.name
        if entry.own and not mine:
            continue
        who = _who(game, entry.seat)
        if mine or master:
            lines.append(LedgerLine(entry.at, entry.turn, who, entry.line, entry.remark))
        elif open_game or reader.name in entry.told:
            news = entry.told.get(reader.name, ())
            if not (open_game or news):
                news = tuple(why for why in entry.remark if not why.about)
            lines.append(LedgerLine(entry.at, entry.turn, who, entry.line * open_game, news))
    return tuple(lines)


def _told(notices: Iterable[Notice], game: str, actor: Seat) -> dict[str, tuple[Reason, ...]]:
    told: dict[str, tuple[Reason, ...]] = {}
    for notice in notices:
        seat = notice.to.seat
        if seat and seat != actor.name and notice.game == game:
            news = _news(notice.sections)
            told[seat] = (*told.get(seat, ()), *news)
    return told


def _holder(game: Game, name: str) -> str:
    seat = game.seat(name)
    return seat.address if seat else ""


def _news(sections: Iterable[Section]) -> tuple[Reason, ...]:
    return tuple(section.what for section in sections if isinstance(section, News))


def _who(game: Game, name: str) -> str:
    """Return by which name the doer of something is known; "" where all who voted did it."""
    seat = game.seat(name)
    if seat is None:
        return ""
    several = seat.role is Role.MASTER and len(game.masters) > 1
    return f"{display_name(game, seat)} {seat.name}" if several else display_name(game, seat)


def _without_addresses(line: str) -> str:
    return _ADDRESS.sub("(an address)", line)


def _hushed(subject: Subject) -> Subject:
    return _without_addresses(subject) if isinstance(subject, str) else subject


class LedgerCommand(Report):
    """LEDGER [game]: what its master did, and how votes went, as far as you may know."""

    def without_game(self, context: LineContext) -> Effects | Reason:
        """Ask which game is meant."""
        return Reason("which_game")

    def report(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Return the entries that the reader may know; strangers have to come in first."""
        if actor is None:
            return Reason("ledger_stranger", (game.name,))
        return (ledger_lines.Ledger(read_by(game, actor, context.ledger(game.name))),)
