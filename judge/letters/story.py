"""What a results letter tells in sentences: your own units first, what to do next, every failure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.letters.layout import Report
from judge.letters.reasons import clause, finished, is_outcome
from judge.letters.words import counted, joined
from judge.model.order import Waive
from judge.model.position import Dislodged, Ended
from judge.model.reason import Fate, Result
from judge.model.turn import Phase

_DONE = {
    "hold": "held",
    "move": "moved",
    "support": "given",
    "convoy": "convoyed",
    "retreat": "retreated",
    "disband": "disbanded",
    "build": "built",
    "remove": "removed",
    "waive": "waived",
}
_MARKS = {
    "cut": "cut",
    "no_convoy": "no convoy",
    "convoy_lost": "convoy lost",
    "paradox": "paradox",
    "unmatched": "not matched",
    "retreat_clash": "clash",
    "dislodged": "dislodged",
    "superseded": "replaced",
}


class Outcome(NamedTuple):
    """One order's end. ``word`` is the verdict in a word or two; ``why`` is "" where all went well.

    ``own`` tells it to the owner of the unit; ``fate`` tells what became of a unit driven out.
    """

    power: str
    order: str
    word: str
    good: bool
    why: str
    own: str
    fate: str = ""


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
    """The sentences about one View."""

    def __init__(self, report: Report) -> None:
        self.report, self.view, self.words = report, report.view, report.words
        self.outcomes = tuple(self._outcome(one) for one in self.view.results)

    @property
    def own(self) -> tuple[Outcome, ...]:
        """What became of the reader's own orders: the bad news first."""
        mine = [one for one in self.outcomes if one.power in self.view.powers]
        return tuple(sorted(mine, key=lambda one: (not one.fate, one.good)))

    @property
    def failures(self) -> tuple[Outcome, ...]:
        """Every order that came to nothing and every unit driven out, power by power."""
        return tuple(one for _, group in self.groups for one in group if one.why or one.fate)

    @property
    def groups(self) -> tuple[tuple[str, tuple[Outcome, ...]], ...]:
        """All outcomes by power, the reader's own powers first."""
        order = [*self.view.powers]
        order += [power for power in self.report.variant.map.powers if power not in order]
        found = ((p, tuple(one for one in self.outcomes if one.power == p)) for p in order)
        return tuple((power, group) for power, group in found if group)

    @property
    def summary(self) -> str:
        """One sentence on the reader's orders, or "" without any."""
        mine = self.own
        bad = sum(1 for one in mine if not one.good)
        lost = sum(1 for one in mine if one.fate)
        if not mine:
            return ""
        if not bad and not lost:
            return "Your order succeeded." if len(mine) == 1 else "All your orders succeeded."
        if bad == len(mine):
            text = "Your order came to nothing" if bad == 1 else "None of your orders succeeded"
        else:
            text = f"{len(mine) - bad} of your {counted(len(mine), 'order')} succeeded"
        return f"{text}; {counted(lost, 'unit')} dislodged." if lost else f"{text}."

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

    @property
    def balances(self) -> tuple[Balance, ...]:
        """Centers and units of the powers still on the board, the strongest first."""
        view, rows = self.view, []
        for power in self.report.variant.map.powers:
            centres, units = view.centres_of(power), view.units_of(power)
            if not centres and not units:
                continue
            ended = view.ended
            won = ended is not None and ended.how == "victory" and power in ended.winners
            names = tuple(sorted(self.words.centre(code) for code in centres))
            due = view.due.get(power, 0)
            mine = power in view.powers
            rows.append(Balance(power, len(centres), len(units), due, names, mine, won))
        return tuple(sorted(rows, key=lambda row: -row.centres))

    def _outcome(self, result: Result) -> Outcome:
        order, why = result.order, result.why
        here = self.report.before.get(order.unit.at.province)
        if here is not None and here.power == order.unit.power and here != order.unit:
            result = replace(result, order=replace(order, unit=here))
            order = result.order
        good = result.fate is Fate.STANDS
        text = self._order(result)
        gone = self.report.driven.get(order.unit)
        told, own = "", self._done(result)
        if not good:
            told = self._failure(text, result)
            own = self._failure(f"Your {self.words.mine(order.unit)}", result, own=True)
        elif why.code == "no_order":
            told = finished(f"{text}: no order came")
        word = _DONE.get(order.verb, "done") if good else _word(result)
        if gone and why.code != "dislodged":
            word = f"{word}, dislodged"
        fate = self._fate(gone) if gone else ""
        return Outcome(order.unit.power, text, word, good, told, own, fate)

    def _order(self, result: Result) -> str:
        order, words = result.order, self.words
        if order.verb in ("build", "remove"):
            verb = order.verb.title()
            return f"{verb} {words.kind(order.unit.kind)} {words.place(order.unit.at)}"
        return "Waive a build" if isinstance(order, Waive) else self.report.orders.text(order)

    def _done(self, result: Result) -> str:
        order, words = result.order, self.words
        if isinstance(order, Waive):
            return "You waived a build."
        if order.verb in ("build", "remove"):
            what = f"{words.a_kind(order.unit.kind)} in {words.spot(order.unit.at)}"
            verb = "built" if order.verb == "build" else "removed"
            if result.why.code in ("builds", "removes"):
                return f"You {verb} {what}."
            return finished(f"{what} was {verb}: {clause(result.why, words)}")
        text = f"Your {words.mine(order.unit)} {words.deed(order)}"
        if result.why.code == "no_order":
            return f"{text}: no order came for it."
        return f"{text}."

    def _failure(self, subject: str, result: Result, own: bool = False) -> str:
        reason = clause(result.why, self.words)
        predicate = is_outcome(result.why)
        if own:
            aim = f"{subject} was to {self.words.aim(result.order)}"
            if result.why.code == "dislodged":
                return f"{aim}, but could not."
            if predicate:
                return finished(f"{aim}, but it {reason}")
            nothing = "that was void" if result.fate is Fate.VOID else "that came to nothing"
            return finished(f"{aim}, but {nothing}: {reason}")
        if predicate:
            return finished(f"{subject} {reason}")
        verdict = "was void" if result.fate is Fate.VOID else "came to nothing"
        return finished(f"{subject} {verdict}: {reason}")

    def _fate(self, gone: Dislodged) -> str:
        by = f" by {self.words.unit(gone.by)}" if gone.by.kind or gone.by.power else ""
        if not gone.options:
            return f"It was dislodged{by}, had nowhere to go and was destroyed."
        places = joined((self.words.place(at) for at in gone.options), "or")
        return f"It was dislodged{by}; it can retreat to {places}, or disband."

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
            units = [words.mine(unit) for unit in view.units_of(power)]
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
                return [f"Build up to {counted(min(due, len(free)), 'unit')} in {joined(free, 'or')}."]
            return ["You have a build, but no vacant home center to use it in."]
        return []


def ending_of(ended: Ended | None) -> str:
    """Return how a game ended in a sentence, or "" while it goes on."""
    if ended is None:
        return ""
    winners = joined(ended.winners)
    if ended.how == "draw":
        return f"The game is over: a draw between {winners}." if winners else "The game is a draw."
    if not winners:
        return f"The game is over ({ended.how})."
    return f"The game is over: {winners} {'have' if len(ended.winners) > 1 else 'has'} won."


def _word(result: Result) -> str:
    if result.fate is Fate.VOID:
        return "void"
    default = "bounced" if result.order.verb in ("move", "retreat") else "failed"
    return _MARKS.get(result.why.code, default)


def balance_words(due: int) -> str:
    """Return ``builds 1``, ``removes 2`` or ``no change``."""
    if not due:
        return "no change"
    return f"builds {due}" if due > 0 else f"removes {-due}"


