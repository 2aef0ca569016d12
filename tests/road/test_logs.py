"""What the judge writes to its log: little, and nothing that is a player's own."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError

from judge.service import logs
from judge.service.logs import JsonFormatter, LineFormatter, RepeatFilter, with_log_ids
from judge.store import schema
from judge.store.database import insert_rows
from tests.road.office import Office, player

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
