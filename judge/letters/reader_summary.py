"""What one reader is told in sentences: their own units first, what to do next, every failure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

from judge.letters.board import Holding
from judge.letters.phrasing import Words, counted, joined
from judge.letters.reasons import clause, sentence
from judge.letters.results_text import UNUSED, OrderOutcome, ResultsText
from judge.model.position import Ended
from judge.model.reason import Reason
from judge.model.turn import Phase
from judge.model.view import View
from judge.views.results import spaces

CROWD = 12
"""With more powers than that a letter goes from the reader's own theater to the world."""


Group = tuple[str, tuple[OrderOutcome, ...]]
"""A power and the outcomes of its orders."""


class ReaderSummary:
    """The sentences about one reader's View."""

    def __init__(self, results: ResultsText, view: View) -> None:
        self.results, self.view = results, view
        self.report, self.words = results.report, results.report.words

    @cached_property
    def own(self) -> tuple[OrderOutcome, ...]:
        """What became of the reader's own orders: the bad news first."""
        mine = [outcome for outcome in self.results.outcomes if outcome.power in self.view.powers]
        return tuple(sorted(mine, key=lambda outcome: (not outcome.fate, outcome.good)))

    @cached_property
    def failures(self) -> tuple[OrderOutcome, ...]:
        """Every order that came to nothing, power by power."""
        failed = (self.results.failures.get(power, ()) for power in self.nearest)
        return tuple(chain.from_iterable(failed))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """All outcomes by power, the reader's own powers first."""
        return tuple(self._groups(self.nearest))

    @property
    def mine(self) -> tuple[Group, ...]:
        """The outcomes of the reader's own powers."""
        return tuple(self._groups(self.view.powers))

    @property
    def near(self) -> tuple[Group, ...]:
        """The outcomes of others: of all of them, in a crowd of those who stand near the reader."""
        powers = self.neighbors if self.crowded else self.nearest
        return tuple(self._groups(p for p in powers if p not in self.view.powers))

    @property
    def far(self) -> tuple[Group, ...]:
        """In a crowd: the outcomes of those who are neither the reader's nor near them."""
        if not self.crowded:
            return ()
        nearer = {*self.view.powers, *self.neighbors}
        return tuple(self._groups(p for p in self.nearest if p not in nearer))

    @cached_property
    def crowded(self) -> bool:
        """Say whether there are so many powers that nobody reads of all with the same care."""
        return len(self.report.variant.map.powers) > CROWD

    @cached_property
    def neighbors(self) -> tuple[str, ...]:
        """The other powers with a unit or a center in or beside the reader's places."""
        game_map, places = self.report.variant.map, self.results.places
        around = self.places.union(*(game_map.contacts[code] for code in self.places))
        others = (power for power in game_map.powers if power not in self.view.powers)
        return tuple(p for p in others if p in places and not around.isdisjoint(places[p]))

    @cached_property
    def nearest(self) -> tuple[str, ...]:
        """The powers, the reader's own first; in a crowd their neighbors second."""
        first = (*self.view.powers, *(self.neighbors if self.crowded else ()))
        return tuple(dict.fromkeys((*first, *self.report.variant.map.powers)))

    @cached_property
    def places(self) -> frozenset[str]:
        """Where the reader has a unit or owns a center."""
        return frozenset().union(*(self.results.places.get(p, ()) for p in self.view.powers))

    @cached_property
    def theater(self) -> tuple[tuple[int, OrderOutcome], ...]:
        """In a crowd: what others did to the places that the reader has, or had before; each with
        its number."""
        view = self.view
        if not self.crowded or not view.powers:
            return ()
        had = {r.order.unit.at.province for r in view.results if r.order.unit.power in view.powers}
        aimed, outcomes = self.results.aimed, self.results.outcomes
        numbers = {number for place in self.places | had for number in aimed.get(place, ())}
        orders = ((number, outcomes[number]) for number in sorted(numbers))
        return tuple(each for each in orders if each[1].power not in view.powers)

    def about(self, place: str) -> tuple[OrderOutcome, ...]:
        """Return the outcomes of the orders of a unit in a space, or for that space."""
        pairs = zip(self.view.results, self.results.outcomes, strict=True)
        return tuple(each for result, each in pairs if place in spaces(result.order))

    @property
    def headline(self) -> str:
        """One sentence on the reader's orders, or "" without any."""
        mine = [outcome for outcome in self.own if outcome.word != UNUSED]
        if not mine:
            return "There was no room for your builds." if self.own else ""
        silent = sum(outcome.good and bool(outcome.note) for outcome in mine)
        given, lost = len(mine) - silent, sum(bool(outcome.fate) for outcome in mine)
        bad = sum(not outcome.good for outcome in mine)
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
    def events(self) -> tuple[str, ...]:
        """What the phase brought about beside the orders."""
        return self.results.events

    @property
    def part_seen(self) -> str:
        """That the reader sees a part of the board alone, or ""."""
        if self.view.whole or not self.view.powers:
            return ""
        return (
            "You see a part of the board alone: what your units and centers see of it. Nobody is"
            " told what lies beyond that."
        )

    @property
    def ending(self) -> str:
        """How the game ended, or ""."""
        return ending_of(self.view.ended, self.words)

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """What every power has: of the reader's own first, in a crowd of their neighbors next."""
        rows = {row.power: row for row in self.results.holdings}
        first = (*self.view.powers, *(self.neighbors if self.crowded else ()))
        return tuple(rows[power] for power in dict.fromkeys((*first, *rows)) if power in rows)

    @property
    def near_holdings(self) -> tuple[Holding, ...]:
        """The part of the board to show at once: after a turn and in a crowd the reader's own."""
        if not self.crowded and not self.view.played:
            return self.holdings
        return tuple(row for row in self.holdings if row.power in self.view.powers)

    @property
    def far_holdings(self) -> tuple[Holding, ...]:
        """The rest of the board."""
        return self.holdings[len(self.near_holdings) :]

    @property
    def board(self) -> str:
        """What every power has, in lines of plain text."""
        return "\n".join([self.results.board_lines[row.power] for row in self.holdings])

    @property
    def remarks(self) -> tuple[str, ...]:
        """What else there is to know of the board: what is destroyed, what is closed now."""
        return self.results.remarks

    @cached_property
    def sightings(self) -> tuple[str, ...]:
        """What came, went, was found and was lost around the reader, in sentences."""
        return tuple(sentence(why, self.words) for why in self.view.sightings)

    def _groups(self, powers: Iterable[str]) -> Iterator[Group]:
        outcomes = self.results.by_power
        return ((power, outcomes[power]) for power in powers if power in outcomes)

    def _tasks(self, power: str) -> Iterator[str]:
        view, words = self.view, self.words
        phase = view.turn.phase
        if phase is Phase.RETREATS:
            for gone in view.dislodged:
                if gone.unit.power == power:
                    ways = joined((words.place(at) for at in gone.options), "or")
                    yield f"Retreat your {words.mine(gone.unit)} to {ways}, or disband it."
            return
        if phase is Phase.MOVEMENT:
            units = [f"the {words.mine(unit)}" for unit in view.units_of(power)]
            if units:
                yield f"Order your {counted(len(units), 'unit')}: {joined(units)}."
            return
        due = view.due.get(power, 0)
        free = [words.center(code) for code in view.sites.get(power, ())]
        if due < 0:
            yield f"Remove {counted(-due, 'unit')}: you have more units than centers."
        elif due and not free:
            yield "You have a build, but no vacant center to use it in."
        elif due:
            yield f"Build up to {counted(min(due, len(free)), 'unit')} in {joined(free, 'or')}."


def ending_of(ended: Ended | None, words: Words) -> str:
    """Return how a game ended in a sentence, or "" while it goes on."""
    if ended is None:
        return ""
    winners = joined(ended.winners)
    if ended.how == "terminated":
        return "The game is over: the master has ended it without a result."
    if ended.how == "draw":
        return f"The game is over: a draw between {winners}." if winners else "The game is a draw."
    if not winners or ended.how in ("stalled", "expired"):
        return f"The game is over: {clause(Reason(f'ended_{ended.how}', ended.winners), words)}."
    return f"The game is over: {winners} {'have' if len(ended.winners) > 1 else 'has'} won."
