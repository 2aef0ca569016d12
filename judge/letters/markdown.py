"""HTML of letters: help pages made of Markdown, and styles put into the elements of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import unescape
from itertools import chain, zip_longest

from css_inline import CSSInliner
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from judge.letters import plain_text

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


_STRESSED = MarkdownIt("zero", {"html": False}).enable(["emphasis", "backticks"])


def stress_words(text: str) -> str:
    """Return as HTML what somebody typed, with what stands between stars or as code marked.

    Nothing else in it means anything: no links, no pictures, no HTML.
    """
    return str(_STRESSED.renderInline(text))


PAGES_KEPT = 128
"""The pages of help are the same in most letters: so many are kept as they were rendered."""
_EXPLAINED = re.compile(r"(\S.*?) {2,}(\S(?:(?! {2}).)*)")
"""A line of an example, and behind a gap what it does."""


@lru_cache(maxsize=PAGES_KEPT)
def markdown_to_html(text: str) -> str:
    """Return the text as HTML; all headings are of the second rank, and what stands behind lines of
    an example to explain them stands below each."""
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.type == "code_block" and any(map(_EXPLAINED.fullmatch, token.content.split("\n"))):
            token.type, token.content = "html_block", _render_explained_lines(token)
        if token.type in ("heading_open", "heading_close"):
            token.tag = "h2"
        elif token.type == "th_open":
            token.attrSet("scope", "col")
    html: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return html.rstrip()


def _render_explained_lines(block: Token) -> str:
    """Return an example as a list of its lines, with what each does below it."""
    lines: list[tuple[str, str]] = []
    for line in filter(None, block.content.splitlines()):
        explained = _EXPLAINED.fullmatch(line)
        if line.startswith(" ") and lines:
            written, meaning = lines.pop()
            lines.append((written, f"{meaning} {line.strip()}".strip()))
        else:
            lines.append((explained[1], explained[2]) if explained else (line, ""))
    rows = (
        f"<dt><tt>{escapeHtml(written)}</tt></dt>\n"
        + (f"<dd>{escapeHtml(meaning)}</dd>\n" if meaning else "")
        for written, meaning in lines
    )
    return f"<dl>\n{''.join(rows)}</dl>\n"


def without_empty_columns(table: str) -> str:
    """Return a table in Markdown without the columns in which nothing stands below the title."""
    rows = [line[2:-2].split(" | ") for line in table.strip().splitlines()]
    columns = [number for number in range(len(rows[0])) if any(row[number] for row in rows[2:])]
    return "\n".join(f"| {' | '.join(row[number] for number in columns)} |" for row in rows)


@lru_cache(maxsize=PAGES_KEPT)
def markdown_to_text(text: str) -> str:
    """Return the same wrapped, without marks but those of code; examples and tables stand behind
    a bar."""
    page = SyntaxTreeNode(_MARKDOWN.parse(text))
    return "\n\n".join(_render_block(block) for block in page.children)


def _render_block(block: SyntaxTreeNode) -> str:
    if block.type in ("fence", "code_block"):
        return "\n".join(f"  | {line}".rstrip() for line in block.content.splitlines())
    if block.type == "heading":
        return f"= {_join_words_of_block(block)} ="
    if block.type in ("bullet_list", "ordered_list"):
        return "\n".join(
            plain_text.wrap_prose(f"- {_join_words_of_block(item)}", "  ")
            for item in block.children
        )
    if block.type == "table":
        rows = (row for part in block.children for row in part.children)
        return _render_table(
            [[_join_words_of_block(cell) for cell in row.children] for row in rows]
        )
    return plain_text.wrap_prose(_join_words_of_block(block))


def _render_table(rows: list[list[str]]) -> str:
    """Return rows behind a bar; columns stand below each other where the width allows it."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    ragged = sum(wide[:-1]) + 2 * len(wide) > plain_text.WIDTH - 20
    aligned = 1 if ragged else len(wide) - 1
    return "\n".join(
        "| "
        + "  ".join(
            f"{cell:<{width}}" if place < aligned else cell
            for place, (cell, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    )


def _join_words_of_block(block: SyntaxTreeNode) -> str:
    """Return the words in a block on one line, without marks but those of code."""
    return "".join(
        _WORDS_OF_LEAF[leaf.type](leaf.content)
        for leaf in block.walk()
        if leaf.type in _WORDS_OF_LEAF
    )


_WORDS_OF_LEAF: Mapping[str, Callable[[str], str]] = {
    "text": str,
    "code_inline": "`{}`".format,
    "softbreak": lambda _: " ",
    "hardbreak": lambda _: " ",
}


_INLINER = CSSInliner(keep_at_rules=True)

_TEXT = re.compile(r"(>\s*)([^<\s][^<]*)")
"""What stands behind a tag, and the blanks before it, which may mean nothing there."""
_HERE = "\ue002"
"""Stands where a text was in the shape of a page."""
_STYLES = "<style></style>"
"""Stands in a page where its styles are to be put."""

_SIGNS = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\xa0"): "&nbsp;"}


def inline_styles(page: str, style: str) -> str:
    """Return a page, or a part of one, with those styles in its elements.

    What an element is given hangs on the elements that it stands in, and not on the texts between
    them: it is worked out once for all pages of one shape.
    """
    if "<style" in page and _STYLES not in page:  # a layout of the operator's, with its own styles
        return str(_INLINER.inline(page))
    pieces = _TEXT.split(page.replace(_HERE, ""))
    texts, pieces[2::3] = pieces[2::3], [_HERE] * (len(pieces) // 3)
    around = _style_pieces("".join(pieces), style)
    return "".join(chain(*zip_longest(around, map(_escape_html_text, texts), fillvalue="")))


@lru_cache(maxsize=512)
def _style_pieces(shape: str, style: str) -> list[str]:
    if _STYLES not in shape:
        return _INLINER.inline_fragment(shape, style).split(_HERE)
    return _INLINER.inline(shape.replace(_STYLES, f"<style>\n{style}</style>")).split(_HERE)


def _escape_html_text(text: str) -> str:
    """Return a text as it is written in a page, with as few signs of HTML as can be."""
    if "&" not in text and "\xa0" not in text:
        return text
    return unescape(text).translate(_SIGNS)
