"""UNDO: the last act of a master is taken back; CORRECT: the board is put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.clock.deadlines import pause_game, resume_game
from judge.game.clock.turn_changes import (
    RESTORED,
    TAKEN_BACK,
    announce_turn_change,
    go_to_turn,
    restore_turn,
)
from judge.game.command import InGame, LineContext, MasterCommand, RunningMasterCommand
from judge.game.effects import ConfirmedLines, Effects, LedgerEntry, LineEffects
from judge.game.enter.starting import has_surviving_power
from judge.game.mail.confirmation import fingerprint_game, list_pending_lines, with_pending_lines
from judge.game.notices import build_notice_to, find_view, list_other_held_seats, name_seat
from judge.game.orders.accepting import without_unit_orders
from judge.game.orders.proxies import without_proxy_of_unit
from judge.game.procedure import find_procedure
from judge.game.proof import access
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.game.trace import Trace
from judge.language.correction import CenterOwner, Correction, read_correction
from judge.model.letter import News, Notice
from judge.model.letter_kind import NEWS
from judge.model.map import Location
from judge.model.order import Build, Move, Remove
from judge.model.position import (
    Captured,
    Effect,
    Moved,
    Placed,
    Position,
    Removed,
    Unit,
    apply_effects,
)
from judge.model.reason import Reason
from judge.views.differences import list_view_differences


class Correct(RunningMasterCommand):
    """CORRECT PUT France A PAR: put the board right; HELP MASTER has more."""

    harms = True

    change: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Correct the board, or say why that cannot be; all who see it are told at once."""
        wanted = read_correction(self.change, game.variant)
        effects = (
            _make_correction(game, wanted) if wanted else Reason("correct_what", (self.change,))
        )
        if isinstance(effects, Reason):
            return effects
        before, key = game, context.key
        game = replace(game, position=apply_effects(game.position, effects))
        lapsed: tuple[Notice, ...] = ()
        for effect in effects:
            if isinstance(effect, Removed | Moved):
                game = without_unit_orders(game, effect.unit)
                game = without_proxy_of_unit(game, effect.unit)
                game, more = find_procedure(game).on_unit_gone(game, effect.unit, key)
                lapsed += more
        for seat in game.players:
            if has_surviving_power(before, seat) and not has_surviving_power(game, seat):
                game, more = find_procedure(game).on_leave(game, seat, key)
                lapsed += more
        readers, notices = announce_board_change(
            before, game, actor, Reason("board_corrected"), key
        )
        names = tuple(dict.fromkeys(name_seat(seat) for seat in readers))
        seen = _report_differences(before, game, actor)
        costs = tuple(section.what for section in seen)
        all_notices = (*notices, *lapsed)
        return Effects(
            (game,),
            Reason("corrected", names),
            sections=seen,
            notices=all_notices,
            line=LineEffects(costs=costs),
        )


def announce_board_change(
    before: Play, after: Play, actor: Seat, news: Reason, key: str
) -> tuple[list[Seat], list[Notice]]:
    """Return who but the actor sees the board otherwise now, and what they are told."""
    readers, notices = [], []
    for seat in list_other_held_seats(after, actor):
        if seen := _report_differences(before, after, seat):
            readers.append(seat)
            sections = (News(news), *seen)
            notices.append(build_notice_to(after, seat, NEWS, "Board Corrected", key, sections))
    return readers, notices


def _make_correction(game: Play, wanted: Correction) -> Sequence[Effect] | Reason:
    position, game_map = game.position, game.variant.map
    if isinstance(wanted, CenterOwner):
        if wanted.province not in game_map.centers or wanted.province in position.lost:
            return Reason("no_center", (Location(wanted.province),))
        if position.owners.get(wanted.province, "") == wanted.power:
            return Reason("nothing_to_correct")
        return (Captured(wanted.province, wanted.power),)
    if isinstance(wanted, Build):
        place = _check_placement(game, wanted.unit)
        if not wanted.unit.power:
            return Reason("whose_unit", (Location(wanted.unit.at.province),))
        return place if isinstance(place, Reason) else (Placed(place),)
    unit = _find_corrected_unit(position, wanted.unit, standing=isinstance(wanted, Move))
    if isinstance(unit, Reason):
        return unit
    if isinstance(wanted, Remove):
        return (Removed(unit),)
    there = _check_placement(game, unit._replace(at=wanted.to), but=unit)
    return there if isinstance(there, Reason) else (Moved(unit, there.at),)


def _find_corrected_unit(position: Position, wanted_unit: Unit, *, standing: bool) -> Unit | Reason:
    """Return the unit that a correction means: a standing one, else one that was dislodged."""
    place = wanted_unit.at.province
    here = position.units.get(place)
    units = [here] if here is not None else []
    units += [] if standing else [d.unit for d in position.dislodged if d.unit.at.province == place]
    fits = [
        u for u in units if wanted_unit.power in ("", u.power) and wanted_unit.kind in ("", u.kind)
    ]
    return fits[0] if fits else Reason("no_unit_seen", (Location(place),))


def _check_placement(game: Play, wanted_unit: Unit, but: Unit | None = None) -> Unit | Reason:
    """Return a unit as it may be set down: its kind and its coast whole, its space empty."""
    position, game_map = game.position, game.variant.map
    place = wanted_unit.at.province
    space = Location(place)
    kinds = (
        [wanted_unit.kind]
        if wanted_unit.kind
        else [k for k in game_map.kinds if game_map.list_places_for_kind(k, place)]
    )
    if len(kinds) != 1:
        return Reason("correct_kind", (space,))
    places = game_map.list_places_for_kind(kinds[0], place)
    unit = Unit(wanted_unit.power, kinds[0], places[0] if len(places) == 1 else wanted_unit.at)
    if not places:
        return Reason("correct_terrain", (unit.kind, space))
    if unit.at not in places:
        return Reason("coast_needed", (space,))
    if position.units.get(place, but) != but:
        return Reason("occupied", (space, position.units[place]))
    if any(to.province == place for gone in position.dislodged for to in gone.options):
        return Reason("correct_retreat", (space,))
    return unit


def _report_differences(before: Play, after: Play, seat: Seat) -> tuple[News, ...]:
    """Return what one reader sees otherwise now."""
    return tuple(map(News, list_view_differences(find_view(before, seat), find_view(after, seat))))


class Undo(MasterCommand):
    """UNDO: take back the last thing that a master did; once more, the one before it."""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Put back what it changed, and tell those who had been told of it."""
        entry = _find_last_undoable_entry(context.list_ledger_of_game(game.name))
        if entry is None:
            return Reason("nothing_to_undo")
        if entry.trace is None:
            return Reason("cannot_undo", (entry.line,))
        outcome = _undo_turn_change(game, entry.trace, context)
        if outcome is None:
            outcome = _restore_parts(game, actor, entry, entry.trace, context)
        if isinstance(outcome, Reason):
            return outcome
        remark = Reason("undone", (entry.line,))
        more = (outcome.remark,) if outcome.remark else ()
        costs = (remark, *more) if entry.trace.costs_others else ()
        line = LineEffects(costs=costs, undoes=True)
        return replace(outcome, remark=remark, sections=tuple(map(News, more)), line=line)


def _find_last_undoable_entry(noted: tuple[LedgerEntry, ...]) -> LedgerEntry | None:
    """Return what was done last and is not taken back yet."""
    undoable: list[LedgerEntry] = []
    for entry in noted:
        if entry.undoes:
            undoable = undoable[:-1]
        elif entry.seat.startswith("m") and (entry.trace or entry.line.casefold() == "start"):
            undoable.append(entry)
    return undoable[-1] if undoable else None


def _undo_turn_change(game: Game, trace: Trace, context: LineContext) -> Effects | Reason | None:
    """Return the game in the turn in which it was, None if it went to no other and did not end."""
    before, after = trace.turns
    ended = trace.stages[0] is not Stage.ENDED and trace.stages[1] is Stage.ENDED
    if not isinstance(game, Play) or (before == after and not ended):
        return None
    if game.number != context.find_turn_before(game):
        return Reason("once_a_mail")
    if after not in (game.number, game.restores):
        return Reason("undo_too_late")
    if before != after:
        return go_to_turn(game, before, context, TAKEN_BACK if before < after else RESTORED)
    stand = replace(game.stand, position=replace(game.position, ended=None))
    there = restore_turn(replace(game, stage=trace.stages[0]), stand, game.number, context)
    return announce_turn_change(there, context.key, TAKEN_BACK)


def _restore_parts(
    game: Game, actor: Seat, entry: LedgerEntry, trace: Trace, context: LineContext
) -> Effects | Reason:
    """Return the game with each part as it was before, where it is still as it was left."""
    changed_since = Reason("undo_changed", (entry.line,))
    restored: Game | None = _with_restored_settings(game, trace)
    for before, after in trace.seats:
        restored = restored and _with_restored_seat(restored, before, after)
    if restored is not None:
        restored = _with_restored_guests(restored, trace)
        restored = _with_restored_stage(restored, trace, entry.at, context.now)
    if restored is None:
        return changed_since
    if not (trace.back and isinstance(restored, Play) and isinstance(game, Play)):
        notices = _build_undo_notices(game, restored, actor, entry, context.key)
        return Effects((restored,), notices=notices)
    if trace.turns[1] not in (game.number, game.restores):
        return Reason("undo_too_late")
    try:
        board = apply_effects(restored.position, trace.back)
    except ValueError:
        return changed_since
    restored, put_back = replace(restored, position=board), Reason("board_put_back")
    _, letters = announce_board_change(game, restored, actor, put_back, context.key)
    return Effects((restored,), notices=tuple(letters))


def _with_restored_settings(game: Game, trace: Trace) -> Game | None:
    """Return the game with the changed settings as they were, None if one is another by now."""
    if trace.settings is None:
        return game
    before, after = trace.settings
    names = [name for name in after.__slots__ if getattr(before, name) != getattr(after, name)]
    if any(getattr(game.settings, name) != getattr(after, name) for name in names):
        return None
    old = {name: getattr(before, name) for name in names}
    return replace(game, settings=replace(game.settings, **old))


def _with_restored_guests(game: Game, trace: Trace) -> Game:
    """Return the game with those guests gone who came, and those back who went."""
    for before, after in trace.guests:
        either = before or after
        assert either, "somebody came, went or changed"
        rest = tuple(guest for guest in game.guests if guest.address != either.address)
        game = replace(game, guests=(*rest, *filter(None, [before])))
    return game


def _with_restored_stage(game: Game, trace: Trace, then: datetime, now: datetime) -> Game | None:
    """Return the game in the stage that it was in, and with its clock as it was if it has one."""
    if isinstance(game, Play):
        return _restore_clock(game, trace, then, now)
    return replace(game, stage=trace.stages[0])


def _with_restored_seat(game: Game, before: Seat | None, after: Seat | None) -> Game | None:
    """Return the game with a seat as it was, None if it is another's by now."""
    either = before or after
    assert either, "a seat came, went or changed"
    name = either.name
    now = game.find_seat_named(name)
    if (now and now.address) != (after and after.address):
        return None
    if before is None:
        return replace(game, seats=tuple(seat for seat in game.seats if seat.name != name))
    if before.address and after is not None and after.address == before.address and now:
        return game.with_seat(replace(now, powers=before.powers))
    other_seats = [
        seat for seat in access.list_seats_of_addresses(game, before.address) if seat.name != name
    ]
    if before.address and other_seats:
        return None
    if now is not None:
        return game.with_seat(replace(before, wait=False, held=()))
    return replace(game, seats=(*game.seats, replace(before, held=())))


def _restore_clock(game: Play, trace: Trace, then: datetime, now: datetime) -> Play | None:
    """Return the game with its clock as it was; a deadline that is near leaves the time that was
    left to it then, up to the time that a successor is given."""
    was, stage_after = trace.stages
    if stage_after is Stage.PAUSED and was is not stage_after:
        return resume_game(game, now) if game.stage is stage_after else None
    if was is Stage.PAUSED and was is not stage_after:
        return pause_game(game, now) if game.stage is stage_after else None
    if trace.due is None or trace.seats:
        return game
    before, after = trace.due
    if game.due_at != after:
        return None
    if before is not None:
        before = max(before, now + min(before - then, game.settings.handover))
    return replace(game, due_at=before, late=False, reminded_at=None)


def _build_undo_notices(
    before: Game, after: Game, actor: Seat, entry: LedgerEntry, key: str
) -> tuple[Notice, ...]:
    """Return what those hear who had been told, and who have a seat again."""
    notices = []
    for seat in list_other_held_seats(after, actor):
        was = before.find_seat_named(seat.name)
        if was is None or was.address != seat.address:
            news = [Reason("seat_again", (after.name,))]
        else:
            reasons = entry.told.get(seat.name, ())
            news = [Reason("taken_back", (why.code, *why.about)) for why in reasons]
        if not news and seat.role is Role.MASTER:
            news = [Reason("undone", (entry.line,))]
        if news:
            notices.append(build_notice_to(after, seat, NEWS, "Taken Back", key, map(News, news)))
    return tuple(notices)


class Confirm(InGame):
    """CONFIRM: do what you were shown first; in answer to the letter that showed it."""

    held: int = 0

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Have lines obeyed that wait, if the game is as it was shown; else show them anew."""
        pending = list_pending_lines(game, actor, context)
        chosen = [item for item in pending if item.number == self.held]
        if not pending or (self.held and not chosen):
            return Reason("nothing_held")
        if not self.held and len(pending) > 1:
            return Reason("held_which", tuple(", ".join(item.lines) for item in pending))
        (confirmed,) = chosen or pending
        surely = confirmed.sight == fingerprint_game(game, actor)
        game = with_pending_lines(game, actor, tuple(item for item in pending if item != confirmed))
        remark = None if surely else Reason("changed_since")
        return Effects(
            (game,), remark, line=LineEffects(confirms=ConfirmedLines(confirmed.lines, surely))
        )
