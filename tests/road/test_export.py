"""The files that an answer to EXPORT bears, as mail programs save them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from judge.game.state import Play
from judge.library import load
from judge.records import terminal
from judge.records.formats import formats
from judge.records.run import run_record_to_now
from tests.road.office import MASTER, Letter, Office, civilizations, player


def files_of(letter: Letter) -> dict[str, bytes]:
    files = {}
    for part in letter.mail.walk():
        if name := part.get_filename():
            raw = part.get_payload(decode=True)
            assert isinstance(raw, bytes)
            files[name] = raw
    return files


def test_a_game_by_mail_is_played_again_without_orders_that_wait(
    busy_office: Office, tmp_path: Path
) -> None:
    office = busy_office.twin(tmp_path)
    office.answer(player("France"), "A Par - Bur")
    office.answer(MASTER, "PROCESS\nCORRECT A Bur is in Gas")
    office.answer(player("France"), "A Gas - Spa")
    (letter,) = office.answer(player("Italy"), "EXPORT\nMAP")
    files = files_of(letter)
    assert [*files] == ["ruhr.game", "ruhr.json"]
    game = office.game()
    for name, raw in files.items():
        record = formats.read_game(raw, "", load("standard"))
        played, now = run_record_to_now(record, carry=True)
        assert not [*terminal.list_first_difference_lines(record, played)], name
        assert (now.turn, {*now.units}) == (game.position.turn, {*game.position.units}), name
        assert [str(phase.turn) for phase in record.phases][:2] == ["S1901M", "F1901M"]
        assert not record.phases[-1].orders, name


def test_powers_that_go_by_names_of_their_own_stand_in_the_files_as_the_map_has_them(
    tmp_path: Path,
) -> None:
    office = Office(tmp_path)
    civilizations(office)
    office.now += timedelta(days=1)
    office.run()
    (letter,) = office.answer(MASTER, "EXPORT")
    game = office.game()
    assert isinstance(game, Play) and game.number > 1
    files = files_of(letter)
    assert [*files] == ["ruhr.game", "ruhr.json"]
    for name, raw in files.items():
        record = formats.read_game(raw, "", game.variant)
        played, now = run_record_to_now(record, carry=True)
        assert not [*terminal.list_first_difference_lines(record, played)], name
        assert now.units == game.position.units, name


def test_what_is_too_long_for_a_letter_is_left_out(busy_office: Office, tmp_path: Path) -> None:
    office = busy_office.twin(tmp_path)
    office.judge = replace(
        office.judge,
        limits=office.judge.limits._replace(answer_bytes=9_000, stranger_answer_bytes=5_000),
    )
    (letter,) = office.answer(player("Italy"), "EXPORT")
    assert [*files_of(letter)] == ["ruhr.game"]
    assert "With ruhr.json this letter would be too long; it is left out." in letter.flat
