"""Lines of orders obeyed one after the other, those left out whose condition is not met, those in
doubt offered; CLEAR, WAIT and NOWAIT, which may stand among them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.notices import find_view
from judge.game.orders.accepting import OrderLineResult, accept_order
from judge.game.state import Play, Seat
from judge.language.names import read_item_with_names
from judge.language.reader import read_unit_place
from judge.language.said_as import load_phrases
from judge.language.script import Item
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    DoubtfulStatement,
    Line,
    OrderStatement,
    Statement,
    Step,
    UnreadStatement,
)
from judge.language.writer import write_order
from judge.model.map import Location
from judge.model.order import Order
from judge.model.reason import Reason
from judge.model.sections import HeardLine
from judge.model.turn import Phase
from judge.views.truth import is_condition_met

_LEAD = 5
"""In so many of its first words a sentence forbids all of what it names."""
_LIST = re.compile(r"\s*(?:[,;&+]|\band\b)\s*", re.IGNORECASE)


class Clear(PlayerCommand):
    """CLEAR [units]: drop all your orders of this phase, or those of some units (CLEAR A PAR)."""

    harms = True

    among_orders = True
    of_turn = True
    subject: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Forget what was ordered."""
        places = {}
        for name in filter(None, _LIST.split(self.subject)):
            place = read_unit_place(name, game.variant)
            if not place:
                return Reason("clear_what", (name,))
            places[place] = Location(place)
        own_orders = [order for power in actor.powers for order in game.orders.get(power, ())]
        gone = [order for order in own_orders if not places or order.unit.at.province in places]
        ordered = {order.unit.at.province for order in gone}
        if nothing := tuple(at for place, at in places.items() if place not in ordered):
            return Reason("clear_none", nothing)
        remaining = {
            power: tuple(order for order in orders if order not in gone)
            for power, orders in game.orders.items()
        }
        why = (
            Reason("cleared_one", tuple(write_order(order, game.variant) for order in gone))
            if places
            else Reason("cleared")
        )
        return Effects((replace(game, orders=remaining),), why)


class Wait(PlayerCommand):
    """WAIT: this phase is not processed before its deadline."""

    among_orders = True
    of_turn = True

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Set the flag, which lasts for one phase."""
        return Effects((game.with_seat(replace(actor, wait=True)),), Reason("waiting"))


class Nowait(PlayerCommand):
    """NOWAIT: take WAIT back."""

    among_orders = True
    of_turn = True

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Clear the flag."""
        return Effects((game.with_seat(replace(actor, wait=False)),), Reason("no_waiting"))


class LinesResult(NamedTuple):
    """A game in which lines were obeyed, what became of each, and the orders kept of them."""

    game: Play
    heard: tuple[HeardLine, ...]
    given: tuple[Order, ...] = ()


def read_seat_line(game: Play, seat: Seat, line: Line, phase: Phase) -> tuple[Statement, ...]:
    """Read a line of a seat's as it is meant in a phase."""
    names = find_view(game, seat).usable_names
    return read_item_with_names(Item(line), game.variant, phase, names)


def may_stand_among_orders(statement: CommandStatement) -> bool:
    """Say whether a command may be kept, or hang on a condition, as orders do."""
    return isinstance(statement.command, Wait | Nowait)


def carry_out_lines(
    game: Play,
    seat: Seat,
    lines: Iterable[Line],
    mail_orders: Iterable[Order] = (),
    *,
    ahead: Phase | None = None,
    trial: bool = False,
) -> LinesResult:
    """Obey lines in the present turn, for as much as they can be.

    ``given`` are orders kept from the same mail before. If the lines are for a phase of another
    kind, ``ahead``, their conditions alone are looked at; in a ``trial`` there are orders alone.
    """
    run = _OrderRun(game, seat, list(mail_orders), ahead, trial)
    for line in lines:
        run.obey_line(line)
    return LinesResult(run.game, tuple(run.heard), tuple(run.given))


class _OrderRun:
    """The lines so far. ``open`` are the conditions around the present line: of each whether its
    orders stand, and whether any of its branches has stood.
    """

    def __init__(
        self, game: Play, seat: Seat, given: list[Order], ahead: Phase | None, trial: bool
    ) -> None:
        self.game, self.seat, self.given, self.ahead = game, seat, given, ahead
        self.trial = trial
        self.view = find_view(game, seat)
        self.phase = ahead or game.position.turn.phase
        self.heard: list[HeardLine] = []
        self.open: list[tuple[bool, bool]] = []

    @property
    def are_conditions_met(self) -> bool:
        """Whether the conditions around the present line are met."""
        return all(met for met, _ in self.open)

    def obey_line(self, line: Line) -> None:
        for statement in read_seat_line(self.game, self.seat, line, self.phase):
            if isinstance(statement, ConditionStatement):
                alone = statement.steps[0].what in ("else", "elif") and not self.open
                doubt = Reason("else_alone") if alone else line.doubt
                for step in statement.steps:
                    self.obey_step(line._replace(doubt=doubt), step)
            elif not self.are_conditions_met:
                self.heard.append(HeardLine(statement.line.text, "held", Reason("does_not_stand")))
            elif isinstance(statement, DoubtfulStatement):
                self.heard.append(self.offer_what_is_meant(statement))
            elif isinstance(statement, CommandStatement):
                self.obey_command(statement)
            elif self.ahead is None:
                result = accept_order(self.game, self.seat, statement, self.given)
                self.game = result.game
                self.heard.append(result.heard)
                self.given += filter(None, [result.order])
            elif isinstance(statement, UnreadStatement):
                self.heard.append(HeardLine(statement.line.text, "refused", statement.why))
            else:
                self.heard.append(HeardLine(statement.line.text, "taken"))

    def offer_what_is_meant(self, statement: DoubtfulStatement) -> HeardLine:
        if self.ahead is None:
            return offer_statement(self.game, self.seat, statement, self.given)
        return HeardLine(statement.line.text, "refused", statement.doubt)

    def obey_command(self, statement: CommandStatement) -> None:
        if self.trial or not may_stand_among_orders(statement):
            why = Reason("only_orders_tried" if self.trial else "only_orders")
            self.heard.append(HeardLine(statement.line.text, "refused", why))
            return
        if self.ahead is None:
            self.seat = replace(self.seat, wait=isinstance(statement.command, Wait))
            self.game = self.game.with_seat(self.seat)
        self.heard.append(HeardLine(statement.line.text, "taken"))

    def obey_step(self, line: Line, step: Step) -> None:
        if step.what == "say":
            self.obey_line(line._replace(text=step.text))
            return
        if step.what != "if" and not self.open:
            if step.what != "end":
                self.heard.append(HeardLine(step.text, "refused", Reason("else_alone")))
            return
        before = self.open.pop() if step.what != "if" else (False, False)
        if step.what == "end":
            self.heard.append(HeardLine(step.text, "taken"))
            return
        around = self.are_conditions_met
        so = is_condition_met(step.condition, self.view) if step.condition is not None else True
        self.open.append((bool(so) and not before[1], bool(so) or before[1]))
        if step.condition is None or not around or before[1]:
            self.heard.append(HeardLine(step.text, "taken"))
        else:
            code = "not_seen_so" if so is None else "is_so" if so else "is_not_so"
            self.heard.append(HeardLine(step.text, "noted", Reason(code)))


def offer_statement(
    game: Play, seat: Seat, statement: DoubtfulStatement, mail_orders: Sequence[Order]
) -> HeardLine:
    """Say why a statement is in doubt, and offer it if it could be done, tried as an order is; of
    one that may be taken back and could not be done say why that is."""
    said, typed = statement.said, statement.line.text
    if not isinstance(said, OrderStatement | UnreadStatement):
        return HeardLine(typed, "refused", statement.doubt, (typed,))
    result = accept_order(game, seat, said, mail_orders)
    choices = _list_choices_of(result, typed, game)
    if result.heard.verdict == "refused" and statement.doubt.code == "taken_back_below":
        is_waiting = result.heard.why == Reason("guess_waits")
        return result.heard._replace(why=statement.doubt) if is_waiting else result.heard
    if choices and _forbids_itself(statement):
        given = [order for power in seat.powers for order in game.orders.get(power, ())]
        if result.order in given:
            return HeardLine(typed, "refused", statement.doubt)
        return HeardLine(typed, "noted", Reason("not_ordered"))
    if choices:
        return HeardLine(typed, "refused", statement.doubt, choices)
    if isinstance(said, UnreadStatement) and said.why.code == "prose":
        return HeardLine(typed, "ignored")
    later = _offer_later(result.heard.why, typed, game) if _stands_below(statement) else ()
    return result.heard._replace(choices=later)


def _forbids_itself(statement: DoubtfulStatement) -> bool:
    """Say whether what may take an order back is its own sentence: ``do not send Paris to
    Burgundy``."""
    typed, phrases = statement.line.text.strip(" .!"), load_phrases()
    doubt = statement.doubt
    takes_back = doubt.code == "may_take_back" and doubt.about == (typed,)
    is_none = doubt.code == "left_over" and any(typed in each for each in doubt.about)
    return (takes_back or is_none) and phrases.is_negated(phrases.split_words(typed)[:_LEAD])


def _list_choices_of(result: OrderLineResult, typed: str, game: Play) -> tuple[str, ...]:
    if result.heard.verdict == "refused":
        return result.heard.choices
    return (write_order(result.order, game.variant) if result.order else typed,)


def _stands_below(statement: DoubtfulStatement) -> bool:
    return statement.doubt.code == "below_head" and isinstance(statement.said, OrderStatement)


def _offer_later(why: Reason | None, typed: str, game: Play) -> tuple[str, ...]:
    """Return an order for a unit that is not yet there, as one of the next turn with moves."""
    if why is None or why.code != "no_unit":
        return ()
    turn = game.variant.calendar.find_next_turn(game.position.turn)
    while turn.phase is not Phase.MOVEMENT:
        turn = game.variant.calendar.find_next_turn(turn)
    return (f"PHASE {turn}: {typed}",)
