"""What judge doctor finds, with a DNS made up for the test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dns.exception
import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.model.reason import Reason
from judge.post.guard import explain_not_answering
from judge.post.incoming import Envelope
from judge.post.mime import read_mail
from judge.post.smtp_in import ListenSettings, Receiver
from judge.service.arrival import store_incoming_mail
from judge.service.operate import doctor
from judge.service.operate.doctor import check_mail_round_trip, examine_judge
from judge.service.settings import load_settings
from judge.service.setup import create_judge
from judge.store import outbox, pulse
from judge.store.database import Database
from judge.store.inbox import NewMail, add_mail
from judge.store.outbox import OutMail
from judge.store.together import Presence
from tests.databases import Databases
from tests.post.test_out import KEY, PUBLIC

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
RECORDS = {
    ("club.example", "MX"): ["10 mx.club.example."],
    ("club.example", "TXT"): ["some other text", "v=spf1 mx -all"],
    ("judge._domainkey.club.example", "TXT"): [f"v=DKIM1; k=rsa; p={PUBLIC.decode()}"],
    ("_dmarc.club.example", "TXT"): ["v=DMARC1; p=quarantine"],
}


@pytest.fixture(scope="module")
def relay() -> Iterator[int]:
    """The port of a mail server that is there."""
    listen = ListenSettings("smtp", "127.0.0.1", 0, 100_000)
    server = Receiver(listen, ("judge@club.example",), lambda raw, envelope: None)
    server.start()
    yield server.port
    server.stop()


@pytest.fixture
def file(tmp_path: Path, relay: int) -> Path:
    path = tmp_path / "judge.toml"
    text = f'[judge]\naddress = "judge@club.example"\n[outbound]\nport = {relay}\n'
    text += 'dkim_key = "dkim.key"\n'
    create_judge(path, text)
    (tmp_path / "dkim.key").touch(mode=0o600)
    (tmp_path / "dkim.key").write_bytes(KEY)
    return path


def wrong(
    file: Path, records: dict[tuple[str, str], list[str]] | None, now: datetime = NOW
) -> dict[str, str]:
    def resolve(name: str, kind: str) -> Sequence[str]:
        if records is None:
            raise dns.exception.Timeout
        return records.get((name, kind), ())

    return {
        each.what: each.wrong
        for each in examine_judge(load_settings(file), file, now, resolve)
        if each.wrong
    }


def test_a_judge_in_order_has_nothing_wrong(file: Path) -> None:
    assert wrong(file, RECORDS) == {}


def test_what_is_missing_in_the_dns_is_told_with_what_to_add(file: Path) -> None:
    found = wrong(file, {("club.example", "TXT"): ["v=spf1 mx -all", "v=spf1 a -all"]})
    assert "has no MX record" in found["DNS: mail for club.example"]
    assert "has 2 TXT records v=spf1; keep one" in found["DNS: SPF"]
    assert "judge._domainkey.club.example has no TXT record v=DKIM1" in found["DNS: DKIM"]
    assert "add one like: v=DMARC1; p=quarantine" in found["DNS: DMARC"]
    assert "cannot be looked up" in wrong(file, None)["DNS: SPF"]


def test_a_key_whose_other_half_is_not_published_is_told(file: Path) -> None:
    name = ("judge._domainkey.club.example", "TXT")
    other = PUBLIC.replace(b"qQGkZMWOaYz0", b"qQGkZMWOaYz1").decode()
    assert (
        "taken for forged" in wrong(file, {**RECORDS, name: [f"v=DKIM1; p={other}"]})["DNS: DKIM"]
    )
    assert "taken for forged" in wrong(file, {**RECORDS, name: ["v=DKIM1; p=AAAA"]})["DNS: DKIM"]


def test_a_key_that_cannot_be_used_is_told_with_nothing_looked_up(file: Path) -> None:
    key = file.parent / "dkim.key"

    def told() -> dict[str, str]:
        return {
            each.what: each.wrong for each in examine_judge(load_settings(file), file, NOW, None)
        }

    assert told()["DKIM key"] == ""
    key.write_bytes(b"")
    assert str(key) in told()["DKIM key"]
    key.unlink()
    assert told()["DKIM key"].endswith(f"{key}: No such file or directory")
    assert wrong(file, RECORDS).keys() == {"DKIM key"}


def test_that_the_judge_does_not_sign_is_told_and_not_taken_for_wrong(file: Path) -> None:
    file.write_text('[judge]\naddress = "judge@club.example"\n')

    def resolve(name: str, kind: str) -> Sequence[str]:
        return RECORDS.get((name, kind), ())

    (found,) = (
        each
        for each in examine_judge(load_settings(file), file, NOW, resolve)
        if "DKIM" in each.what
    )
    assert found.wrong == "" and "the judge does not sign" in found.note
    assert "DKIM-Signature" in found.note and "outbound.dkim_key" in found.note


def test_mail_that_does_not_come_round_is_told(file: Path) -> None:
    """One server brings it to the judge, one swallows it, one is not there."""
    address = load_settings(file).judge.address
    database = Database(load_settings(file).database_url)

    came: list[bytes] = []

    def brought(raw: bytes, envelope: Envelope) -> None:
        came.append(raw)
        store_incoming_mail(database, raw, envelope, NOW)

    for take, said in ((brought, ""), (lambda *_: None, "has not come round within 1 s")):
        server = Receiver(ListenSettings("smtp", "127.0.0.1", 0, 10_000_000), [address], take)
        server.start()
        file.write_text(f'[judge]\naddress = "{address}"\n[outbound]\nport = {server.port}\n')
        told = check_mail_round_trip(load_settings(file), NOW, 1)
        server.stop()
        assert said in told and bool(said) == bool(told), told
    assert "took no mail: " in check_mail_round_trip(load_settings(file), NOW, 1)
    database.close()
    assert explain_not_answering(read_mail(came[0], [address])) == Reason("mail_loop")
    file.write_text(f'[judge]\naddress = "{address}"\n[outbound]\nkind = "folder"\n')
    assert "none of them is sent" in check_mail_round_trip(load_settings(file), NOW, 1)


@pytest.mark.databases("postgresql")
def test_what_nobody_does_of_a_parted_judge_is_told(databases: Databases, tmp_path: Path) -> None:
    file, url = tmp_path / "judge.toml", databases.make(tmp_path)
    create_judge(file, f'[judge]\naddress = "judge@club.example"\n[database]\nurl = "{url}"\n')
    lately = NOW - timedelta(minutes=1)
    mail = OutMail("<1@club.example>", "judge@club.example", "anne@club.example", b"x")
    with closing(Database(url)) as database:
        with database.write_transaction() as tx:
            pulse.confirm_clock(tx, lately)
            add_mail(tx, NewMail("<1@x.example>", "1", b"x"), lately)
            outbox.add_mails(tx, [mail], lately)
        assert "no process of the judge is there" in wrong(file, RECORDS)["at work"]
        there = Presence(database, lambda: None)
        there.start()
        assert "at work" not in wrong(file, RECORDS)
        later = NOW + timedelta(minutes=5)
        told = wrong(file, RECORDS, later)["at work"].split("; ")
        for role, one in zip(("clock", "work", "send"), told, strict=True):
            assert (
                f"since 2026-11-22 11:59:00 UTC: see that 'judge serve --role {role}' runs" in one
            )
        with database.write_transaction() as tx:
            pulse.confirm_clock(tx, later)
            outbox.record_failure(tx, "anne@club.example", later, "no such user")
        assert "--role work" in wrong(file, RECORDS, later)["at work"]
        assert ";" not in wrong(file, RECORDS, later)["at work"]
        there.stop()
    databases.drop(url)


def test_files_clock_and_database_are_looked_at(file: Path) -> None:
    database = Database(load_settings(file).database_url)
    with database.write_transaction() as tx:
        pulse.confirm_clock(tx, NOW)
    database.close()
    assert "set it by NTP" in wrong(file, RECORDS, NOW - timedelta(hours=1))["clock"]
    (file.parent / "dkim.key").chmod(0o644)
    assert "chmod 600" in wrong(file, RECORDS)["file modes"]
    (file.parent / "data" / "judge.db").unlink()
    assert "there is no database" in wrong(file, RECORDS)["database"]


def test_a_note_is_told_and_ends_with_0(
    file: Path, relay: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(name: str, kind: str) -> Sequence[str]:
        return RECORDS.get((name, kind), ())

    monkeypatch.setattr(doctor, "ask_dns", resolve)
    outbound = f"[outbound]\nport = {relay}\n"
    file.write_text(f'[judge]\naddress = "judge@club.example"\n{outbound}')
    told = CliRunner().invoke(main, ["doctor", "--config", str(file)])
    assert told.exit_code == 0, told.output
    assert "\nnote   DNS: DKIM: the judge does not sign" in told.output
    assert "\nok     DNS: DMARC\n" in told.output


def test_the_command_ends_with_1_where_something_is_wrong(file: Path) -> None:
    def ran() -> tuple[int, str]:
        told = CliRunner().invoke(main, ["doctor", "--offline", "--config", str(file)])
        return told.exit_code, told.output

    code, output = ran()
    assert code == 0 and "ok     templates" in output and "DNS" not in output
    (file.parent / "data" / "judge.db").write_text("no games" * 500)
    code, output = ran()
    assert code == 1 and "wrong  database: " in output
