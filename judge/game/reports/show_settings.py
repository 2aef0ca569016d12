"""SHOW SETTINGS."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from judge.game.atlas.options import option_lines
from judge.game.command import LineContext
from judge.game.reports.report import Report
from judge.game.reports.status import visible_settings
from judge.game.state import Game, Role, Seat
from judge.model.letter import Page, Section

_ITEM = re.compile(r"`([A-Z_]+)[^`]*`(?=: )")


class ShowSettings(Report):
    """SHOW SETTINGS [game]: how a game is set, and what each setting means."""

    def is_about_game(self, names: Container[str]) -> bool:
        """Say yes where a game is named: "Settings" above a mail is talk."""
        return bool(self.game) and super().is_about_game(names)

    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...]:
        """Return the settings with their values, by topic, as the reader may know them."""
        values = dict(visible_settings(game, actor))
        if actor is not None:
            values |= settings_of_seat(actor)
        topics = [*_topics_with_values(context.house.help["settings"].text, values)]
        master = actor is not None and actor.role is Role.MASTER
        options = {
            name: game.variant.settings[name]
            for name in game.variant.options
            if master or name not in game.variant.hidden_options
        }
        if options:
            heading = "## Chosen when the game was created"
            topics.append(f"{heading}\n\n{option_lines(game.variant, options)}")
        return (Page(f"Settings of {game.name}", "\n\n".join(topics)),)


def settings_of_seat(seat: Seat) -> dict[str, str]:
    """Return what the holder of a seat has set for themselves, named as SET names it."""
    return {"pictures": seat.pictures, "reminders": "on" if seat.reminders else "off"}


def explained_settings(page: str) -> frozenset[str]:
    """Return the names of the settings that a page explains."""
    return frozenset(name.lower() for name in _ITEM.findall(page))


def _topics_with_values(page: str, values: Mapping[str, str]) -> Iterator[str]:
    """Yield the topics of the page on settings, the values in place of the examples."""
    for topic in re.split(r"^(?=## )", page, flags=re.M)[1:]:
        heading = topic.partition("\n")[0]
        items = [(item, _ITEM.match(item)) for item in re.split(r"^- ", topic, flags=re.M)[1:]]
        lines = [
            f"- `{match[1]}` is **{values[match[1].lower()]}**{item[match.end() :].rstrip()}"
            for item, match in items
            if match and match[1].lower() in values
        ]
        if lines:
            yield "\n".join([f"{heading}\n", *lines])
