"""What the club knows when games end: results, ratings, the hall, and who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import RowMapping, select

from judge.game.club.results import GameTally
from judge.game.effects import Effects
from judge.game.votes.public import end_game
from judge.model.position import Ended, apply_effects
from judge.service.commit import commit_effects
from judge.store import club_rows, schema
from judge.store.database import make_alembic_config
from tests.road.office import MASTER, Office, gather


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Office:
    return gather(Office(tmp_path_factory.mktemp("begun")))


@pytest.fixture
def office(begun: Office, tmp_path: Path) -> Office:
    return begun.twin(tmp_path / "office")


def draw(office: Office) -> None:
    for power in ("austria", "england", "france", "germany", "italy", "russia", "turkey"):
        office.answer(f"{power}@example.org", "DRAW")


def answer_to(office: Office, reader: str, line: str) -> str:
    office.answer(reader, line)
    return office.last(reader).flat


def test_a_draw_is_told_to_those_who_played(office: Office) -> None:
    office.answer(MASTER, "SET SCORING sum of squares")
    draw(office)
    told = answer_to(office, "russia@example.org", "RESULTS")
    # Russia has 4 of 22 centers: 16 of 6 * 9 + 16 = 70, of a hundred points.
    assert "Ruhr (standard, S1901M): Russia with Russia shared the draw, 4 centers" in told.replace(
        "ruhr (", "Ruhr ("
    )
    assert "22.86 points" in told
    told = answer_to(office, MASTER, "RESULTS ruhr")
    assert told.count("shared the draw") == 7


def test_a_name_is_shown_only_where_its_person_wants(office: Office) -> None:
    office.answer("france@example.org", "SET MY NAME Ada")
    draw(office)
    told = answer_to(office, MASTER, "RESULTS ruhr")
    assert "Ada with France" in told and "@example.org" not in told.split("RESULTS ruhr")[1]
    assert "Ada with France" in answer_to(office, "italy@example.org", "RESULTS OF ada")
    assert "1. Ada: 0 won alone, 1 draw, 1 game" in answer_to(office, MASTER, "HALL standard")
    office.answer("france@example.org", "SET MY NAME OFF")
    assert "Nobody shows results" in answer_to(office, "italy@example.org", "RESULTS OF ada")
    assert "Ada" not in answer_to(office, MASTER, "RESULTS ruhr")


def test_only_rated_games_make_ratings(office: Office) -> None:
    draw(office)
    assert "No game of yours that was rated" in answer_to(office, "italy@example.org", "RATING")


def test_a_rated_game_makes_ratings_and_its_undoing_takes_them_back(office: Office) -> None:
    office.answer(MASTER, "SET RATED ON")
    office.answer("france@example.org", "SET MY NAME Ada")
    office.answer(MASTER, "PROCESS")
    draw(office)
    assert "Standard: 1500, give or take" in answer_to(office, "france@example.org", "RATING")
    assert "1. Ada: 1500" in answer_to(office, MASTER, "RATINGS standard")
    with office.judge.database.read_transaction() as tx:
        before = tx.execute(select(schema.ratings)).all()
    with office.judge.database.write_transaction() as tx:
        club_rows.rate_games_anew(tx, "standard")
    with office.judge.database.read_transaction() as tx:
        again = tx.execute(select(schema.ratings)).all()
    assert [row[1:] for row in before] == [row[1:] for row in again]
    office.answer(MASTER, "ROLLBACK S1901M")
    assert office.game().stage.value != "ended"
    with office.judge.database.read_transaction() as tx:
        assert tx.execute(select(schema.results)).all() == []
        assert tx.execute(select(schema.ratings)).all() == []


def test_who_took_over_has_their_share(office: Office) -> None:
    for _ in range(2):
        office.answer(MASTER, "PROCESS")
    office.answer(MASTER, "EJECT Turkey")
    office.write("new@example.org", "TAKEOVER ruhr Turkey")
    office.run()
    for _ in range(2):
        office.answer(MASTER, "PROCESS")
    for power in ("austria", "england", "france", "germany", "italy", "russia"):
        office.answer(f"{power}@example.org", "DRAW")
    office.answer("new@example.org", "DRAW")
    whole = answer_to(office, "italy@example.org", "RESULTS")
    assert "for 100 % of the game" in whole
    assert "for 50 % of the game" in answer_to(office, "new@example.org", "RESULTS")
    office.write("turkey@example.org", "RESULTS")
    office.run()
    assert "for 50 % of the game" in office.last("turkey@example.org").flat


def test_a_game_that_was_given_up_has_no_result(office: Office) -> None:
    office.answer(MASTER, "TERMINATE")
    assert "No game of yours has ended" in answer_to(office, "italy@example.org", "RESULTS")


def test_who_is_forgotten_leaves_the_figures(office: Office) -> None:
    draw(office)
    office.answer("italy@example.org", "FORGET ME")
    office.answer("italy@example.org", "YES")
    with office.judge.database.read_transaction() as tx:
        rows = tx.execute(select(schema.result_seats.c.player_id)).scalars().all()
    assert len(rows) == 7 and list(rows).count(None) == 1


def move_address(office: Office, old: str, new: str) -> None:
    office.answer(old, f"SET ADDRESS {new}")
    office.answer(new, "YES")


def test_results_go_with_their_person_to_another_address(office: Office) -> None:
    office.answer(MASTER, "SET RATED ON")
    office.answer("france@example.org", "SET MY NAME Ada")
    draw(office)
    move_address(office, "france@example.org", "ada@example.org")
    assert "with France" in answer_to(office, "ada@example.org", "RESULTS")
    assert "Standard: 1500" in answer_to(office, "ada@example.org", "RATING")
    assert "1. Ada: 0 won alone, 1 draw, 1 game" in answer_to(office, MASTER, "HALL standard")
    assert "with France" in answer_to(office, MASTER, "RESULTS OF Ada")


def test_who_turns_out_to_be_one_person_has_the_results_of_both(office: Office) -> None:
    office.answer(MASTER, "SET RATED ON")
    office.answer("france@example.org", "SET MY NAME Ada")
    draw(office)
    office.answer("france@example.org", "I AM ALSO italy@example.org")
    office.answer("italy@example.org", "YES")
    told = answer_to(office, "france@example.org", "RESULTS")
    assert "with France" in told and "with Italy" in told
    assert "1. Ada: 0 won alone, 2 draws, 1 game" in answer_to(office, MASTER, "HALL standard")
    with office.judge.database.read_transaction() as tx:
        rated = tx.execute(select(schema.ratings.c.player_id)).scalars().all()
        careers = tx.execute(select(schema.careers)).mappings().all()
    assert len(rated) == 6
    with office.judge.database.write_transaction() as tx:
        for person in {row["player_id"] for row in careers}:
            club_rows.recount_careers(tx, person)
    with office.judge.database.read_transaction() as tx:
        again = tx.execute(select(schema.careers)).mappings().all()

    def figures(rows: Sequence[RowMapping]) -> list[tuple[object, ...]]:
        return sorted(
            tuple(v for k, v in row.items() if k not in ("id", "changes")) for row in rows
        )

    assert figures(again) == figures(careers)


def test_a_career_is_as_it_was_when_a_result_is_taken_back(office: Office) -> None:
    office.answer("france@example.org", "SET MY NAME Ada")
    office.answer(MASTER, "PROCESS")
    draw(office)
    office.answer(MASTER, "ROLLBACK S1901M")
    assert "Ada" not in answer_to(office, MASTER, "HALL standard")
    draw(office)
    assert "1. Ada: 0 won alone, 1 draw, 1 game" in answer_to(office, MASTER, "HALL standard")


def test_careers_of_an_older_database_are_counted(office: Office) -> None:
    draw(office)

    def careers() -> list[tuple[object, ...]]:
        with office.judge.database.read_transaction() as tx:
            rows = tx.execute(select(schema.careers)).all()
        return sorted(row[1:] for row in rows)

    before = careers()
    for step, aim in ((command.downgrade, "0047"), (command.upgrade, "head")):
        with office.judge.database.write_transaction() as tx:
            step(make_alembic_config(tx), aim)
    assert len(before) == 14 and careers() == before


def test_a_game_adds_to_the_statistics_as_it_ends_and_is_taken_off_again(office: Office) -> None:
    office.answer("france@example.org", "SET MY NAME Ada")
    office.answer("france@example.org", "A Par - Bur\nA Mar H\nF Bre - Mao")
    for _ in range(2):
        office.now += timedelta(days=3)
        office.run()
    draw(office)
    told = answer_to(office, "italy@example.org", "STATISTICS standard")
    assert "France: 1 game, of which it won 0 alone, drew 1 and was eliminated in 0; 3.0" in told
    assert "France opened A MAR H, A PAR - BUR, F BRE - MAO in 1 game" in told
    assert "Standard: 1 turn of movement took 3 days each" in told
    told = answer_to(office, "italy@example.org", "STATISTICS")
    # Of two turns of movement the first was in time; everybody begins with five that were.
    assert "Ada: 85 % reliable; orders in time 1 times, late 1 times, games left: 0" in told
    office.answer(MASTER, "ROLLBACK S1901M")
    assert "No listed game has ended" in answer_to(
        office, "italy@example.org", "STATISTICS standard"
    )
    with office.judge.database.read_transaction() as tx:
        rows = tx.execute(select(schema.statistics)).mappings().all()
    assert rows and all(row[name] == 0 for row in rows for name in GameTally._fields)


def test_robots_are_rated_too(tmp_path: Path) -> None:
    office = Office(tmp_path / "office")
    office.write(MASTER, "CREATE ruhr WITH robots=6 easy, rated=on, confirm=off")
    office.write("austria@example.org", "JOIN ruhr AS Austria")
    office.run()
    game = office.game()
    ended = Ended("concession", ("Turkey",))
    game, _ = end_game(
        replace(game, position=apply_effects(game.position, (ended,))), ended, "over"
    )
    with office.judge.database.write_transaction() as tx:
        commit_effects(office.judge, tx, Effects((game,)), office.now)
    told = answer_to(office, MASTER, "RATINGS standard")
    assert "1. Robot (easy): 15" in told and "from 6 games" in told
    assert "Robot (easy) with Turkey won alone" in answer_to(office, MASTER, "RESULTS ruhr")
    office.remove()
