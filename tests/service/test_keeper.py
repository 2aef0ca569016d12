"""Whom the keeper keeps out, and who may make games."""

from dataclasses import replace
from pathlib import Path

from tests.road.office import MASTER, Office


def test_who_is_blocked_gets_into_no_game_and_not_everybody_makes_one(tmp_path: Path) -> None:
    office = Office(tmp_path)
    admission = office.judge.admission._replace(
        blocked=("Spam.example", "bad@example.org"), creators=(MASTER,)
    )
    office.judge = replace(office.judge, admission=admission)

    def said(sender: str, text: str) -> str:
        office.write(sender, text)
        return next(letter.flat for letter in office.run() if letter.to == sender)

    assert "is open" in said(MASTER, "CREATE ruhr")
    assert "lets only some people make games" in said("good@example.org", "CREATE elbe")
    closed = "closed its games to your address"
    assert closed in said("one@spam.example", "JOIN ruhr")
    assert closed in said("bad@example.org", "OBSERVE ruhr")
    assert "Welcome" in said("one@nospam.example", "JOIN ruhr")
    office.close()
