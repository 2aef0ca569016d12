"""A game as its pages show it: what strangers may see, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from judge.hooks import Variant
from judge.letters.context import LetterContext
from judge.letters.identity import JudgeIdentity
from judge.letters.reader_names import with_reader_names
from judge.letters.reader_summary import ReaderSummary
from judge.letters.results_text import ResultsText
from judge.model.geometry import Geometry
from judge.model.letter import Heading, Notice, Recipient
from judge.model.letter_kind import LetterKind
from judge.model.view import View
from judge.model.when import describe_moment
from judge.pictures.chart import draw_board
from judge.pictures.colors import choose_colors
from judge.site.plot import CenterCount, draw_center_plot

NOBODY = JudgeIdentity("JUDGE", "judge@invalid", "judge")
"""Whose words these are does not matter: no page holds an address."""


class BoardAfterTurn(NamedTuple):
    """The board after a turn, or at the start (``view.played`` is None); ``at`` is when that was,
    where it is known.
    """

    heading: Heading
    view: View
    at: datetime | None = None


class FeedEntry(NamedTuple):
    """A turn in a feed: the name of its page, its title, when it was played, and what is told."""

    code: str
    title: str
    at: datetime
    told: str


class SeatsOnOffer(NamedTuple):
    """What somebody who wants to play reads of a game: how many seats are open, the line of a mail
    that takes one, what its master says of it and whom they look for, and its terms: the settings
    that matter to who joins, with their values in words."""

    seats: int
    line: str
    about: str = ""
    wanted: str = ""
    terms: tuple[tuple[str, str], ...] = ()


class ListedGame(NamedTuple):
    """A game in the list of all, and its newest turns. ``at`` is when the last one was played, or
    when the game was made, where that is known; there is an ``opening`` where seats are open."""

    title: str
    folder: str
    variant: str
    standing: str
    over: bool
    entries: tuple[FeedEntry, ...]
    at: datetime | None = None
    opening: SeatsOnOffer | None = None


NEWEST = 20
"""So many turns stand in a feed."""


@dataclass(frozen=True)
class GameOnShow:
    """A game with all that strangers may see of it.

    ``heading`` says how it stands; ``moments`` are its turns from the start on, none where a
    stranger sees nothing. ``title`` is its name, ``name`` that of its folder where it is another.
    ``sealed``: there are turns, for later eyes. ``at`` is when its last turn was played, or the
    game made, where that is known; there is an ``opening`` where seats are open. ``is_tried``:
    beside its page is one on which orders are tried.
    """

    title: str
    variant: Variant
    heading: Heading
    moments: tuple[BoardAfterTurn, ...]
    geometry: Geometry | None
    sealed: bool = False
    name: str = ""
    at: datetime | None = None
    opening: SeatsOnOffer | None = None
    is_tried: bool = False

    @classmethod
    def from_moments(
        cls,
        title: str,
        variant: Variant,
        heading: Heading,
        moments: Iterable[BoardAfterTurn],
        geometry: Geometry | None,
    ) -> GameOnShow:
        """Return a game with the turns of which everything may be seen: all of them, or none."""
        moments = tuple(moments)
        sealed = not all(moment.view.whole for moment in moments)
        shown = () if sealed else moments
        return cls(title, variant, heading, shown, geometry, sealed)

    @property
    def folder(self) -> str:
        """Where its pages stand, from the site's own folder."""
        return f"games/{(self.name or self.title).lower()}"

    @cached_property
    def turns(self) -> tuple[TurnOnShow, ...]:
        """The turns, each able to say its words."""
        return tuple(TurnOnShow(self, moment) for moment in self.moments)

    @property
    def last_turn(self) -> TurnOnShow | None:
        """The board as it is now."""
        return self.turns[-1] if self.turns else None

    @property
    def has_film(self) -> bool:
        """Whether it can be stepped through on one page."""
        return self.geometry is not None and len(self.turns) > 1

    @cached_property
    def listed_game(self) -> ListedGame:
        """What the list of all games says of it."""
        newest = reversed(self.turns[-NEWEST:])
        entries = tuple(FeedEntry(t.code, t.title, t.at, t.outcome_text) for t in newest if t.at)
        variant = self.heading.variant
        return ListedGame(
            self.title,
            self.folder,
            variant,
            self.standing_text,
            self.is_over,
            entries,
            self.at,
            self.opening,
        )

    @property
    def turns_by_season(self) -> tuple[tuple[str, tuple[TurnOnShow, ...]], ...]:
        """The turns by season."""
        by_season = groupby(self.turns, attrgetter("season"))
        return tuple((season, tuple(turns)) for season, turns in by_season)

    @cached_property
    def center_counts(self) -> tuple[CenterCount, ...]:
        """The centers of all powers whenever they were counted."""
        calendar, counts = self.variant.calendar, []
        for turn in self.turns:
            if turn.has_center_count:
                year = (
                    calendar.write_printed_year(turn.view.played) if turn.view.played else "Start"
                )
                counts.append((year, turn))
        years = [year for year, _ in counts]
        return tuple(
            CenterCount(year if years.count(year) == 1 else turn.season, turn.count_centers())
            for year, turn in counts
        )

    @property
    def powers(self) -> tuple[str, ...]:
        """All that ever had a center, the strongest first."""
        known = dict.fromkeys(power for count in self.center_counts for power in count.centers)
        return tuple(sorted(known, key=lambda power: -self.center_counts[-1].centers.get(power, 0)))

    def draw_plot(self) -> str:
        """Return centers over time as SVG, "" where they were not counted twice."""
        of_powers = choose_colors(self.variant.map, self.geometry) if self.geometry else {}
        names = self.moments[-1].view.names if self.moments else {}
        return draw_center_plot(
            self.center_counts, {names.get(power, power): c for power, c in of_powers.items()}
        )

    @property
    def standing_text(self) -> str:
        """How it stands, in a sentence or two."""
        if self.is_over:
            return self.last_turn.summary.ending_sentence if self.last_turn else "The game is over."
        turn = self.heading.turn
        if turn is None:
            return "The game has not begun."
        now = f"Now: {self.heading.title}, {turn.phase.name.lower()}."
        if self.heading.stage != "active":
            return f"{now} The game is {self.heading.stage}."
        if self.heading.due is None:
            return now
        return f"{now} The turn ends on {describe_moment(self.heading.due, self.heading.zone)}."

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.heading.stage == "ended"


_PAGE = LetterKind("site")


class TurnOnShow:
    """One turn of a game in words and as a picture."""

    def __init__(self, game: GameOnShow, moment: BoardAfterTurn) -> None:
        self.game, self.at, self.view = game, moment.at, moment.view
        bare = replace(moment.heading, due=None)
        notice = Notice(_PAGE, Recipient(""), "", "", heading=bare, view=moment.view)
        self._letter = LetterContext(*with_reader_names(notice, game.variant), NOBODY)

    @property
    def code(self) -> str:
        """What its page is called: ``F1901M``, or ``start``."""
        return str(self.view.played) if self.view.played else "start"

    @property
    def title(self) -> str:
        """Its name: ``Fall of 1901, movement``."""
        played, calendar = self.view.played, self.game.variant.calendar
        if played is None:
            return f"The start: {calendar.turn_title(self.view.turn)}"
        return f"{calendar.turn_title(played)}, {played.phase.name.lower()}"

    @property
    def season(self) -> str:
        """The season that it belongs to."""
        return self.game.variant.calendar.turn_title(self.view.played or self.view.turn)

    @property
    def phase(self) -> str:
        """What kind of turn it was."""
        return self.view.played.phase.name.capitalize() if self.view.played else "Start"

    @property
    def results(self) -> ResultsText:
        """What became of every order."""
        results = self._letter.results
        assert results is not None, "a turn has a view and a variant"
        return results

    @property
    def summary(self) -> ReaderSummary:
        """What happened, in sentences."""
        summary = self._letter.summary
        assert summary is not None, "a turn has a view and a variant"
        return summary

    @property
    def has_center_count(self) -> bool:
        """Whether centers were counted at its end; the start counts."""
        return self.view.played is None or self.results.report.has_counted_centers()

    @property
    def outcome_text(self) -> str:
        """What came of it, in a sentence or two: centers, and how the game ended."""
        rows = sorted(self.count_centers().items(), key=lambda row: -row[1])
        counts_text = ", ".join(f"{power} {count}" for power, count in rows)
        owned = f"Centers: {counts_text}." if rows else ""
        return " ".join(filter(None, (self.summary.ending_sentence, *self.summary.events, owned)))

    def count_centers(self) -> dict[str, int]:
        """Return how many centers each power has that has any, by the name it goes by."""
        report = self.results.report
        owned = {power: report.view.centers_of(power) for power in report.variant.map.powers}
        return {power: len(centers) for power, centers in owned.items() if centers}

    def draw_picture(self) -> str:
        """Return the board and the orders as SVG, "" where the map is not drawn."""
        game = self.game
        if game.geometry is None:
            return ""
        return draw_board(self.view, game.variant, game.geometry)
