"""What a newcomer needs to order: the kinds of unit, and an example of each kind of order.

The examples are told with the names and years of the newcomer's own board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, starmap

from judge.engine.legality import check_order
from judge.game.notices import find_view
from judge.game.state import Play, Seat
from judge.hooks import Variant
from judge.language.reader import read_line
from judge.language.statement import Line, OrderStatement
from judge.language.writer import write_order
from judge.model.letter import Primer
from judge.model.map import Map
from judge.model.order import Build, Disband, Order, Remove, Retreat, Waive
from judge.model.position import Position, Unit
from judge.model.turn import LETTERS, Calendar, Phase, Turn
from judge.model.view import View
from judge.views.project import build_known_position

_VOWELS = "AEIO"
_MOST_TRIES = 5000
"""So many spaces are tried before a text keeps those of the usual board."""
_COAST = r"(?: \(\w+ coast\)|/[ns]c\b)?"
_BESIDE = re.compile(r"( {4}\S.*?) {2,}(\S.*)$")
_STEP = re.compile(r"\b(?:([A-Z]{1,2}) )?(\{\w+\}) ?- ?(\{\w+\})")


@dataclass(frozen=True)
class LocalNames:
    """Names of the powers and spaces of one board in place of those of another."""

    usual: Map
    local: Map

    def use_local_names(self, text: str) -> str:
        """Return a text with the board's own names; as it is where the board has all of them.

        Moves that stand in it can be made on the board, too, and homes of a power stay homes.
        """
        powers = self._choose_powers(text)
        spaces = self._choose_spaces(text, powers)
        if not (powers or spaces):
            return text

        def translate(found: re.Match[str]) -> str:
            return self._translate_word(found, powers, spaces)

        return "\n".join(
            _keep_column(line, self._pattern.sub(translate, line)) for line in text.split("\n")
        )

    @cached_property
    def _words(self) -> Mapping[str, tuple[str, str]]:
        """What a word of the usual board is: ``power``, ``adjective``, ``space`` or ``code``."""
        words: dict[str, tuple[str, str]] = {}
        for code, province in self.usual.provinces.items():
            words[province.name] = words[province.name.upper()] = ("space", code)
            words[code] = ("code", code)
        for name, power in self.usual.powers.items():
            for kind, word in (("power", name), ("adjective", power.adjective)):
                words[word] = words[word.upper()] = (kind, name)
        return words

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = "|".join(map(re.escape, sorted(self._words, key=len, reverse=True)))
        return re.compile(rf"(?<![/\w])(?:(an?) )?({names})\b{_COAST}('s\b)?")

    def _list_used(self, text: str, *kinds: str) -> list[str]:
        """Return what a text names of those kinds, in its order, each once."""
        told = (self._words[found[2]] for found in self._pattern.finditer(text))
        return list(dict.fromkeys(name for kind, name in told if kind in kinds))

    def _choose_powers(self, text: str) -> dict[str, str]:
        """Return a power of the board for each that a text names, nothing if it has all of them, or
        if its own bear no names before a game."""
        used = self._list_used(text, "power", "adjective")
        own = list(self.local.powers)
        named = all(power.adjective for power in self.local.powers.values())
        if not named or all(name in own for name in used):
            return {}
        unknown = [name for name in used if name not in own]
        free = [name for name in own if name not in self.usual.powers]
        free += [name for name in own if name not in (*free, *used)]
        chosen = {name: (free or own)[n % len(free or own)] for n, name in enumerate(unknown)}
        return {name: chosen.get(name, name) for name in used}

    def _choose_spaces(self, text: str, powers: Mapping[str, str]) -> dict[str, str]:
        """Return a space of the board for each that a text names, nothing if it has all of them."""
        used = self._list_used(text, "space", "code")
        if all(self._is_known(code) for code in used):
            return {}
        steps = self._list_steps(text)
        chosen: dict[str, str] = {}
        for group in _group_by_steps(used, steps):
            tries = iter(range(_MOST_TRIES))
            if not self._assign_spaces((*chosen, *group), steps, powers, chosen, tries):
                return {}
        return chosen

    def _is_known(self, code: str) -> bool:
        own = self.local.provinces.get(code)
        return own is not None and own.name == self.usual.provinces[code].name

    def _list_steps(self, text: str) -> list[tuple[str, str, str]]:
        """Return the moves of a text: the code of the unit's kind, from where and to where."""

        def note_space(found: re.Match[str]) -> str:
            kind, name = self._words[found[2]]
            return f"{{{name}}}" if kind in ("space", "code") else found[0]

        steps = _STEP.findall(self._pattern.sub(note_space, text))
        return [(kind, one.strip("{}"), other.strip("{}")) for kind, one, other in steps]

    def _assign_spaces(
        self,
        codes: Sequence[str],
        steps: Sequence[tuple[str, str, str]],
        powers: Mapping[str, str],
        chosen: dict[str, str],
        tries: Iterator[int],
    ) -> bool:
        """Choose a space for each code, so that all steps can be made; say whether some were found
        in so many tries."""
        if len(chosen) == len(codes):
            return True
        code = codes[len(chosen)]
        for candidate in self._list_candidates(code, powers):
            if candidate in chosen.values():
                continue
            if next(tries, None) is None:
                return False
            chosen[code] = candidate
            there = [(kind, chosen[a], chosen[b]) for kind, a, b in steps
                     if a in chosen and b in chosen and code in (a, b)]  # fmt: skip
            if all(self._can_go(*step) for step in there) and self._assign_spaces(
                codes, steps, powers, chosen, tries
            ):
                return True
            del chosen[code]
        return False

    def _list_candidates(self, code: str, powers: Mapping[str, str]) -> Iterator[str]:
        """Yield spaces like one of the usual board: itself, of a power's homes, of its terrain and
        a center; then all others of its terrain."""
        if self._is_known(code):
            yield code
        usual = self.usual.provinces[code]
        owner = next((p.name for p in self.usual.powers.values() if code in p.homes), "")
        homes = self.local.powers[powers[owner]].homes if owner in powers else ()
        yield from homes
        alike = [p.code for p in self.local.provinces.values() if p.terrain == usual.terrain]
        yield from (c for c in alike if self.local.provinces[c].center == usual.center)
        yield from (c for c in alike if self.local.provinces[c].center != usual.center)

    def _can_go(self, kind: str, origin: str, target: str) -> bool:
        """Say whether a unit of a kind with that code, or of any, goes from a space to another."""
        kinds = [
            name
            for name, each in self.local.kinds.items()
            if not kind or kind in (each.code, *each.codes)
        ]
        return any(
            to.province == target
            for name in kinds
            for at in self.local.list_places_for_kind(name, origin)
            for to in self.local.neighbors(name, at)
        )

    def _translate_word(
        self, found: re.Match[str], powers: Mapping[str, str], spaces: Mapping[str, str]
    ) -> str:
        """Return the board's own word for one of the usual board's, with its article."""
        kind, name = self._words[found[2]]
        if name not in (spaces if kind in ("space", "code") else powers):
            return found[0]
        if kind == "code":
            word = spaces[name]
        elif kind == "space":
            word = self.local.provinces[spaces[name]].name
        else:
            power = self.local.powers[powers[name]]
            word = power.name if kind == "power" else power.adjective
        if kind != "code" and found[2].isupper():
            word = word.upper()
        article = f"{'an' if word[0] in _VOWELS else 'a'} " if found[1] else ""
        ending = (found[3] or "")[: 1 if word.endswith("s") else 2]
        return f"{article}{word}{ending}"


def _group_by_steps(
    codes: Sequence[str], steps: Sequence[tuple[str, str, str]]
) -> Iterator[list[str]]:
    """Yield the codes that moves join, each but the first behind one that it is joined with."""
    rest = list(codes)
    while rest:
        group = [rest.pop(0)]
        for code in group:
            for _, *ends in steps:
                joined = [end for end in ends if code in ends and end in rest]
                group += joined
                rest = [other for other in rest if other not in joined]
        yield group


def _keep_column(line: str, renamed: str) -> str:
    """Return a renamed example with what stands beside it in the column where it stood."""
    old, new = _BESIDE.match(line), _BESIDE.match(renamed)
    if not (old and new):
        return renamed
    return f"{new[1].ljust(max(old.start(2), len(new[1]) + 2))}{new[2]}"


def move_years(text: str, usual: Calendar, local: Calendar) -> str:
    """Return a text whose turns are as far from the first year of the local calendar as they were
    from that of the usual one."""
    if usual.start == local.start:
        return text
    seasons = {letter: season for season, letter in LETTERS.items()}

    def move_code(found: re.Match[str]) -> str:
        year = int(found[2]) - usual.start + local.start
        return str(Turn(year, seasons[found[1]], Phase(found[3])))

    def move_title(found: re.Match[str]) -> str:
        year = int(found[2]) - usual.start + local.start
        turn = Turn(year, found[1].casefold(), Phase.MOVEMENT)
        return local.turn_title(turn) if local.era else f"{found[1]} {year}"

    text = re.sub(r"\b([SUFW])(\d{4})([MRB])\b", move_code, text)
    named = "|".join(map(str.capitalize, seasons.values()))
    return re.sub(rf"\b({named}) (\d{{4}})\b", move_title, text)


def use_local_names(text: str, usual: Variant, variant: Variant) -> str:
    """Return a text that speaks of the usual variant with names and years of another one."""
    text = move_years(text, usual.calendar, variant.calendar)
    return LocalNames(usual.map, variant.map).use_local_names(text)


def build_primer(game: Play, seat: Seat) -> tuple[Primer, ...]:
    """Return what a seat with units or centers is told of orders; nothing to a seat without.

    It is made from what the seat sees, and its examples are legal with its own units. Where
    builds come first the others are made with the units built in them.
    """
    variant, view = game.variant, find_view(game, seat)
    position = build_known_position(game.position, view, variant.map.provinces)
    builds = [
        order for power in seat.powers for order in _list_due_builds(power, position, variant)
    ]
    own_units = {code: u for code, u in position.units.items() if u.power in seat.powers}
    own_units |= {order.unit.at.province: order.unit for order in builds}
    if not own_units:
        return ()
    turn = position.turn
    while turn.phase is not Phase.MOVEMENT:
        turn = variant.calendar.find_next_turn(turn)
    kinds = tuple((name.lower(), kind.code) for name, kind in variant.map.kinds.items())
    examples = chain(
        (("build", order) for order in builds[:1]),
        _list_example_orders(tuple(own_units.values()), replace(position, turn=turn), variant),
    )
    lines = tuple((word, write_order(order, variant)) for word, order in examples)
    return (Primer(kinds, lines, next(iter(own_units))),)


def _list_example_orders(
    units: tuple[Unit, ...], board: Position, variant: Variant
) -> Iterator[tuple[str, Order]]:
    """Yield a legal order of each type that has examples, with what it does.

    Kinds of unit that none has shown yet come first. The unit of one may be where or what it can
    only be later; what is sent from space to space does not end where one of the units stands.
    """
    shown, own = set[str](), _collect_units_by_province(units)
    for order_type in variant.orders.values():
        for order in order_type.examples(sorted(units, key=lambda u: u.kind in shown), variant.map):
            unit = order.unit
            there = replace(
                board,
                units={
                    **board.units,
                    **own,
                    **_collect_units_by_province([unit]),
                },
            )
            at_own = order.links and order.links[-1][-1] in own
            if not at_own and check_order(variant, there, order) is None:
                shown.add(unit.kind)
                later = "" if unit in units else f", once the {unit.kind} is there"
                yield f"{order.verb}{later}", order
                break


def _collect_units_by_province(units: Iterable[Unit]) -> dict[str, Unit]:
    return {unit.at.province: unit for unit in units}


def _list_due_builds(power: str, position: Position, variant: Variant) -> Iterator[Build]:
    """Yield as many builds as are due to a power where they come first, of one kind after another.

    A build that does not go with those before it is left out.
    """
    if position.turn.phase is not Phase.ADJUSTMENTS:
        return
    builds: list[Build] = []
    kinds = list(variant.map.kinds)
    for number, code in enumerate(sorted(variant.rules.muster.build_sites(power, position))):
        for kind in (*kinds[number % len(kinds) :], *kinds[: number % len(kinds)]):
            place = next(iter(variant.map.list_places_for_kind(kind, code)), None)
            build = Build(Unit(power, kind, place)) if place else None
            if build and check_order(variant, position, build, builds) is None:
                builds.append(build)
                yield build
                break


def collect_example_lines(variant: Variant, view: View | None) -> Mapping[Phase, tuple[str, ...]]:
    """Return orders for each kind of phase that a player of the variant could write.

    They are for units that the reader of a View has; without any, for those of a beginning.
    """
    game_map = variant.map
    begin = variant.rules.opening.deal_position(game_map, tuple(game_map.powers), 0)
    powers = view.powers if view and view.powers else [*game_map.powers][:1]
    own = [unit for unit in view.units if unit.power in powers] if view else []
    first_builds = [order for power in powers for order in _list_due_builds(power, begin, variant)]
    units = own or [unit for unit in begin.units.values() if unit.power in powers]
    units = units or [order.unit for order in first_builds]
    turn = variant.calendar.find_first_turn()
    while turn.phase is not Phase.MOVEMENT:
        turn = variant.calendar.find_next_turn(turn)
    board = Position(turn, _collect_units_by_province(units))
    moves = [order for _, order in _list_example_orders(tuple(units), board, variant)]
    goals = [(u, to) for u in units for to in game_map.neighbors(u.kind, u.at)][:1]
    homes = [code for name in powers for code in game_map.powers[name].homes]
    sites = homes or [unit.at.province for unit in units]
    builds = first_builds or [
        Build(Unit(power, kind, place))
        for power in powers
        for kind in game_map.kinds
        for place in [p for code in sites for p in game_map.list_places_for_kind(kind, code)][:1]
    ]
    orders: dict[Phase, list[Order]] = {
        Phase.MOVEMENT: moves,
        Phase.RETREATS: [*starmap(Retreat, goals), *(Disband(unit) for unit, _ in goals)],
        Phase.ADJUSTMENTS: [*builds, *map(Remove, units[:1]), *map(Waive.for_power, [""])],
    }
    return {
        phase: tuple(write_order(order, variant) for order in several)
        for phase, several in orders.items()
    }


def replace_examples(text: str, usual: Variant, variant: Variant, view: View | None) -> str:
    """Return a page that speaks of the ``usual`` variant as one of another variant.

    Its blocks of orders are replaced if one of them is none of orders of the variant; elsewhere
    powers, spaces and years are.
    """
    pieces = re.split(r"(?<=\n\n)((?: {4}.*\n)+)", f"{text}\n")
    lines = {at: [*map(str.strip, pieces[at].splitlines())] for at in range(1, len(pieces), 2)}
    phases = {
        at: next((phase for phase in Phase if _are_orders(block, usual, phase)), None)
        for at, block in lines.items()
    }
    orders = {at: phase for at, phase in phases.items() if phase is not None}
    if not all(_are_orders(lines[at], variant, phase) for at, phase in orders.items()):
        of_phase = collect_example_lines(variant, view)
        for at, phase in orders.items():
            lines[at] = list(of_phase[phase])
    for at in orders:
        pieces[at] = f"\0{at}\0"
    told = use_local_names("".join(pieces), usual, variant)
    blocks = {at: "".join(f"    {line}\n" for line in lines[at]) for at in orders}
    return re.sub("\0([0-9]+)\0", lambda found: blocks[int(found[1])], told).removesuffix("\n")


def _are_orders(lines: Iterable[str], variant: Variant, phase: Phase) -> bool:
    read = (read_line(Line(1, line), variant, phase) for line in lines)
    return all(said and all(isinstance(s, OrderStatement) for s in said) for said in read)
