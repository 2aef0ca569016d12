"""What the judge writes to its log: little, and nothing that is a player's own."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError

from judge.post.smtp_out import DeliveryRefusedError
from judge.service import logs
from judge.service.logs import JsonFormatter, LineFormatter, RepeatFilter, with_log_ids
from judge.store import schema
from judge.store.database import insert_rows
from tests.road.office import Office, player, send_letters

PRESS = "Burgundy shall be mine"


@pytest.fixture(params=[LineFormatter, JsonFormatter])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """All that is written, as lines or as JSON."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(request.param())
    handler.addFilter(RepeatFilter())
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(before)


def quoting(tx: Connection, *values: object) -> None:
    """Write what a database does not take, and would quote."""
    row = {"address": f"{values}"[:2000]}
    insert_rows(tx, schema.players, [row, row])


def test_trouble_is_told_without_what_was_written(
    office: Office, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Press, orders and a password go in, and press cannot be written, then no letter."""
    france = player("France")
    secret = next(seat for seat in office.game().players if seat.address == france).secret
    words = f"A Par - Gas\nPASSWORD sesame77\nPRESS TO Italy\n{PRESS}\nENDPRESS"
    monkeypatch.setattr("judge.store.queries.add_press", quoting)
    office.write(france, words, answering=france)
    for _ in range(3):
        office.run()
    assert office.inbox()[-1][0] == "set-aside"
    monkeypatch.setattr("judge.store.outbox.add_mails", quoting)
    office.write(france, words + "\nSTATUS", answering=france)
    office.work()
    told = log.getvalue()
    assert "could not be read" in told and "mail" in told
    for own in (PRESS, "sesame77", secret, "Gas"):
        assert own not in told, own


def test_a_database_says_no_values_of_what_it_did_not_take(office: Office) -> None:
    row = {"address": PRESS}
    with pytest.raises(IntegrityError) as trouble, office.judge.database.write_transaction() as tx:
        insert_rows(tx, schema.players, [row, row])
    assert PRESS not in str(trouble.value)


def test_a_database_that_is_away_is_told_of_in_a_line(log: io.StringIO) -> None:
    said = OSError("connection refused at 100%\n\tIs the server running?")
    try:
        raise OperationalError("SELECT 1", {}, said, hide_parameters=True)
    except OperationalError:
        logging.getLogger("judge.x").exception("trouble while %s", "reading")
    (line,) = log.getvalue().splitlines()
    assert "trouble while reading: connection refused at 100%" in line


def test_the_same_trouble_is_written_once_a_minute(
    log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(1000):
        logging.getLogger("judge.x").error("no file is left")
    logging.getLogger("judge.x").error("another")
    assert len(log.getvalue().splitlines()) == 2
    monkeypatch.setattr(logs, "_PAUSE", 0.0)
    logging.getLogger("judge.x").error("no file is left")
    assert "999" in log.getvalue().splitlines()[-1]


def test_lines_bear_the_ids_of_mail_and_game(log: io.StringIO) -> None:
    with with_log_ids(mail="7"), with_log_ids(game="ruhr"):
        logging.getLogger("judge.x").info("read")
    (line,) = log.getvalue().splitlines()
    if line.startswith("{"):
        told = json.loads(line)
        assert (told["mail"], told["game"], told["text"]) == ("7", "ruhr", "read")
    else:
        assert line.endswith("INFO judge.x: read mail=7 game=ruhr")


def test_each_mail_and_each_letter_has_a_line_with_no_text_and_no_secret(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    """Its id, its game and seat, what was done with it, and how long that took."""
    caplog.set_level(logging.INFO, "judge")
    secrets = [seat.secret for seat in office.game().seats]
    caplog.clear()
    france = player("France")
    office.write(
        france, f"PRESS TO ITALY\n{PRESS}\nENDPRESS\nSET PASSWORD {PRESS[:8]}", answering=france
    )
    office.write("stranger@example.net", f"SIGNON France ruhr {PRESS[:8]}")
    office.write(france, "hello", headers={"Auto-Submitted": "auto-replied"})
    office.work()
    office.now += timedelta(seconds=90)
    sent = office.deliver()
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("judge")]
    mails = [line for line in lines if line.startswith("mail ")]
    letters = [line for line in lines if line.startswith("letter ")]
    assert len(mails) == 3 and len(letters) == len(sent) >= 3
    seat = office.game().find_seat_of_power("France")
    assert seat is not None
    assert any(re.fullmatch(rf"mail \d+: answered, ruhr {seat.name}, in \d+ ms", m) for m in mails)
    assert any(re.fullmatch(r"mail \d+: mail_autoreply, no game, in \d+ ms", m) for m in mails)
    for line in letters:
        assert re.fullmatch(
            r"letter \d+, (ruhr p\d+|ruhr|no game), try 1: handed over, 90 s after it was written",
            line,
        ), line
    assert not any(word in line for line in lines for word in (*secrets, "Burgundy", PRESS[:8]))


def test_a_letter_that_is_refused_has_a_line_with_what_was_said(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    class Refusing:
        def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
            raise DeliveryRefusedError(True, "550 5.1.1 no such user")

        def is_recipient_welcome(self, envelope_from: str, recipient: str) -> bool:
            return True

        def close_connection(self) -> None:
            """Nothing is kept open."""

    caplog.set_level(logging.INFO, "judge")
    office.write(player("France"), "STATUS", answering=player("France"))
    office.work()
    caplog.clear()
    send_letters(office.judge.database, Refusing(), office.now)
    (line,) = [r.getMessage() for r in caplog.records if r.getMessage().startswith("letter ")]
    assert re.fullmatch(r"letter \d+, ruhr p\d+, try 1: not taken.*: 550 5.1.1 no such user", line)
