"""What people edit, read to the end before anything depends on it: maps, templates, grammar."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from jinja2 import TemplateError
from lark.exceptions import LarkError

from judge import resources
from judge.hooks import Variant
from judge.language.grammar import build_grammar
from judge.language.old_judges import read_old_topics
from judge.language.press_heads import load_press_patterns
from judge.letters.render import describe_broken_templates, render_help_pages
from judge.library import codes, load, read_help
from judge.library.presets import load_presets
from judge.model.pages import HelpPage
from judge.service.settings import ConfigError

KEEPERS = "admin"
"""The page that only the keeper gets."""


def load_help_pages() -> dict[str, HelpPage]:
    """Return the help pages by topic, then those that only variants have; the operator's own
    replace ours.

    Raises ValueError with the file that cannot be read.
    """
    pages = render_help_pages() | read_help("templates", "help")
    for code in codes():
        for topic, page in load(code).help.items():
            pages.setdefault(topic, page)
    return pages


def find_help_pages(pages: Mapping[str, HelpPage], *, keeper: bool) -> Mapping[str, HelpPage]:
    """Return the pages that somebody gets."""
    return pages if keeper else {topic: pages[topic] for topic in pages if topic != KEEPERS}


def load_checked_variants() -> Mapping[str, Variant]:
    """Return all variants by their codes, when what the operator laid over ours is in order, too.

    Raises ConfigError with the files that are not.
    """
    try:
        variants = {code: load(code) for code in codes()}
    except ValueError as trouble:
        raise ConfigError(f"maps: {trouble}") from trouble
    overlay = Path(os.environ.get(resources.OVERLAY) or os.devnull)
    wrong = [*(check_templates() if (overlay / "templates").is_dir() else ())]
    wrong += check_grammars(variants) if (overlay / "grammar").is_dir() else ()
    if wrong:
        raise ConfigError("\n".join(wrong))
    return variants


def check_templates() -> Iterator[str]:
    """Yield what is wrong with the templates and the pages of HELP that cannot be read."""
    wrong = tuple(describe_broken_templates())
    yield from wrong
    if not wrong:
        try:
            load_help_pages()
        except (TemplateError, ValueError) as trouble:
            yield f"help: {trouble}"
    try:
        load_presets()
    except ValueError as trouble:
        yield str(trouble)


def check_grammars(variants: Mapping[str, Variant]) -> Iterator[str]:
    """Yield what is wrong with grammars that cannot be read, with one variant of each, with the
    table of the old judges and the words of press: maps add but names to the texts of a grammar."""
    tried = set()
    for code, variant in variants.items():
        parts = (variant.grammar, *variant.orders.values(), *variant.commands.values())
        if parts in tried:
            continue
        tried.add(parts)
        try:
            build_grammar(variant)
        except (LarkError, ValueError, OSError) as trouble:
            yield f"grammar of {code}: {trouble}"
    for read_file in (read_old_topics, load_press_patterns):
        try:
            read_file()
        except (OSError, ValueError) as trouble:
            yield str(trouble)
