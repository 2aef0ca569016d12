"""What the templates may ask: a notice, its game's words, and what was worked out from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import count
from zoneinfo import ZoneInfo

from markupsafe import Markup

from judge.hooks import Variant
from judge.letters import chronicle
from judge.letters.events import write_lasting_fact_sentences as facts_standing
from judge.letters.identity import JudgeIdentity
from judge.letters.judge_format import render_head_lines
from judge.letters.phrasing import Words, count_with_noun, load_words
from judge.letters.reader_summary import ReaderSummary, write_ending
from judge.letters.reasons import write_sentence
from judge.letters.results_text import ResultsText, make_results_text
from judge.letters.turn_end import TurnEnd
from judge.model.letter import (
    Addresses,
    Chronicle,
    Correspondent,
    Heading,
    News,
    Notice,
    OrderSet,
    PositionSection,
    PressText,
    Section,
    StandingSection,
)
from judge.model.map import Map
from judge.model.picture import Picture, make_picture_mark
from judge.model.reason import Reason
from judge.model.sections import Growth, HeardLine, LedgerLine, Lines, SentAhead, Trial
from judge.model.when import describe_moment

_NO_GAME = Heading("", "", "", "UTC")
_ASKED_BY_ANOTHER = frozenset({"asks_master", "asks_successor"})
"""What a letter says that asks its reader for something that somebody else wants."""
_LIES_BESIDE = frozenset(
    {
        *("below_head", "below_address", "taken_back_below", "unread_below", "for_others"),
        "offer_unclear",
    }
)
"""Reasons that lie in other lines, and so hold for several that stand together."""
_NOWHERE = Words(Map("", {}, (), {}, {}), {})


@dataclass(frozen=True)
class LetterContext:
    """All that the templates may ask: the notice, its game's words, and what was worked out."""

    notice: Notice
    variant: Variant | None
    judge: JudgeIdentity
    pictures: tuple[Picture, ...] = ()

    @property
    def heading(self) -> Heading:
        """The state of the game, blank in a letter about none."""
        return self.notice.heading or _NO_GAME

    @property
    def turn_reply_address(self) -> str:
        """Where answers go: an address that tells which seat writes in which turn, or what is
        answered."""
        return self._make_reply_address_for_turn(0 if self.reply_recipient else self.heading.number)

    @property
    def reply_address(self) -> str:
        """The same, but good for all turns."""
        return self._make_reply_address_for_turn(0)

    @property
    def page_link(self) -> str:
        """Where the reader can make orders on the web, "" if nowhere.

        The reply address stands behind a #, which no web server is sent.
        """
        page = self.notice.to.page
        return f"{page}#{self.turn_reply_address}" if page and not self.is_game_over else ""

    def _make_reply_address_for_turn(self, number: int) -> str:
        to = self.notice.to
        if to.question_tag:
            return self.judge.tag_address(to.question_tag)
        if not (self.notice.game and to.seat and to.secret):
            return self.judge.address
        return self.judge.make_reply_address(self.notice.game, to.seat, to.secret, number)

    @cached_property
    def words(self) -> Words:
        """The names of the game's map."""
        return load_words(self.variant) if self.variant else _NOWHERE

    @cached_property
    def head_lines(self) -> str:
        """The ``::`` lines, or "" for a letter about no game."""
        if self.notice.heading and self.variant:
            return render_head_lines(self.judge.code, self.heading, self.variant)
        return ""

    @cached_property
    def results(self) -> ResultsText | None:
        """What became of every order, and the old judges' layout of it."""
        view = self.notice.view
        return (
            make_results_text(view, self.heading, self.variant) if view and self.variant else None
        )

    @cached_property
    def summary(self) -> ReaderSummary | None:
        """The View in sentences for its reader."""
        view = self.notice.view
        return ReaderSummary(self.results, view) if self.results and view else None

    def summarize_trial(self, section: Trial) -> ReaderSummary:
        """Return what a trial comes to in sentences."""
        assert self.variant is not None, "a trial belongs to a game"
        results = make_results_text(section.view, self.heading, self.variant)
        return ReaderSummary(results, section.view)

    @cached_property
    def deadline_text(self) -> str:
        """The deadline in words, or ""."""
        return self._describe_moment(self.heading.due) if self.heading.due else ""

    def write_mark_of_picture(self, kind: str) -> Markup:
        """Return the mark where the picture of that kind goes, nothing if the letter has none."""
        kinds = [picture.kind for picture in self.pictures if not picture.file]
        return Markup(make_picture_mark(kinds.index(kind)) if kind in kinds else "")

    @property
    def picture_file_names(self) -> frozenset[str]:
        """The names of the files that come with the letter."""
        return frozenset(picture.file for picture in self.pictures)

    @property
    def order_sets(self) -> tuple[OrderSet, ...]:
        """The orders that are restated."""
        return tuple(section for section in self.notice.sections if isinstance(section, OrderSet))

    @property
    def vote_closing_text(self) -> str:
        """When the vote closes that is open, in words, or ""."""
        return self._describe_moment(self.heading.closes) if self.heading.closes else ""

    def _describe_moment(self, moment: datetime) -> str:
        return describe_moment(moment, self.heading.zone, self.notice.to.zone)

    @property
    def turn_end(self) -> TurnEnd:
        """How and when the turn ends."""
        return TurnEnd(self.heading, self.notice.to.zone)

    @property
    def lasting_facts(self) -> tuple[str, ...]:
        """What lasts on the board beside units and centers, in sentences."""
        view = self.notice.view
        return facts_standing(view, self.words) if view is not None else ()

    @property
    def turn_title(self) -> str:
        """The current turn in print: ``Fall of 1901, movement``."""
        turn = self.heading.turn
        if not turn or not self.variant:
            return ""
        return f"{self.variant.calendar.turn_title(turn)}, {turn.phase.name.lower()}"

    @property
    def news_sections(self) -> tuple[Section, ...]:
        """The sections that are told first, whatever else a letter brings."""
        return tuple(section for section in self.notice.sections if isinstance(section, News))

    @property
    def other_sections(self) -> tuple[Section, ...]:
        """The other sections, but none that repeats what start and results tell of themselves."""
        return tuple(
            section
            for section in self.notice.sections
            if not isinstance(section, News | PositionSection | SentAhead)
            and not (isinstance(section, OrderSet) and not section.orders)
        )

    @property
    def season_played(self) -> str:
        """The season just played: ``Fall of 1901``."""
        view = self.notice.view
        if view is None or view.played is None or self.variant is None:
            return ""
        return self.variant.calendar.turn_title(view.played)

    @property
    def is_game_over(self) -> bool:
        """Say whether the game is over."""
        view = self.notice.view
        return self.heading.stage == "ended" or (view is not None and view.ended is not None)

    def describe_missing_orders(self, missing: tuple[str, ...]) -> str:
        """Return what lacks an order: units as they are written, builds and removals by number.

        A power without a unit is told what it says where nobody is to see that it has none.
        """
        if "WAIVE" in missing:
            return "no unit is yours; say HOLD ALL, so that nobody sees it"
        units = [text for text in missing if text not in ("BUILD", "REMOVE")]
        counts = [
            count_with_noun(missing.count(text), word)
            for text, word in (("BUILD", "build"), ("REMOVE", "removal"))
            if text in missing
        ]
        return ", ".join((*units, *counts))

    @property
    def has_unnamed_deadline(self) -> bool:
        """Say whether a deadline runs that no section names."""
        named = any(
            isinstance(section, OrderSet | StandingSection) for section in self.notice.sections
        )
        return bool(self.deadline_text) and self.heading.stage == "active" and not named

    def describe_game_state(self, section: StandingSection) -> str:
        """Return how the game stands, in a sentence or two."""
        assert self.variant is not None, "seats belong to a game"
        stage = self.heading.stage
        if not self.turn_title:
            seats_taken = sum(1 for seat in section.seats if seat.role == "player")
            seats = f": {seats_taken} of {section.places} seats are taken" if section.places else ""
            return "The game is over." if stage == "ended" else f"The game has not begun{seats}."
        if stage == "ended":
            view = self.notice.view
            ending = write_ending(view.ended if view else None, self.words)
            return f"Last: {self.turn_title}. {ending}".rstrip()
        if self.heading.late:
            return f"Now: {self.turn_title}. The deadline was {self.deadline_text}."
        if self.deadline_text and stage == "active":
            then = (
                f" {self.turn_end.missing_orders_text}" if self.turn_end.missing_orders_text else ""
            )
            return f"Now: {self.turn_title}. The turn ends on {self.deadline_text}.{then}"
        why = "the master processes it" if stage == "active" else f"the game is {stage}"
        return f"Now: {self.turn_title}. No deadline is running: {why}."

    def write_ledger_entry_head(self, row: LedgerLine) -> str:
        """Return when and in which turn something was done, and by whom."""
        moment = row.at.astimezone(ZoneInfo(self.heading.zone))
        parts = (f"{moment:%Y-%m-%d %H:%M}", row.turn, row.who or "All who voted")
        return ", ".join(filter(None, parts))

    @property
    def reply_recipient(self) -> str:
        """Return whom an answer to this letter goes to in place of the judge, "" if to nobody."""
        press = (section for section in self.notice.sections if isinstance(section, PressText))
        return next((text.sender for text in press if text.direct), "")

    def find_address_of_correspondent(self, row: Correspondent) -> str:
        """Return where somebody is written to."""
        if not row.secret:
            return row.address
        return self.judge.make_reply_address(self.heading.game, self.notice.to.seat, row.secret)

    def explain_reason(self, why: Reason) -> str:
        """Return a reason as a sentence."""
        return write_sentence(why, self.words)

    def number_offered_lines(
        self, section: Lines
    ) -> Iterator[tuple[list[HeardLine], list[tuple[int, str]]]]:
        """Yield what was heard, each with the numbers and the lines that it offers; lines that wait
        for the same answer, for the same reason, come together."""
        number = count(1)
        for alike in _gather_alike_lines(section.heard):
            yield alike, [(next(number), line) for heard in alike for line in heard.choices]

    def write_question_above_choices(
        self, alike: Sequence[HeardLine], choices: Sequence[tuple[int, str]]
    ) -> str:
        """Return the question above numbered lines, which says how it is answered; "" if what was
        typed is all that is asked about."""
        first = alike[0]
        if alike[1:]:
            last = choices[-1][0]
            return f"Did you mean these? Answer with their numbers; {choices[0][0]}-{last} is all."
        if first.verdict == "held":
            return f"To do it, answer CONFIRM, or {choices[0][0]}."
        if first.choices == (first.line,):
            return ""
        if first.verdict == "noted":
            return f"If you meant something else, answer {'a' if choices[1:] else 'the'} number:"
        if len(choices) > 1:
            return "Did you mean one of these? Answer with its number."
        return f"Did you mean this? Answer {choices[0][0]}."

    @property
    def is_asked_by_another(self) -> bool:
        """Whether somebody else wrote what the reader is asked about, and asks them for it."""
        return any(
            line.why is not None and line.why.code in _ASKED_BY_ANOTHER
            for section in self.notice.sections
            if isinstance(section, Lines)
            for line in section.heard
        )

    @property
    def is_asked_of_keeper(self) -> bool:
        """Whether the reader is asked before something is done or shown at the keeper's desk."""
        return any(
            line.why is not None and line.why.code == "asks_keeper"
            for section in self.notice.sections
            if isinstance(section, Lines)
            for line in section.heard
        )

    @property
    def players_with_addresses(self) -> list[tuple[str, str]]:
        """Powers and the addresses of those who play them, where the notice tells these."""
        rows = [
            (who, self.find_address_of_correspondent(row))
            for section in self.notice.sections
            if isinstance(section, Addresses) and not section.relayed
            for row in section.rows
            for who in row.who
        ]
        own_powers = self.notice.view.powers if rows and self.notice.view else ()
        return sorted([(power, self.notice.to.address) for power in own_powers] + rows)

    def tabulate_growth(self, section: Chronicle) -> Growth:
        """Return the centers of a HISTORY year by year."""
        assert self.variant is not None, "a history belongs to a game"
        return chronicle.tabulate_growth(section, self.variant)

    def render_history(self, section: Chronicle) -> str:
        """Return a HISTORY in the old judges' layout."""
        assert self.variant is not None, "a history belongs to a game"
        return chronicle.render_history(section, self.variant, self.judge.code)


def _gather_alike_lines(heard: Iterable[HeardLine]) -> Iterator[list[HeardLine]]:
    """Yield lines one by one; together if what stands beside them leaves them in doubt, and one for
    all that are the same and were taken."""
    alike: list[HeardLine] = []
    for each in heard:
        if alike and not _is_alike(alike[-1], each):
            yield alike
            alike = []
        if not (alike and each.verdict == "taken"):
            alike.append(each)
    if alike:
        yield alike


def _is_alike(above: HeardLine, line: HeardLine) -> bool:
    if line.verdict == "taken":
        return above == line
    return (
        line.why is not None
        and line.why.code in _LIES_BESIDE
        and (above.verdict, above.why, above.more) == (line.verdict, line.why, line.more)
        and len(above.choices) == len(line.choices) == 1
    )
