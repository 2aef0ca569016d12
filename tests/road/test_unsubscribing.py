"""Letters are stopped by the click of a button in the mail program (RFC 8058)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from urllib.parse import urlsplit

import pytest

from judge.game.state import Seat
from judge.post.http_in import HttpAnswer
from judge.service.arrival import store_incoming_mail
from judge.service.judge import Admission
from judge.service.unsubscribing import unsubscribe_responder
from tests.road.office import MASTER, Letter, Office

Press = Callable[[str, str], HttpAnswer]


@pytest.fixture
def office(office: Office) -> Office:
    identity = office.judge.identity._replace(web="https://club.example/judge/")
    office.judge = replace(office.judge, identity=identity, admission=Admission("strict"))
    return office


@pytest.fixture
def press(office: Office) -> Press:
    judge = office.judge
    return unsubscribe_responder(
        judge.database,
        judge.identity,
        lambda raw, envelope: store_incoming_mail(judge.database, raw, envelope, office.now),
    )


def button(letter: Letter) -> str:
    """Return the path behind the button of a letter, as RFC 8058 has programs find it."""
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    mail, web = letter["List-Unsubscribe"].split()
    assert re.fullmatch(r"<mailto:\S+>,", mail)
    url = urlsplit(re.fullmatch(r"<(https://\S+)>", web)[1])
    assert (url.netloc, url.query) == ("club.example", "")
    return url.path


def seat(office: Office, address: str) -> Seat:
    return next(one for one in office.game().seats if one.address == address)


def reminded(office: Office) -> str:
    office.now = office.now.replace(day=5, hour=22)
    (letter,) = (one for one in office.run() if one.to == "france@example.org")
    assert letter.subject == "JUDGE:ruhr - S1901M Reminder: Friday 6 November 2026, 09:00 UTC"
    return button(letter)


def test_a_button_stops_reminders_once(office: Office, press: Press) -> None:
    path = reminded(office)
    looked = press("GET", path)
    assert looked.status is HTTPStatus.OK
    assert "<button>" in looked.page and "SET REMINDERS OFF" in looked.page
    assert office.run() == [], "looking does nothing"

    assert press("POST", path).status is HTTPStatus.OK
    assert press("POST", path).status is HTTPStatus.OK
    (told,) = office.run()
    assert (told.to, told.subject) == ("france@example.org", "Re: SET REMINDERS OFF")
    assert "You are not reminded of missing orders any more" in told.flat
    assert not seat(office, "france@example.org").reminders
    assert "List-Unsubscribe-Post" not in told.mail


def test_a_button_lets_observers_go(office: Office, press: Press) -> None:
    watcher = "watcher@example.net"
    office.judge = replace(office.judge, admission=Admission("lenient"))
    office.write(watcher, "OBSERVE ruhr")
    office.run()
    office.judge = replace(office.judge, admission=Admission("strict"))
    office.answer(MASTER, "BROADCAST\nHello.\nENDPRESS")
    path = button(office.last(watcher))
    assert press("POST", path).status is HTTPStatus.OK
    assert {one.to for one in office.run()} == {watcher, MASTER}
    assert press("POST", path) == press("POST", path), "a link that is used up looks the same"
    assert office.run() == []


def test_no_other_link_does_anything(office: Office, press: Press) -> None:
    path = reminded(office)
    place, _, link = path.rpartition("/")
    game, mine, what, token = link.split(".")
    secret = seat(office, "france@example.org").secret
    assert token != secret
    for other in (
        f"{game}.{mine}.observing.{token}",
        f"{game}.{mine}.{what}.{secret}",
        f"{game}.p9999.{what}.{token}",
        f"nowhere.{mine}.{what}.{token}",
        f"{game}.{seat(office, 'italy@example.org').name}.{what}.{token}",
    ):
        assert press("POST", f"{place}/{other}") == press("POST", f"{place}/{other}")
        assert press("POST", f"{place}/{other}").status is HTTPStatus.OK, "nothing is told of it"
    for wrong in ("/", f"{path}x", f"{place}/{game}.{mine}.resign.{token}", f"/judge/{link}"):
        assert press("POST", wrong).status is HTTPStatus.NOT_FOUND
    assert office.run() == []

    office.judge = replace(office.judge, admission=Admission("lenient"))
    office.answer("france@example.org", "SET SECRET NEW")
    press("POST", path)
    assert office.run() == [], "it was the old secret's"


def test_without_a_place_on_the_web_there_is_no_button(office: Office) -> None:
    office.judge = replace(office.judge, identity=office.judge.identity._replace(web=""))
    office.now = office.now.replace(day=5, hour=22)
    letter = next(
        one for one in office.run() if one.subject.startswith("JUDGE:ruhr - S1901M Reminder: ")
    )
    assert letter["List-Unsubscribe-Post"] == ""
    assert "http" not in letter["List-Unsubscribe"]
