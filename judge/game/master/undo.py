"""UNDO."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game.clock.pause import paused, resumed
from judge.game.clock.rollback import as_it_stood, go_to, letters_of
from judge.game.command import LineContext, MasterCommand
from judge.game.effects import Effects, LedgerEntry, LineEffects
from judge.game.master.correct import told_of_board
from judge.game.notices import notice_to, other_held_seats
from judge.game.proof import access
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.game.trace import Trace
from judge.model.letter import News, Notice
from judge.model.letter_kind import NEWS
from judge.model.position import apply
from judge.model.reason import Reason


class Undo(MasterCommand):
    """UNDO: take back the last thing that a master did; once more, the one before it."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Put back what it changed, and tell those who had been told of it."""
        entry = _last(game, context.ledger(game.name))
        if entry is None:
            return Reason("nothing_to_undo")
        if entry.trace is None:
            return Reason("cannot_undo", (entry.line,))
        done = _turned(game, entry.trace, context)
        if done is None:
            done = _restored(game, actor, entry, entry.trace, context)
        if isinstance(done, Reason):
            return done
        remark = Reason("undone", (entry.line,))
        more = (done.remark,) if done.remark else ()
        costs = (remark, *more) if entry.trace.costs else ()
        line = LineEffects(costs=costs, undoes=True)
        return replace(done, remark=remark, sections=tuple(map(News, more)), line=line)


def _last(game: Game, noted: tuple[LedgerEntry, ...]) -> LedgerEntry | None:
    """Return what was done last and is not taken back yet."""
    left: list[LedgerEntry] = []
    for entry in noted:
        if entry.undoes:
            left = left[:-1]
        elif entry.seat.startswith("m") and (entry.trace or entry.line.casefold() == "start"):
            left.append(entry)
    return left[-1] if left else None


def _turned(game: Game, trace: Trace, context: LineContext) -> Effects | Reason | None:
    """Return the game in the turn in which it was, None if it went to no other and did not end."""
    before, after = trace.turns
    ended = trace.stages[0] is not Stage.ENDED and trace.stages[1] is Stage.ENDED
    if not isinstance(game, Play) or (before == after and not ended):
        return None
    if game.number != context.number_before(game):
        return Reason("once_a_mail")
    if after not in (game.number, game.restores):
        return Reason("undo_too_late")
    if before != after:
        return go_to(game, before, context, "rolled_back" if before < after else "rolled_forward")
    stand = replace(game.stand, position=replace(game.position, ended=None))
    there = as_it_stood(replace(game, stage=trace.stages[0]), stand, game.number, context)
    return letters_of(there, context, "rolled_back")


def _restored(
    game: Game, actor: Seat, entry: LedgerEntry, trace: Trace, context: LineContext
) -> Effects | Reason:
    """Return the game with each part as it was before, where it is still as it was left."""
    done: Game = game
    if trace.settings is not None:
        was, left = trace.settings
        names = [name for name in left.__slots__ if getattr(was, name) != getattr(left, name)]
        if any(getattr(game.settings, name) != getattr(left, name) for name in names):
            return Reason("undo_changed", (entry.line,))
        old = {name: getattr(was, name) for name in names}
        done = replace(done, settings=replace(game.settings, **old))
    for before, after in trace.seats:
        changed = _seated(done, before, after)
        if changed is None:
            return Reason("undo_changed", (entry.line,))
        done = changed
    for old_guest, new_guest in trace.guests:
        either = old_guest or new_guest
        assert either, "somebody came, went or changed"
        rest = tuple(guest for guest in done.guests if guest.address != either.address)
        done = replace(done, guests=(*rest, *filter(None, [old_guest])))
    if not isinstance(done, Play):
        done = replace(done, stage=trace.stages[0])
    else:
        timed = _timed(done, trace, entry.at, context.now)
        if timed is None:
            return Reason("undo_changed", (entry.line,))
        done = timed
    told = _told(game, done, actor, entry, context.key)
    if trace.back and isinstance(done, Play) and isinstance(game, Play):
        if trace.turns[1] not in (game.number, game.restores):
            return Reason("undo_too_late")
        try:
            done = replace(done, position=apply(done.position, trace.back))
        except ValueError:
            return Reason("undo_changed", (entry.line,))
        told = tuple(told_of_board(game, done, actor, Reason("board_put_back"), context.key)[1])
    return Effects((done,), notices=told)


def _seated(game: Game, before: Seat | None, after: Seat | None) -> Game | None:
    """Return the game with a seat as it was, None if it is another's by now."""
    either = before or after
    assert either, "a seat came, went or changed"
    name = either.name
    now = game.seat(name)
    if (now and now.address) != (after and after.address):
        return None
    if before is None:
        return replace(game, seats=tuple(seat for seat in game.seats if seat.name != name))
    if before.address and after is not None and after.address == before.address and now:
        return game.with_seat(replace(now, powers=before.powers))
    taken = [seat for seat in access.seats_of(game, before.address) if seat.name != name]
    if before.address and taken:
        return None
    if now is not None:
        return game.with_seat(replace(before, wait=False, held=()))
    return replace(game, seats=(*game.seats, replace(before, held=())))


def _timed(game: Play, trace: Trace, then: datetime, now: datetime) -> Play | None:
    """Return the game with its clock as it was; a deadline that is near leaves the time that was
    left to it then, up to the time that a successor is given."""
    was, left = trace.stages
    if left is Stage.PAUSED and was is not left:
        return resumed(game, now) if game.stage is left else None
    if was is Stage.PAUSED and was is not left:
        return paused(game, now) if game.stage is left else None
    if trace.due is None or trace.seats:
        return game
    before, after = trace.due
    if game.due_at != after:
        return None
    if before is not None:
        before = max(before, now + min(before - then, game.settings.handover))
    return replace(game, due_at=before, late=False, reminded_at=None)


def _told(
    before: Game, after: Game, actor: Seat, entry: LedgerEntry, key: str
) -> tuple[Notice, ...]:
    """Return what those hear who had been told, and who have a seat again."""
    notices = []
    for seat in other_held_seats(after, actor):
        was = before.seat(seat.name)
        if was is None or was.address != seat.address:
            news = [Reason("seat_again", (after.name,))]
        else:
            told = entry.told.get(seat.name, ())
            news = [Reason("taken_back", (why.code, *why.about)) for why in told]
        if not news and seat.role is Role.MASTER:
            news = [Reason("undone", (entry.line,))]
        if news:
            notices.append(notice_to(after, seat, NEWS, "Taken Back", key, map(News, news)))
    return tuple(notices)
