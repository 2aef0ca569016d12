"""The old judges' report: headlines and sections as the hobby's tools read them.

Every function returns whole lines joined by newlines, without one at the end.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from judge.hooks import Variant
from judge.letters.events import dislodged_units, has_won, standing
from judge.letters.orders import OrderWords, entries, one_word, stood
from judge.letters.phrasing import words_of
from judge.letters.reasons import finished
from judge.model.letter import Heading
from judge.model.order import Retreat, Waive
from judge.model.position import Dislodged, Unit
from judge.model.reason import Fate, Result
from judge.model.turn import Phase, Turn
from judge.model.view import View
from judge.model.when import stamp

SHORT = 10
"""Lines of so many characters are not seen by the tools."""


def head(code: str, heading: Heading, variant: Variant) -> str:
    """Return the ``::`` lines that stand above each letter about a game."""
    name = f"{heading.game[:1].upper()}{heading.game[1:]}"
    lines = [f":: Judge: {code}  Game: {name}  Variant: {variant.name}"]
    if heading.due and heading.turn:
        lines.append(f":: Deadline: {heading.turn} {stamp(heading.due, heading.zone)}")
    return "\n".join(lines)


class Report:
    """One View laid out. Nothing but ``start`` depends on who reads it."""

    def __init__(self, view: View, heading: Heading, variant: Variant) -> None:
        self.view, self.heading, self.variant = view, heading, variant
        self.words = words_of(variant)

    @cached_property
    def before(self) -> Mapping[str, Unit]:
        """What stood where before the phase, by provinces."""
        return stood(self.view)

    @cached_property
    def entries(self) -> tuple[Result, ...]:
        """The orders as they are listed."""
        return entries(self.view, self.before)

    @cached_property
    def orders(self) -> OrderWords:
        """What the orders are called."""
        return OrderWords(self.words, self.before, self.entries)

    @cached_property
    def dislodged(self) -> Mapping[Unit, Dislodged]:
        """The units that were dislodged, with what is known of it."""
        return dislodged_units(self.view)

    def results(self) -> str:
        """Return the results of the phase just played, down to the next phase."""
        played = self.view.played
        if played is None:
            return self.start(self.view.powers, self.view.reader)
        layout = {
            Phase.MOVEMENT: self._movement,
            Phase.RETREATS: self._retreats,
            Phase.ADJUSTMENTS: self._adjustments,
        }
        title = self.variant.calendar.title(played)
        headline = f"{played.phase.word} results for {title}.  ({self._running(1)})"
        owned = self.ownership() if self.counted() else ""
        return _parted((headline, layout[played.phase](), owned, self.votes, self._next()))

    @cached_property
    def votes(self) -> str:
        """How many votes each power has in the council, the most first; "" without one."""
        ranking = sorted(self.view.votes.items(), key=lambda item: -item[1])
        rows = ", ".join(f"{power} {votes}" for power, votes in ranking if votes)
        return textwrap.fill(f"Votes: {rows}.", 78) if rows else ""

    def counted(self) -> bool:
        """Say whether the phase just played ended a season in which centers are counted."""
        played, turn = self.view.played, self.view.turn
        if played is None or played.phase is Phase.ADJUSTMENTS:
            return False
        more = Turn(played.year, played.season, Phase.RETREATS) == turn and not self.view.ended
        return self.variant.calendar.counts(played) and not (
            more and played.phase is Phase.MOVEMENT
        )

    def start(
        self, powers: Sequence[str], reader: str, players: Sequence[tuple[str, str]] = ()
    ) -> str:
        """Return the announcement of the game's start; ``players`` are powers and addresses."""
        roles = [one_word(power) for power in powers] or [reader.capitalize() or "Observer"]
        game, title = self.heading.game, self.variant.calendar.title(self.view.turn)
        lines = [
            f"You have been selected as {role} in game '{game}' of Diplomacy." for role in roles
        ]
        if players:
            lines += ["", "The following players are in this game:"]
            wide = max(len(power) for power, _ in players) + 1
            lines += [f"     {one_word(power) + ':':<{wide}}   {who}" for power, who in players]
        lines += ["", f"Starting position for {title}.", "", self._units()]
        if self.heading.due:
            due = stamp(self.heading.due, self.heading.zone)
            phase = self.view.turn.phase.word.lower()
            lines += ["", f"The deadline for the first {phase} orders is {due}."]
        return "\n".join(lines)

    def status(self) -> str:
        """Return the position as LIST gives it."""
        turn = self.view.turn
        title = self.variant.calendar.title(turn)
        text = f"Status of the {turn.phase.word} phase for {title}.  ({self._running(0)})"
        text = f"{text}\n\n{self._units()}"
        if self.view.dislodged:
            text = f"{text}\n\n\n{self._dislodged(self.view.dislodged)}"
        for unit in self.view.dislodged_foreign:
            text = f"{text}\n\n{finished(self.words.unit(Unit(*unit)))[:-1]} is dislodged."
        facts = [textwrap.fill(fact, 78) for fact in standing(self.view, self.words)]
        return _parted((text, self.ownership(), "\n".join(facts)))

    def ownership(self) -> str:
        """Return who owns which center, and what each power has to build or remove, "" to a reader
        who sees no center.
        """
        view = self.view
        owned = [(one_word(power), view.centers_of(power)) for power in self.variant.map.powers]
        taken = {*view.owners, *view.lost}
        free = (c for c in self.variant.map.centers if c in view.watched and c not in taken)
        owned.append(("Unowned", tuple(free)))
        rows = "\n".join(
            _owned(name, map(self.words.center, codes)) for name, codes in owned if codes
        )
        table = "\n".join(self._balance())
        return _parted(("Ownership of supply centers:", rows, table)) if rows or table else ""

    def line(self, result: Result) -> str:
        """Return a movement result's line, without the power."""
        return self.orders.line(result, result.order.unit in self.dislodged)

    def _running(self, back: int) -> str:
        return f"{self.heading.game}.{max(self.heading.number - back, 0):03d}"

    def _movement(self) -> str:
        groups = [
            "\n".join(
                f"{one_word(power)}: {self.line(result)}"
                for result in self.entries
                if result.order.unit.power == power
            )
            for power in self.variant.map.powers
        ]
        if self.dislodged:  # Two blank lines stand above these; the sections bring one.
            groups.append(f"\n{self._dislodged(self.dislodged.values())}")
        return _parted(groups)

    def _dislodged(self, units: Iterable[Dislodged]) -> str:
        lines = ["The following units were dislodged:", ""]
        for gone in units:
            kind, owner = gone.unit.kind.title(), one_word(self.words.adjective(gone.unit.power))
            who = f"The {owner} {kind} in {self.words.spot(gone.unit.at)}"
            if gone.options:
                places = " or ".join(self.words.place(at) for at in gone.options)
                lines += _wrapped(f"{who} can retreat to {places}.")
            else:
                lines += _wrapped(f"{who} with no valid retreats was destroyed.")
        return "\n".join(lines)

    def _retreats(self) -> str:
        lines = []
        for result in self._by_power():
            order, end = result.order, "DISBAND."
            if isinstance(order, Retreat) and result.fate is Fate.STANDS:
                end = f"-> {self.words.place(order.to)}."
            elif isinstance(order, Retreat) and result.fate is Fate.FAILS:
                end = "DISBAND (*bounce*)."
            kind, place = order.unit.kind.title(), self.words.place(order.unit.at)
            lines.append(f"{one_word(order.unit.power) + ':':<24}  {kind:<5} {place} {end}")
        return "\n".join(lines)

    def _adjustments(self) -> str:
        return "\n".join(
            f"{one_word(result.order.unit.power) + ':':<24}  "
            f"{finished(self.words.report(result.order, result.why.code))}"
            for result in self._by_power()
            if result.fate is Fate.STANDS or isinstance(result.order, Waive)
        )

    def _by_power(self) -> list[Result]:
        rank = {power: number for number, power in enumerate(self.variant.map.powers)}
        return sorted(self.entries, key=lambda result: rank.get(result.order.unit.power, len(rank)))

    def _units(self) -> str:
        wide = max((len(one_word(unit.power)) for unit in self.view.units), default=0) + 2
        groups = []
        for power in self.variant.map.powers:
            label = f"{one_word(power) + ':':<{wide}}"
            rows = [
                f"{label}{unit.kind.title():<5} {self.words.place(unit.at)}."
                for unit in self.view.units_of(power)
            ]
            groups.append("\n".join(rows))
        return _parted(groups) or "No unit stands yet."

    def _balance(self) -> Iterable[str]:
        wide = max([10, *(len(one_word(power)) + 2 for power in self.variant.map.powers)])
        for power in self.variant.map.powers:
            owned, units = len(self.view.centers_of(power)), len(self.view.units_of(power))
            if (not owned and not units) or not (self.view.whole or power in self.view.due):
                continue
            due = self.view.due.get(power, owned - units)
            won = has_won(self.view, power)
            yield (
                f"{one_word(power) + ':':<{wide}}{owned:2d} "
                f"Supply center{'s,' if owned != 1 else ', '} "
                f"{units:2d} Unit{'s:' if units != 1 else ': '}  "
                f"{'Removes' if due < 0 else 'Builds '}{abs(due):3d} "
                f"unit{'s' if abs(due) != 1 else ''}.{'  (* VICTORY!! *)' if won else ''}"
            )

    def _next(self) -> str:
        if self.view.ended:
            return "The game is over.  Thank you for playing."
        turn, game = self.view.turn, self.heading.game
        title, phase = self.variant.calendar.title(turn), turn.phase.name.title()
        lines = [f"The next phase of '{game}' will be {phase} for {title}."]
        if self.heading.due:
            due = stamp(self.heading.due, self.heading.zone)
            lines.append(f"The deadline for orders will be {due}.")
        return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    """Return a sentence in lines, each long enough to be seen: tools pass over short ones."""
    ways = (textwrap.wrap(text, width, break_on_hyphens=False) for width in range(78, 50, -1))
    return next((lines for lines in ways if all(len(line) > SHORT for line in lines)), [text])


def _parted(sections: Iterable[str]) -> str:
    return "\n\n".join(section for section in sections if section)


def _owned(name: str, centers: Iterable[str]) -> str:
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
