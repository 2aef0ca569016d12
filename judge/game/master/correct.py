"""CORRECT: what may be put right on the board, and who is told.

A correction becomes effects like all that happens on the board. Readers are told of what their
own view of it shows, and nobody of more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.game.command import LineContext, RunningMasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.enter.starting import has_surviving_power
from judge.game.notices import build_notice_to, find_view, list_other_held_seats, name_seat
from judge.game.orders.accepting import without_unit_orders
from judge.game.orders.proxies import without_proxy_of_unit
from judge.game.procedure import find_procedure
from judge.game.state import Play, Seat
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
        names = tuple(dict.fromkeys(name_seat(game, seat) for seat in readers))
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
