"""Pictures join a letter as it leaves; whatever goes wrong with one, the letter leaves."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import Message
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError

import judge.service.compose.pictures as studio
from judge.game.state import Play
from judge.hooks import Variant
from judge.letters.illustrations import describe_picture
from judge.model.order import Order
from judge.model.picture import Picture
from judge.service.turn_runner import delete_expired_data
from judge.store import picture_codec, pictures
from judge.store.database import Database
from tests.letters.games import STANDARD, board, opening, play, seen
from tests.road.office import POWERS, Letter, Office, civilizations, gather, player

FAKE = b"\x89PNG a picture"
FRANCE = player("France")


class Artist:
    """Draws as it is told, and knows whether somebody was writing meanwhile."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.mood: BaseException | None = None
        self.watch: Callable[[], None] = lambda: None

    def __call__(self, content: str, form: str) -> bytes:
        self.asked.append(form)
        self.watch()
        if self.mood is not None:
            raise self.mood
        return FAKE


@pytest.fixture
def artist(monkeypatch: pytest.MonkeyPatch) -> Artist:
    artist = Artist()
    monkeypatch.setattr(studio, "draw_from_text", artist)
    return artist


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """A game of Standard whose first letters are gone."""
    office = gather(Office(tmp_path))
    office.draws = True
    return office


def images(letter: Letter) -> list[Message]:
    return [part for part in letter.mail.walk() if part.get_content_maintype() == "image"]


def after_a_turn(office: Office) -> list[Letter]:
    due = office.game().due_at
    assert due is not None
    office.now = due
    return office.run()


def test_results_show_the_orders_and_the_position_inline(office: Office, artist: Artist) -> None:
    letters = after_a_turn(office)
    assert len(letters) == len(POWERS) + 1
    for letter in letters:
        played, position = images(letter)
        assert [part.get_content_type() for part in letter.mail.walk()] == [
            "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related",
            "text/html", "image/png", "image/png", "text/calendar",
        ]  # fmt: skip
        shown = re.findall(r'<img src="cid:([^"]*)" alt="Map of ([^"]*)"', letter.html)
        assert [f"<{name}>" for name, _ in shown] == [played["Content-ID"], position["Content-ID"]]
        assert shown[0][1].startswith("Spring of 1901, Movement, the orders as they went: ")
        assert shown[1][1].startswith("Fall of 1901, Movement, the position: ")
        assert played.get_payload(decode=True) == FAKE
        names = [part.get_filename() for part in (played, position)]
        assert names == ["ruhr-S1901M.png", "ruhr-F1901M.png"]
    # Nobody's board differs: each picture is drawn once for all eight.
    assert artist.asked == ["png", "png"]


def test_no_transaction_is_open_while_a_picture_is_drawn(office: Office, artist: Artist) -> None:
    other = Database(office.url, wait=0.1)

    def write() -> None:
        with other.write_transaction():
            pass

    artist.watch = write
    assert all(images(letter) for letter in after_a_turn(office))
    other.close()


def test_what_cannot_be_drawn_costs_the_picture_alone(office: Office, artist: Artist) -> None:
    artist.mood = ValueError("no such shape")
    letters = after_a_turn(office)
    assert len(letters) == len(POWERS) + 1
    assert not any(map(images, letters))
    assert all("<img" not in letter.html and "Deadline" in letter.html for letter in letters)
    # Each picture was tried once, and not for every reader.
    assert len(artist.asked) == 2


@pytest.mark.parametrize("so", [OperationalError, ProgrammingError, None])
def test_a_letter_waits_for_its_pictures_while_the_database_is_away(
    so: type[DBAPIError] | None,
    office: Office,
    artist: Artist,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether SQLAlchemy says so, or the driver that finds a connection dead as it is taken."""

    def away(tx: Connection, digest: str) -> None:
        gone = ConnectionError("the server has gone")
        raise so("", {}, gone) if so else gone

    office.now = office.game().due_at or office.now
    office.work()
    before = len(office.sent)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(pictures, "find_image", away)
        office.deliver()
    assert office.sent[before:] == []
    letters = office.deliver()
    assert len(letters) == len(POWERS) + 1
    assert all(map(images, letters))


def test_a_letter_waits_for_its_pictures_while_no_file_can_be_opened(
    office: Office, artist: Artist
) -> None:
    artist.mood = OSError(errno.EMFILE, "Too many open files")
    office.now = office.game().due_at or office.now
    office.work()
    before = len(office.sent)
    office.deliver()
    assert office.sent[before:] == []
    artist.mood = None
    assert all(map(images, office.deliver()))


def test_a_picture_that_another_judge_draws_is_waited_for(
    office: Office, artist: Artist, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two have begun it. If both have died, it is given up for this letter and all that follow."""
    database = office.judge.database
    office.answer(FRANCE, "A Par - Bur")
    with database.write_transaction() as tx:
        digest, *_ = tx.execute(select(pictures.pictures.c.digest)).scalars()
        tx.execute(update(pictures.pictures).values(image=None, attempts=pictures.ATTEMPTS))

    def meanwhile(seconds: float) -> None:
        with database.write_transaction() as tx:
            assert pictures.save_image(tx, digest, FAKE)

    monkeypatch.setattr(studio.time, "sleep", meanwhile)
    assert studio._load_or_draw_image(database, digest, "png") == FAKE
    with database.write_transaction() as tx:
        tx.execute(update(pictures.pictures).values(image=None))
    monkeypatch.setattr(studio.time, "sleep", lambda seconds: None)
    assert studio._load_or_draw_image(database, digest, "png") is None
    with database.write_transaction() as tx:
        assert not pictures.save_image(tx, digest, FAKE)
    assert studio._load_or_draw_image(database, digest, "png") is None


def test_what_becomes_of_a_picture_is_the_same_for_all_letters(
    office: Office, artist: Artist
) -> None:
    """Whoever else is at it: one who gave it up, one who has drawn it."""
    database = office.judge.database
    office.answer(FRANCE, "A Par - Bur")
    with database.write_transaction() as tx:
        digest, *_ = tx.execute(select(pictures.pictures.c.digest)).scalars()

    def beginning() -> None:
        with database.write_transaction() as tx:
            tx.execute(update(pictures.pictures).values(image=None, attempts=0))

    def given_up() -> None:
        with database.write_transaction() as tx:
            pictures.give_up_picture(tx, digest)

    def drawn() -> None:
        with database.write_transaction() as tx:
            assert pictures.save_image(tx, digest, FAKE)

    beginning()
    artist.watch, artist.mood = given_up, OSError(errno.EMFILE, "Too many open files")
    with pytest.raises(OSError, match="Too many"):
        studio._load_or_draw_image(database, digest, "png")
    with database.write_transaction() as tx:
        assert not pictures.save_image(tx, digest, FAKE)
    beginning()
    artist.watch, artist.mood = drawn, ValueError("no such shape")
    assert studio._load_or_draw_image(database, digest, "png") == FAKE
    assert studio._load_or_draw_image(database, digest, "png") == FAKE


def test_a_judge_that_dies_drawing_sends_the_letter_all_the_same(
    office: Office, artist: Artist, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Crash(BaseException):
        pass

    monkeypatch.setattr(studio, "PATIENCE", 0)
    artist.mood = Crash()
    office.now = office.game().due_at or office.now
    office.work()
    for _ in range(10):
        try:
            office.deliver()
        except Crash:
            office.close()
            office.open()
            office.now += timedelta(hours=1)  # the lease runs out
        else:
            break
    ids = [letter["Message-ID"] for letter in office.sent if "Results" in letter.subject]
    assert len({*ids}) == len(ids) == len(POWERS) + 1
    assert len(artist.asked) == 4


def test_a_receipt_shows_the_orders_of_its_sender_and_what_is_open(
    office: Office, artist: Artist
) -> None:
    (receipt,) = office.answer(FRANCE, "A Par - Bur\nF Bre - Mao")
    (alt,) = re.findall(r'<img [^>]*alt="([^"]*)"', receipt.html)
    assert alt == (
        "Map of Spring of 1901, Movement, with your orders as they were understood: 2 orders; "
        "no order yet for MAR."
    )
    (picture,) = images(receipt)
    assert picture.get_filename() == "ruhr-S1901M-orders.png"
    (refused,) = office.answer(player("Italy"), "A Par - Bur")
    assert images(refused) == []


@pytest.mark.parametrize(
    ("powers", "said"),
    [
        (("France",), "France with A PAR; 1 other power with 1 unit."),
        (("France", "Italy"), "France with A PAR; Italy with A ROM."),
        ((), "2 powers with 2 units."),
    ],
)
def test_one_power_is_one(powers: tuple[str, ...], said: str) -> None:
    view = seen(board("S1901M", France="A PAR", Italy="A ROM"), None, *powers)
    alt = describe_picture(Picture("position", view), view, STANDARD)
    assert alt == f"Map of Spring of 1901, Movement, the position: {said}"


def test_everybody_gets_what_they_asked_for(office: Office, artist: Artist) -> None:
    office.answer(FRANCE, "SET PICTURES OFF")
    office.answer(player("Italy"), "SET PICTURES SVG")
    kinds = {
        letter.to: [part.get_content_type() for part in images(letter)]
        for letter in after_a_turn(office)
    }
    assert kinds.pop(FRANCE) == []
    assert kinds.pop(player("Italy")) == ["image/svg+xml"] * 2
    assert {*map(tuple, kinds.values())} == {("image/png",) * 2}
    assert sorted(artist.asked) == ["png", "png", "svg", "svg"]


def test_a_real_picture_is_small_and_a_picture(office: Office) -> None:
    (receipt,) = office.answer(FRANCE, "A Par - Bur")
    (image,) = images(receipt)
    made = image.get_payload(decode=True)
    assert isinstance(made, bytes) and made.startswith(b"\x89PNG\r\n")
    assert len(made) < 120_000


def test_old_pictures_go_with_old_letters(office: Office, artist: Artist) -> None:
    def kept(days: int) -> int:
        """Return how many pictures there are after so many days."""
        later = office.now + timedelta(days=days)
        delete_expired_data(office.judge.database, later, *map(timedelta, (30, 7)), 0)
        with office.judge.database.read_transaction() as tx:
            return len(tx.execute(select(pictures.pictures.c.id)).all())

    office.now = office.game().due_at or office.now
    office.work()
    begin = kept(100)
    assert begin >= 2  # the letters wait
    assert all(map(images, office.deliver()))
    assert kept(31) == begin
    assert kept(32) == 0


def test_a_map_that_is_asked_for_comes_as_a_file(office: Office, artist: Artist) -> None:
    after_a_turn(office)
    artist.asked.clear()
    office.write(FRANCE, "MAP\nMAP S1901M AS SVG\nMAP\nA Par H", answering=FRANCE)
    (letter,) = (each for each in office.run() if each.to == FRANCE)
    assert [part.get_content_type() for part in letter.mail.walk()] == [
        "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html",
        "image/png", "image/png", "image/svg+xml",
    ]  # fmt: skip
    orders, now, then = images(letter)
    assert orders.get_content_disposition() == "inline"
    assert [part.get_content_disposition() for part in (now, then)] == ["attachment"] * 2
    assert [part.get_filename() for part in (now, then)] == ["ruhr-F1901M.png", "ruhr-S1901M.svg"]
    assert then.get_payload(decode=True) == FAKE
    assert letter.html.count("<img") == 1
    assert "it cannot be drawn: ruhr-S1901M.svg" in " ".join(letter.text.split())


def test_a_stranger_is_sent_the_map_of_a_listed_game(office: Office, artist: Artist) -> None:
    office.write("stranger@example.org", "MAP ruhr AS SVG")
    (letter,) = office.run()
    assert [part.get_filename() for part in images(letter)] == ["ruhr-S1901M.svg"]
    assert [part.get_content_type() for part in letter.mail.walk()] == [
        "multipart/mixed", "multipart/alternative", "text/plain", "text/html", "image/svg+xml",
    ]  # fmt: skip
    artist.mood = ValueError("no such shape")
    office.write("stranger@example.org", "MAP ruhr")
    (letter,) = office.run()
    assert not images(letter)
    said = " ".join(letter.text.split())
    assert "with this letter, unless it cannot be drawn: ruhr-S1901M.png." in said


def test_where_nobody_knows_who_is_there_all_is_drawn_before_a_letter_leaves(
    artist: Artist, tmp_path: Path
) -> None:
    """The time at which a letter comes does not tell how many others were drawn before it, nor
    does its place among them: that is another in each turn, and not that of joining."""
    office = civilizations(Office(tmp_path / "civ"))
    office.draws = True
    places, events, taken = [], list[str](), office.send_mail

    def send(envelope: str, to: str, raw: bytes) -> None:
        events.append(to)
        taken(envelope, to, raw)

    office.send_mail = send  # type: ignore[method-assign]  # to see it leave
    artist.watch = lambda: events.append("drawn")
    for _ in range(4):
        office.now = due_at(office)
        office.work()
        events.clear()
        sent = len(office.sent)
        office.deliver()
        assert len(office.sent) - sent == 8 == len(events) - events.count("drawn")
        assert events.count("drawn") > 4
        assert events == sorted(events, key=lambda event: event != "drawn")
        places.append(events.index(player("Akkad")) - events.count("drawn"))
    assert len(set(places)) > 1
    assert all("image/png" in [part.get_content_type() for part in letter.mail.walk()]
               for letter in office.sent[-8:])  # fmt: skip


def due_at(office: Office) -> datetime:
    game = office.game()
    assert isinstance(game, Play) and game.due_at is not None
    return game.due_at


def test_results_are_made_text_once_a_turn_however_many_see_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the board is large each player's picture shows another region."""
    written: list[object] = []
    original = picture_codec.write_order

    def counted(order: Order, variant: Variant) -> str:
        written.append(order)
        return original(order, variant)

    monkeypatch.setattr(picture_codec, "write_order", counted)
    record, after = play(opening(), Austria="A Vie - Tyr", Italy="A Ven - Tyr")
    views = [seen(after, record, power) for power in ("Austria", "Italy")]
    texts = {
        picture_codec.write_picture(Picture("played", view, frozenset({place})), STANDARD)
        for view, place in zip(views, ("VIE", "ROM"), strict=True)
    }
    assert len(texts) == 2 and len(written) == len(record.results) > 2
