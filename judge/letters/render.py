"""Fills the templates: one plain text and one HTML body from the same notice."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from functools import lru_cache
from typing import Any

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateSyntaxError,
)

from judge import resources
from judge.language.old_judges import read_topics
from judge.letters import plain_text
from judge.letters.context import LetterContext
from judge.letters.growth_chart import growth_bars, growth_parts, growth_table
from judge.letters.markdown import to_html, to_text
from judge.letters.phrasing import counted, joined
from judge.letters.results_text import OrderOutcome, ResultsText
from judge.letters.seat_text import seat, states
from judge.letters.styles import styled
from judge.model.help_page import HelpPage, read_page
from judge.model.letter import Section
from judge.model.when import spoken

HTML_LIMIT = 90_000
"""Web mail clips HTML at 102 kB."""


_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that steer a terminal or turn the direction of writing: what is shown would not be
what stands there."""

_YOURS = "\ue001"
"""Stands where a part of a page that is the same for all says to one reader that it is theirs."""


def render_text(letter: LetterContext) -> str:
    """Return the plain text, ending in a newline."""
    limit = letter.notice.kind.text_limit
    summary = letter.summary if limit else None
    if summary is None:
        return _text(letter, ())
    if len(summary.results.judge_format) > limit:  # No jDip reads it; people have the HTML part.
        return _text(letter, ())
    reasons = summary.failures
    text = _text(letter, reasons)
    if len(text) > limit:  # The reader's own failures stand above.
        reasons = tuple(failure for failure in reasons if failure.power not in summary.view.powers)
        text = _text(letter, reasons)
    while len(text) > limit and reasons:
        reasons = reasons[: -(1 + (len(text) - limit) // 150)]
        text = _text(letter, reasons)
    return text


def _text(letter: LetterContext, reasons: Sequence[OrderOutcome]) -> str:
    page = plain_text.Page()
    values = _values(letter) | {"reasons": reasons, "layout": page.keep}
    return _seen(page.finish(_template(letter, "txt").render(values)))


def render_html(letter: LetterContext) -> str:
    """Return the HTML page, its styles inlined."""
    page = _html(letter, brief=False)
    return page if len(page) <= HTML_LIMIT else _html(letter, brief=True)


def _html(letter: LetterContext, brief: bool) -> str:
    here, view = environment(), letter.notice.view
    shared = _Shared(here, letter.results, view.powers if view else ())
    page = _template(letter, "html").render(_values(letter) | {"brief": brief, "once": shared})
    return shared.finish(page)


class _Shared:
    """The parts of a page that are drawn once for all readers: in their places stand tokens."""

    def __init__(
        self, templates: Environment, results: ResultsText | None, powers: Sequence[str]
    ) -> None:
        self._templates, self._results, self._powers = templates, results, powers
        self._style = _style(templates)
        self._used: dict[str, str] = {}

    def __call__(self, part: str, items: Iterable[tuple[Any, ...]]) -> str:
        """Return a token for what a template makes of each item, the same for every reader.

        Each begins with the power or the number by which it is known among all that are given to
        that part; ``yours`` marks a power for its own reader.
        """
        assert self._results is not None, "what is shared comes from a View"
        drawn, lines = self._results.drawn, []
        for item in items:
            about = item[0]
            if (part, about) not in drawn:
                template = self._templates.get_template(f"common/{part}.html.j2")
                line = styled(template.render(item=item, yours=_YOURS), self._style) + "\n"
                drawn[part, about] = line.replace(_YOURS, ""), line.replace(_YOURS, " (you)")
            lines.append(drawn[part, about][about in self._powers])
        token = str(len(self._used))
        self._used[token] = "".join(lines)
        return f"\ue000{token}\ue000"

    def finish(self, page: str) -> str:
        """Return the page with its styles, and with the parts in place of their tokens."""
        page = styled(page, self._style)
        used = self._used
        return _seen(re.sub("\ue000([0-9]+)\ue000", lambda token: used.get(token[1], ""), page))


def _seen(page: str) -> str:
    """Return a page without what is not seen in it: most have nothing of that."""
    return page if page.replace("\n", "").isprintable() else _UNSEEN.sub("", page)


def _values(letter: LetterContext) -> dict[str, Any]:
    return {
        "letter": letter,
        "notice": letter.notice,
        "results": letter.results,
        "summary": letter.summary,
    }


def _template(letter: LetterContext, kind: str) -> Template:
    """Return the notice's template; one in a folder of the variant's name comes first."""
    variant = letter.variant.code if letter.variant else ""
    return _chosen(environment(), variant, f"{letter.notice.kind}.{kind}.j2")


@lru_cache(maxsize=256)
def _chosen(environment: Environment, variant: str, name: str) -> Template:
    special = [f"{variant}/{name}"] if variant else []
    return environment.select_template([*special, name])


@lru_cache(maxsize=4)
def _style(environment: Environment) -> str:
    return environment.get_template("style.css").render()


def environment() -> Environment:
    """Return what loads the templates, with the filters that they use."""
    return _environment_of(os.environ.get(resources.OVERLAY, ""))


class _Environment(Environment):
    """Jinja's own, which would gather anew for each page what all templates know."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return what all templates know, gathered once."""
        return {**self.globals, **(d or {})}


@lru_cache(maxsize=4)
def _environment_of(overlay: str) -> Environment:
    """Return what loads the templates; the folders of these depend on the operator's own."""
    environment = _Environment(
        loader=FileSystemLoader(resources.folders("templates")),
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name) and (".html" in str(name) or ".xml" in str(name)),
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=200,
    )
    environment.filters |= {
        "wrap": plain_text.wrap,
        "bar": plain_text.bar,
        "typed": plain_text.typed,
        "barred": plain_text.barred,
        "page": to_text,
        "section": _section,
        "joined": joined,
        "counted": counted,
        "arrows": _arrows,
        "markdown": to_html,
        "spoken": spoken,
        "seat": seat,
        "states": states,
        "growth_table": growth_table,
        "growth_parts": growth_parts,
        "growth_bars": growth_bars,
    }
    environment.globals["old_judges"] = read_topics
    return environment


def render_help() -> dict[str, HelpPage]:
    """Return the pages of HELP that are made from tables, by their topics."""
    names = [path.name for path in resources.files("templates", "help/*.md.j2")]
    return {
        name.removesuffix(".md.j2"): read_page(environment().get_template(f"help/{name}").render())
        for name in names
    }


def broken() -> Iterator[str]:
    """Yield what is wrong with each template that cannot be read, with its file and line."""
    here = environment()
    for name in here.list_templates(["j2", "css", "js"]):
        try:
            here.get_template(name)
        except TemplateSyntaxError as trouble:
            yield f"{trouble.filename or name}:{trouble.lineno}: {trouble.message}"
        except (OSError, UnicodeDecodeError) as trouble:
            yield f"{name}: {trouble}"


def _section(section: Section) -> str:
    """Return the name of the partial that shows a section."""
    return type(section).__name__.removesuffix("Section").lower()


@lru_cache(maxsize=4096)
def _arrows(text: str) -> str:
    """Return an order with a real arrow, and its words in small letters."""
    text = text.replace(" - ", " -> ")
    text = re.sub(r"\b(HOLD|SUPPORT|CONVOY|DISBAND|RETREAT)\b", lambda m: m[1].lower(), text)
    return text.replace("support", "supports").replace("convoy", "convoys").replace("->", "\u2192")
