"""Players who write to each other through the judge: wild mails in, and not a trace of the writer
in the letters out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.proof import access
from tests.road import laws
from tests.road.office import MASTER, POWERS, Letter, Office

PEOPLE = {power: f"person{at}@mail{at}.example.org" for at, power in enumerate(POWERS)}
PEOPLE["Italy"] = "zq.dupont@mail4.example.org"
FRANCE, ITALY = PEOPLE["France"], PEOPLE["Italy"]
NAME = "Zacharias Q. Dupont"
TRACES = re.compile(
    rf"zacharias|dupont|{re.escape(ITALY)}|mail4|cobblestone|5550 1234|original\.example|x-mailer"
    r"|\+0530|smartphone|begin:vcard|jp-signature",
    re.I,
)
WORDS = "Shall we leave Tyrolia alone?"


@pytest.fixture(scope="module")
def unnamed(empty_office: Office, tmp_path_factory: pytest.TempPathFactory) -> Office:
    """A game that has just begun, in which nobody knows who the others are."""
    office = empty_office.twin(tmp_path_factory.mktemp("unnamed"))
    office.write(MASTER, "CREATE ruhr WITH anonymous=yes", subject="a game")
    for power, address in PEOPLE.items():
        office.write(address, f"JOIN ruhr AS {power}", subject="hello")
    office.run()
    return office


@pytest.fixture
def office(unnamed: Office, tmp_path: Path) -> Iterator[Office]:
    office = unnamed.twin(tmp_path)
    yield office
    office.close()


def way(office: Office, writer: str, power: str) -> str:
    """Return where somebody writes to the player of a power, by his letters."""
    letters = [one for one in office.sent if one.to == writer]
    found = [re.search(rf"^\| {power}: (\S+@\S+)$", one.text, re.M) for one in letters]
    return next(match[1] for match in reversed(found) if match)


def post(office: Office, to: str, body: str, sender: str = ITALY, **fields: str) -> list[Letter]:
    """Mail as Italy's player does, with all that his program adds."""
    head = {
        "From": f'"{NAME}" <{sender}>',
        "Reply-To": f'"{NAME}" <{sender}>',
        "Sender": sender,
        "Date": "Tue, 3 Nov 2026 14:30:00 +0530",
        "Message-ID": "<20261103.zacharias@cobblestone.example.org>",
        "In-Reply-To": "<x@original.example.org>",
        "References": "<x@original.example.org>",
        "Received": "from cobblestone (198.51.100.7) by mail4.example.org",
        "X-Mailer": "Dupontmail",
        "Organization": "Cobblestone Ltd",
        "Disposition-Notification-To": sender,
    } | {name.replace("_", "-"): value for name, value in fields.items()}
    mail = office.compose(sender, body, to, "From Zacharias in Cobblestone", head)
    office.accept(mail, sender, (to,))
    letters = office.run()
    laws.check(letters, office)
    return letters


WILD = {
    "plain": (f"Hello,\n\n{WORDS}\n\nZacharias", {}),
    "farewell": (
        f"{WORDS}\n\nKind regards,\nZach\nCobblestone Ltd, 5 Dupont Street\n+44 20 5550 1234",
        {},
    ),
    "signature": (f"{WORDS}\n\n-- \nZacharias Dupont\nhttp://cobblestone.example.org", {}),
    "phone": (f"{WORDS}\n\nSent from my smartphone", {}),
    "own address": (
        f"{WORDS} Write to {ITALY} or zach.dupont@cobblestone.example.org, tel. 020 5550 1234.",
        {},
    ),
    "quoted": (
        f"{WORDS}\n\nOn Tue, Nov 3, 2026 at 9:00 Zacharias Dupont <{ITALY}> wrote:\n"
        "> The judge at example.org wrote to Zacharias\n> and more\n",
        {},
    ),
    "top-posted": (
        f"{WORDS}\n\n-----Original Message-----\nFrom: Zacharias Dupont <{ITALY}>\n"
        "Sent: Tuesday\nTo: The judge\nSubject: cobblestone\n\nold words",
        {},
    ),
    "html only": (
        "<html><head><title>cobblestone</title></head><body>"
        f"<p>{WORDS}</p><p>Cheers<br>Zacharias</p>"
        '<div class="gmail_signature">Zacharias Dupont<br>Cobblestone Ltd</div>'
        f'<img src="http://cobblestone.example.org/{ITALY}.gif">'
        '<div class="gmail_quote">On Tuesday <a href="mailto:judge@example.org">judge</a> wrote:'
        "<blockquote>Zacharias</blockquote></div></body></html>",
        {"Content_Type": "text/html; charset=utf-8"},
    ),
    "vcard": (
        f"--=b\nContent-Type: text/plain\n\n{WORDS}\n--=b\n"
        'Content-Type: text/vcard; name="zacharias.vcf"\n\nBEGIN:VCARD\nFN:Zacharias Dupont\n'
        'END:VCARD\n--=b\nContent-Type: image/png; name="jp-signature.png"\n'
        "Content-Disposition: attachment\n\nZacharias\n--=b--",
        {"Content_Type": 'multipart/mixed; boundary="=b"'},
    ),
    "vcard in the text": (f"{WORDS}\n\nBEGIN:VCARD\nFN:Zacharias\nTEL:5550 1234\nEND:VCARD", {}),
    "a signed mail": (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
        f"{WORDS}\n-----BEGIN PGP SIGNATURE-----\nComment: Zacharias\n\niQ=\n"
        "-----END PGP SIGNATURE-----",
        {},
    ),
    "encoded name": (
        f"{WORDS}\nZacharias",
        {"From": f"=?utf-8?q?Zacharias_Dupont?= <{ITALY}>"},
    ),
}


@pytest.mark.parametrize(("body", "fields"), WILD.values(), ids=WILD)
def test_nothing_of_the_writer_goes_with_his_words(office, body, fields) -> None:
    letters = post(office, way(office, ITALY, "France"), body, **fields)
    assert [letter.to for letter in letters] == [ITALY, FRANCE]
    receipt, carried = letters
    assert "Your words went to France" in receipt.flat
    assert WORDS in carried.flat and "Italy writes to France:" in carried.flat
    assert not TRACES.search(carried.raw.decode()), carried.raw.decode()
    assert carried["From"] == '"The judge at example.org" <judge@example.org>'
    assert carried["Date"].endswith("+0000")
    assert carried["Message-ID"].endswith("@example.org>")
    assert carried.subject == "JUDGE:ruhr - Press from Italy to France"


def test_an_answer_goes_the_way_back(office) -> None:
    carried = post(office, way(office, ITALY, "France"), WORDS)[-1]
    back = carried["Reply-To"]
    assert back == way(office, FRANCE, "Italy")
    answer = post(office, back, "Yes.\nA Par - Bur", FRANCE)[-1]
    assert answer.to == ITALY and "France writes to Italy:" in answer.flat
    assert answer["Reply-To"] == way(office, ITALY, "France")
    assert office.orders("France") == []


def test_what_leads_nowhere_is_answered_alike(office) -> None:
    """A way that is somebody else's, one that nobody has, and one to somebody not in contact."""
    game = office.game()
    italy, france = game.find_seat_of_power("Italy"), game.find_seat_of_power("France")
    assert italy and france
    mine = way(office, FRANCE, "Italy")
    nobody = re.sub(r"\.to\.\w+@", f".to.{'q' * 16}@", mine)
    game_less = mine.replace("+ruhr.", "+elbe.")
    himself = mine.replace(access.relay_secret(france, italy), access.relay_secret(france, france))
    answers = {
        letters[0].text.replace("elbe", "ruhr")
        for to in (nobody, himself)
        for letters in [post(office, to, WORDS, FRANCE)]
        if len(letters) == 1
    }
    assert len(answers) == 1
    for to in (mine, game_less):
        letters = post(office, to, WORDS, ITALY)
        assert [letter.to for letter in letters] == [ITALY], "an owner hears nothing of it"
        assert "Nobody can be written to at that address" in letters[0].flat


def test_press_by_command_is_cleaned_too(office) -> None:
    seat = office.last(ITALY)["Reply-To"]
    text = f"PRESS TO France, Master\n{WORDS}\nZacharias ({ITALY})"
    (held,) = post(office, seat, text)
    assert "would show who you are" in held.flat and "Zacharias" in held.flat
    letters = post(office, held["Reply-To"], "1", In_Reply_To=held["Message-ID"])
    carried = next(letter for letter in letters if letter.to == FRANCE)
    assert WORDS in carried.flat and not TRACES.search(carried.raw.decode())


def test_a_trap_catches_no_address(office) -> None:
    """France's player makes Italy's write to an address of his own: he learns nothing by it."""
    seat = next(one for one in office.sent if one.to == FRANCE)["Reply-To"]
    letters = post(office, seat, "A Ven - Tyr")
    alarm = next(letter for letter in letters if letter.to == FRANCE)
    assert "a mail from another address than yours" in alarm.flat.lower()
    assert not TRACES.search(alarm.raw.decode())


def test_the_master_alone_is_told_who_they_are(office) -> None:
    office.write(MASTER, "STATUS", answering=MASTER)
    office.write(ITALY, "STATUS", answering=ITALY)
    office.write("watcher@example.org", "OBSERVE ruhr\nSTATUS")
    letters = {letter.to: letter.flat for letter in office.run()}
    assert f"France: {FRANCE}" in letters[MASTER]
    for reader in (ITALY, "watcher@example.org"):
        assert not any(address in letters[reader] for address in (FRANCE, MASTER))
    assert "France: judge+ruhr." in letters[ITALY]
    assert "judge+" not in letters["watcher@example.org"]


def test_who_joined_unnamed_stays_so(office) -> None:
    assert "stay so" in office.answer(MASTER, "SET ANONYMOUS NO")[0].flat


def test_addresses_are_told_where_the_game_is_not_anonymous(tmp_path, busy_office) -> None:
    office = busy_office.twin(tmp_path)
    start = next(letter for letter in office.sent if letter.to == "italy@example.org"
                 and "Game Starting" in letter.subject)  # fmt: skip
    assert "France: france@example.org" in start.flat and "Master: master@" in start.flat
    office.write("stranger@example.org", "STATUS ruhr")
    office.write("italy@example.org", "RESIGN", answering="italy@example.org")
    office.write("new@example.org", "TAKEOVER ruhr Italy")
    letters = office.run()
    stranger = next(letter for letter in letters if letter.to == "stranger@example.org")
    assert "france@example.org" not in stranger.flat
    told = [letter.flat for letter in letters if letter.to == "france@example.org"]
    assert any("Italy: new@example.org" in text for text in told)
    answer = next(letter for letter in letters if letter.to == "new@example.org")
    assert "France: france@example.org" in answer.flat
    assert "judge+ruhr.p5.to" not in office.answer("france@example.org", "STATUS")[0].flat
    office.close()
