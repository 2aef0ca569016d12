"""A whole game of Global Diplomacy by mail, six players and a master, from builds to a victory."""

import re
from email import message_from_bytes

import pytest

from judge.demo.mailboxes import POLICY, find_plain_text_of
from judge.demo.play import DemoGame
from judge.demo.recorded import play_demo

# Played once, and long: its lines run in other tests.
pytestmark = pytest.mark.xdist_group("whole gd game")


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DemoGame, "draws", False)  # what pictures take is measured elsewhere
        return play_demo("gd", tmp_path_factory.mktemp("gd"), lambda line: None)


@pytest.fixture(scope="module")
def results(shown):
    """The result letters of each player by turn, without line ends and bars."""
    found = {}
    for path in sorted((shown.office.folder / "letters").glob("*/*.eml")):
        letter = message_from_bytes(path.read_bytes(), policy=POLICY)
        if turn := re.search(r"- (\w+) Results", str(letter["Subject"])):
            text = re.sub(r"^\s*\|", "", find_plain_text_of(letter), flags=re.M)
            found[path.parent.name, turn[1]] = " ".join(text.split())
    return found


def test_the_game_ends_as_it_is_recorded(shown):
    assert shown.outcome.succeeded
    assert "The game is over: People's Republic of Asia has won." in shown.last_result_letter


def test_the_summary_tells_a_newcomer_what_was_special_about_it(shown):
    text = " ".join(shown.summary.split())
    assert "Fall of 2101, movement" in text
    assert "was attacked by the South American navy in the Mid-Atlantic, so it exploded" in text
    assert "Greater African Union: Army Sahara CARRY BOMB" in text
    assert "Bombs exploded in the South Indian Ocean" in text
    assert "No supply centers any more: Madagascar." in text
    assert "Spring of 2103, retreat The game is over: People's Republic of Asia has won." in text


def test_a_chain_of_three_carriers_over_two_powers_fails_and_everybody_learns_why(results):
    for reader in ("united.states", "greater.african.union", "people.s.republic.of.asia"):
        text = results[reader, "F2101M"]
        assert (
            "by the South American navy in the Mid-Atlantic, so it exploded nowhere" in text
            or "The reasons of your own stand above" in text
        )
        assert "Bombs exploded" not in text


def test_then_it_explodes_and_cuts_a_center_off(results):
    for reader in ("united.states", "european.union"):
        text = results[reader, "W2102M"]
        assert "Bombs exploded in the South Indian Ocean" in text
        assert "no supply centers any more after Spring of 2102: Madagascar." in text
        assert "No supply centers any more: Madagascar." in results[reader, "S2102M"]
    african = results["greater.african.union", "W2102M"]
    assert "Your army in the Sahara carried a bomb from the North Atlantic to Egypt." in african
