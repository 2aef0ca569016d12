"""What became of every order, in sentences; readers who see the same share one text."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from judge.hooks import Variant
from judge.language.writer import write_order
from judge.letters.board import Holding, list_board_remarks, list_holdings
from judge.letters.events import write_event_sentences
from judge.letters.judge_format import JudgeFormatReport
from judge.letters.phrasing import join_phrases
from judge.letters.plain_text import put_prose_behind_bar
from judge.letters.reasons import finish_sentence, is_predicate, write_clause
from judge.model.letter import Heading
from judge.model.position import Dislodged
from judge.model.reason import Fate, Result
from judge.model.view import BUT_READER, View, ViewKey
from judge.views.results import collect_spaces_of_order

_MARKS = {
    "cut": "cut",
    "no_convoy": "no convoy",
    "convoy_lost": "convoy lost",
    "paradox": "paradox",
    "unmatched": "not matched",
    "walked": "not needed",
    "retreat_clash": "clash",
    "gave_way": "clash",
    "dislodged": "dislodged",
    "superseded": "replaced",
}


UNUSED = "unused"
"""The verdict on a build for which there was no room."""


class OrderOutcome(NamedTuple):
    """One order's end. ``word`` is the verdict in a word or two; ``why`` is "" where all went well.

    ``note`` is the same without the order; ``own`` tells it to the owner of the unit; ``fate``
    tells what became of a unit dislodged; ``typed`` is the order as players write it.
    """

    power: str
    order: str
    word: str
    good: bool
    why: str
    note: str
    own: str
    fate: str = ""
    typed: str = ""


class ResultsText:
    """The report of a View and the sentences about each of its orders.

    ``drawn`` keeps what templates made of parts that are the same for every reader, and the same as
    its owner reads it: by the template and what it is about.
    """

    def __init__(self, report: JudgeFormatReport) -> None:
        self.report, self.words = report, report.words
        self.drawn: dict[tuple[str, str | int], tuple[str, str]] = {}

    @cached_property
    def outcomes_by_power(self) -> Mapping[str, tuple[OrderOutcome, ...]]:
        """The outcomes of each power that had something to order."""
        groups: dict[str, list[OrderOutcome]] = {}
        for outcome in self.outcomes:
            groups.setdefault(outcome.power, []).append(outcome)
        return {power: tuple(group) for power, group in groups.items()}

    @cached_property
    def failures_by_power(self) -> Mapping[str, tuple[OrderOutcome, ...]]:
        """The outcomes of each power that came to nothing."""
        return {
            power: tuple(outcome for outcome in group if outcome.why)
            for power, group in self.outcomes_by_power.items()
        }

    @cached_property
    def provinces_by_power(self) -> Mapping[str, Set[str]]:
        """Where each power has a unit or owns a center."""
        places: dict[str, set[str]] = {}
        for unit in self.report.view.units:
            places.setdefault(unit.power, set()).add(unit.at.province)
        for code, power in self.report.view.owners.items():
            places.setdefault(power, set()).add(code)
        return places

    @cached_property
    def order_numbers_by_target(self) -> Mapping[str, Sequence[int]]:
        """The numbers of the orders that are about a province where their own unit is not."""
        numbers: dict[str, list[int]] = {}
        for number, result in enumerate(self.report.view.results):
            for place in collect_spaces_of_order(result.order) - {result.order.unit.at.province}:
                numbers.setdefault(place, []).append(number)
        return numbers

    @cached_property
    def events(self) -> tuple[str, ...]:
        """What the phase brought about beside the orders."""
        return write_event_sentences(self.report.view, self.words)

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What else there is to know of the board: what is destroyed, what is closed now."""
        return tuple(list_board_remarks(self.report.view, self.words))

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """What every power has, as far as it is seen, and what is nobody's."""
        return list_holdings(self.report.view, self.report.variant)

    @cached_property
    def board_text_by_power(self) -> Mapping[str, str]:
        """What every power has in lines of plain text; what is nobody's under ""."""
        return {
            row.power: "\n".join(
                [
                    put_prose_behind_bar(f"{row.title}: {row.head}"),
                    *(put_prose_behind_bar(p, "  ") for p in row.labeled_lists),
                ]
            )
            for row in self.holdings
        }

    @cached_property
    def judge_format_text(self) -> str:
        """The results in the old judges' layout."""
        return self.report.render_results()

    @cached_property
    def outcomes(self) -> tuple[OrderOutcome, ...]:
        """What became of every order, in the order of the record."""
        return tuple(self._make_outcome(result) for result in self.report.view.results)

    def _make_outcome(self, result: Result) -> OrderOutcome:
        order, why = result.order, result.why
        here = self.report.units_before_phase.get(order.unit.at.province)
        if here is not None and here.power == order.unit.power and here != order.unit:
            result = result._replace(order=replace(order, unit=here))
            order = result.order
        good = result.fate is Fate.STANDS
        text = self.report.order_words.write_order_text(order)
        gone = self.report.dislodgements_by_unit.get(order.unit)
        failure, note = "", ""
        if good:
            text_for_owner = self._describe_own_success(result)
            if not is_predicate(why, self.words):  # it happened though nobody ordered it
                note = finish_sentence(write_clause(why, self.words))
        else:
            failure = self._describe_failure(text, result)
            note = finish_sentence(write_clause(why, self.words))
            text_for_owner = self._describe_failure(
                f"Your {self.words.write_unit_without_owner(order.unit)}", result, for_owner=True
            )
        word = (
            self.words.find_wording_of_order(order).done
            if good
            else self._choose_word_for_failure(result)
        )
        if why.code == "unusable":
            word = UNUSED
        dislodged = gone or order.unit in self.report.view.dislodged_foreign
        if dislodged and why.code != "dislodged":
            word = f"{word}, dislodged"
        fate = self._describe_dislodgement(gone) if gone else ""
        typed = write_order(order, self.report.variant)
        return OrderOutcome(
            order.unit.power, text, word, good, failure, note, text_for_owner, fate, typed
        )

    def _describe_own_success(self, result: Result) -> str:
        """Return to its owner what became of an order that stands."""
        order, why = result.order, result.why
        if is_predicate(why, self.words):
            return finish_sentence(self.words.describe_own_order(order))
        unordered = why.code == "no_order" and order.unit.kind
        because = "no order came for it" if unordered else write_clause(why, self.words)
        return finish_sentence(f"{self.words.describe_own_default(order)}: {because}")

    def _describe_failure(self, subject: str, result: Result, for_owner: bool = False) -> str:
        if for_owner:
            subject = f"{subject} was to {self.words.describe_aim(result.order)}, but"
            if result.why.code == "dislodged":
                return f"{subject} could not."
        reason = write_clause(result.why, self.words)
        if is_predicate(result.why, self.words):
            return finish_sentence(f"{subject} {'it ' if for_owner else ''}{reason}")
        verdict = "was void" if result.fate is Fate.VOID else "came to nothing"
        return finish_sentence(f"{subject} {'that ' if for_owner else ''}{verdict}: {reason}")

    def _choose_word_for_failure(self, result: Result) -> str:
        if result.fate is Fate.VOID:
            return "void"
        return _MARKS.get(result.why.code) or self.words.find_wording_of_order(result.order).failed

    def _describe_dislodgement(self, gone: Dislodged) -> str:
        by = (
            f" by {self.words.write_unit_with_owner(gone.by)}"
            if gone.by.kind or gone.by.power
            else ""
        )
        if not gone.options:
            return f"It was dislodged{by}, had nowhere to go and was destroyed."
        places = join_phrases((self.words.name_place(at) for at in gone.options), "or")
        return f"It was dislodged{by}; it can retreat to {places}, or disband."


_recent: deque[tuple[Variant, ViewKey, ResultsText]] = deque(maxlen=8)


def make_results_text(view: View, heading: Heading, variant: Variant) -> ResultsText:
    """Return the text on the results in a View.

    A turn's letters are made one after the other, so the last few texts are remembered: only what
    ``powers``, ``reader``, ``contacts`` and ``sites`` say may differ.
    """
    same = ViewKey(view, BUT_READER)
    for its_variant, its_view, text in tuple(_recent):  # letters and pages are made side by side
        if its_variant is variant and its_view == same and text.report.heading == heading:
            return text
    bare = replace(view, powers=(), reader="", contacts=(), sites={})
    text = ResultsText(JudgeFormatReport(bare, heading, variant))
    _recent.append((variant, same, text))
    return text
