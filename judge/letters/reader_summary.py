"""What one reader is told in sentences: their own units first, what to do next, every failure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

from judge.letters.board import Holding
from judge.letters.phrasing import Words, count_with_noun, join_phrases
from judge.letters.reasons import write_clause, write_sentence
from judge.letters.results_text import UNUSED, OrderOutcome, ResultsText
from judge.model.map import Location
from judge.model.position import Ended
from judge.model.reason import explain_ending
from judge.model.turn import Phase
from judge.model.view import View
from judge.views.results import collect_spaces_of_order

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
    def own_outcomes(self) -> tuple[OrderOutcome, ...]:
        """What became of the reader's own orders: the bad news first."""
        outcomes_of_reader = [
            outcome for outcome in self.results.outcomes if outcome.power in self.view.powers
        ]
        return tuple(
            sorted(outcomes_of_reader, key=lambda outcome: (not outcome.fate, outcome.good))
        )

    @cached_property
    def failed_outcomes(self) -> tuple[OrderOutcome, ...]:
        """Every order that came to nothing, power by power."""
        failed = (
            self.results.failures_by_power.get(power, ()) for power in self.powers_nearest_first
        )
        return tuple(chain.from_iterable(failed))

    @cached_property
    def outcomes_by_power(self) -> tuple[Group, ...]:
        """All outcomes by power, the reader's own powers first."""
        return tuple(self._write_outcomes_of_powers(self.powers_nearest_first))

    @property
    def own_outcomes_by_power(self) -> tuple[Group, ...]:
        """The outcomes of the reader's own powers."""
        return tuple(self._write_outcomes_of_powers(self.view.powers))

    @property
    def near_outcomes_by_power(self) -> tuple[Group, ...]:
        """The outcomes of others: of all of them, in a crowd of those who stand near the reader."""
        powers = self.neighbor_powers if self.is_crowded else self.powers_nearest_first
        return tuple(self._write_outcomes_of_powers(p for p in powers if p not in self.view.powers))

    @property
    def far_outcomes_by_power(self) -> tuple[Group, ...]:
        """In a crowd: the outcomes of those who are neither the reader's nor near them."""
        if not self.is_crowded:
            return ()
        nearer = {*self.view.powers, *self.neighbor_powers}
        return tuple(
            self._write_outcomes_of_powers(p for p in self.powers_nearest_first if p not in nearer)
        )

    @cached_property
    def is_crowded(self) -> bool:
        """Say whether there are so many powers that nobody reads of all with the same care."""
        return len(self.report.variant.map.powers) > CROWD

    @cached_property
    def neighbor_powers(self) -> tuple[str, ...]:
        """The other powers with a unit or a center in or beside the reader's places."""
        game_map, places = self.report.variant.map, self.results.provinces_by_power
        around = self.own_provinces.union(*(game_map.contacts[code] for code in self.own_provinces))
        other_powers = (power for power in game_map.powers if power not in self.view.powers)
        return tuple(p for p in other_powers if p in places and not around.isdisjoint(places[p]))

    @cached_property
    def powers_nearest_first(self) -> tuple[str, ...]:
        """The powers, the reader's own first; in a crowd their neighbors second."""
        first = (*self.view.powers, *(self.neighbor_powers if self.is_crowded else ()))
        return tuple(dict.fromkeys((*first, *self.report.variant.map.powers)))

    @cached_property
    def own_provinces(self) -> frozenset[str]:
        """Where the reader has a unit or owns a center."""
        return frozenset().union(
            *(self.results.provinces_by_power.get(p, ()) for p in self.view.powers)
        )

    @cached_property
    def theater_outcomes(self) -> tuple[tuple[int, OrderOutcome], ...]:
        """In a crowd: what others did to the places that the reader has, or had before; each with
        its number."""
        view = self.view
        if not self.is_crowded or not view.powers:
            return ()
        had = {r.order.unit.at.province for r in view.results if r.order.unit.power in view.powers}
        aimed, outcomes = self.results.order_numbers_by_target, self.results.outcomes
        numbers = {number for place in self.own_provinces | had for number in aimed.get(place, ())}
        orders = ((number, outcomes[number]) for number in sorted(numbers))
        return tuple(
            numbered_outcome
            for numbered_outcome in orders
            if numbered_outcome[1].power not in view.powers
        )

    def list_outcomes_about_space(self, place: str) -> tuple[OrderOutcome, ...]:
        """Return the outcomes of the orders of a unit in a space, or for that space."""
        pairs = zip(self.view.results, self.results.outcomes, strict=True)
        return tuple(
            outcome for result, outcome in pairs if place in collect_spaces_of_order(result.order)
        )

    @property
    def headline(self) -> str:
        """One sentence on the reader's orders, or "" without any."""
        used_outcomes = [outcome for outcome in self.own_outcomes if outcome.word != UNUSED]
        if not used_outcomes:
            return "There was no room for your builds." if self.own_outcomes else ""
        silent = sum(outcome.good and bool(outcome.note) for outcome in used_outcomes)
        order_count, lost = (
            len(used_outcomes) - silent,
            sum(bool(outcome.fate) for outcome in used_outcomes),
        )
        bad = sum(not outcome.good for outcome in used_outcomes)
        if not order_count:
            text = "No orders came from you"
        elif not bad:
            text = "Your order succeeded" if order_count == 1 else "All your orders succeeded"
        elif bad == order_count:
            text = "Your order came to nothing" if bad == 1 else "None of your orders succeeded"
        else:
            text = f"{order_count - bad} of your {count_with_noun(order_count, 'order')} succeeded"
        played = self.view.played
        thing = "adjustment" if played and played.phase is Phase.ADJUSTMENTS else "unit"
        more = (
            [f"no order came for {count_with_noun(silent, thing)}"]
            if silent and order_count
            else []
        )
        more += [f"{count_with_noun(lost, 'unit')} dislodged"] if lost else []
        return f"{'; '.join([text, *more])}."

    @property
    def headline_for_onlooker(self) -> str:
        """One sentence on all orders, or "" without any, or where the reader does not see all."""
        orders = [one for one in self.results.outcomes if one.word != UNUSED]
        if not orders or not self.view.whole:
            return ""
        good = sum(one.good for one in orders)
        if good == len(orders):
            return "All orders succeeded."
        return f"{good} of {count_with_noun(len(orders), 'order')} succeeded."

    @property
    def tasks_of_reader(self) -> tuple[str, ...]:
        """What the reader has to do in the phase that begins, in sentences.

        Who has several powers reads for which of them each is.
        """
        if self.view.ended:
            return ()
        powers = self.view.powers
        return tuple(
            f"{power}: {line}" if len(powers) > 1 else line
            for power in powers
            for line in self._write_tasks(power)
        )

    @property
    def events(self) -> tuple[str, ...]:
        """What the phase brought about beside the orders."""
        return self.results.events

    @property
    def partial_sight_note(self) -> str:
        """That the reader sees a part of the board alone, or ""."""
        if self.view.whole or not self.view.powers:
            return ""
        return (
            "You see a part of the board alone: what your units and centers see of it. Nobody is"
            " told what lies beyond that."
        )

    @property
    def ending_sentence(self) -> str:
        """How the game ended, or ""."""
        return write_ending(self.view.ended, self.words)

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """What every power has: of the reader's own first, in a crowd of their neighbors next."""
        rows = {row.power: row for row in self.results.holdings}
        first = (*self.view.powers, *(self.neighbor_powers if self.is_crowded else ()))
        return tuple(rows[power] for power in dict.fromkeys((*first, *rows)) if power in rows)

    @property
    def near_holdings(self) -> tuple[Holding, ...]:
        """The part of the board to show at once: after a turn and in a crowd the reader's own."""
        if not self.is_crowded and not self.view.played:
            return self.holdings
        return tuple(row for row in self.holdings if row.power in self.view.powers)

    @property
    def far_holdings(self) -> tuple[Holding, ...]:
        """The rest of the board."""
        return self.holdings[len(self.near_holdings) :]

    @property
    def board_text(self) -> str:
        """What every power has, in lines of plain text."""
        return "\n".join([self.results.board_text_by_power[row.power] for row in self.holdings])

    @property
    def remarks(self) -> tuple[str, ...]:
        """What else there is to know of the board: what is destroyed, what is closed now."""
        return self.results.remarks

    @cached_property
    def sightings(self) -> tuple[str, ...]:
        """What came, went, was found and was lost around the reader, in sentences."""
        return tuple(write_sentence(why, self.words) for why in self.view.sightings)

    def _write_outcomes_of_powers(self, powers: Iterable[str]) -> Iterator[Group]:
        outcomes = self.results.outcomes_by_power
        return ((power, outcomes[power]) for power in powers if power in outcomes)

    def _write_tasks(self, power: str) -> Iterator[str]:
        view, words = self.view, self.words
        phase = view.turn.phase
        if phase is Phase.RETREATS:
            for gone in view.dislodged:
                if gone.unit.power == power:
                    ways = join_phrases((words.name_place(at) for at in gone.options), "or")
                    unit = words.write_unit_without_owner(gone.unit)
                    yield f"Retreat your {unit} to {ways}, or disband it."
            return
        if phase is Phase.MOVEMENT:
            units = [f"the {words.write_unit_without_owner(unit)}" for unit in view.units_of(power)]
            if units:
                yield f"Order your {count_with_noun(len(units), 'unit')}: {join_phrases(units)}."
            return
        due = view.due.get(power, 0)
        free = [words.write_place_in_sentence(Location(code)) for code in view.sites.get(power, ())]
        if due < 0:
            yield f"Remove {count_with_noun(-due, 'unit')}: you have more units than centers."
        elif due and not free:
            yield "You have a build, but no vacant center to use it in."
        elif due:
            unit_count = count_with_noun(min(due, len(free)), "unit")
            yield f"Build up to {unit_count} in {join_phrases(free, 'or')}."


def write_ending(ended: Ended | None, words: Words) -> str:
    """Return how a game ended in a sentence, or "" while it goes on."""
    if ended is None:
        return ""
    winners = join_phrases(ended.winners)
    if ended.how == "terminated":
        return "The game is over: the master has ended it without a result."
    if ended.how == "draw":
        return f"The game is over: a draw between {winners}." if winners else "The game is a draw."
    if not winners or ended.how in ("stalled", "expired"):
        return f"The game is over: {write_clause(explain_ending(ended), words)}."
    return f"The game is over: {winners} {'have' if len(ended.winners) > 1 else 'has'} won."
