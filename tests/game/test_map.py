"""MAP: the board of a game again, as its reader saw it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.game.command import LineContext
from judge.game.request import Request
from judge.model.letter import Chronicle, Drawing, PositionSection
from tests.game.conftest import Club


@pytest.fixture
def drawing(running: Club, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A running game of which there are pictures."""
    bare = running.context

    def context(mail: Request, seed: int = 1) -> LineContext:
        at = bare(mail, seed)
        return replace(at, house=replace(at.house, drawn=lambda name: True))

    monkeypatch.setattr(running, "context", context)
    return running


def sections(club: Club, line: str) -> list[object]:
    return [part for part in club.reply(club.say("France", line)).sections if part][1:]


def test_a_map_without_a_picture_is_told_in_words(running) -> None:
    decision = running.say("France", "MAP AS SVG")
    assert running.codes(decision) == ["noted no_picture"]
    parts = running.reply(decision).sections
    assert any(isinstance(part, PositionSection) for part in parts)
    assert not any(isinstance(part, Drawing) for part in parts)


def test_the_board_as_it_is(drawing) -> None:
    parts = sections(drawing, "MAP")
    assert [part.file for part in parts if isinstance(part, Drawing)] == ["ruhr-S1901M.png"]
    (picture,) = (part for part in parts if isinstance(part, Drawing))
    assert picture.view.played is None
    assert picture.view.results == ()
    assert {str(unit.at) for unit in picture.view.units_of("France")} == {"BRE", "PAR", "MAR"}


def test_a_turn_as_it_went(drawing) -> None:
    drawing.say("France", "A Par - Bur")
    drawing.now = drawing.game.due_at
    drawing.tick()
    parts = sections(drawing, "MAP S1901M AS SVG")
    assert any(isinstance(part, Chronicle) for part in parts)
    (picture,) = (part for part in parts if isinstance(part, Drawing))
    assert picture.file == "ruhr-S1901M.svg"
    assert str(picture.view.played) == "S1901M"
    moved = [str(r.order.to) for r in picture.view.results if r.order.verb == "move"]
    assert moved == ["BUR"]
    assert drawing.codes(drawing.say("France", "MAP S1901R")) == ["refused not_played"]
