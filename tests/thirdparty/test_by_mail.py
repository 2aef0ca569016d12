"""A variant that is no part of the judge, in one folder and one module, is played by mail.

It has an order type, a command, reasons, a help page and tables of its own; nothing in the judge
names any of them.
"""

from pathlib import Path

import pytest

from judge.library import check_map, load
from judge.library.files import FileError
from tests.road.office import MASTER, POWERS, Office, player
from tests.thirdparty.digging import Dig

HERE = Path(__file__).parent
FRANCE = player("France")


@pytest.fixture
def office(tmp_path, monkeypatch):
    """Return a judge at which a game of the variant has begun."""
    monkeypatch.setenv("JUDGE_OVERLAY", str(HERE))
    office = Office(tmp_path)
    office.write(MASTER, "CREATE ruhr digging", subject="a game")
    for power in POWERS:
        office.write(player(power), f"JOIN ruhr AS {power}", subject="hello")
    office.run()
    yield office
    office.close()


def answer(office, text):
    """Mail lines as France, and return the answer."""
    (letter,) = office.answer(FRANCE, text)
    return letter.flat


def results(office):
    """Let the deadline pass, and return the letter of results to France."""
    office.now = office.game().due_at
    office.run()
    return office.last(FRANCE)


def test_its_folder_is_sound(monkeypatch):
    monkeypatch.setenv("JUDGE_OVERLAY", str(HERE))
    assert check_map("digging") == ()
    assert load("digging").name == "Standard with trenches"


def test_its_order_is_read_and_restated(office):
    text = answer(office, "A PAR digs in")
    assert "as they stand: A PAR DIG Still without an order: A MAR, F BRE" in text
    (order,) = office.game().orders["France"]
    assert isinstance(order, Dig)


def test_a_fleet_cannot_give_it(office):
    assert "The French fleet in Brest cannot dig." in answer(office, "F BRE dig")


def test_what_it_did_is_told_to_all(office):
    answer(office, "A PAR dig\nA MAR - SPA\nF BRE - MAO")
    letter = results(office)
    assert "Your army in Paris dug a trench." in letter.flat
    assert "Trenches were dug in Paris." in letter.flat
    assert "Trenches were dug in Paris." in office.last(player("Turkey")).flat


def test_its_reasons_are_told(office):
    answer(office, "A PAR dig\nA MAR dig")
    results(office)
    office.now = office.game().due_at
    office.run()
    text = answer(office, "A PAR dig")
    assert "There is a trench in Paris already." in text


def test_an_attack_keeps_it_from_digging(office):
    answer(office, "A MAR - BUR\nA PAR - PIC")
    office.answer(player("Germany"), "A MUN - RUH")
    results(office)
    office.answer(player("Germany"), "A RUH - BUR")
    answer(office, "A BUR dig")
    letter = results(office)
    assert "was to dig a trench, but it was cut by the German army in the Ruhr." in letter.flat
    assert "Trenches" not in letter.flat


def test_its_command_is_obeyed(office):
    assert "You have no trench." in answer(office, "TRENCHES")
    answer(office, "A PAR dig\nA MAR dig")
    results(office)
    assert "Your trenches: Marseilles and Paris." in answer(office, "my trenches")


def test_its_help_page_is_sent_and_its_command_listed(office):
    assert "An army that is not attacked digs a trench" in answer(office, "HELP dig")
    assert "TRENCHES: where your trenches are" in answer(office, "HELP COMMANDS")


def test_a_word_like_its_command_is_understood(office):
    assert "TRENCHES" in answer(office, "TRENCHS")


@pytest.mark.parametrize("code", ["trench_there", "trenches_yours", "cannot_dig"])
def test_a_sentence_that_is_missing_is_named(tmp_path, monkeypatch, code):
    folder = tmp_path / "maps" / f"without_{code}"
    folder.mkdir(parents=True)
    (tmp_path / "grammar").symlink_to(HERE / "grammar")
    for path in (HERE / "maps" / "digging").glob("*.toml"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = (line for line in lines if not line.startswith(f"{code} ="))
        (folder / path.name).write_text("".join(kept), encoding="utf-8")
    monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))
    with pytest.raises(FileError, match=f"{code}: there is no such reason"):
        load(folder.name)
