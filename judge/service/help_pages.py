"""The pages of HELP: ours, the operator's and those of variants."""

from __future__ import annotations

from collections.abc import Mapping

from judge.letters.render import render_help_pages
from judge.library import codes, load, read_help
from judge.model.help_page import HelpPage

KEEPERS = "admin"
"""The page that only the keeper gets."""


def load_help_pages() -> dict[str, HelpPage]:
    """Return the help pages by topic, those of variants last; the operator's own replace ours.

    Raises ValueError with the file that cannot be read.
    """
    pages = render_help_pages() | read_help("templates", "help")
    for code in codes():
        pages |= load(code).help
    return pages


def help_pages_for(pages: Mapping[str, HelpPage], *, keeper: bool) -> Mapping[str, HelpPage]:
    """Return the pages that somebody gets."""
    return pages if keeper else {topic: pages[topic] for topic in pages if topic != KEEPERS}
