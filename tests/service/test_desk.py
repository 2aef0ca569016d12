"""The keeper's desk: what it shows of a judge that has had trouble, and what it does about it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update

from judge.cli import main
from judge.desk.commands import COMMANDS, parse_desk_command
from judge.desk.table import DeskTable
from judge.desk.words import DeskError
from judge.letters.markdown import markdown_to_html, markdown_to_text
from judge.store import outbox, persons, pulse, schema
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
    told = shown.write_plain_text() + json.dumps(shown.list_json_values())
    assert not any(seat.secret in told for seat in office.game().seats)
    assert ask(office, "DUE").rows == ()


def test_the_overview_says_where_to_look(office: Office) -> None:
    assert ask(office, "STATUS").title.startswith("All is well. The judge was last at work at 2026")
    with office.judge.database.write_transaction() as tx:
        tx.execute(update(schema.outbox).values(state=outbox.DEAD))
        tx.execute(update(schema.games).values(wake_at=office.now - timedelta(minutes=16)))
    told = ask(office, "STATUS")
    assert told.title.startswith("Look at DUE, DEAD.")
    numbers = {row[0]: row[1] for row in told.rows}
    assert numbers["games that time asks something of now"] == 1
    assert numbers["letters given up"] > 0 == numbers["letters that wait"]


def test_the_keeper_says_that_the_clock_is_right(office: Office) -> None:
    assert "2026-11-03 09:00 UTC" in ask(office, "CLOCK").title
    with office.judge.database.read_transaction() as tx:
        assert pulse.find_clock_confirmed_at(tx) == office.now


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
    assert "Re: orders" in one.write_plain_text() and secret not in one.write_plain_text()
    assert ask(office, f"SEND AGAIN {number} 999").title.startswith(
        "Letters that are sent again: 1. Not there any more: 999."
    )
    assert [letter.to for letter in office.deliver()] == [FRANCE]


def test_mail_set_aside_is_shown_without_passwords_and_read_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("judge.service.reading.process_mail", lambda *_: 1 / 0)
        office.write(FRANCE, "STATUS\nSET PASSWORD Marianne", answering=FRANCE)
        office.work()
        ((number, state, sender, *_, error),) = ask(office, "MAIL").rows
        assert (state, sender, error) == ("failed", FRANCE, "ZeroDivisionError: division by zero")
        for _ in range(2):
            office.work()
    shown = ask(office, f"MAIL {number}").write_plain_text()
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
        broken.setattr("judge.service.reading.process_mail", lambda *_: 1 / 0)
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
    told = DeskTable(f"Person {evil}.", ("who",), ((evil,),), evil).write_markdown()
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


def numbers_of(office: Office, address: str, what: str) -> list[str]:
    """The numbers of the mails, or the letters, that are traced of an address."""
    traced = [str(row[1]) for row in ask(office, f"TRACE {address}").rows]
    return [each.removeprefix(f"{what} ") for each in traced if each.startswith(what)]


def test_what_became_of_a_mail_and_of_its_answer_is_told_without_its_text(office: Office) -> None:
    """When it came, what was answered, when the answer left, and what the relay said."""
    office.now += timedelta(hours=3)
    office.write(FRANCE, "PRESS TO Master\nmeet me at the bridge\nENDPRESS", answering=FRANCE)
    office.work()
    before = ask(office, f"TRACE {FRANCE.upper()}")
    (mail, *_), (letter, *_) = (numbers_of(office, FRANCE, what) for what in ("mail", "letter"))
    shown = ask(office, f"MAIL SHOW {mail}")
    rows = {str(row[0]): row[1] for row in shown.rows}
    assert rows["state"] == "done" and rows["what became of it"] == "answered"
    assert (rows["from"], rows["game"], rows["received"]) == (
        FRANCE,
        "ruhr",
        "2026-11-03 12:00 UTC",
    )
    assert str(rows[f"letter {letter}"]).startswith("waiting, tries: 0")
    with office.judge.database.write_transaction() as tx:
        tx.execute(
            update(schema.outbox)
            .where(schema.outbox.c.id == int(letter))
            .values(attempts=1, error="450 4.2.1 try later")
        )
    assert "450 4.2.1 try later" in ask(office, f"mail show {mail}").write_plain_text()
    office.now += timedelta(minutes=7)
    office.deliver()
    after = {str(row[0]): row[1] for row in ask(office, f"MAIL SHOW {mail}").rows}
    assert str(after[f"letter {letter}"]).startswith("sent 2026-11-03 12:07 UTC")
    for told in (before, shown, ask(office, f"TRACE {FRANCE}")):
        text = told.write_plain_text() + json.dumps(told.list_json_values())
        assert "bridge" not in text
        assert not any(seat.secret in text for seat in office.game().seats)


def test_a_trace_has_the_last_first_and_nobody_elses(office: Office) -> None:
    office.now += timedelta(hours=1)
    office.answer(FRANCE, "STATUS")
    traced = ask(office, f"TRACE {FRANCE}")
    moments = [str(row[0]) for row in traced.rows]
    assert moments == sorted(moments, reverse=True)
    assert traced.title.startswith(f"Mails from {FRANCE}: 2, letters to them: ")
    others = {row[1] for row in ask(office, f"TRACE {MASTER}").rows}
    assert others and not others & {row[1] for row in traced.rows}
    assert ask(office, "TRACE nobody@example.org").rows == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("TRACE karl", "TRACE takes an address"),
        ("TRACE", "TRACE takes an address"),
        ("TRACE a@example.org b@example.org", "TRACE takes an address"),
        ("MAIL SHOW 99", "there is no mail 99; those that are older than mail_days are gone"),
        ("MAIL SHOW x", "x is no number"),
        ("MAIL SHOW", "say a number of the list behind it"),
    ],
)
def test_a_trace_of_nothing_says_so(office: Office, line: str, said: str) -> None:
    with pytest.raises(DeskError, match=re.escape(said)):
        ask(office, line)


def test_the_command_line_traces_and_shows_mail(office: Office) -> None:
    office.now += timedelta(hours=1)
    office.answer(FRANCE, "A Par - Bur", subject="secret plan")
    (mail, *_) = numbers_of(office, FRANCE, "mail")
    told = admin(office, "trace", FRANCE)
    assert told.exit_code == 0 and f"mail {mail}" in told.output
    told = admin(office, "mail", "show", mail)
    assert told.exit_code == 0 and "answered" in told.output, told.output
    assert "secret plan" not in told.output and "Par" not in told.output
    assert admin(office, "trace", "karl").exit_code == 2


def test_a_mail_that_was_not_answered_is_shown_with_the_reason(office: Office) -> None:
    office.write(FRANCE, "STATUS", headers={"Auto-Submitted": "auto-replied"})
    assert office.run() == []
    (mail, *_) = numbers_of(office, FRANCE, "mail")
    rows = dict(ask(office, f"MAIL SHOW {mail}").rows)
    assert rows["what became of it"] and rows["what became of it"] != "answered"
    assert not any(str(name).startswith("letter") for name in rows)
