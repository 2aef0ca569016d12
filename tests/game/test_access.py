from __future__ import annotations

from dataclasses import replace

import pytest

from judge.game.effects import MailEffects
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials, RefusedClaim, Tag
from judge.letters.identity import JudgeIdentity

OWNER = "france@example.org"
STRANGER = "stranger@example.net"


def test_a_tag_is_read_back_from_a_reply_address() -> None:
    secret = access.derive_secret(7, "ruhr", "p3")
    assert len(secret) == 16
    identity = JudgeIdentity("OWL", "judge@example.org", "Judge")
    local = identity.make_reply_address("ruhr", "p3", secret).partition("@")[0]
    assert (
        access.parse_reply_tag(local)
        == access.parse_reply_tag(local.upper())
        == Tag("ruhr", "p3", secret)
    )
    of_turn = identity.make_reply_address("ruhr", "p3", secret, 12).partition("@")[0]
    assert access.parse_reply_tag(of_turn) == Tag("ruhr", "p3", secret, number=12)


@pytest.mark.parametrize(
    "local", ["judge", "judge+ruhr", "judge+ruhr.p3", "judge+ruhr.p3.short", "a.b.c", ""]
)
def test_what_is_no_tag(local: str) -> None:
    assert access.parse_reply_tag(local) is None


def test_secrets_come_from_the_seed_and_differ_by_label() -> None:
    assert access.derive_secret(1, "ruhr", "p1") == access.derive_secret(1, "ruhr", "p1")
    assert len({access.derive_secret(s, "ruhr", p) for s in (1, 2) for p in ("p1", "p2")}) == 4


def test_passwords_are_kept_as_salted_hashes() -> None:
    kept = access.hash_password("geheim", "salt")
    assert "geheim" not in kept
    assert kept != access.hash_password("geheim", "other")
    assert access.is_right_password("geheim", kept)
    assert not access.is_right_password("Geheim", kept)
    assert not access.is_right_password("", access.hash_password("", "salt"))


@pytest.fixture
def france(running):
    """A game whose France has the password ``geheim``."""
    running.say("France", "SET PASSWORD geheim")
    return running


CASES = [
    # sender, right secret?, password, believed?, what the owner is told
    (OWNER, True, "", True, None),
    ("France@Example.org", True, "", True, None),
    (OWNER, True, "wrong", True, None),
    (OWNER, False, "geheim", True, None),
    (STRANGER, False, "geheim", True, "alarm_password"),
    (STRANGER, True, "geheim", True, "alarm_password"),
    (OWNER, False, "", "proof_needed", None),
    (OWNER, False, "wrong", "wrong_password", None),
    (STRANGER, True, "", "wrong_sender", "alarm_secret"),
    (STRANGER, False, "", "not_proved", "alarm_claim"),
    (STRANGER, False, "wrong", "not_proved", "alarm_claim"),
]


@pytest.mark.parametrize(("sender", "secret", "password", "believed", "alarm"), CASES)
def test_who_is_believed(france, sender, secret, password, believed, alarm) -> None:
    seat = france.seat("France")
    tags = (Tag("ruhr", seat.name, seat.secret),) if secret else ()
    found = access.identify_actor(Credentials(sender, tags, "France", password), france.game)
    assert found.alarm is None if alarm is None else found.alarm.code == alarm
    assert found.seat == seat
    if believed is True:
        assert isinstance(found, Actor)
    else:
        assert isinstance(found, RefusedClaim)
        assert found.why.code == believed


def test_a_secret_is_good_for_its_own_seat_only(france) -> None:
    england = france.seat("England")
    claim = Credentials(OWNER, (Tag("ruhr", "p2", england.secret),), "France")
    assert isinstance(access.identify_actor(claim, france.game), RefusedClaim)


@pytest.mark.parametrize(
    "text", ["F Lon - Nth", "CLEAR", "WAIT", "DRAW", "RESIGN", "PRESS TO France\nhello", "PAUSE",
             "SET PASSWORD mine1", "PROCESS", "TERMINATE"]
)  # fmt: skip
def test_a_forged_mail_changes_nothing_and_the_owner_hears_of_it(running, text) -> None:
    before = running.game
    england = running.seat("England")
    for sign_on in ("SIGNON England ruhr\n", "SIGNON Eruhr guess\n"):
        decision = running.mail(STRANGER, sign_on + text)
        assert decision.games == ()
        assert decision.press == ()
        assert running.game is before
        assert set(running.codes(decision)) <= {
            *("refused not_proved", "ignored below_refused", "ignored"),
        }
        reply = running.reply(decision)
        assert (reply.to.address, reply.to.secret) == (STRANGER, "")
        (alarm,) = running.told(decision, "alarm").values()
        assert alarm.to.address == england.address


def test_the_secret_from_another_address_is_not_enough(running) -> None:
    decision = running.mail(STRANGER, "F Lon - Nth\nF Edi - Nwg", running.seat("England"))
    assert running.codes(decision) == ["refused wrong_sender", "ignored below_refused"]
    assert decision.games == ()
    assert running.told(decision, "alarm")["p2"].to.address == "england@example.org"
    assert running.reply(decision).to.secret == ""


def test_the_registered_address_alone_is_answered_with_a_way_to_prove_it(running) -> None:
    decision = running.mail("england@example.org", "GAME ruhr\nF Lon - Nth")
    assert running.codes(decision) == ["taken", "refused proof_needed"]
    assert decision.games == ()
    assert running.told(decision, "alarm") == {}
    assert running.reply(decision).to.secret == running.seat("England").secret


def test_a_password_works_from_anywhere_and_is_not_sent_back(france) -> None:
    decision = france.mail(STRANGER, "SIGNON Fruhr geheim\nA Par - Bur")
    assert france.codes(decision) == ["taken", "taken"]
    assert len(france.game.orders["France"]) == 1
    assert "geheim" not in str(replace(decision, mail=MailEffects()))
    reply = france.reply(decision)
    assert (reply.to.address, reply.to.secret) == (STRANGER, "")
    assert france.told(decision, "alarm")["p3"].to.address == OWNER


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("TAKEOVER ruhr France geheim", "TAKEOVER ruhr France ****"),
        ("TAKEOVER ruhr Italy geheim", "TAKEOVER ruhr Italy ****"),
        ("JOIN ruhr AS the French geheim", "JOIN ruhr AS the French ****"),
        ("JOIN ruhr AS the French", "JOIN ruhr AS the French"),
        ("JOIN elbe AS France geheim", "JOIN elbe AS France ****"),
        ("SET PASSWORD ge\u2013heim", "SET PASSWORD ****"),
    ],
)
def test_no_password_is_sent_back_however_it_is_written(running, line, told) -> None:
    running.say("France", "RESIGN")
    (heard,) = running.heard(running.mail("new@example.org", line))
    assert heard.line == told


def test_an_old_secret_is_worth_nothing_once_the_seat_is_another_s(running) -> None:
    old = running.seat("France")
    running.say("France", "RESIGN")
    running.mail("new@example.org", "TAKEOVER ruhr France")
    assert running.seat("France").address == "new@example.org"
    decision = running.mail(OWNER, "A Par - Bur", old)
    assert running.codes(decision) == ["refused not_proved"]
    assert decision.games == ()


def test_a_password_in_the_subject_is_not_sent_back(france) -> None:
    decision = france.mail(OWNER, "A Par - Bur", subject="SIGNON Fruhr geheim")
    assert france.codes(decision) == ["taken", "taken"]
    assert "geheim" not in str(replace(decision, mail=MailEffects()))
