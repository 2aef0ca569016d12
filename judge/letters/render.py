"""Fills the templates: one plain text and one HTML body from the same notice.

What Jinja compiles of a template is kept: to read it takes a twentieth of the time.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateSyntaxError,
)
from jinja2.bccache import Bucket

from judge import resources
from judge.language.old_judges import read_old_topics
from judge.letters import plain_text
from judge.letters.chronicle import list_growth_bars, split_growth_to_fit, write_growth_table_lines
from judge.letters.context import LetterContext
from judge.letters.markdown import (
    inline_styles,
    markdown_to_html,
    markdown_to_text,
    stress_words,
    without_empty_columns,
)
from judge.letters.phrasing import (
    count_with_noun,
    describe_seat,
    describe_seat_states,
    join_phrases,
)
from judge.letters.results_text import OrderOutcome, ResultsText
from judge.model.letter import Section
from judge.model.pages import HelpPage, parse_help_page
from judge.model.when import describe_moment
from judge.resources import find_file
from judge.tables import Table, read_table

_KIND = "templates"


class TemplateCache(BytecodeCache):
    """Keeps compiled templates by their names and texts, for other processes and other starts.

    ``maker`` is the module whose options and filters they are compiled for.
    """

    def __init__(self, maker: str) -> None:
        self._maker = jinja2.__version__.encode() + Path(maker).read_bytes()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the name alone: in which folder a template lies changes nothing of its code."""
        return name

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what is kept of its template, if that is of use here."""
        if kept := resources.read_kept_file(_KIND, self._name_file(bucket)):
            try:
                bucket.bytecode_from_string(kept)
            except Exception:  # whatever is wrong with it, it is made anew
                bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        content = bucket.bytecode_to_string()
        resources.keep_content(_KIND, self._name_file(bucket), content)

    def _name_file(self, bucket: Bucket) -> str:
        parts = (self._maker, bucket.key.encode(), bucket.checksum.encode())
        return hashlib.sha256(b"\0".join(parts)).hexdigest()


class SettingMeaning(Table):
    """A value of a setting as an example, and what the setting means."""

    example: str
    means: str


class SettingTopic(Table):
    """Settings that belong together by the first words of their lines, after SET; ``lead`` is what
    there is to say of all."""

    title: str
    lead: str = ""
    settings: Mapping[str, SettingMeaning]


class SettingsFile(Table):
    """The file."""

    topics: tuple[SettingTopic, ...]


def read_setting_topics() -> tuple[SettingTopic, ...]:
    """Return the topics of the file. Raises ValueError with its path if it is wrong."""
    return read_table(SettingsFile, find_file("templates", "settings.toml")).topics


HTML_LIMIT = 90_000
"""Bytes of HTML in a letter, its pictures' places not counted: web mail clips it at 102 kB."""

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)[^>]*>")
_VOID = frozenset({"meta", "br", "hr", "img"})
_PIECES = frozenset({"p", "tr", "li", "h2", "h3", "pre", "table", "ul", "ol", "div", "details"})
"""Behind such an element a page can be cut."""

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
        return _fill_text_template(letter, ())
    if (
        len(summary.results.judge_format_text) > limit
    ):  # No jDip reads it; people have the HTML part.
        return _fill_text_template(letter, ())
    reasons = summary.failed_outcomes
    text = _fill_text_template(letter, reasons)
    if len(text) > limit:  # The reader's own failures stand above.
        reasons = tuple(failure for failure in reasons if failure.power not in summary.view.powers)
        text = _fill_text_template(letter, reasons)
    while len(text) > limit and reasons:
        reasons = reasons[: -(1 + (len(text) - limit) // 150)]
        text = _fill_text_template(letter, reasons)
    return text


def _fill_text_template(letter: LetterContext, reasons: Sequence[OrderOutcome]) -> str:
    page = plain_text.PlainTextPage()
    values = _collect_template_values(letter) | {"reasons": reasons, "layout": page.keep_verbatim}
    return _without_unseen_chars(page.finish_page(_find_template(letter, "txt").render(values)))


def render_html(letter: LetterContext) -> str:
    """Return the HTML page, its styles inlined; what is too long for web mail is left out."""
    page = _fill_html_template(letter, brief=False)
    if len(page.encode()) > HTML_LIMIT:
        page = _fill_html_template(letter, brief=True)
    return cut_page(page, HTML_LIMIT)


def cut_page(page: str, limit: int) -> str:
    """Return a page of no more than ``limit`` bytes: what does not fit is left out from its end.

    It ends behind a whole line, all its elements are closed, and it says that there is more.
    """
    if len(page.encode()) <= limit:
        return page
    note = "<p>The rest stands in the plain text of this mail.</p>\n"
    open_tags: list[str] = []
    end, to_close = 0, list[str]()
    size = last = 0
    for tag in _TAG.finditer(page):
        size += len(page[last : tag.end()].encode())
        last = tag.end()
        closing, name = tag[1], tag[2]
        if name in _VOID:
            continue
        if not closing:
            open_tags.append(name)
            continue
        while open_tags and open_tags.pop() != name:
            pass
        tail = len(note) + sum(len(name) + 4 for name in open_tags)
        if name in _PIECES and size + tail <= limit and "body" in open_tags:
            end, to_close = tag.end(), open_tags[::-1]
    rows = to_close.index("div") if "div" in to_close else 0
    inner, outer = to_close[:rows], to_close[rows:]
    return "\n".join((page[:end], _close_tags(inner), f"{note}{_close_tags(outer)}", ""))


def _close_tags(names: Iterable[str]) -> str:
    return "".join(f"</{name}>" for name in names)


def _fill_html_template(letter: LetterContext, brief: bool) -> str:
    here, view = make_template_environment(), letter.notice.view
    shared = _SharedParts(here, letter.results, view.powers if view else ())
    page = _find_template(letter, "html").render(
        _collect_template_values(letter) | {"brief": brief, "once": shared}
    )
    return shared.finish_page(page)


class _SharedParts:
    """The parts of a page that are drawn once for all readers: in their places stand tokens."""

    def __init__(
        self, templates: Environment, results: ResultsText | None, powers: Sequence[str]
    ) -> None:
        self._templates, self._results, self._powers = templates, results, powers
        self._style = _load_style(templates)
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
                line = inline_styles(template.render(item=item, yours=_YOURS), self._style) + "\n"
                drawn[part, about] = line.replace(_YOURS, ""), line.replace(_YOURS, " (you)")
            lines.append(drawn[part, about][about in self._powers])
        token = str(len(self._used))
        self._used[token] = "".join(lines)
        return f"\ue000{token}\ue000"

    def finish_page(self, page: str) -> str:
        """Return the page with its styles, and with the parts in place of their tokens."""
        page = inline_styles(page, self._style)
        used = self._used
        return _without_unseen_chars(
            re.sub("\ue000([0-9]+)\ue000", lambda token: used.get(token[1], ""), page)
        )


def _without_unseen_chars(page: str) -> str:
    """Return a page without what is not seen in it: most have nothing of that."""
    return page if page.replace("\n", "").isprintable() else _UNSEEN.sub("", page)


def _collect_template_values(letter: LetterContext) -> dict[str, Any]:
    return {
        "letter": letter,
        "notice": letter.notice,
        "results": letter.results,
        "summary": letter.summary,
    }


def _find_template(letter: LetterContext, kind: str) -> Template:
    """Return the notice's template; one in a folder of the variant's name comes first."""
    variant = letter.variant.code if letter.variant else ""
    return _select_template(make_template_environment(), variant, f"{letter.notice.kind}.{kind}.j2")


@lru_cache(maxsize=256)
def _select_template(environment: Environment, variant: str, name: str) -> Template:
    special = [f"{variant}/{name}"] if variant else []
    return environment.select_template([*special, name])


@lru_cache(maxsize=4)
def _load_style(environment: Environment) -> str:
    return environment.get_template("style.css").render()


def make_template_environment() -> Environment:
    """Return what loads the templates, with the filters that they use."""
    return _build_environment(os.environ.get(resources.OVERLAY, ""))


class _Environment(Environment):
    """Jinja's own, which would gather anew for each page what all templates know."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return what all templates know, gathered once."""
        return {**self.globals, **(d or {})}


@lru_cache(maxsize=4)
def _build_environment(overlay: str) -> Environment:
    """Return what loads the templates; the folders of these depend on the operator's own."""
    environment = _Environment(
        loader=FileSystemLoader(resources.list_folders("templates")),
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name) and (".html" in str(name) or ".xml" in str(name)),
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=200,
        bytecode_cache=TemplateCache(__file__),
    )
    environment.filters |= {
        "wrap": plain_text.wrap_prose,
        "bar": plain_text.put_prose_behind_bar,
        "typed": plain_text.make_printable_line,
        "barred": plain_text.put_lines_behind_bar,
        "page": markdown_to_text,
        "section": _find_partial,
        "joined": join_phrases,
        "counted": count_with_noun,
        "arrows": _with_arrows,
        "markdown": markdown_to_html,
        "stressed": stress_words,
        "full_columns": without_empty_columns,
        "spoken": describe_moment,
        "seat": describe_seat,
        "states": describe_seat_states,
        "growth_table": write_growth_table_lines,
        "growth_parts": split_growth_to_fit,
        "growth_bars": list_growth_bars,
    }
    environment.globals |= {"old_judges": read_old_topics, "setting_topics": read_setting_topics}
    return environment


def render_help_pages() -> dict[str, HelpPage]:
    """Return the pages of HELP that are made from tables, by their topics."""
    names = [path.name for path in resources.list_files("templates", "help/*.md.j2")]
    return {
        name.removesuffix(".md.j2"): parse_help_page(
            make_template_environment().get_template(f"help/{name}").render()
        )
        for name in names
    }


def describe_broken_templates() -> Iterator[str]:
    """Yield what is wrong with each template that cannot be read, with its file and line."""
    here = make_template_environment()
    for name in here.list_templates(["j2", "css", "js"]):
        try:
            here.get_template(name)
        except TemplateSyntaxError as trouble:
            yield f"{trouble.filename or name}:{trouble.lineno}: {trouble.message}"
        except (OSError, UnicodeDecodeError) as trouble:
            yield f"{name}: {trouble}"


def _find_partial(section: Section) -> str:
    """Return the name of the partial that shows a section."""
    return type(section).__name__.removesuffix("Section").lower()


@lru_cache(maxsize=4096)
def _with_arrows(text: str) -> str:
    """Return an order with a real arrow, and its words in small letters, as what a unit does."""
    text = text.replace(" - ", " -> ").replace("->", "\u2192")
    return re.sub(r"\b(HOLD|SUPPORT|CONVOY|DISBAND|RETREAT)\b", lambda m: f"{m[1].lower()}s", text)
