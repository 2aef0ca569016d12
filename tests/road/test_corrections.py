"""A board that was corrected is the same after a crash, and in the game's history."""

from __future__ import annotations

import pytest

from judge.model.map import Location
from judge.model.position import Unit
from tests.road.office import MASTER, Office


def test_a_corrected_board_survives(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "CORRECT PUT France A BUR\nCORRECT REMOVE A MUN\nCORRECT CENTER BEL TO France"

    def stumble(*_: object) -> None:
        raise RuntimeError("the lights go out")

    with monkeypatch.context() as patch:
        patch.setattr(type(office.judge.games), "save_game", stumble)
        assert office.answer(MASTER, lines) == []
    office.close()
    office.open()
    assert [letter.to for letter in office.run()].count("france@example.org") == 1
    corrected = office.game().position
    assert corrected is not None
    assert corrected.units["BUR"] == Unit("France", "army", Location("BUR"))
    assert "MUN" not in corrected.units and corrected.owners["BEL"] == "France"
    office.answer(MASTER, "PROCESS")
    office.close()
    office.open()
    with office.judge.database.read_transaction() as tx:
        game = office.judge.games.load_game(tx, "ruhr")
        ((*_, record),) = office.judge.games.load_past_turns(tx, "ruhr").turns
    assert game is not None and game.played is not None
    assert record.before == game.played.before == corrected
    assert record.after == game.position
