"""What one reader is told in sentences: his own units first, what to do next, every failure."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from judge.letters.account import UNUSED, Account, Outcome
from judge.letters.reasons import sentence
from judge.letters.words import counted, joined
from judge.model.position import Ended
from judge.model.turn import Phase
from judge.model.view import View


class Balance(NamedTuple):
    """A power's centers and units, for the table; ``names`` are its centers."""

    power: str
    centres: int
    units: int
    due: int
    names: tuple[str, ...]
    mine: bool
    won: bool


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
        order = [*self.view.powers]
        order += [power for power in self.report.variant.map.powers if power not in order]
        found = ((p, tuple(one for one in self.outcomes if one.power == p)) for p in order)
        return tuple((power, group) for power, group in found if group)

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

    @property
    def ending(self) -> str:
        """How the game ended, or ""."""
        return ending_of(self.view.ended)

    @property
    def board(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The units of every power, the reader's own first."""
        order = [*self.view.powers]
        order += [power for power in self.report.variant.map.powers if power not in order]
        return tuple(
            (power, tuple(self.report.orders.unit(unit) for unit in self.view.units_of(power)))
            for power in order
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
            rows.append(Balance(power, len(centres), len(units), due, names, mine, won))
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
            free = [
                words.centre(code)
                for code in view.homes.get(power, ())
                if view.owners.get(code) == power and view.at(code) is None
            ]
            if free:
                return [
                    f"Build up to {counted(min(due, len(free)), 'unit')} in {joined(free, 'or')}."
                ]
            return ["You have a build, but no vacant home center to use it in."]
        return []


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
        return f"The game is over ({ended.how})."
    return f"The game is over: {winners} {'have' if len(ended.winners) > 1 else 'has'} won."


def balance_words(due: int) -> str:
    """Return ``builds 1``, ``removes 2`` or ``no change``."""
    if not due:
        return "no change"
    return f"builds {due}" if due > 0 else f"removes {-due}"
