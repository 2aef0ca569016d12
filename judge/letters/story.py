"""What one reader is told in sentences: his own units first, what to do next, every failure."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from judge.letters.account import UNUSED, Account, Outcome
from judge.letters.events import happened
from judge.letters.reasons import sentence, wordings
from judge.letters.words import counted, joined
from judge.model.order import Convoy, Move, Order, Retreat, Support
from judge.model.position import Ended
from judge.model.turn import Phase
from judge.model.view import View

CROWD = 12
"""With more powers than that a letter goes from the reader's own theatre to the world."""


class Balance(NamedTuple):
    """A power's centers and units, for the table; ``names`` are its centers."""

    power: str
    centres: int
    units: int
    due: int
    names: tuple[str, ...]
    mine: bool
    won: bool
    votes: int | None = None


class Story:
    """The sentences about one reader's View."""

    def __init__(self, account: Account, view: View) -> None:
        self.report, self.words = account.report, account.report.words
        self.outcomes, self.view = account.outcomes, view

    @cached_property
    def own(self) -> tuple[Outcome, ...]:
        """What became of the reader's own orders: the bad news first."""
        mine = [one for one in self.outcomes if one.power in self.view.powers]
        return tuple(sorted(mine, key=lambda one: (not one.fate, one.good)))

    @cached_property
    def failures(self) -> tuple[Outcome, ...]:
        """Every order that came to nothing, power by power."""
        return tuple(one for _, group in self.groups for one in group if one.why)

    @cached_property
    def groups(self) -> tuple[tuple[str, tuple[Outcome, ...]], ...]:
        """All outcomes by power, the reader's own powers first."""
        order = self.nearest
        found = ((p, tuple(one for one in self.outcomes if one.power == p)) for p in order)
        return tuple((power, group) for power, group in found if group)

    @cached_property
    def nearest(self) -> tuple[str, ...]:
        """The powers, the reader's own first; in a crowd those that stand next to him second."""
        view, chart = self.view, self.report.variant.map
        order = [*view.powers]
        if len(chart.powers) > CROWD:
            around = {near for code in self.places for near in chart.contacts[code]} | self.places
            close = {unit.power for unit in view.units if unit.at.province in around}
            close |= {power for code, power in view.owners.items() if code in around}
            order += [power for power in chart.powers if power in close and power not in order]
        return (*order, *(power for power in chart.powers if power not in order))

    @cached_property
    def places(self) -> frozenset[str]:
        """Where the reader has a unit or owns a center."""
        view = self.view
        held = {code for code, power in view.owners.items() if power in view.powers}
        return frozenset(held | {u.at.province for u in view.units if u.power in view.powers})

    @cached_property
    def theatre(self) -> tuple[str, ...]:
        """In a crowd: what others did to the reader's places, each an order and its verdict."""
        if len(self.report.variant.map.powers) <= CROWD or not self.view.powers:
            return ()
        own = self.places | {one.order.unit.at.province for one in self.view.results
                             if one.order.unit.power in self.view.powers}  # fmt: skip
        return tuple(
            f"{told.power}: {told.order} ({told.word})"
            for result, told in zip(self.report.view.results, self.outcomes, strict=True)
            if told.power not in self.view.powers and aims_at(result.order) & own
        )

    @property
    def summary(self) -> str:
        """One sentence on the reader's orders, or "" without any."""
        mine = [one for one in self.own if one.word != UNUSED]
        if not mine:
            return "There was no room for your builds." if self.own else ""
        silent = sum(1 for one in mine if one.good and one.note)
        given, lost = len(mine) - silent, sum(1 for one in mine if one.fate)
        bad = sum(1 for one in mine if not one.good)
        if not given:
            text = "No orders came from you"
        elif not bad:
            text = "Your order succeeded" if given == 1 else "All your orders succeeded"
        elif bad == given:
            text = "Your order came to nothing" if bad == 1 else "None of your orders succeeded"
        else:
            text = f"{given - bad} of your {counted(given, 'order')} succeeded"
        played = self.view.played
        thing = "adjustment" if played and played.phase is Phase.ADJUSTMENTS else "unit"
        more = [f"no order came for {counted(silent, thing)}"] if silent and given else []
        more += [f"{counted(lost, 'unit')} dislodged"] if lost else []
        return f"{'; '.join([text, *more])}."

    @property
    def tasks(self) -> tuple[str, ...]:
        """What the reader has to do in the phase that begins, in sentences."""
        if self.view.ended:
            return ()
        return tuple(line for power in self.view.powers for line in self._tasks(power))

    @cached_property
    def events(self) -> tuple[str, ...]:
        """What the phase brought about beside the orders."""
        return happened(self.view, self.words)

    @property
    def ending(self) -> str:
        """How the game ended, or ""."""
        return ending_of(self.view.ended)

    @property
    def board(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The units of every power, the reader's own first."""
        return tuple(
            (power, tuple(self.report.orders.unit(unit) for unit in self.view.units_of(power)))
            for power in self.nearest
            if self.view.units_of(power)
        )

    @cached_property
    def tidings(self) -> tuple[str, ...]:
        """What came, went, was found and was lost around the reader, in sentences."""
        return tuple(sentence(why, self.words) for why in self.view.tidings)

    @cached_property
    def balances(self) -> tuple[Balance, ...]:
        """Centers and units of the powers still on the board, the strongest first."""
        view, rows = self.view, []
        for power in self.report.variant.map.powers:
            centres, units = view.centres_of(power), view.units_of(power)
            if (not centres and not units) or not (view.whole or power in view.powers):
                continue
            ended = view.ended
            won = ended is not None and ended.how == "victory" and power in ended.winners
            names = tuple(sorted(self.words.centre(code) for code in centres))
            due = view.due.get(power, 0)
            mine = power in view.powers
            votes = view.votes.get(power)
            rows.append(Balance(power, len(centres), len(units), due, names, mine, won, votes))
        return tuple(sorted(rows, key=lambda row: -row.centres))

    def _tasks(self, power: str) -> list[str]:
        view, words = self.view, self.words
        phase = view.turn.phase
        if phase is Phase.RETREATS:
            return [
                f"Retreat your {words.mine(one.unit)} to "
                f"{joined((words.place(at) for at in one.options), 'or')}, or disband it."
                for one in view.dislodged
                if one.unit.power == power
            ]
        if phase is Phase.MOVEMENT:
            units = [f"the {words.mine(unit)}" for unit in view.units_of(power)]
            return [f"Order your {counted(len(units), 'unit')}: {joined(units)}."] if units else []
        due = view.due.get(power, 0)
        if due < 0:
            return [f"Remove {counted(-due, 'unit')}: you have more units than centers."]
        if due > 0:
            free = [words.centre(code) for code in view.sites.get(power, ())]
            if free:
                return [
                    f"Build up to {counted(min(due, len(free)), 'unit')} in {joined(free, 'or')}."
                ]
            return ["You have a build, but no vacant center to use it in."]
        return []


def aims_at(order: Order) -> set[str]:
    """Return the provinces that an order is about, but for the unit's own."""
    if isinstance(order, Move | Retreat):
        return {order.to.province}
    if isinstance(order, Support):
        return {order.of.at.province, *([order.into.province] if order.into else [])}
    if isinstance(order, Convoy):
        return {order.of.at.province, order.to.province}
    return set()


def ending_of(ended: Ended | None) -> str:
    """Return how a game ended in a sentence, or "" while it goes on."""
    if ended is None:
        return ""
    winners = joined(ended.winners)
    if ended.how == "terminated":
        return "The game is over: the master has ended it without a result."
    if ended.how == "draw":
        return f"The game is over: a draw between {winners}." if winners else "The game is a draw."
    if not winners:
        return f"The game is over: {wordings()[f'ended_{ended.how}'][1][0]}."
    return f"The game is over: {winners} {'have' if len(ended.winners) > 1 else 'has'} won."


def balance_words(due: int) -> str:
    """Return ``builds 1``, ``removes 2`` or ``no change``."""
    if not due:
        return "no change"
    return f"builds {due}" if due > 0 else f"removes {-due}"
