"""The old judges' report: headlines and sections as the hobby's tools read them.

Every function returns whole lines joined by newlines, without one at the end.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from judge.hooks import Variant
from judge.letters.events import (
    collect_dislodgements_by_unit,
    has_won,
    write_lasting_fact_sentences,
)
from judge.letters.orders import (
    OrderWords,
    collect_units_before_phase,
    hyphenate_name,
    restore_real_units,
)
from judge.letters.phrasing import load_words
from judge.letters.reasons import finish_sentence
from judge.model.letter import Heading
from judge.model.order import Retreat, Waive
from judge.model.position import Dislodged, Unit
from judge.model.reason import Fate, Result
from judge.model.turn import Phase, Turn
from judge.model.view import View
from judge.model.when import format_stamp

SHORT = 10
"""Lines of so many characters are not seen by the tools."""


def render_head_lines(code: str, heading: Heading, variant: Variant) -> str:
    """Return the ``::`` lines that stand above each letter about a game."""
    name = f"{heading.game[:1].upper()}{heading.game[1:]}"
    lines = [f":: Judge: {code}  Game: {name}  Variant: {variant.name}"]
    if heading.due and heading.turn:
        lines.append(f":: Deadline: {heading.turn} {format_stamp(heading.due, heading.zone)}")
    return "\n".join(lines)


class JudgeFormatReport:
    """One View laid out. Nothing but ``start`` depends on who reads it."""

    def __init__(self, view: View, heading: Heading, variant: Variant) -> None:
        self.view, self.heading, self.variant = view, heading, variant
        self.words = load_words(variant)

    @cached_property
    def units_before_phase(self) -> Mapping[str, Unit]:
        """What stood where before the phase, by provinces."""
        return collect_units_before_phase(self.view)

    @cached_property
    def listed_results(self) -> tuple[Result, ...]:
        """The orders as they are listed."""
        return restore_real_units(self.view, self.units_before_phase)

    @cached_property
    def order_words(self) -> OrderWords:
        """What the orders are called."""
        return OrderWords(self.words, self.units_before_phase, self.listed_results)

    @cached_property
    def dislodgements_by_unit(self) -> Mapping[Unit, Dislodged]:
        """The units that were dislodged, with what is known of it."""
        return collect_dislodgements_by_unit(self.view)

    def render_results(self) -> str:
        """Return the results of the phase just played, down to the next phase."""
        played = self.view.played
        if played is None:
            return self.render_start(self.view.powers, self.view.reader)
        layout = {
            Phase.MOVEMENT: self._render_movement,
            Phase.RETREATS: self._render_retreats,
            Phase.ADJUSTMENTS: self._render_adjustments,
        }
        title = self.variant.calendar.turn_title(played)
        headline = (
            f"{played.phase.display_name} results for {title}.  ({self._name_game_and_turn(1)})"
        )
        owned = self.render_ownership() if self.has_counted_centers() else ""
        return _join_sections(
            (headline, layout[played.phase](), owned, self.votes_text, self._render_next_phase())
        )

    @cached_property
    def votes_text(self) -> str:
        """How many votes each power has in the council, the most first; "" without one."""
        ranking = sorted(self.view.votes.items(), key=lambda item: -item[1])
        rows = ", ".join(f"{power} {votes}" for power, votes in ranking if votes)
        return textwrap.fill(f"Votes: {rows}.", 78) if rows else ""

    def has_counted_centers(self) -> bool:
        """Say whether the phase just played ended a season in which centers are counted."""
        played, turn = self.view.played, self.view.turn
        if played is None or played.phase is Phase.ADJUSTMENTS:
            return False
        more = Turn(played.year, played.season, Phase.RETREATS) == turn and not self.view.ended
        return self.variant.calendar.has_center_count(played) and not (
            more and played.phase is Phase.MOVEMENT
        )

    def render_start(
        self, powers: Sequence[str], reader: str, players: Sequence[tuple[str, str]] = ()
    ) -> str:
        """Return the announcement of the game's start; ``players`` are powers and addresses."""
        roles = [hyphenate_name(power) for power in powers] or [reader.capitalize() or "Observer"]
        game, title = self.heading.game, self.variant.calendar.turn_title(self.view.turn)
        lines = [
            f"You have been selected as {role} in game '{game}' of Diplomacy." for role in roles
        ]
        if players:
            lines += ["", "The following players are in this game:"]
            wide = max(len(power) for power, _ in players) + 1
            lines += [
                f"     {hyphenate_name(power) + ':':<{wide}}   {who}" for power, who in players
            ]
        lines += ["", f"Starting position for {title}.", "", self._render_units()]
        if self.heading.due:
            due = format_stamp(self.heading.due, self.heading.zone)
            phase = self.view.turn.phase.display_name.lower()
            lines += ["", f"The deadline for the first {phase} orders is {due}."]
        return "\n".join(lines)

    def render_status(self) -> str:
        """Return the position as LIST gives it."""
        turn = self.view.turn
        title = self.variant.calendar.turn_title(turn)
        game = self._name_game_and_turn(0)
        text = f"Status of the {turn.phase.display_name} phase for {title}.  ({game})"
        text = f"{text}\n\n{self._render_units()}"
        if self.view.dislodged:
            text = f"{text}\n\n\n{self._render_dislodgements(self.view.dislodged)}"
        for unit in self.view.dislodged_foreign:
            name = finish_sentence(self.words.write_unit_with_owner(Unit(*unit)))[:-1]
            text = f"{text}\n\n{name} is dislodged."
        facts = [
            textwrap.fill(fact, 78) for fact in write_lasting_fact_sentences(self.view, self.words)
        ]
        return _join_sections((text, self.render_ownership(), "\n".join(facts)))

    def render_ownership(self) -> str:
        """Return who owns which center, and what each power has to build or remove, "" to a reader
        who sees no center.
        """
        view = self.view
        owned = [
            (hyphenate_name(power), view.centers_of(power)) for power in self.variant.map.powers
        ]
        owned_or_lost = {*view.owners, *view.lost}
        free = (c for c in self.variant.map.centers if c in view.watched and c not in owned_or_lost)
        owned.append(("Unowned", tuple(free)))
        rows = "\n".join(
            _write_ownership_row(name, map(self.words.name_center, codes))
            for name, codes in owned
            if codes
        )
        table = "\n".join(self._write_balance_lines())
        return (
            _join_sections(("Ownership of supply centers:", rows, table)) if rows or table else ""
        )

    def write_result_line(self, result: Result) -> str:
        """Return a movement result's line, without the power."""
        return self.order_words.write_movement_line(
            result, result.order.unit in self.dislodgements_by_unit
        )

    def _name_game_and_turn(self, back: int) -> str:
        return f"{self.heading.game}.{max(self.heading.number - back, 0):03d}"

    def _render_movement(self) -> str:
        groups = [
            "\n".join(
                f"{hyphenate_name(power)}: {self.write_result_line(result)}"
                for result in self.listed_results
                if result.order.unit.power == power
            )
            for power in self.variant.map.powers
        ]
        if self.dislodgements_by_unit:  # Two blank lines stand above these; the sections bring one.
            groups.append(f"\n{self._render_dislodgements(self.dislodgements_by_unit.values())}")
        return _join_sections(groups)

    def _render_dislodgements(self, units: Iterable[Dislodged]) -> str:
        lines = ["The following units were dislodged:", ""]
        for gone in units:
            kind, owner = (
                gone.unit.kind.title(),
                hyphenate_name(self.words.write_adjective(gone.unit.power)),
            )
            who = f"The {owner} {kind} in {self.words.write_place_in_sentence(gone.unit.at)}"
            if gone.options:
                places = " or ".join(self.words.name_place(at) for at in gone.options)
                lines += _wrap_to_long_lines(f"{who} can retreat to {places}.")
            else:
                lines += _wrap_to_long_lines(f"{who} with no valid retreats was destroyed.")
        return "\n".join(lines)

    def _render_retreats(self) -> str:
        lines = []
        for result in self._sort_results_by_power():
            order, end = result.order, "DISBAND."
            if isinstance(order, Retreat) and result.fate is Fate.STANDS:
                end = f"-> {self.words.name_place(order.to)}."
            elif isinstance(order, Retreat) and result.fate is Fate.FAILS:
                end = "DISBAND (*bounce*)."
            kind, place = order.unit.kind.title(), self.words.name_place(order.unit.at)
            lines.append(f"{hyphenate_name(order.unit.power) + ':':<24}  {kind:<5} {place} {end}")
        return "\n".join(lines)

    def _render_adjustments(self) -> str:
        return "\n".join(
            f"{hyphenate_name(result.order.unit.power) + ':':<24}  "
            f"{finish_sentence(self.words.describe_adjustment(result.order, result.why.code))}"
            for result in self._sort_results_by_power()
            if result.fate is Fate.STANDS or isinstance(result.order, Waive)
        )

    def _sort_results_by_power(self) -> list[Result]:
        rank = {power: number for number, power in enumerate(self.variant.map.powers)}
        return sorted(
            self.listed_results, key=lambda result: rank.get(result.order.unit.power, len(rank))
        )

    def _render_units(self) -> str:
        wide = max((len(hyphenate_name(unit.power)) for unit in self.view.units), default=0) + 2
        groups = []
        for power in self.variant.map.powers:
            label = f"{hyphenate_name(power) + ':':<{wide}}"
            rows = [
                f"{label}{unit.kind.title():<5} {self.words.name_place(unit.at)}."
                for unit in self.view.units_of(power)
            ]
            groups.append("\n".join(rows))
        return _join_sections(groups) or "No unit stands yet."

    def _write_balance_lines(self) -> Iterable[str]:
        wide = max([10, *(len(hyphenate_name(power)) + 2 for power in self.variant.map.powers)])
        for power in self.variant.map.powers:
            owned, units = len(self.view.centers_of(power)), len(self.view.units_of(power))
            if (not owned and not units) or not (self.view.whole or power in self.view.due):
                continue
            due = self.view.due.get(power, owned - units)
            won = has_won(self.view, power)
            yield (
                f"{hyphenate_name(power) + ':':<{wide}}{owned:2d} "
                f"Supply center{'s,' if owned != 1 else ', '} "
                f"{units:2d} Unit{'s:' if units != 1 else ': '}  "
                f"{'Removes' if due < 0 else 'Builds '}{abs(due):3d} "
                f"unit{'s' if abs(due) != 1 else ''}.{'  (* VICTORY!! *)' if won else ''}"
            )

    def _render_next_phase(self) -> str:
        if self.view.ended:
            return "The game is over.  Thank you for playing."
        turn, game = self.view.turn, self.heading.game
        title, phase = self.variant.calendar.turn_title(turn), turn.phase.name.title()
        lines = [f"The next phase of '{game}' will be {phase} for {title}."]
        if self.heading.due:
            due = format_stamp(self.heading.due, self.heading.zone)
            lines.append(f"The deadline for orders will be {due}.")
        return "\n".join(lines)


def _wrap_to_long_lines(text: str) -> list[str]:
    """Return a sentence in lines, each long enough to be seen: tools pass over short ones."""
    ways = (textwrap.wrap(text, width, break_on_hyphens=False) for width in range(78, 50, -1))
    return next((lines for lines in ways if all(len(line) > SHORT for line in lines)), [text])


def _join_sections(sections: Iterable[str]) -> str:
    return "\n\n".join(section for section in sections if section)


def _write_ownership_row(name: str, centers: Iterable[str]) -> str:
    label = f"{name + ': ':<11}"
    # A name of several words is never parted: its blanks are hidden from the wrapping.
    text = ", ".join(sorted(centers)).replace(" ", "\0").replace(",\0", ", ")
    lines = textwrap.wrap(
        f"{text}.",
        79,
        initial_indent=label,
        subsequent_indent=" " * 11,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines).replace("\0", " ")
