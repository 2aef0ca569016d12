"""Every setting is explained in HELP, and nothing else is."""

import pytest

from judge import library
from judge.game.game_settings import SETTINGS, Settings, describe_settings
from judge.game.master.set import OWN
from judge.game.reports.status import list_settings_of_seat
from judge.game.state import Role, Seat
from judge.letters.render import read_setting_topics

LENGTHS = {"moves", "retreats", "builds"}
"""What SET MOVES 3 DAYS and the like set: one command."""


@pytest.mark.parametrize("code", library.codes())
def test_every_setting_is_explained(code: str) -> None:
    said = {rule[4:] for rule in library.load(code).commands if rule.startswith("set_")}
    known = {*SETTINGS, *OWN, *said, *LENGTHS} - {"length"}
    assert {name for topic in read_setting_topics() for name in topic.settings} == known


def test_every_setting_is_shown() -> None:
    seat = Seat("p1", Role.PLAYER, "france@example.org", "")
    assert {name for name, _ in describe_settings(Settings())} == {*SETTINGS, *LENGTHS}
    assert {name for name, _ in list_settings_of_seat(seat)} < set(OWN)


@pytest.mark.parametrize("code", library.codes())
def test_every_option_is_explained(code: str) -> None:
    assert all(option.about for option in library.load(code).options.values())
