"""A board as one reader may know it: what stands in the files, the rules, and their View."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from judge.hooks import Variant, find_first_refusal
from judge.model.map import Location, Map, UnitKind
from judge.model.pages import BoardName, Center, OptionRow, OptionsPage, SpaceRow, UnitsPage
from judge.model.position import Position, Unit
from judge.model.turn import Phase, Turn
from judge.model.view import View

LONGEST = 100
"""More spaces than these are no reading for one letter."""

_PART = 60

_Seasons = Callable[[Location, Location, str], tuple[str, ...]]


@dataclass(frozen=True)
class Atlas:
    """A variant's board; ``view`` is what the reader sees of a game on it, None outside of any.

    All answers come from the map and the View alone: what a reader does not see is in none.
    """

    variant: Variant
    view: View | None = None

    @property
    def map(self) -> Map:
        """The board."""
        return self.variant.map

    @property
    def board_name(self) -> BoardName:
        """The variant as the reader has to name it."""
        return BoardName(self.variant.name, self.variant.code if self.view is None else "")

    @cached_property
    def moving_kinds(self) -> tuple[UnitKind, ...]:
        """The kinds of unit that move."""
        return tuple(kind for kind in self.map.kinds.values() if "move" in kind.orders)

    @cached_property
    def regions(self) -> Mapping[str, Sequence[str]]:
        """The parts of the board by their names; a board without any is cut by the alphabet."""
        if self.map.regions:
            return self.map.regions
        codes = sorted(self.map.provinces)
        cuts = [codes[start : start + _PART] for start in range(0, len(codes), _PART)]
        return {f"{part[0]} to {part[-1]}": part for part in cuts}

    @cached_property
    def homes(self) -> Mapping[str, str]:
        """The home centers that the reader knows of, each with its power."""
        known = {power.name: power.homes for power in self.map.powers.values()}
        known |= self.view.homes if self.view else {}
        return {code: power for power, codes in known.items() for code in codes}

    @cached_property
    def seasons(self) -> tuple[str, ...]:
        """The seasons in which units move or retreat, from the first of a year on."""
        steps = self.variant.calendar.steps
        return tuple(step.season for step in steps if {"M", "R"} & {*step.phases})

    @cached_property
    def present_turn(self) -> Turn | None:
        """The turn that the reader's game is in, None outside of any and after its end."""
        return self.view.turn if self.view and not self.view.ended else None

    @cached_property
    def position(self) -> Position:
        """The board as the reader knows it."""
        if self.view is None:
            return Position(self.variant.calendar.find_first_turn(), {})
        units = {unit.at.province: unit for unit in self.view.units}
        facts, lost = self.view.facts, self.view.lost
        return Position(self.view.turn, units, owners=self.view.owners, facts=facts, lost=lost)

    def list_step_seasons(self, origin: Location, target: Location, kind: str) -> tuple[str, ...]:
        """Return the seasons in which a unit may step from origin to target."""
        passage = self.variant.rules.passage
        return tuple(
            season
            for season, then in self._position_by_season.items()
            if find_first_refusal(rule.check_step(origin, target, kind, then) for rule in passage)
            is None
        )

    @cached_property
    def _position_by_season(self) -> Mapping[str, Position]:
        """The board as it would be in each season if nothing moved."""
        year = self.position.turn.year
        turns = {season: Turn(year, season, Phase.MOVEMENT) for season in self.seasons}
        return {season: replace(self.position, turn=turn) for season, turn in turns.items()}

    def list_entry_seasons(self, code: str) -> tuple[str, ...]:
        """Return the seasons in which some unit may step into a space."""
        return self._list_border_seasons(
            code, lambda here, there, kind: self.list_step_seasons(there, here, kind)
        )

    def list_exit_seasons(self, code: str) -> tuple[str, ...]:
        """Return the seasons in which some unit may step out of a space."""
        return self._list_border_seasons(code, self.list_step_seasons)

    def _list_border_seasons(self, code: str, seasons_of: _Seasons) -> tuple[str, ...]:
        if not self.variant.rules.passage:
            return self.seasons
        seasons = {
            season
            for kind in self.moving_kinds
            for here in self.map.list_places_for_kind(kind.name, code)
            for there in self.map.neighbors(kind.name, here)
            for season in seasons_of(here, there, kind.name)
        }
        return tuple(season for season in self.seasons if season in seasons)

    def find_unit_at(self, code: str) -> Unit | None:
        """Return the unit that the reader sees standing in a space."""
        return self.position.units.get(code)

    def describe_space(self, code: str) -> SpaceRow:
        """Return a space as the reader knows it."""
        province = self.map.provinces[code]
        is_sea = province.terrain == "sea"
        return SpaceRow(
            code,
            province.name,
            "sea" if is_sea else "coast" if self.map.is_coastal(code) else "inland",
            () if is_sea else tuple(province.coasts),
            province.ferries,
            self.find_center(code),
            self._list_limited_seasons(self.list_entry_seasons(code)),
            self._list_limited_seasons(self.list_exit_seasons(code)),
        )

    def _list_limited_seasons(self, seasons: tuple[str, ...]) -> tuple[str, ...] | None:
        return None if {*seasons} == {*self.seasons} else seasons

    def find_center(self, code: str) -> Center | None:
        """Return what the reader knows of a center, None of a space that is none."""
        if not self.map.provinces[code].center:
            return None
        home = self.homes.get(code, "")
        owner = self.view.owners.get(code, "") if self.view else ""
        if code in self.position.lost:
            knowledge = "lost"
        elif self.view is None:
            knowledge = "none"
        else:
            knowledge = "seen" if owner or code in self.view.watched else "unseen"
        return Center(home, owner, knowledge)


def build_units_page(atlas: Atlas) -> UnitsPage:
    """Return the kinds of unit of a variant."""
    return UnitsPage(atlas.variant.name, tuple(atlas.map.kinds.values()))


def build_options_page(atlas: Atlas, rest: str) -> OptionsPage:
    """Return the options of a variant."""
    variant = atlas.variant
    return OptionsPage(variant.name, variant.code, list_option_rows(variant))


def list_option_rows(
    variant: Variant, values: Mapping[str, str] | None = None
) -> tuple[OptionRow, ...]:
    """Return all options; where values are given, those that have one, with it."""
    return tuple(
        OptionRow(
            name,
            option.about,
            () if option.number_range else option.choices,
            option.number_range,
            values[name] if values is not None else None,
        )
        for name, option in variant.options.items()
        if values is None or name in values
    )
