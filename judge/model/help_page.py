"""The pages of HELP."""

from __future__ import annotations

from typing import NamedTuple

ALIASES = "aliases:"


class HelpPage(NamedTuple):
    """A page on a topic: its text, the first line its title, and other words that lead to it."""

    text: str
    aliases: tuple[str, ...] = ()


def parse_help_page(text: str) -> HelpPage:
    """Return a page; ``aliases: join, sign on`` may stand on a line above its title."""
    first, _, rest = text.partition("\n")
    if not first.startswith(ALIASES):
        return HelpPage(text)
    words = first.removeprefix(ALIASES).split(",")
    return HelpPage(rest.lstrip("\n"), tuple(word.strip() for word in words))
