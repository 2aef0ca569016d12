"""How long a mail of orders and a turn take, on a database on the disk: a whole game by mail."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path

from sqlalchemy import select

from judge.demo.mailboxes import STYLES
from judge.game.state import Play, Seat
from judge.letters.identity import JudgeIdentity
from judge.library import load
from judge.model.letter import Letter
from judge.model.turn import Phase
from judge.post.build import build_mail
from judge.post.incoming import Envelope
from judge.records.model import Record, RecordedPhase
from judge.records.reader import parse_record
from judge.service.arrival import store_incoming_mail
from judge.service.judge import Admission, Judge
from judge.service.turn_runner import run_due_turns
from judge.service.waiting import read_waiting_mail
from judge.store import inbox, outbox
from judge.store import schema as t
from judge.store.database import Database, upgrade_schema
from judge.store.outbox import OutMail
from judge.store.repository import Repository
from tests.bench.measure import Measured, Watch, times
from tests.bench.phases import WORKPLACE, records
from tests.statements import counted_statements

GAME = "bench"
IDENTITY = JudgeIdentity("JUDGE", "judge@judge.example", "The Judge")
START = datetime(2026, 11, 2, 9, tzinfo=UTC)
GAMES = 3


def whole_games() -> Iterator[Measured]:
    """Play recorded games by mail, each once; the first is for warming up."""
    mails, turns, bare = Watch(), Watch(), Watch()
    statements: list[float] = []
    for number, path in enumerate(records()[: GAMES + 1]):
        record = parse_record(path.read_text(encoding="utf-8"), load)
        with tempfile.TemporaryDirectory(dir=WORKPLACE) as folder:
            bench_game = BenchGame(Path(folder))
            watches = (mails, turns, bare) if number else (Watch(), Watch(), Watch())
            bench_game.play(record, *watches)
            bench_game.close()
            statements += bench_game.statements_of_mails
    least = Measured(
        "a mail taken and answered, nothing thought",
        bare.figures,
        "ms",
        counted="two commits and an answer built, as long as the receipt; SQLite, synchronous=FULL",
    )
    yield least
    full = Measured(
        "a mail of orders",
        mails.figures,
        "ms",
        limit=8,
        counted="from its bytes to the receipt, both committed; the game was not played before",
    )
    yield full
    work, least_work = replace(full, figures=mails.work), replace(least, figures=bare.work)
    yield times("times as long as that takes", work, least_work, 3, "the processor's time of both")
    yield Measured("SQL statements of a mail of orders", statements, "", 12, counted="BEGIN too")
    yield Measured(
        "a movement turn",
        turns.figures,
        "ms",
        limit=30,
        counted="from the deadline until the letters of seven players and the master wait",
    )


class BenchGame:
    """A judge without a post: its mails are handed in."""

    def __init__(self, folder: Path, url: str = "") -> None:
        url = url or f"sqlite:///{folder / 'judge.db'}"
        upgrade_schema(url)
        self.judge = Judge(Database(url), Repository(load), IDENTITY, Admission("lenient"))
        self.now = START
        self.count = 0
        self.statements_of_mails: list[int] = []

    def close(self) -> None:
        self.judge.database.close()

    def play(self, record: Record, mails: Watch, turns: Watch, bare: Watch) -> None:
        """Play a game; beside each mail of orders one is timed that is only taken and answered."""
        self.gather(record)
        for phase in record.phases:
            game = self.game()
            if str(game.position.turn) != str(phase.turn):
                continue
            for seat, text in written(record, phase, game):
                raw = self.mail(seat.address, text, seat)
                with counted_statements(self.judge.database) as statements:
                    mails.time(partial(self.hand_in, raw, seat.address))
                self.statements_of_mails.append(len(statements))
                plain, answer = self.mail(seat.address, text), self.answer()
                bare.time(partial(self.take_and_answer, plain, answer))
            assert game.due_at is not None, "a running game has a deadline"
            self.now = game.due_at
            watch = turns if phase.turn.phase is Phase.MOVEMENT else Watch()
            watch.time(self.deadline)
            assert self.game().number > game.number, "the turn was not run"
        with self.judge.database.read_transaction() as tx:
            assert sum(outbox.count_by_state(tx).values()) >= self.count, "every mail has an answer"

    def deadline(self) -> None:
        run_due_turns(self.judge, self.now, timedelta(hours=6))

    def gather(self, record: Record) -> None:
        """Let a game begin with the players of the record."""
        options = " ".join(f"{option}={choice}" for option, choice in record.options.items())
        create = f"CREATE {GAME}{f' WITH {options}' if options else ''}"
        self.say("master@players.example", f"{create}\nSET EARLY OFF\nSET REMINDER 0")
        for power in record.variant.map.powers:
            self.say(f"{power.lower()}@players.example", f"JOIN {GAME} AS {power}")

    def say(self, sender: str, text: str) -> None:
        self.hand_in(self.mail(sender, text), sender)

    def hand_in(self, raw: bytes, sender: str) -> None:
        store_incoming_mail(
            self.judge.database, raw, Envelope(sender, (IDENTITY.address,), "smtp"), self.now
        )
        read_waiting_mail(self.judge, self.now)

    def answer(self) -> Letter:
        """Return a letter that says what the last one to leave said, under another name."""
        with self.judge.database.read_transaction() as tx:
            last = tx.execute(select(t.outbox).order_by(t.outbox.c.id.desc()).limit(1)).one()
        to, sender, key = last.recipient, IDENTITY.address, f"{last.message_id}.again"
        return Letter(to, sender, sender, "orders", key, last.raw.decode("ascii"), "")

    def take_and_answer(self, raw: bytes, letter: Letter) -> None:
        """Do the least that must be done about a mail."""
        database, now = self.judge.database, self.now
        store_incoming_mail(database, raw, Envelope(letter.to, (IDENTITY.address,), "smtp"), now)
        with database.write_transaction() as tx:
            ((mail, *_),) = inbox.list_waiting_mails(tx)
            sent = OutMail(letter.message_id, letter.sender, letter.to, build_mail(letter, now))
            outbox.add_mails(tx, [sent], now)
            inbox.mark_mail_done(tx, mail, "answered", raw, letter.to)

    def mail(self, sender: str, text: str, seat: Seat | None = None) -> bytes:
        self.count += 1
        to, (local, _, domain) = IDENTITY.address, IDENTITY.address.partition("@")
        if seat:
            to = f"{local}+{GAME}.{seat.name}.{seat.secret}@{domain}"
        mail = EmailMessage()
        mail["From"] = sender
        mail["To"] = to
        mail["Subject"] = "orders"
        mail["Message-ID"] = f"<{self.count}@players.example>"
        mail.set_content(text)
        return mail.as_bytes()

    def game(self) -> Play:
        return begun(self.judge)


def begun(judge: Judge) -> Play:
    """Return the game as it stands."""
    with judge.database.read_transaction() as tx:
        game = judge.games.load_game(tx, GAME)
    assert isinstance(game, Play)
    return game


def written(record: Record, phase: RecordedPhase, game: Play) -> Iterator[tuple[Seat, str]]:
    """Yield what each player mails for a phase, each in their own hand."""
    orders = phase.collect_orders_by_power()
    for number, power in enumerate(record.variant.map.powers):
        seat = game.find_seat_of_power(power)
        if seat is not None and power in orders:
            yield seat, STYLES[number % len(STYLES)](orders[power], record.variant)
