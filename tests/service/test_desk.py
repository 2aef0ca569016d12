"""The keeper's desk: what it shows of a judge that has had trouble, and what it does about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from judge.desk.commands import COMMANDS, parse_desk_command
from judge.desk.table import DeskTable
from judge.desk.words import DeskError
from judge.letters.markdown import markdown_to_html, markdown_to_text
from judge.store import outbox, persons, pulse
from judge.store.database import Database, upgrade_schema
from tests.road.office import MASTER, Office, gather, player

FRANCE = player("France")


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    office = gather(Office(tmp_path), ("France", "Germany"))
    yield office
    office.close()


def ask(office: Office, line: str) -> DeskTable:
    name, words = parse_desk_command(line)
    with office.judge.database.write_transaction() as tx:
        return COMMANDS[name].do(tx, words, office.now)


def admin(office: Office, *words: str) -> Result:
    settings = office.folder / "judge.toml"
    settings.write_text(
        f'[judge]\naddress = "judge@example.org"\ndata = "{office.folder}"\n', encoding="utf-8"
    )
    return CliRunner().invoke(main, ["admin", "--config", str(settings), *words])


def test_games_are_listed_and_one_is_shown_without_board_and_secrets(office: Office) -> None:
    (row,) = ask(office, "GAMES").rows
    assert row[:4] == ("ruhr", "standard", "forming", "")
    shown = ask(office, "game RUHR")
    assert [(each[1], each[3]) for each in shown.rows] == [
        ("master", MASTER), ("player", FRANCE), ("player", player("Germany")),
    ]  # fmt: skip
    told = shown.plain_text() + json.dumps(shown.json_values())
    assert not any(seat.secret in told for seat in office.game().seats)
    assert ask(office, "DUE").rows == ()


def test_the_keeper_says_that_the_clock_is_right(office: Office) -> None:
    assert "2026-11-03 09:00 UTC" in ask(office, "CLOCK").title
    with office.judge.database.read_transaction() as tx:
        assert pulse.clock_confirmed_at(tx) == office.now


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("GAMES all", "nothing belongs behind that: all"),
        ("GAME", "say a game's name"),
        ("GAME elbe", "there is no game elbe; GAMES lists all"),
        ("QUEU", "did you mean QUEUE?"),
        ("SEND AGAIN", "say which"),
        ("SEND AGAIN 99", "nothing to send again: 99"),
        ("SEND AGAIN x", "x is no number"),
        ("DEAD 99", "there is no letter 99"),
        ("MAIL 99", "there is no mail 99"),
        ("TRY AGAIN ALL", "there is no such mail"),
        ("DROP 7", "there is no such mail"),
        ("PERSON nobody@example.org", "nobody is known at nobody@example.org"),
        ("BLOCK spam", "spam is neither an address nor a domain"),
        ("UNBLOCK spam.example", "spam.example is not blocked here"),
    ],
)
def test_what_cannot_be_done_says_what_can(office: Office, line: str, said: str) -> None:
    with pytest.raises(DeskError, match=said.replace("?", r"\?")):
        ask(office, line)


def test_letters_given_up_are_listed_and_sent_again(office: Office) -> None:
    office.write(FRANCE, "STATUS", answering=FRANCE)
    office.work()
    assert ask(office, "QUEUE").rows[0][:2] == (FRANCE, 1)
    with office.judge.database.write_transaction() as tx:
        for leased in outbox.lease_due_mails(tx, office.now, "office"):
            error = "550 no such mailbox"
            outbox.record_refusal(tx, leased, office.now, error, permanent=True)
    assert ask(office, "QUEUE").rows == ()
    ((number, to, *_, error),) = ask(office, "DEAD").rows
    assert (to, error) == (FRANCE, "550 no such mailbox")
    one = ask(office, f"DEAD {number}")
    secret = next(seat.secret for seat in office.game().seats if seat.address == FRANCE)
    assert "Re: orders" in one.plain_text() and secret not in one.plain_text()
    assert ask(office, f"SEND AGAIN {number} 999").title.startswith(
        "Letters that are sent again: 1. Not there any more: 999."
    )
    assert [letter.to for letter in office.deliver()] == [FRANCE]


def test_mail_set_aside_is_shown_without_passwords_and_read_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("judge.service.reading.effects_of_mail", lambda *_: 1 / 0)
        office.write(FRANCE, "STATUS\nSET PASSWORD Marianne", answering=FRANCE)
        office.work()
        ((number, state, sender, *_, error),) = ask(office, "MAIL").rows
        assert (state, sender, error) == ("failed", FRANCE, "ZeroDivisionError: division by zero")
        for _ in range(2):
            office.work()
    shown = ask(office, f"MAIL {number}").plain_text()
    assert "set-aside" in shown and "STATUS" in shown and "Marianne" not in shown
    secret = next(seat.secret for seat in office.game().seats if seat.address == FRANCE)
    assert secret not in shown
    office.deliver()
    assert "Mails that are read again: 1" in ask(office, "TRY AGAIN ALL").title
    assert "> SET PASSWORD ****" in office.run()[-1].text
    assert ask(office, "MAIL").rows == ()


def test_mail_that_was_dropped_is_read_no_more(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("judge.service.reading.effects_of_mail", lambda *_: 1 / 0)
        office.write(FRANCE, "STATUS", answering=FRANCE)
        office.work()
    ask(office, "DROP ALL")
    assert office.run() == []


def test_persons_are_found_by_any_address_with_how_they_have_played(office: Office) -> None:
    with office.judge.database.write_transaction() as tx:
        persons.apply_person_change(
            tx, persons.PersonChange("also", FRANCE, "marianne@example.net")
        )
    assert [row[0] for row in ask(office, "PERSONS fra").rows] == [FRANCE]
    for address in (FRANCE, "Marianne@example.net"):
        person = ask(office, f"PERSON {address}")
        assert "reliability 100 %" in person.title and FRANCE in person.title
        assert [row[0] for row in person.rows] == ["ruhr"]


def test_whom_the_keeper_blocks_is_kept_out_until_they_are_let_in(office: Office) -> None:
    def joined(sender: str) -> str:
        office.write(sender, "JOIN ruhr")
        return office.run()[-1].flat

    ask(office, "BLOCK @Spam.example")
    assert "was blocked before" in ask(office, "BLOCK spam.example").title
    assert [row[0] for row in ask(office, "BLOCKED").rows] == ["spam.example"]
    assert "closed its games to your address" in joined("one@spam.example")
    ask(office, "UNBLOCK spam.example")
    assert "closed its games" not in joined("one@spam.example")


def test_what_others_wrote_is_shown_as_it_is_in_letters() -> None:
    evil = "![x](https://spam.example/x.png) <b>*|"
    told = DeskTable(f"Person {evil}.", ("who",), ((evil,),), evil).markdown_text()
    page = markdown_to_html(told)
    assert "<img" not in page and "<b>" not in page and "<em>" not in page
    assert page.count("![x](https://spam.example/x.png) &lt;b&gt;*|") == 3
    assert markdown_to_text(told).count(evil) == 3


def test_the_command_line_says_the_same_in_tables_and_in_json(office: Office) -> None:
    told = admin(office, "games")
    assert told.exit_code == 0 and told.output.splitlines()[2].startswith("game  variant ")
    rows = json.loads(admin(office, "persons", "--json").output)["rows"]
    assert {row["address"] for row in rows} == {MASTER, FRANCE, player("Germany")}
    assert "Letters that are sent again: 0." in admin(office, "send", "again", "ALL").output
    assert "Letters that are sent again: 0." in admin(office, "send-again", "all").output
    wrong = admin(office, "gmes")
    assert wrong.exit_code == 2 and "did you mean GAMES?" in wrong.output
    assert admin(office, "game", "elbe").exit_code == 2


def test_what_is_done_at_the_command_line_is_noted(
    office: Office, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SUDO_USER", "karl")
    for words in (["games"], ["block", "spam"], ["block", "spam.example"]):
        admin(office, *words)
    admin(office, "backup", str(tmp_path / "a copy"))
    log = office.folder / "admin.log"
    assert [line.partition("UTC ")[2] for line in log.read_text("utf-8").splitlines()] == [
        "karl: block spam.example",
        f"karl: backup '{tmp_path}/a copy'",
    ]
    log.unlink()
    log.mkdir()
    told = admin(office, "unblock", "spam.example")
    assert told.exit_code == 0 and "in no log" in told.stderr


def test_a_database_of_another_judge_is_not_touched(office: Office) -> None:
    database = Database(office.url)
    with database.write_transaction() as tx:
        tx.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    before = (office.folder / "judge.db").read_bytes()
    told = admin(office, "games")
    assert told.exit_code == 2 and "is of a newer judge: its schema is 9999" in told.output
    with pytest.raises(Exception, match="is of a newer judge"):
        upgrade_schema(office.url)
    assert (office.folder / "judge.db").read_bytes() == before
    with database.write_transaction() as tx:
        tx.exec_driver_sql("UPDATE alembic_version SET version_num = '0026'")
    database.close()
    assert "is of an earlier judge" in admin(office, "games").output
