"""Whose mail is read first, what is left for later, and what is not taken at all."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from judge.game.limits import STRANGERS
from judge.game.proof import access
from judge.post.incoming import Envelope, NoRoomError
from judge.post.smtp_in import ListenSettings, Receiver
from judge.service.arrival import Admittance, store_incoming_mail
from judge.service.waiting import read_waiting_mail
from judge.store import inbox, schema, usage
from tests.road.attacks import STRANGER
from tests.road.office import JUDGE, Office, player

FRANCE, ITALY = player("France"), player("Italy")

pytestmark = pytest.mark.databases("sqlite", "postgresql")


def read_order(office: Office) -> list[str]:
    """Read all that may be read, and return the subjects in the order in which it was."""
    order: list[str] = []
    original = inbox.mark_mail_done

    def noting(tx, mail, *rest):
        row = tx.execute(select(schema.inbox.c.raw).where(schema.inbox.c.id == mail)).scalar_one()
        order.append(row.split(b"Subject: ")[1].split(b"\n")[0].strip().decode())
        return original(tx, mail, *rest)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(inbox, "mark_mail_done", noting)
        read_waiting_mail(office.judge, office.now, until=office.now)
    return order


def rows(office: Office, which):
    with office.judge.database.read_transaction() as tx:
        return tx.execute(select(schema.inbox).where(which)).all()


def send(office: Office, sender: str, subject: str, to: str = JUDGE, text: str = "HELP") -> None:
    office.accept(office.compose(sender, text, to, subject, {}), sender, (to,))


def has_worked(office: Office, address: str, seconds: float, *, proved: bool = False) -> None:
    with office.judge.database.write_transaction() as tx:
        usage.record_work(tx, address, proved, seconds, office.now)


def test_an_order_is_read_before_all_that_strangers_sent(office: Office) -> None:
    address = office.last(FRANCE)["Reply-To"]
    for number in range(60):
        send(office, f"{number}{STRANGER}", f"s{number}")
    send(office, FRANCE, "said", text="STATUS ruhr")
    send(office, FRANCE, "proved", address, "A Par - Bur")
    office.now += timedelta(seconds=5)
    assert read_order(office)[:2] == ["proved", "said"]


def test_relayed_words_and_what_the_mail_server_vouches_for_count_as_proved(
    office: Office,
) -> None:
    server = Admittance("mx.example.org", STRANGERS._replace(stranger_mails_per_hour=1))
    game = office.game()
    seat, other = game.find_seat_of_power("France"), game.find_seat_of_power("Italy")
    assert seat and other
    way = f"judge+ruhr.{seat.name}.to.{access.relay_secret(seat, other)}@example.org"
    send(office, FRANCE, "words", way)
    other_letter = "q" if way[-20] != "q" else "r"
    send(office, FRANCE, "guessed", way.replace(way[-20], other_letter))
    for number in range(3):
        raw = office.compose(FRANCE, f"A Par - Bur {number}", JUDGE, "vouched", {})
        said = b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n"
        store_incoming_mail(
            office.judge.database, said + raw, Envelope(FRANCE, (JUDGE,)), office.now, server
        )
    for to in (way, JUDGE):
        raw = office.compose(FRANCE, "A Par H", to, "in a mailbox", {})
        store_incoming_mail(office.judge.database, raw, Envelope(via="imap"), office.now)
    ranks = [row.rank for row in rows(office, schema.inbox.c.state == "new")]
    assert ranks == [0, 1, 0, 0, 0, 0, 1]


def test_another_address_of_a_player_and_the_keepers_are_no_strangers(office: Office) -> None:
    keeper, second = "keeper@example.org", "france@second.example"
    with office.judge.database.write_transaction() as tx:
        first = tx.execute(
            select(schema.players.c.id).where(schema.players.c.address == FRANCE)
        ).scalar_one()
        tx.execute(schema.players.insert().values(address=second, same_as=first))
    server = Admittance("mx.example.org", STRANGERS, keeper)
    said = b"Authentication-Results: mx.example.org; dmarc=pass header.from=%s\r\n"
    for writer, field in [
        (second, b""), (second, said % b"second.example"),
        (keeper, b""), (keeper, said % b"example.org"), (STRANGER, said % b"example.net"),
    ]:  # fmt: skip
        raw = field + office.compose(writer, "STATUS", JUDGE, "hello", {})
        envelope = Envelope(writer, (JUDGE,))
        store_incoming_mail(office.judge.database, raw, envelope, office.now, server)
    ranks = [row.rank for row in rows(office, schema.inbox.c.state == "new")]
    assert ranks == [1, 0, 2, 0, 2]


def test_before_a_deadline_its_players_come_first(office: Office) -> None:
    office.write(ITALY, "CREATE elbe")
    office.run()
    ruhr = office.last(FRANCE)["Reply-To"]
    elbe = next(sent["Reply-To"] for sent in office.sent if "+elbe." in sent["Reply-To"])
    due = office.game("ruhr").due_at
    assert due is not None
    send(office, ITALY, "to elbe", elbe, "STATUS")
    send(office, FRANCE, "to ruhr", ruhr, "A Par - Bur")
    assert read_order(office) == ["to elbe", "to ruhr"]
    office.now = due - timedelta(minutes=20)
    send(office, ITALY, "to elbe", elbe, "STATUS")
    send(office, FRANCE, "to ruhr", ruhr, "A Par - Gas")
    assert read_order(office) == ["to ruhr", "to elbe"]


def test_who_cost_much_waits_for_the_others_and_at_last_for_the_hour(office: Office) -> None:
    loud, quiet = f"loud-{STRANGER}", f"quiet-{STRANGER}"
    has_worked(office, loud, 10)
    send(office, loud, "loud")
    send(office, quiet, "quiet")
    assert read_order(office) == ["quiet", "loud"]
    has_worked(office, loud, 10)
    send(office, loud, "too loud")
    send(office, quiet, "quiet again")
    assert read_order(office) == ["quiet again"]
    office.now += timedelta(hours=1)
    assert read_order(office) == ["too loud"]


def test_all_strangers_together_cost_no_more_than_they_may(office: Office) -> None:
    for number in range(40):
        has_worked(office, f"{number}{STRANGER}", 15)
    send(office, f"one-more-{STRANGER}", "stranger")
    send(office, FRANCE, "player", office.last(FRANCE)["Reply-To"], "A Par - Bur")
    assert read_order(office) == ["player"]
    office.now += timedelta(hours=1)
    assert read_order(office) == ["stranger"]


@pytest.fixture
def few(office: Office) -> Iterator[Admittance]:
    limits = STRANGERS._replace(
        stranger_mails_per_hour=3, stranger_bytes_per_hour=200_000, all_stranger_mails_per_hour=8
    )
    office.judge = replace(office.judge, strangers=limits)
    office.now += timedelta(hours=2)  # what came before does not count
    yield Admittance("", limits)


def take(office: Office, few: Admittance, sender: str, text: str, to: str = JUDGE) -> bool:
    raw = office.compose(sender, text, to, "orders", {})
    try:
        store_incoming_mail(office.judge.database, raw, Envelope(sender, (to,)), office.now, few)
    except NoRoomError:
        return False
    return True


def test_what_is_too_much_is_not_taken_but_never_a_players_orders(
    office: Office, few: Admittance
) -> None:
    taken = [take(office, few, STRANGER, f"HELP {number}") for number in range(5)]
    assert taken == [True] * 3 + [False] * 2
    kept = rows(office, schema.inbox.c.writer == STRANGER)[-1]
    again = Envelope(STRANGER, (JUDGE,))
    store_incoming_mail(office.judge.database, kept.raw, again, office.now, few)
    assert len(rows(office, schema.inbox.c.writer == STRANGER)) == 3
    big = f"big-{STRANGER}"
    assert [take(office, few, big, f"{n}" + "x" * 90_000) for n in range(3)] == [True, True, False]
    others = [take(office, few, f"{number}{STRANGER}", "HELP") for number in range(5)]
    assert others == [True] * 3 + [False] * 2, "all together"
    address = office.last(FRANCE)["Reply-To"]
    assert all(take(office, few, FRANCE, f"A Par - Bur {n}", address) for n in range(20))
    assert all(take(office, few, FRANCE, f"A Mar H {n}") for n in range(3)), "it may be theirs"
    assert not take(office, few, FRANCE, "A Mar H")
    office.now += timedelta(hours=1)
    assert take(office, few, STRANGER, "HELP again")


def test_a_mail_server_hears_that_it_is_to_try_again(office: Office, few: Admittance) -> None:
    def accept(raw: bytes, envelope: Envelope) -> None:
        store_incoming_mail(office.judge.database, raw, envelope, office.now, few)

    receiver = Receiver(ListenSettings("smtp", port=0), (JUDGE,), accept)
    receiver.start()
    with smtplib.SMTP("127.0.0.1", receiver.port) as client:
        for number in range(3):
            client.sendmail(STRANGER, [JUDGE], f"From: {STRANGER}\r\n\r\nHELP {number}\r\n")
        with pytest.raises(smtplib.SMTPDataError, match="452"):
            client.sendmail(STRANGER, [JUDGE], f"From: {STRANGER}\r\n\r\nHELP 4\r\n")
    receiver.stop()
