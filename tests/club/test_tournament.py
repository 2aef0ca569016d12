"""A tournament by mail alone, a small one; and one whose judge is stopped in the middle."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NoReturn

import pytest

from judge.game.game_settings import Settings
from judge.game.tournament import boards
from judge.game.tournament.state import BoardModel, Entrant, Tournament
from judge.service import tournaments
from judge.store import tournament_rows
from tests.club.tournament import DIRECTOR, hold, holders, play, say, tournament
from tests.road.office import Office


def test_a_tournament_by_mail(tmp_path: Path) -> None:
    office = Office(tmp_path / "office")
    assert len(list(hold(office, 2))) == 3
    office.remove()


def test_those_who_stand_alike_meet_in_the_second_round(tmp_path: Path) -> None:
    office = Office(tmp_path / "office")
    options = "rounds=2, seeding=standing, confirm=off"
    say(office, DIRECTOR, f"TOURNAMENT CREATE autumn WITH {options}")
    for number in range(1, 22):
        office.write(f"person{number}@example.org", "TOURNAMENT JOIN autumn")
    office.run()
    say(office, DIRECTOR, "TOURNAMENT START autumn")
    drawn = {*holders(office, "autumn1b3").values()}
    best = {*play(office, 1, 3).values()} | drawn
    assert len(best) == 9
    say(office, DIRECTOR, "TOURNAMENT START autumn")
    last = {*holders(office, "autumn2b3").values()}
    assert len(last) == 7 and not last & best
    office.remove()


def test_a_judge_that_is_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(tmp_path / "office")
    people = [Entrant(number, f"p{number}@example.org") for number in range(1, 22)]
    entrants = (Entrant(-1, DIRECTOR, "director"), *people)
    held = Tournament("autumn", BoardModel("standard", Settings()), 1, entrants=entrants)
    with office.judge.database.write_transaction() as tx:
        tournament_rows.save_tournament(tx, held)
    monkeypatch.setattr(boards, "BOARDS_AT_ONCE", 1)
    done, write = [], tournaments.commit_effects

    def stop_after_one(*given: object, **more: object) -> object:
        done.append(write(*given, **more))  # type: ignore[arg-type]  # handed on as they came
        if len(done) > 1:
            raise RuntimeError("stopped before all of it is written")
        return done[-1]

    monkeypatch.setattr(tournaments, "commit_effects", stop_after_one)
    office.write(DIRECTOR, "TOURNAMENT START autumn")
    office.run()
    assert [each.begun for each in tournament(office).rounds] == [1]
    assert len(tournament(office).rounds[0].boards) == 3

    def fail(*given: object) -> NoReturn:
        raise AssertionError("a round is drawn once")

    monkeypatch.setattr(tournaments, "commit_effects", write)
    monkeypatch.setattr("judge.game.tournament.directing.draw_round", fail)
    office.close()
    office.open()
    office.run()
    assert [each.begun for each in tournament(office).rounds] == [3]
    told = Counter(one.to for one in office.sent if "Game Starting" in one.subject)
    assert told == Counter(each.address for each in people)
    office.remove()
