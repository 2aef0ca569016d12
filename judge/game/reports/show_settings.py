"""SHOW SETTINGS."""

from __future__ import annotations

from collections.abc import Container

from judge.game.atlas.variant_pages import list_option_rows
from judge.game.command import LineContext
from judge.game.reports.report import Report
from judge.game.reports.status import list_visible_settings
from judge.game.state import Game, Role, Seat
from judge.model.letter import Section
from judge.model.pages import SettingsPage


class ShowSettings(Report):
    """SHOW SETTINGS [game]: how a game is set, and what each setting means."""

    def is_about_game(self, names: Container[str]) -> bool:
        """Say yes where a game is named: "Settings" above a mail is talk."""
        return bool(self.game) and super().is_about_game(names)

    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...]:
        """Return the values of the settings, as the reader may know them, and of the options."""
        values = list_visible_settings(game, actor)
        if actor is not None:
            values += list_settings_of_seat(actor)
        master = actor is not None and actor.role is Role.MASTER
        options = {
            name: game.variant.settings[name]
            for name in game.variant.options
            if master or name not in game.variant.hidden_options
        }
        return (SettingsPage(game.name, values, list_option_rows(game.variant, options)),)


def list_settings_of_seat(seat: Seat) -> tuple[tuple[str, str], ...]:
    """Return what the holder of a seat has set for themselves, named as SET names it."""
    return (("pictures", seat.pictures), ("reminders", "on" if seat.reminders else "off"))
