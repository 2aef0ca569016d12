"""A real game by mail, and every letter of it read as strictly as the hobby's map programs do."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

import pytest

from judge.game.state import Play
from judge.language.writer import write_order
from judge.library import load
from judge.records.model import Record
from judge.records.reader import parse_record
from judge.resources import find_file
from tests.letters.jdip_rules import AHEAD, Mail, Reader
from tests.road import laws
from tests.road.office import MASTER, POWERS, Letter, Office, player

pytestmark = pytest.mark.xdist_group("hobby tools")  # played once

YEARS = 2
STANDARD = load("standard")
JDIP = Reader(STANDARD.map)


@pytest.fixture(scope="module")
def record() -> Record:
    text = find_file("maps", "standard/demo.game").read_text(encoding="utf-8")
    return parse_record(text, load)


@pytest.fixture(scope="module")
def played(
    record: Record, busy_office: Office, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Office, list[Letter]]:
    """The first years of the demonstration's game, from their orders to the letters."""
    office = busy_office.twin(tmp_path_factory.mktemp("game"))
    office.answer(MASTER, "SET EARLY OFF\nSET REMINDER 0")
    first = record.phases[0].turn.year
    results: list[Letter] = []
    for phase in record.phases:
        game = office.game()
        if phase.turn.year >= first + YEARS:
            break
        if not isinstance(game, Play) or game.position.turn != phase.turn:
            continue
        for power, given in groupby(phase.orders, lambda one: one.power):
            orders = "\n".join(write_order(one.order, STANDARD) for one in given)
            office.write(player(power), orders, answering=player(power))
        # The record also disbands units that had nowhere to go and are gone.
        for letter in office.run():
            assert letter.text.count("Not taken") <= letter.text.count("DISBAND"), letter.text
        assert game.due_at is not None
        office.now = game.due_at
        results += office.run()
    return office, results


def test_every_result_letter_is_read_by_the_map_programs(
    played: tuple[Office, list[Letter]], record: Record
) -> None:
    office, results = played
    assert len(results) > YEARS * 3 * 8
    laws.check(results, office)
    for letter in results:
        mail = JDIP.result(letter.text)
        assert (mail.judge, mail.game, mail.variant) == ("JUDGE", "Ruhr", "Standard")
        turn = re.search(r" ([SFW])(\d{4})([MRB]) Results$", letter.subject)
        assert turn and int(turn[2]) == mail.year
        assert turn[3] == {"Movement": "M", "Retreat": "R", "Adjustment": "B"}[mail.phase]


def test_all_readers_of_a_turn_are_told_the_same(played: tuple[Office, list[Letter]]) -> None:
    _, results = played
    for _, letters in groupby(results, lambda letter: letter.subject):
        told = [_bare(JDIP.result(letter.text)) for letter in letters]
        assert len(told) == 8
        assert all(one == told[0] for one in told)


def _bare(mail: Mail) -> object:
    return (mail.orders, mail.dislodged, mail.retreats, mail.adjustments, mail.owners, mail.next)


def test_the_start_is_read_by_the_map_programs(busy_office: Office) -> None:
    starts = [one for one in busy_office.sent if one.subject == "JUDGE:ruhr - S1901M Game Starting"]
    assert {letter.to for letter in starts} == {MASTER, *map(player, POWERS)}
    for letter in starts:
        mail = JDIP.start(letter.text)
        assert mail.selected == (
            "Master" if letter.to == MASTER else letter.to.split("@")[0].title()
        )
        assert len(mail.units) == 22
        assert "\n     Turkey:    turkey@example.org\n" in letter.text


def test_list_and_history_are_read_by_the_map_programs(
    played: tuple[Office, list[Letter]],
) -> None:
    office, results = played
    turns = len({letter.subject for letter in results})
    for reader in (player("France"), MASTER):
        (letter,) = office.answer(reader, "LIST")
        assert len(JDIP.listing(letter.text).owners) > 22
        (letter,) = office.answer(reader, "HISTORY")
        laws.check([letter], office)
        assert len(JDIP.history(letter.text)) == turns
        assert letter.text.count("The deadline for orders will be ") == turns
        assert letter.part("plain")["Content-Transfer-Encoding"] == "7bit"
    (letter,) = office.answer(player("France"), "HISTORY FROM F1901M TO S1902M")
    assert "F1901M Results" in letter.text and "F1902M Results" not in letter.text


def test_the_history_of_a_game_that_is_over(played: tuple[Office, list[Letter]]) -> None:
    office, results = played
    turns = len({letter.subject for letter in results})
    office.answer(MASTER, "TERMINATE")
    (letter,) = office.answer(player("France"), "HISTORY")
    assert len(JDIP.history(letter.text)) == turns
    assert "The master has ended the game without a result." in letter.text


def test_the_history_of_a_game_that_was_over_soon(busy_office: Office, tmp_path: Path) -> None:
    office = busy_office.twin(tmp_path)
    office.answer(MASTER, "PROCESS")
    office.answer(MASTER, "TERMINATE")
    (letter,) = office.answer(player("France"), "HISTORY")
    (turn,) = JDIP.history(letter.text)
    assert (turn.over, turn.next) == (False, ("Movement", "Fall", 1901))
    assert "History information for game 'ruhr', which is over." in letter.text


def test_raw_letters_are_read_up_to_where_their_players_stand(
    played: tuple[Office, list[Letter]], busy_office: Office
) -> None:
    starts = [one for one in busy_office.sent if "Game Starting" in one.subject]
    for letter in (*starts, *played[1][:24]):
        raw = letter.raw.decode("ascii").replace("\r\n", "\n")
        assert len(raw) > AHEAD
        JDIP.head(raw)


def test_a_saved_mailbox_of_results_is_a_history(played: tuple[Office, list[Letter]]) -> None:
    _, results = played
    for letter in results:
        head = letter.raw.partition(b"\r\n\r\n")[0].decode().split("\r\n")
        at = next(n for n, line in enumerate(head) if line.startswith("Date:"))
        assert head[at + 1].startswith("Subject: JUDGE:ruhr - ")
