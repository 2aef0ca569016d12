"""What each setting means, by ``templates/settings.toml``."""

from __future__ import annotations

from collections.abc import Mapping

from judge.resources import find_file
from judge.tables import Table, read_table


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
