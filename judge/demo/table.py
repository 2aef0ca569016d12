"""A game of one person against robots: the whole judge in one process, and mail that goes nowhere.

All is as in earnest but the clock, which is put forward to each deadline when the person says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import NamedTuple

from judge.demo.mailboxes import POLICY, find_plain_text_of
from judge.demo.office import DOMAIN, JUDGE, DemoClock
from judge.demo.open_turn import read_open_turn, reopen_turn, write_open_turn
from judge.game.clock.run_turns import find_next_wake_time
from judge.game.enter.create import ForeignGame
from judge.game.notices import build_heading, find_view
from judge.game.reports.history import collect_growth_by_seat
from judge.game.state import Play, Seat, Stage
from judge.hooks import Variant
from judge.language.lexicon import find_power
from judge.letters.chronicle import write_growth_table_lines
from judge.library import load, load_geometry
from judge.model.errors import JudgeError
from judge.post.incoming import Envelope
from judge.records.formats.formats import read_game, write_game
from judge.records.publish import write_film
from judge.records.run import run_record_to_now
from judge.service.arrival import store_incoming_mail
from judge.service.compose.files import load_stored_game
from judge.service.compose.pictures import put_pictures_into_mail
from judge.service.opening import open_upgraded_judge
from judge.service.operate.moving import store_played_game
from judge.service.sections import JudgeSection, SendersSection
from judge.service.sending import MailSender
from judge.service.settings import Config
from judge.service.turn_runner import run_due_turns
from judge.site.game import BoardAfterTurn, GameOnShow

GAME = "table"
PERSON = f"you@{DOMAIN}"
_MASTER = f"master@{DOMAIN}"
_FOR_EVER = timedelta(days=3650)
"""A deadline that was missed fires however late it is."""

_SEATED = "Played as "
"""With this begins the title of a game that was saved, and the power of the person follows."""

_REFUSED = "Not taken. "
"""With this begins the reason why a line was not taken."""


class TableError(JudgeError):
    """A game that cannot be set up as it was asked for; the text says why."""


class TableWish(NamedTuple):
    """What somebody wants to play: a variant with options, as which power ("": any), and against
    robots of which level."""

    variant: str
    options: Mapping[str, str]
    power: str
    level: str


@dataclass
class LetterBoxes:
    """Takes all letters, and keeps them by their readers."""

    letters: dict[str, list[bytes]] = field(default_factory=dict)

    def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Take a letter, as a mail server would."""
        self.letters.setdefault(recipient.lower(), []).append(raw)

    def is_recipient_welcome(self, envelope_from: str, recipient: str) -> bool:
        """Everybody is."""
        return True

    def close_connection(self) -> None:
        """Nothing is kept open between two letters."""


class _LoneSender(MailSender):
    """Sends one letter after the other, in the order in which they were written."""

    connections = 1


class RobotTable:
    """A judge with one game of a person and robots; its database is in ``folder``."""

    def __init__(self, folder: Path) -> None:
        config = Config.model_construct(
            judge=JudgeSection(address=JUDGE, name="The Judge", data=folder),
            senders=SendersSection(policy="lenient"),  # nobody else can write to it
        )
        self.judge = open_upgraded_judge(config)
        self.clock, self.boxes = DemoClock(), LetterBoxes()
        self._written = self._shown = 0

    def close(self) -> None:
        """Let go of the database."""
        self.judge.database.close()

    def begin_game(self, wish: TableWish) -> None:
        """Make a game, take a seat for the person, and have robots in the others. Raises TableError
        if the game cannot be had."""
        choices = ", ".join(
            f"{name}={choice}" for name, choice in {**wish.options, "confirm": "off"}.items()
        )
        seat = f" AS {wish.power}" if wish.power else ""
        for sender, line in (
            (_MASTER, f"CREATE {GAME} {wish.variant} WITH reminder=0, {choices}"),
            (PERSON, f"JOIN {GAME}{seat}"),
            (_MASTER, f"FILL {wish.level}"),
            (PERSON, "AGREE"),  # where an option needs the consent of all
        ):
            if self._load_game() is None:
                self._mail_to_judge(sender, line)
                refusal = _find_refusal_in(self.boxes.letters[sender][-1])
                if refusal:
                    raise TableError(refusal)
        if self._load_game() is None:
            raise TableError("the game did not begin")
        self._shown = len(self.boxes.letters[PERSON]) - 1  # what came before the first is settled

    def resume_game(self, data: bytes, wish: TableWish) -> None:
        """Go on with a game that was saved, in the midst of its turn; the person plays as before,
        or what they wish for.

        Raises TableError if that is no power, RecordError for what is no game.
        """
        record = read_game(data, "", load(wish.variant, wish.options))
        played, now = run_record_to_now(record, carry=True)
        named = wish.power or record.title.removeprefix(_SEATED)
        power = find_power(record.variant.map, named)
        if power is None:
            names = ", ".join(record.variant.map.powers)
            raise TableError(f"--as says which power you play: {names}")
        turns = [(turn.record.before, turn.phase.collect_orders_by_power()) for turn in played]
        store_played_game(
            self.judge,
            GAME,
            ForeignGame(record.variant, turns, now),
            _MASTER,
            {power: PERSON},
            self.clock(),
        )
        self.work()
        kept = read_open_turn(data.decode("utf-8", "replace"))
        with self.judge.database.write_transaction() as tx:
            game = reopen_turn(self.game, (power,), kept)
            self.judge.games.save_game(tx, game, self.clock())
        self._mail_to_judge(_MASTER, f"SET CONFIRM OFF\nSET REMINDER 0\nFILL {wish.level}\nRESUME")
        if kept.orders:
            self._mail_to_judge(PERSON, "\n".join(kept.orders))

    def send_mail(self, text: str) -> None:
        """Mail what the person has written, in answer to their last letter, and do what follows."""
        self._mail_to_judge(PERSON, text)

    def pass_deadline(self) -> None:
        """Put the clock forward until the turn has ended."""
        before = game = self.game
        while game.number == before.number and game.stage is Stage.ACTIVE:
            moment = find_next_wake_time(game)
            if moment is None:
                return
            self.clock.put_forward_to(moment)
            self.work()
            game = self.game

    def work(self) -> None:
        """Read what was mailed, let time and robots do their work until only the person is waited
        for, and deliver the letters."""
        before = None
        while True:
            run_due_turns(self.judge, self.clock(), _FOR_EVER)
            game = self._load_game()
            if game == before:
                break
            before = game
        sender = _LoneSender(
            self.judge.database, self.boxes, self.clock, finish=put_pictures_into_mail
        )
        try:
            sender.send_due_mails()
            sender.stop()
        finally:
            sender.dismiss_threads()

    @property
    def game(self) -> Play:
        """The game as it is now."""
        game = self._load_game()
        assert game is not None, "it was begun"
        return game

    @property
    def seat(self) -> Seat:
        """The person's seat."""
        return next(seat for seat in self.game.players if seat.address == PERSON)

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.game.variant

    def save_game(self, path: Path) -> None:
        """Write the game as a record, from which it can go on. Raises OSError."""
        with self.judge.database.read_transaction() as tx:
            stored = load_stored_game(self.judge.games, tx, GAME)
        assert stored is not None, "it was begun"
        title = f"{_SEATED}{self.seat.powers[0]}"
        record = write_game("record", title, stored.variant, stored.turns, stored.now)
        path.write_text(record + write_open_turn(self.game, self.seat.powers), encoding="utf-8")

    def write_growth_lines(self) -> list[str]:
        """Return the centers that the person saw the powers have, year by year, as lines."""
        with self.judge.database.read_transaction() as tx:
            past = self.judge.games.load_past_turns(tx, GAME)
        growth = collect_growth_by_seat(self.game, past).get(self.seat.name)
        return list(write_growth_table_lines(growth)) if growth is not None else []

    def write_game_film(self, path: Path) -> bool:
        """Write the turns as the person saw them as one animated picture; say whether there is
        anything to show."""
        game, seat = self.game, self.seat
        with self.judge.database.read_transaction() as tx:
            line = self.judge.games.load_past_turns(tx, GAME).list_turns_leading_to(game.parent)
        geometry = load_geometry(game.variant.map.name)
        if not line or geometry is None:
            return False
        moments = []
        for turn in line:
            then = replace(
                game, position=turn.record.after, played=turn.record, number=turn.number + 1
            )
            moments.append(BoardAfterTurn(build_heading(then), find_view(then, seat)))
        shown = GameOnShow(GAME, game.variant, build_heading(game), tuple(moments), geometry)
        write_film(shown, path)
        return True

    def list_new_letters(self) -> list[bytes]:
        """Return the letters to the person that were not asked for before, the newest last."""
        letters = self.boxes.letters.get(PERSON, [])
        new, self._shown = letters[self._shown :], len(letters)
        return new

    def _mail_to_judge(self, sender: str, text: str) -> None:
        """Mail to the judge, in answer to its last letter to the sender, and do what follows."""
        letters = self.boxes.letters.get(sender, [])
        last = message_from_bytes(letters[-1] if letters else b"", policy=POLICY)
        mail = EmailMessage()
        self._written += 1
        mail["From"], mail["To"] = sender, str(last["Reply-To"] or JUDGE)
        mail["Subject"] = "Re: your letter" if letters else "hello"
        mail["Date"] = format_datetime(self.clock())
        mail["Message-ID"] = f"<{self._written}.{self.clock():%Y%m%d%H%M%S}.{sender}>"
        mail.set_content(text)
        envelope = Envelope(sender, (str(mail["To"]),), "smtp")
        store_incoming_mail(self.judge.database, mail.as_bytes(), envelope, self.clock())
        self.work()

    def _load_game(self) -> Play | None:
        with self.judge.database.read_transaction() as tx:
            game = self.judge.games.load_game(tx, GAME)
        return game if isinstance(game, Play) else None


def _find_refusal_in(letter: bytes) -> str:
    """Return why the line that a letter answers was not taken, "" if it was."""
    text = find_plain_text_of(message_from_bytes(letter, policy=POLICY))
    for part in text.split("\n\n"):
        _, refused, why = part.partition(_REFUSED)
        if refused:
            return " ".join(why.split())
    return ""
