"""A whole judge without threads: mail in as bytes, time as one likes it, letters out.

What the daemon does in three threads is done here step by step, so that a test says when.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import default
from functools import cache, cached_property, partial
from itertools import permutations
from pathlib import Path
from random import Random

from sqlalchemy import select

from judge.game.effects import Effects
from judge.game.state import Game
from judge.letters.identity import JudgeIdentity
from judge.library import load
from judge.model.facts import CONTACT, NAME
from judge.model.map import Location
from judge.model.pages import HelpPage
from judge.model.position import Fact, Position, Unit
from judge.model.reason import Reason
from judge.model.turn import Phase, Turn
from judge.post.incoming import Envelope
from judge.post.mime import Identity, ReadingRules, read_mail
from judge.post.smtp_out import Transport
from judge.resources import OVERLAY
from judge.service.arrival import store_incoming_mail
from judge.service.compiling import load_help_pages
from judge.service.compose.pictures import put_pictures_into_mail
from judge.service.delivery import Finish, OnDead, take_pictures_out_of_mail
from judge.service.judge import Admission, Judge
from judge.service.reading import decide_mail
from judge.service.sending import MailSender
from judge.service.turn_runner import run_due_turns
from judge.store import outbox, schema
from judge.store.database import Database
from judge.store.repository import Repository
from tests.databases import FILES, Databases, hasten

JUDGE = "judge@example.org"
MASTER = "master@example.org"
KEEPER = "keeper@example.org"
BEGIN = datetime(2026, 11, 3, 9, tzinfo=UTC)
HELD_AFTER = timedelta(hours=6)
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def player(power: str) -> str:
    """The address of whoever plays a power in these tests."""
    return f"{power.lower()}@example.org"


_PLAIN_FIELD = re.compile(r"(?!.*=\?)[ -!#-'*-~]*")
"""A field that is as it was written: in one line, with nothing in it that is encoded or quoted."""


@dataclass(frozen=True)
class Letter:
    """A letter of the judge as its reader's mail program shows it."""

    to: str
    raw: bytes
    returns: str = ""
    """Where reports on it go."""

    @cached_property
    def mail(self) -> Message:
        """All of it taken apart, which is slow: its head and its text are there without."""
        return message_from_bytes(self.raw)

    @cached_property
    def head(self) -> Message:
        return BytesHeaderParser().parsebytes(self.raw.partition(b"\r\n\r\n")[0])

    @cached_property
    def _fields(self) -> dict[str, str]:
        """The fields of its head that somebody asked for: to parse one is slow."""
        return {}

    def __getitem__(self, name: str) -> str:
        if name not in self._fields:
            value = self.head[name] or ""
            plain = _PLAIN_FIELD.fullmatch(value)
            self._fields[name] = value if plain else str(default.header_fetch_parse(name, value))
        return self._fields[name]

    @property
    def subject(self) -> str:
        return self["Subject"]

    @cached_property
    def text(self) -> str:
        return self._body("plain")

    @cached_property
    def html(self) -> str:
        return self._body("html")

    @cached_property
    def flat(self) -> str:
        """The plain text without line ends and the bars that stand before lines."""
        lines = (re.sub(r"^\s*\|", "", line) for line in self.text.splitlines())
        return " ".join(" ".join(lines).split())

    def part(self, kind: str) -> Message:
        """The part of the alternative with the text: ``plain`` or ``html``."""
        begin = f"\r\nContent-Type: text/{kind};".encode()
        before, _, after = self.raw.partition(begin)
        boundary = before[before.rfind(b"\r\n") :]
        if not boundary.startswith(b"\r\n--") or begin in after:  # it stands somewhere else
            (found,) = (one for one in self.mail.walk() if one.get_content_type() == f"text/{kind}")
            return found
        head, _, body = (begin[2:] + after.partition(boundary)[0]).partition(b"\r\n\r\n")
        part = message_from_bytes(head)
        part.set_payload(body.decode("ascii", "surrogateescape"))
        return part

    def _body(self, kind: str) -> str:
        part = self.part(kind)
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        return content.decode(part.get_content_charset("ascii")).replace("\r\n", "\n")


@cache
def read_pages(overlay: str) -> Mapping[str, HelpPage]:
    """Return the pages of HELP, read once for all judges with the same folder of their operator."""
    return load_help_pages()


@dataclass
class Office:
    """The judge of a test, in a folder of its own. ``now`` is what its clock shows."""

    folder: Path
    now: datetime = BEGIN
    databases: Databases = FILES
    url: str = ""
    wait: float = 10
    sent: list[Letter] = field(default_factory=list)
    count: int = 0
    keeper: str = ""
    policy: str = "lenient"
    pages: str = ""
    """Where its pages are found on the web."""
    draws: bool = False
    """Whether letters get their pictures: drawing them takes time."""

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.url = self.url or self.databases.make(self.folder)
        self.open()

    def open(self) -> None:
        """Begin to work, as after a start of the process."""
        self.judge = Judge(
            database=Database(self.url, self.wait),
            games=Repository(load),
            identity=JudgeIdentity("JUDGE", JUDGE, "The judge at example.org"),
            keeper=self.keeper,
            pages=self.pages,
            admission=Admission(self.policy, "mx.example.org"),
            help=read_pages(os.environ.get(OVERLAY, "")),
        )
        hasten(self.judge.database)

    def close(self) -> None:
        self.judge.database.close()

    def remove(self) -> None:
        """Close for ever."""
        self.close()
        self.databases.drop(self.url)

    def twin(self, folder: Path, policy: str = "lenient") -> Office:
        """Return another judge that knows and has sent all that this one has."""
        self.close()
        folder.mkdir(parents=True, exist_ok=True)
        url = self.databases.copy(self.url, folder)
        return Office(
            folder, self.now, self.databases, url,
            sent=list(self.sent), count=self.count, policy=policy,
        )  # fmt: skip

    # -- mail in

    def accept(self, raw: bytes, sender: str | None = None, to: Sequence[str] = (JUDGE,)) -> None:
        """Take charge of a mail, and do nothing with it yet."""
        store_incoming_mail(self.judge.database, raw, Envelope(sender, tuple(to), "smtp"), self.now)

    def decide(self, raw: bytes, sender: str, to: Sequence[str]) -> Effects:
        """Return what would follow from a mail, and do nothing of it."""
        judge = self.judge
        with judge.database.read_transaction() as tx:
            read = read_mail(
                raw,
                (JUDGE,),
                Envelope(sender, tuple(to), "smtp"),
                Identity("<one@example.org>", "one"),
                ReadingRules(judge.bounds, judge.admission.mail_server),
                partial(outbox.find_letter_bytes, tx),
            )
            answer = decide_mail(judge, tx, read, self.now)
        assert not isinstance(answer, Reason), answer
        return answer.effects

    def write(
        self,
        sender: str,
        text: str,
        *,
        subject: str = "orders",
        answering: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        """Mail to the judge. ``answering``: the last letter to somebody, of a subject if one is
        named behind their address."""
        to, fields = JUDGE, dict(headers or {})
        if answering:
            letter = self.last(*answering.split(" ", 1))
            to = letter["Reply-To"]
            fields = {"In-Reply-To": letter["Message-ID"]} | fields
        self.accept(self.compose(sender, text, to, subject, fields), sender, (to,))

    def compose(
        self, sender: str, text: str, to: str, subject: str, headers: dict[str, str]
    ) -> bytes:
        self.count += 1
        fields = {
            "From": sender,
            "To": to,
            "Subject": subject,
            "Date": self.now.strftime("%a, %d %b %Y %H:%M:%S +0000"),
            "Message-ID": f"<{self.count}.mail@example.org>",
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Transfer-Encoding": "8bit",
        } | headers
        charset = re.search(r"charset=\"?([\w-]+)", fields["Content-Type"])
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
        body = text.replace("\n", "\r\n")
        try:
            encoded = body.encode(charset[1] if charset else "utf-8", "replace")
        except LookupError:  # what the field says is as the test wants it
            encoded = body.encode()
        return head.encode() + b"\r\n" + encoded

    def answer(self, sender: str, text: str, subject: str = "Re: orders") -> list[Letter]:
        """Mail in answer to one's last letter, and return all letters that follow."""
        self.write(sender, text, subject=subject, answering=sender)
        return self.run()

    # -- work, and letters out

    def run(self) -> list[Letter]:
        """Read mail, let time do its work, send letters; return those."""
        self.work()
        return self.deliver()

    def work(self) -> None:
        run_due_turns(self.judge, self.now, HELD_AFTER)

    def deliver(self) -> list[Letter]:
        before = len(self.sent)
        finish = put_pictures_into_mail if self.draws else take_pictures_out_of_mail
        send_letters(self.judge.database, self, self.now, finish=finish)
        return self.sent[before:]

    def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Take a letter, as a mail server would."""
        self.sent.append(Letter(recipient, raw, envelope_from))

    def is_recipient_welcome(self, envelope_from: str, recipient: str) -> bool:
        """Everybody is."""
        return True

    def close_connection(self) -> None:
        """Nothing is kept open between two letters."""

    def last(self, reader: str, subject: str = "") -> Letter:
        letters = (one for one in reversed(self.sent) if one.to == reader)
        return next(one for one in letters if subject in ("", one.subject))

    # -- looking

    def game(self, name: str = "ruhr") -> Game:
        with self.judge.database.read_transaction() as tx:
            game = self.judge.games.load_game(tx, name)
        assert game is not None
        return game

    def inbox(self) -> list[tuple[str, str, int]]:
        """Return state, outcome and attempts of every mail taken in."""
        c = schema.inbox.c
        with self.judge.database.read_transaction() as tx:
            rows = tx.execute(select(c.state, c.outcome, c.attempts).order_by(c.id)).all()
        return [(row.state, row.outcome, row.attempts) for row in rows]

    def orders(self, power: str) -> list[str]:
        """Return the orders that are kept for a power, as they are restated."""
        from judge.language.writer import write_order

        game = self.game()
        return [write_order(order, game.variant) for order in game.orders.get(power, ())]


class LoneSender(MailSender):
    """Sends one letter after the other."""

    connections = 1


def send_letters(
    database: Database,
    transport: Transport,
    now: datetime,
    on_dead: OnDead | None = None,
    finish: Finish = take_pictures_out_of_mail,
) -> None:
    """Send what waits and is due, by one connection, as a judge does that ends then."""
    sender = LoneSender(database, transport, lambda: now, on_dead, finish)
    try:
        sender.send_due_mails()
        sender.stop()
    finally:
        sender.dismiss_threads()


def gather(office: Office, powers: Sequence[str] = POWERS) -> Office:
    """Let the master create the game ruhr and players join; the seventh starts it."""
    office.write(MASTER, "CREATE ruhr WITH confirm=off", subject="a game")
    for power in powers:
        office.write(player(power), f"JOIN ruhr AS {power}", subject="hello")
    office.run()
    return office


CIVILIZATIONS = ("Akkad", "Babylon", "Carthage", "Elam", "Hatti", "Judah", "Kush")
UNITS = {
    "Akkad": ("army PAR", "army BUR"), "Babylon": ("army MUN",), "Carthage": ("fleet ENG",),
    "Elam": ("army SEV",), "Hatti": ("army ANK",), "Judah": ("army STP",), "Kush": ("army ROM",),
}  # fmt: skip
SEED = 4
"""With it nobody begins where another is put."""


def civilizations(office: Office) -> Office:
    """Begin a game of seven, in Spring of 4000 BC; the first three have met each other."""
    own, office.judge = office.judge, replace(office.judge, dice=Random(SEED).getrandbits)
    office.write(MASTER, "CREATE ruhr CIV ON standard WITH civs=7, confirm=off", subject="a game")
    for name in CIVILIZATIONS:
        office.write(player(name), "JOIN ruhr", subject="hello")
    office.run()
    office.judge = own
    game = office.game()
    power = {name: seat.powers[0] for name in CIVILIZATIONS for seat in game.players
             if seat.address == player(name)}  # fmt: skip
    facts = {Fact(NAME, power[name], name) for name in CIVILIZATIONS}
    facts |= {
        Fact(CONTACT, power[one], power[other]) for one, other in permutations(CIVILIZATIONS[:3], 2)
    }
    units = [
        Unit(power[name], *(kind, Location(place)))
        for name, standing in UNITS.items()
        for kind, place in map(str.split, standing)
    ]
    owners = {"PAR": "Akkad", "MUN": "Babylon", "LON": "Carthage", "SEV": "Elam", "ANK": "Hatti",
              "STP": "Judah", "ROM": "Kush"}  # fmt: skip
    position = Position(
        turn=Turn(1901, "spring", Phase.MOVEMENT),
        units={unit.at.province: unit for unit in units},
        owners={place: power[name] for place, name in owners.items()},
        homes={power[name]: (place,) for place, name in owners.items()},
        facts=frozenset(facts),
    )
    with office.judge.database.write_transaction() as tx:
        office.judge.games.save_game(tx, replace(game, position=position), office.now)
    return office
