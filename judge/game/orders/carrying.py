"""Lines of orders obeyed one after the other, those left out whose condition is not met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from judge.game.notices import view_of
from judge.game.orders.accepting import accept_order
from judge.game.orders.wait import Nowait, Wait
from judge.game.state import Play, Seat
from judge.language.names import read_with_names
from judge.language.script import Item
from judge.language.statement import Commanded, Conditioned, Line, Statement, Step, Unread
from judge.model.order import Order
from judge.model.reason import Reason
from judge.model.transcript import Heard
from judge.model.turn import Phase
from judge.views.truth import is_so

REASONS = ("is_so", "is_not_so", "not_seen_so", "only_orders", "only_orders_tried")
"""The codes that are chosen here."""


class Carried(NamedTuple):
    """A game in which lines were obeyed, what became of each, and the orders kept of them."""

    game: Play
    heard: tuple[Heard, ...]
    given: tuple[Order, ...] = ()


def read(game: Play, seat: Seat, line: Line, phase: Phase) -> tuple[Statement, ...]:
    """Read a line of a seat's as it is meant in a phase."""
    names = view_of(game, seat).usable_names
    return read_with_names(Item(line), game.variant, phase, names)


def may_stand_among(said: Commanded) -> bool:
    """Say whether a command may be kept, or hang on a condition, as orders do."""
    return isinstance(said.command, Wait | Nowait)


def carry_out(
    game: Play,
    seat: Seat,
    lines: Iterable[Line],
    given: Iterable[Order] = (),
    *,
    ahead: Phase | None = None,
    trial: bool = False,
) -> Carried:
    """Obey lines in the present turn, for as much as they can be.

    ``given`` are orders kept from the same mail before. If the lines are for a phase of another
    kind, ``ahead``, their conditions alone are looked at; in a ``trial`` there are orders alone.
    """
    run = _Run(game, seat, list(given), ahead, trial)
    for line in lines:
        run.obey(line)
    return Carried(run.game, tuple(run.heard), tuple(run.given))


class _Run:
    """The lines so far. ``open`` are the conditions around the present line: of each whether its
    orders stand, and whether any of its branches has stood.
    """

    def __init__(
        self, game: Play, seat: Seat, given: list[Order], ahead: Phase | None, trial: bool
    ) -> None:
        self.game, self.seat, self.given, self.ahead = game, seat, given, ahead
        self.trial = trial
        self.view = view_of(game, seat)
        self.phase = ahead or game.position.turn.phase
        self.heard: list[Heard] = []
        self.open: list[tuple[bool, bool]] = []

    @property
    def stands(self) -> bool:
        """Whether the conditions around the present line are met."""
        return all(met for met, _ in self.open)

    def obey(self, line: Line) -> None:
        for said in read(self.game, self.seat, line, self.phase):
            if isinstance(said, Conditioned):
                for step in said.steps:
                    self.step(line, step)
            elif not self.stands:
                self.heard.append(Heard(said.line.text, "held", Reason("does_not_stand")))
            elif isinstance(said, Commanded):
                self.command(said)
            elif self.ahead is None:
                taken = accept_order(self.game, self.seat, said, self.given)
                self.game = taken.game
                self.heard.append(taken.heard)
                self.given += filter(None, [taken.order])
            elif isinstance(said, Unread):
                self.heard.append(Heard(said.line.text, "refused", said.why))
            else:
                self.heard.append(Heard(said.line.text, "taken"))

    def command(self, said: Commanded) -> None:
        if self.trial or not may_stand_among(said):
            why = Reason("only_orders_tried" if self.trial else "only_orders")
            self.heard.append(Heard(said.line.text, "refused", why))
            return
        if self.ahead is None:
            self.seat = replace(self.seat, wait=isinstance(said.command, Wait))
            self.game = self.game.with_seat(self.seat)
        self.heard.append(Heard(said.line.text, "taken"))

    def step(self, line: Line, step: Step) -> None:
        if step.what == "say":
            self.obey(line._replace(text=step.text))
            return
        if step.what != "if" and not self.open:
            if step.what != "end":
                self.heard.append(Heard(step.text, "refused", Reason("else_alone")))
            return
        before = self.open.pop() if step.what != "if" else (False, False)
        if step.what == "end":
            self.heard.append(Heard(step.text, "taken"))
            return
        around = self.stands
        so = is_so(step.condition, self.view) if step.condition is not None else True
        self.open.append((bool(so) and not before[1], bool(so) or before[1]))
        if step.condition is None or not around or before[1]:
            self.heard.append(Heard(step.text, "taken"))
        else:
            code = "not_seen_so" if so is None else "is_so" if so else "is_not_so"
            self.heard.append(Heard(step.text, "noted", Reason(code)))
