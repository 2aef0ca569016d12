"""Many mails from one address: they are obeyed, but not all answered."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from judge.game.limits import LIMITS
from judge.letters.identity import JudgeIdentity
from judge.post.mime import read_mail
from judge.service.judge import Judge
from judge.store import schema
from tests.road.office import JUDGE, MASTER, POWERS, Letter, Office, player

FRANCE = player("France")


@pytest.fixture
def office(office: Office) -> Office:
    office.now += timedelta(hours=2)  # what was answered before does not count
    office.judge = three_answers(office)
    return office


def three_answers(office: Office) -> Judge:
    """Return the judge of an office, which answers nobody more than three times."""
    most = LIMITS._replace(answers_per_hour=3, stranger_answers_per_hour=3)
    return replace(office.judge, limits=most)


def counts(office: Office) -> list[int]:
    """How many letters each of five mails of the same player brings him."""
    return [len(office.answer(FRANCE, f"A Par - {place}")) for place in
            ("Bur", "Gas", "Pic", "Bre", "Bur")]  # fmt: skip


def test_beyond_the_limit_orders_are_kept_in_silence(office: Office) -> None:
    office.write(FRANCE, "A Mar H", answering=FRANCE)
    assert "last answer" not in office.run()[0].flat
    assert counts(office) == [1, 1, 0, 0, 0]
    assert "This is the last answer for now: one address gets 3" in office.last(FRANCE).flat
    assert office.orders("France") == ["A MAR H", "A PAR - BUR"]
    press = office.answer(FRANCE, "PRESS TO Italy\nhello?")
    assert press == []
    others = office.answer(player("Italy"), "A Ven H")
    assert [letter.to for letter in others] == [player("Italy")]


def test_the_count_survives_a_restart_and_ends_with_the_hour(office: Office) -> None:
    assert counts(office) == [1, 1, 1, 0, 0]
    office.close()
    office.open()
    office.judge = three_answers(office)
    assert counts(office) == [0] * 5
    office.now += timedelta(hours=1)
    assert counts(office)[:1] == [1]


def test_who_writes_in_a_players_name_uses_up_none_of_his_answers(office: Office) -> None:
    for _ in range(6):
        office.write(FRANCE, "SIGNON France ruhr guess")
    letters = office.run()
    assert [letter.to for letter in letters] == [FRANCE] * 3
    assert counts(office)[:2] == [1, 1]


def test_who_guesses_at_a_password_is_stopped_and_its_owner_told_twice(office: Office) -> None:
    office.answer(FRANCE, "SET PASSWORD Eiffel99")
    for number in range(12):
        office.write(f"thief{number}@example.net", "SIGNON France ruhr guess")
        office.close()  # what was counted outlives a restart
        office.open()
    letters = office.run()
    first, last = (letter.flat for letter in letters if letter.to == FRANCE)
    assert "thief0@example.net claimed your seat" in first and "passwords" not in first
    assert "thief9@example.net claimed your seat" in last
    assert "10 wrong passwords or reply addresses were given for your seat" in last
    assert "for an hour no password is tried for your seat" in last.lower()
    (late,) = office.answer("thief9@example.net", "SIGNON France ruhr Eiffel99")
    assert "too many wrong passwords" in late.flat
    assert [letter.to for letter in office.answer(FRANCE, "A Par H")] == [FRANCE]
    assert office.orders("France") == ["A PAR H"]
    office.now += timedelta(hours=1)
    letters = office.answer("thief9@example.net", "SIGNON France ruhr Eiffel99\nA Mar H")
    assert {letter.to for letter in letters} == {FRANCE, "thief9@example.net"}
    assert office.orders("France") == ["A PAR H", "A MAR H"]


def test_who_guesses_at_a_reply_address_is_stopped_and_its_owner_told_twice(
    office: Office,
) -> None:
    office.answer(FRANCE, "SET PASSWORD Eiffel99")
    address, begun = office.last(FRANCE)["Reply-To"], len(office.sent)
    right = next(seat.secret for seat in office.game().seats if seat.address == FRANCE)

    def tried(secret: str, number: int) -> str:
        """Send an order to the seat's reply address with another secret; return the answer."""
        thief, to = f"thief{number}@example.net", address.replace(right, secret)
        office.accept(office.compose(thief, "A Par H\nA Mar H", to, "orders", {}), thief, (to,))
        return next(letter.flat for letter in office.run() if letter.to == thief)

    answers = [tried(f"{'abcdefghij'[number] * 16}", number) for number in range(10)]
    first, last = (letter.flat for letter in office.sent[begun:] if letter.to == FRANCE)
    assert "thief0@example.net claimed your seat" in first and "wrong" not in first
    assert "10 wrong passwords or reply addresses were given for your seat" in last
    assert "answer a letter of that game" in answers[9]
    closed = [tried(secret, 10) for secret in (right, "z" * 16)]
    assert closed[0] == closed[1] and "too many wrong passwords or reply addresses" in closed[0]
    office.answer(FRANCE, "A Par H")
    assert office.orders("France") == ["A PAR H"]


@pytest.mark.parametrize(("above", "closes"), [("", False), ("SIGNON France ruhr guess{}\n", True)])
def test_an_old_letter_answered_again_and_again_closes_nothing_but_guesses_in_it_do(
    office: Office, above: str, closes: bool
) -> None:
    office.answer(FRANCE, "SET PASSWORD Eiffel99")
    old = office.last(FRANCE)
    office.answer(FRANCE, "SET SECRET NEW")
    for number in range(12):
        mail = office.compose(
            FRANCE,
            f"{above.format(number)}A Par H",
            old["Reply-To"],
            "orders",
            {"In-Reply-To": old["Message-ID"]},
        )
        office.accept(mail, FRANCE, (old["Reply-To"],))
    answers = office.run()
    assert {letter.to for letter in answers} == {FRANCE}
    assert "reply address of your seat" in answers[0].flat
    assert office.orders("France") == []
    office.write("holiday@example.net", "SIGNON France ruhr Eiffel99\nA Par H")
    office.run()
    assert office.orders("France") == ([] if closes else ["A PAR H"])


def test_who_tries_all_seats_is_stopped_too(office: Office) -> None:
    """Each sender has as many wrong passwords as a seat has."""
    lines = [f"SIGNON {power} ruhr guess{turn}" for turn in (1, 2) for power in POWERS]
    office.write("thief@example.net", "\n".join(lines))
    letters = office.run()
    assert "too many wrong passwords" in office.last("thief@example.net").flat
    assert sorted(letter.to for letter in letters) == sorted(
        ["thief@example.net", *map(player, POWERS)]
    )


def test_nobody_creates_more_games_in_a_day_than_they_may(office: Office) -> None:
    office.judge = replace(office.judge, limits=LIMITS._replace(games_per_day=2))
    office.write(MASTER, "CREATE essen\nCREATE bochum\nCREATE witten", answering=MASTER)
    letters = office.run()
    assert "creates 2 games a day at most" in " ".join(letter.flat for letter in letters)
    with office.judge.database.read_transaction() as tx:
        made = [office.judge.games.load_game(tx, name) for name in ("essen", "bochum", "witten")]
    assert [game is not None for game in made] == [True, False, False]  # ruhr is of today
    office.now += timedelta(days=1)
    office.answer(MASTER, "CREATE bochum")
    assert office.game("bochum")


def test_press_and_bytes_of_an_hour_are_bounded(office: Office) -> None:
    office.judge = replace(office.judge, limits=LIMITS._replace(letters_per_hour=6))
    assert len(office.answer(FRANCE, "PRESS TO ALL: hello")) == 7
    (refused,) = office.answer(FRANCE, "PRESS TO ITALY: hello")
    assert "press to 6 readers was carried for you" in refused.flat.lower()
    office.judge = replace(office.judge, limits=LIMITS._replace(bytes_per_hour=10_000))
    (last,) = office.answer(FRANCE, "A Par H\nSTATUS")
    assert "last answer for now" in last.flat and "A PAR" not in last.flat
    assert office.orders("France") == ["A PAR H"]
    assert office.answer(FRANCE, "A Mar H") == []
    office.now += timedelta(hours=1)
    assert len(office.answer(FRANCE, "PRESS TO ITALY: hello")) == 2


def test_what_an_answer_leaves_out_comes_by_more(office: Office) -> None:
    """All of it, and nothing twice, however many letters it takes."""
    for _ in range(4):
        office.answer(MASTER, "PROCESS")
    whole = office.answer(FRANCE, "HELP DRAWS\nHISTORY\nHELP PRESS")[0]
    size = len(whole.raw) * 3 // 5
    office.judge = replace(office.judge, limits=LIMITS._replace(answer_bytes=size))
    letters = office.answer(FRANCE, "HELP DRAWS\nHISTORY\nHELP PRESS")
    while "answer MORE for" in letters[-1].flat:
        assert len(letters[-1].raw) <= size
        letters += office.answer(FRANCE, "MORE")
    assert 2 < len(letters) < 10
    flat = " ".join(letter.flat for letter in letters)
    turns = re.findall(r"Subject: JUDGE:ruhr - \w+ (?:Results|Game Starting)", whole.flat)
    assert len(turns) == 5
    for sign in (*turns, "== Press ==", "== Draws, concessions and other votes =="):
        assert (whole.flat.count(sign), flat.count(sign)) == (1, 1), sign


def test_a_mail_too_long_is_answered_but_not_obeyed(office: Office) -> None:
    """By IMAP it comes as a beginning; a server that speaks SMTP is told in the dialog."""
    body = "A Par - Bur\n" + "x" * office.judge.bounds.max_mail_bytes
    raw = office.compose(FRANCE, body, office.last(FRANCE)["Reply-To"], "long", {})
    office.accept(raw, FRANCE, (JUDGE,))
    (letter,) = office.run()
    assert (letter.to, letter.subject) == (FRANCE, "Re: long")
    assert "it is longer than 256 kilobytes" in letter.flat
    assert "ruhr.p3." in letter["Reply-To"], "what follows is obeyed"
    assert office.orders("France") == []
    bulk = office.compose(FRANCE, body, JUDGE, "long", {"Auto-Submitted": "auto-replied"})
    office.accept(bulk, FRANCE, (JUDGE,))
    assert office.run() == []


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Content-Transfer-Encoding": "base64"},
        {"Content-Type": "text/html; charset=utf-8"},
        {"Content-Type": "text/plain; charset=iso-8859-1"},
    ],
)
def test_passwords_are_not_kept(office: Office, headers: dict[str, str]) -> None:
    text = "SET PASSWORD Eif&fel99" + ("<br>" if "html" in str(headers) else "\n") + "A Par - Bur"
    if "Content-Transfer-Encoding" in headers:
        text = base64.encodebytes(text.encode()).decode()
    to = office.last(FRANCE)["Reply-To"]
    office.accept(office.compose(FRANCE, text, to, "hello", headers), FRANCE, (to,))
    office.run()
    assert office.orders("France") == ["A PAR - BUR"]
    raw, sent = kept_bytes(office)
    assert b"fel99" not in raw and b"fel99" not in sent
    assert "SET PASSWORD ****" in read_mail(raw, (JUDGE,)).text
    office.write("x@example.net", "A Mar H", subject="SIGNON France ruhr Eif&fel99")
    office.run()
    assert office.orders("France") == ["A PAR - BUR", "A MAR H"]
    raw, sent = kept_bytes(office)
    assert b"fel99" not in raw and b"fel99" not in sent
    assert b"Subject: SIGNON France ruhr ****" in raw


def kept_bytes(office: Office) -> tuple[bytes, bytes]:
    """The bytes that are kept of the last mail in, and of all letters."""
    with office.judge.database.read_transaction() as tx:
        raws = tx.execute(select(schema.inbox.c.raw).order_by(schema.inbox.c.id)).scalars().all()
        sent = tx.execute(select(schema.outbox.c.raw)).scalars().all()
    return raws[-1], b"".join(sent)


MARKS = re.compile(rb"^(Auto-Submitted|Precedence|List-\w+|X-[\w-]+): .*\r\n(?:[ \t].*\r\n)*", re.M)


@pytest.mark.parametrize(("marked", "most"), [(True, 1), (False, 8)])
def test_two_judges_do_not_talk_for_ever(office, tmp_path, marked: bool, most: int) -> None:
    """Even where what is between them takes away every mark of a machine."""
    there = office.twin(tmp_path / "there")
    office.open()
    office.judge = three_answers(office)
    other = JudgeIdentity("OTHR", "other@example.net", "Other")
    there.judge = replace(three_answers(there), identity=other)
    office.write(other.address, "Good morning")
    said: list[Letter] = office.run()
    talk = [(there, JUDGE, other.address), (office, other.address, JUDGE)]
    count = 0
    while said and count <= 3 * most:
        count += len(said)
        reader, sender, to = talk[count % 2 - 1]
        reader.accept(said[-1].raw if marked else MARKS.sub(b"", said[-1].raw), sender, (to,))
        said = reader.run()
    there.close()
    assert 1 <= count <= most
