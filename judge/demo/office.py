"""A judge on this machine, a master and players, who write to each other by real mail.

Everything is as in earnest but the clock, which is put forward to each deadline.
"""

from __future__ import annotations

import random
import re
import shutil
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from judge.demo.mailboxes import STYLES, MailServer, MailUser
from judge.game.clock.run_turns import find_next_wake_time
from judge.game.state import Play, Stage
from judge.hooks import Variant
from judge.model.position import Position
from judge.service.clock import read_utc_now
from judge.service.daemon import Daemon
from judge.service.sections import InboundSection, JudgeSection, OutboundSection, SendersSection
from judge.service.settings import Config, ConfigError
from judge.store import inbox, outbox

GAME = "demo"
DOMAIN = "players.example"
JUDGE = "judge@judge.example"
SEED = 4


class DemoClock:
    """A clock that can be put forward."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def __call__(self) -> datetime:
        """Return the moment this clock shows."""
        return read_utc_now() + self.ahead

    def measure_seconds_passed(self) -> float:
        """Return the seconds that have passed by this clock."""
        return self().timestamp()

    def put_forward_to(self, moment: datetime) -> None:
        """Show at least that moment from now on."""
        self.ahead = max(self.ahead, moment - read_utc_now())


class DemoOffice:
    """A judge with one game of a variant, a master, and players of these names.

    Letters and database go to ``folder``. It counts what was ``sent`` to the judge, the ``turns``
    whose deadline has passed, and the ``years`` of the game.
    """

    daemon: Daemon

    def __init__(self, variant: Variant, folder: Path, names: Sequence[str]) -> None:
        self.variant, self.folder = variant, folder
        self.server = MailServer(folder / "letters")
        self.master = MailUser(f"master@{DOMAIN}", self.server)
        self.players = {
            name: MailUser(
                f"{'.'.join(re.findall('[a-z]+', name.lower()))}@{DOMAIN}",
                self.server,
                style=STYLES[n % len(STYLES)],
                html=n % 4 == 1,
                quotes=n % 4 == 2,
            )
            for n, name in enumerate(names)
        }
        self.clock = DemoClock()
        self.sent = self.turns = 0
        self.years: set[int] = set()

    def open_judge(self, *, draws: bool) -> None:
        """Open the judge and the mailboxes; ``draws``: letters get their pictures.

        The judge's dice are loaded: every time they fall alike.
        """
        _clear_folder(self.folder)
        seats = [player.address for player in self.players.values()]
        port = self.server.open_mailboxes(
            [self.master.address, *seats, *map(find_successor_address, seats)]
        )
        config = Config.model_construct(
            judge=JudgeSection(address=JUDGE, name="The Judge", data=self.folder),
            inbound=InboundSection(port=0),
            outbound=OutboundSection(port=port),
            senders=SendersSection(policy="lenient"),  # nobody but the players can write to it
        )
        chance = random.Random(SEED)
        self.daemon = Daemon(
            config,
            self.clock,
            self.clock.measure_seconds_passed,
            draws=draws,
            dice=lambda _: chance.getrandbits(63),
        )
        self.daemon.start()

    def close(self) -> None:
        """Close the judge and the mailboxes."""
        self.daemon.stop()
        self.server.close_mailboxes()

    def send_to_judge(self, person: MailUser, subject: str, text: str) -> None:
        """Send a mail of somebody's to the judge."""
        assert self.daemon.ways_in.receiver is not None
        person.send_mail(self.daemon.ways_in.receiver.port, JUDGE, subject, text)
        self.sent += 1

    def find_current_game(self) -> Play:
        """Return the game, which has started, as it is now."""
        with self.daemon.judge.database.read_transaction() as tx:
            game = self.daemon.judge.games.load_game(tx, GAME)
        assert isinstance(game, Play), "the players start the game"
        return game

    def find_current_position(self) -> Position:
        """Return the position as it is now."""
        return self.find_current_game().position

    def find_player_of_power(self, power: str) -> MailUser:
        """Return who plays a power."""
        seat = self.find_current_game().find_seat_of_power(power)
        assert seat is not None, f"nobody plays {power}"
        return next(p for p in self.players.values() if p.address == seat.address)

    def pass_deadline(self) -> None:
        """Put the clock forward to all that the turn still has in store."""
        self.turns += 1
        self.years.add(self.find_current_position().turn.year)
        before = game = self.find_current_game()
        while game.number == before.number and game.stage is Stage.ACTIVE:
            deadline = find_next_wake_time(game)
            assert deadline is not None, "a running game has a deadline"
            self.clock.put_forward_to(deadline)
            self.daemon.wake_workers()
            game = self._wait_for_new_version(game.version)
        self.wait_until_idle()

    def _wait_for_new_version(self, version: int) -> Play:
        self._wait_until(lambda: self.find_current_game().version != version, pause=0.05)
        return self.find_current_game()

    def wait_until_idle(self) -> None:
        """Wait until the judge has read all mail and sent all letters."""
        self._wait_until(self._is_idle, pause=0.02)

    def _is_idle(self) -> bool:
        with self.daemon.judge.database.read_transaction() as tx:
            return not inbox.list_waiting_mails(tx) and not outbox.count_by_state(tx).get(
                outbox.WAITING, 0
            )

    def _wait_until(self, condition: Callable[[], bool], pause: float) -> None:
        """Wait for something that the judge is doing; look again after each pause."""
        for _ in range(6000):
            if condition():
                return
            time.sleep(pause)
        raise TimeoutError("the judge does not answer")


def find_successor_address(address: str) -> str:
    """Return the address of whoever takes over from a player who left."""
    name, _, domain = address.partition("@")
    return f"{name}.second@{domain}"


def _clear_folder(folder: Path) -> None:
    """Remove what an earlier demonstration left, and nothing else.

    The folder of letters is there from the beginning: it shows whose the database is.
    """
    if (folder / "judge.db").exists() and not (folder / "letters").is_dir():
        raise ConfigError(f"{folder} holds the games of a judge, not of a demonstration")
    shutil.rmtree(folder / "letters", ignore_errors=True)
    (folder / "letters").mkdir(parents=True)
    for path in folder.glob("judge.db*"):
        path.unlink()
