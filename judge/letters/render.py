"""Fills the templates: one plain text and one HTML body from the same notice."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from css_inline import CSSInliner
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from judge.hooks import Variant
from judge.letters import plain
from judge.letters.account import Account, Outcome, account_of
from judge.letters.layout import Report, head
from judge.letters.marks import to_html
from judge.letters.reasons import sentence
from judge.letters.story import Story, balance_words, ending_of
from judge.letters.when import sent, spoken
from judge.letters.words import Words, counted, joined, words_of
from judge.model.letter import (
    Board,
    Chronicle,
    Heading,
    News,
    Notice,
    OrderSet,
    Past,
    SeatLine,
    Section,
    Standing,
)
from judge.model.map import Map
from judge.model.reason import Reason
from judge.resources import folders

LIMIT = 7000
"""Longer result mails sometimes fail in jDip."""

HTML_LIMIT = 90_000
"""Web mail clips HTML at 102 kB."""

_NOWHERE = Words(Map("", {}, (), {}, {}))


@dataclass(frozen=True)
class Sheet:
    """All that the templates may ask: the notice, its game's words, and what was worked out."""

    notice: Notice
    variant: Variant | None
    code: str
    house: str
    answer_to: str

    @property
    def heading(self) -> Heading | None:
        """The state of the game."""
        return self.notice.heading

    @cached_property
    def words(self) -> Words:
        """The names of the game's map."""
        return words_of(self.variant) if self.variant else _NOWHERE

    @cached_property
    def head(self) -> str:
        """The ``::`` lines, or "" for a letter about no game."""
        if self.heading and self.variant:
            return head(self.code, self.heading, self.variant)
        return ""

    @cached_property
    def account(self) -> Account | None:
        """What became of every order, and the old judges' layout of it."""
        notice = self.notice
        if notice.view is None or notice.heading is None or self.variant is None:
            return None
        return account_of(notice.view, notice.heading, self.variant)

    @cached_property
    def story(self) -> Story | None:
        """The View in sentences for its reader."""
        view = self.notice.view
        return Story(self.account, view) if self.account and view else None

    @cached_property
    def due(self) -> str:
        """The deadline in words, or ""."""
        heading = self.heading
        return spoken(heading.due, heading.zone) if heading and heading.due else ""

    @property
    def turn(self) -> str:
        """The current turn in print: ``Fall of 1901, movement``."""
        if not self.heading or not self.heading.turn or not self.variant:
            return ""
        turn = self.heading.turn
        return f"{self.variant.calendar.title(turn)}, {turn.phase.name.lower()}"

    @property
    def news(self) -> tuple[Section, ...]:
        """The sections that are told first, whatever else a letter brings."""
        return tuple(one for one in self.notice.sections if isinstance(one, News))

    @property
    def rest(self) -> tuple[Section, ...]:
        """The other sections, but none that repeats what a report of the turn tells already."""
        return tuple(
            one
            for one in self.notice.sections
            if not isinstance(one, News | Board)
            and not (isinstance(one, OrderSet) and not one.orders)
        )

    @property
    def played(self) -> str:
        """The season just played: ``Fall of 1901``."""
        view = self.notice.view
        if view is None or view.played is None or self.variant is None:
            return ""
        return self.variant.calendar.title(view.played)

    @property
    def ended(self) -> bool:
        """Say whether the game is over."""
        view = self.notice.view
        over = self.heading is not None and self.heading.stage == "ended"
        return over or (view is not None and view.ended is not None)

    def seat(self, row: SeatLine) -> str:
        """Return a row of STATUS as a line."""
        who = joined(row.powers) or row.role.capitalize()
        parts = [", ".join(row.state)] if row.state else []
        if row.centres is not None:
            parts.append(f"{counted(row.centres, 'center')}, {counted(row.units or 0, 'unit')}")
        return f"{who} ({row.seat}){': ' if parts else ''}{'; '.join(parts)}"

    def table(self, power: str, rows: Sequence[Outcome]) -> Markup:
        """Return a token for a power's outcomes, which are drawn once for all readers."""
        assert self.account is not None, "outcomes come from a View"
        drawn = self.account.drawn
        if power not in drawn:
            table = _environment(_places()).get_template("outcomes.html.j2")
            drawn[power] = _INLINER.inline_fragment(table.render(rows=rows, power=power), _style())
        return Markup(f"\ue000{power}\ue000")

    def drawn(self, page: str) -> str:
        """Return the page with every token replaced."""
        account = self.account
        if account is None:
            return page
        return re.sub("\ue000([^\ue000]*)\ue000", lambda token: account.drawn[token[1]], page)

    def say(self, why: Reason) -> str:
        """Return a reason as a sentence."""
        return sentence(why, self.words)

    @property
    def players(self) -> list[tuple[str, str]]:
        """Powers and the seats that play them, where the notice tells the seats."""
        seats = [
            seat
            for section in self.notice.sections
            if isinstance(section, Standing)
            for seat in section.seats
        ]
        return [(power, seat.seat) for seat in seats for power in seat.powers]

    def history_head(self, section: Chronicle) -> str:
        """Return the line that opens a HISTORY."""
        assert self.heading is not None, "a history belongs to a game"
        return f"History information for game '{self.heading.game}'."

    def growth(self, section: Chronicle) -> tuple[list[str], list[tuple[str, list[int]]]]:
        """Return the powers, and for each count of centers its turn and their numbers."""
        assert self.variant is not None, "a history belongs to a game"
        powers = list(self.variant.map.powers)
        rows = []
        for past in section.turns:
            report = Report(past.view, past.heading, self.variant)
            if past.view.played is None or report.counted():
                year = past.view.played.year if past.view.played else "Start"
                counts = [len(past.view.centres_of(power)) for power in powers]
                rows.append((str(year), counts))
        return powers, rows

    def history(self, section: Chronicle) -> str:
        """Return a HISTORY in the old judges' layout: every turn's mail without its head."""
        return "\n\n".join(self._past(past) for past in section.turns)

    def _past(self, past: Past) -> str:
        assert self.variant is not None, "a history belongs to a game"
        subject = f"{self.code}:{past.heading.game} - {past.event}"
        body = Report(past.view, past.heading, self.variant).results()
        return f"Date:    {sent(past.at)}\nSubject: {subject}\n\n{body}"


def render_text(sheet: Sheet) -> str:
    """Return the plain text, ending in a newline."""
    story = sheet.story
    if sheet.notice.kind != "results" or story is None:
        return _text(sheet, ())
    reasons = story.failures
    text = _text(sheet, reasons)
    if len(text) > LIMIT:  # The reader's own failures stand above.
        reasons = tuple(one for one in reasons if one.power not in story.view.powers)
        text = _text(sheet, reasons)
    while len(text) > LIMIT and reasons:
        reasons = reasons[: -(1 + (len(text) - LIMIT) // 150)]
        text = _text(sheet, reasons)
    return text


def _text(sheet: Sheet, reasons: Sequence[Outcome]) -> str:
    page = plain.Page()
    values = _values(sheet) | {"reasons": reasons, "layout": page.keep}
    return page.finish(_template(sheet, "txt").render(values))


def render_html(sheet: Sheet) -> str:
    """Return the HTML page, its styles inlined."""
    page = _html(sheet, brief=False)
    return page if len(page) <= HTML_LIMIT else _html(sheet, brief=True)


def _html(sheet: Sheet, brief: bool) -> str:
    page = _template(sheet, "html").render(_values(sheet) | {"brief": brief})
    return sheet.drawn(_INLINER.inline(page))


_INLINER = CSSInliner(keep_at_rules=True)


def _values(sheet: Sheet) -> dict[str, Any]:
    return {"sheet": sheet, "notice": sheet.notice, "account": sheet.account, "story": sheet.story}


def _template(sheet: Sheet, kind: str) -> Template:
    """Return the notice's template; one in a folder of the variant's name comes first."""
    variant = sheet.variant.code if sheet.variant else ""
    return _chosen(_places(), variant, f"{sheet.notice.kind}.{kind}.j2")


@lru_cache(maxsize=256)
def _chosen(places: tuple[str, ...], variant: str, name: str) -> Template:
    special = [f"{variant}/{name}"] if variant else []
    return _environment(places).select_template([*special, name])


def _places() -> tuple[str, ...]:
    return _found(os.environ.get("JUDGE_OVERLAY", ""))


@lru_cache(maxsize=4)
def _found(overlay: str) -> tuple[str, ...]:
    """Return the folders of templates; the parameter is what they depend on."""
    return tuple(map(str, folders("templates")))


def _style() -> str:
    return _sheet_of(_environment(_places()))


@lru_cache(maxsize=4)
def _sheet_of(environment: Environment) -> str:
    return environment.get_template("style.css").render()


@lru_cache(maxsize=4)
def _environment(places: tuple[str, ...]) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(places),
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name) and ".html" in str(name),
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=200,
    )
    environment.filters |= {
        "wrap": plain.wrap,
        "bar": plain.bar,
        "typed": plain.typed,
        "barred": plain.barred,
        "page": plain.page,
        "section": _section,
        "joined": joined,
        "counted": counted,
        "arrows": _arrows,
        "balance": balance_words,
        "ending": ending_of,
        "markdown": to_html,
        "spoken": spoken,
    }
    return environment


def _section(section: Section) -> str:
    """Return the name of the partial that shows a section."""
    return type(section).__name__.lower()


def _arrows(text: str) -> str:
    """Return an order with a real arrow, and its words in small letters."""
    text = re.sub(r"\b(HOLD|SUPPORT|CONVOY|DISBAND|RETREAT)\b", lambda m: m[1].lower(), text)
    return text.replace("support", "supports").replace("convoy", "convoys").replace("->", "\u2192")
