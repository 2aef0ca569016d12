"""PROCESS ends no turn of which its master cannot have known."""

from datetime import timedelta
from pathlib import Path

from tests.road.office import MASTER, Office, gather


def test_a_result_that_is_on_its_way(tmp_path: Path) -> None:
    office = gather(Office(tmp_path))
    before = office.last(MASTER)
    office.now += timedelta(days=3)
    office.work()
    fresh = office.compose(MASTER, "PROCESS", before["Reply-To"], "the turn", {})
    office.accept(fresh, MASTER, (before["Reply-To"],))
    letters = [letter for letter in office.run() if letter.to == MASTER]
    assert office.game().number == 2
    assert "Your mail was written for a turn that is over" in letters[-1].flat
    assert "PROCESS" in letters[-1].text.partition("1. ")[2]
    office.now += timedelta(minutes=5)
    later = office.compose(MASTER, "PROCESS", before["Reply-To"], "the next turn", {})
    office.accept(later, MASTER, (before["Reply-To"],))
    office.run()
    assert office.game().number == 3
    office.close()
