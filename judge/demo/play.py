"""A whole game played by real mail: a judge, a master and the players on this machine.

Everything is as in earnest but the clock, which is put forward to each deadline.
"""

from __future__ import annotations

import random
import re
import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Self

from judge.demo.mailboxes import STYLES, MailServer, Person, plain_text
from judge.game.clock.run_turns import wakes_at
from judge.game.enter.starting import sides
from judge.game.state import Play, Stage
from judge.hooks import Variant
from judge.model.position import Position
from judge.service.clock import utc_now
from judge.service.daemon import Daemon
from judge.service.sections import Inbound, Judge, Outbound, Senders
from judge.service.settings import Config, ConfigError
from judge.store import inbox, outbox

GAME = "demo"
DOMAIN = "players.example"
JUDGE = "judge@judge.example"
SEED = 4


class RunningAhead:
    """A clock that can be put forward."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def __call__(self) -> datetime:
        """Return the moment this clock shows."""
        return utc_now() + self.ahead

    def seconds(self) -> float:
        """Return the seconds that have passed by this clock."""
        return self().timestamp()

    def forward_to(self, moment: datetime) -> None:
        """Show at least that moment from now on."""
        self.ahead = max(self.ahead, moment - utc_now())


class DemoGame(ABC):
    """A game of a variant by mail, with a judge of its own; ``report`` is told how it goes.

    Letters and database go to ``folder``. The players are called by ``names``, or by their powers.
    ``highlights`` tells in lines what was out of the ordinary.
    """

    names: Sequence[str] = ()
    draws = True
    """Whether letters get their pictures."""
    daemon: Daemon
    succeeded = False
    verdict = ""
    """Whether all was as it should be, and what that is, or was not, in a sentence."""

    def __init__(self, variant: Variant, folder: Path, report: Callable[[str], None]) -> None:
        self.variant, self.folder, self.report = variant, folder, report
        self.server = MailServer(folder / "letters")
        self.master = Person(f"master@{DOMAIN}", self.server)
        self.players = {
            name: Person(
                f"{'.'.join(re.findall('[a-z]+', name.lower()))}@{DOMAIN}",
                self.server,
                style=STYLES[n % len(STYLES)],
                html=n % 4 == 1,
                quotes=n % 4 == 2,
            )
            for n, name in enumerate(self.names or [held[0] for held in sides(variant)])
        }
        self.clock = RunningAhead()
        self.sent = self.turns = 0
        self.years: set[int] = set()
        self.highlights: list[str] = []

    def play(self) -> Self:
        """Open the judge and the mailboxes, and play the game to its end.

        The judge's dice are loaded: every time they fall alike.
        """
        _clear(self.folder)
        seats = [player.address for player in self.players.values()]
        port = self.server.open([self.master.address, *seats, *map(successor, seats)])
        config = Config.model_construct(
            judge=Judge(address=JUDGE, name="The Judge", data=self.folder),
            inbound=Inbound(port=0),
            outbound=Outbound(port=port),
            senders=Senders(policy="lenient"),  # nobody but the players can write to it
        )
        self.daemon = Daemon(config, self.clock, self.clock.seconds, draws=self.draws)
        chance = random.Random(SEED)
        self.daemon.judge = replace(self.daemon.judge, dice=lambda _: chance.getrandbits(63))
        self.daemon.start()
        try:
            self.gather()
            self.play_turns()
            self.succeeded, self.verdict = self.judged()
            return self
        finally:
            self.daemon.stop()
            self.server.close()

    @property
    def letter(self) -> str:
        """The last result letter of the first player."""
        first = next(iter(self.players.values()))
        results = [mail for mail in first.letters if str(mail["Subject"]).endswith("Results")]
        return plain_text(results[-1])

    @property
    def summary(self) -> str:
        """What happened, for somebody who sees it for the first time."""
        lines = ("What happened, in short:", *self.highlights, "", "") if self.highlights else ()
        highlights = "\n".join(lines)
        return (
            "Above: the last result letter of the first player.\n"
            f"{highlights}"
            f"{self.sent} mails in, {self.server.arrived} mails out; "
            f"{self.turns} turns of {len(self.years)} game years, each processed at its deadline.\n"
            f"All letters, as their readers got them: {self.folder / 'letters'}/*/*.eml"
        )

    @abstractmethod
    def play_turns(self) -> None:
        """Play turn after turn, to the end of the game."""

    @abstractmethod
    def judged(self) -> tuple[bool, str]:
        """Return whether all was as it should be, and the sentence of the verdict."""

    def gather(self) -> None:
        """Create the game and let everybody join it; the last one to join starts it."""
        options = ", ".join(f"{name}={choice}" for name, choice in self.variant.settings.items())
        code = self.variant.code
        self.send(self.master, "a new game", f"CREATE {GAME} {code} WITH {options}")
        self.wait_until_idle()
        self.send(self.master, "settings", "SET EARLY OFF\nSET REMINDER 0\nSET PICTURES OFF")
        for power, player in self.players.items():
            self.join(player, f"JOIN {GAME} AS {power}")
        self.wait_until_idle()
        if self.variant.consent:
            for player in self.players.values():
                self.send(player, "Re: consent", "AGREE")
            self.wait_until_idle()
        assert self.game().stage is Stage.ACTIVE, "the players start the game"
        self.report(f"{len(self.players)} players and a master have mailed; {GAME} has begun")

    def join(self, player: Person, line: str) -> None:
        """Let a player join; the first alone has pictures, which take longer than all the rest."""
        first = next(iter(self.players.values()))
        words = line if player is first else f"{line}\nSET PICTURES OFF"
        self.send(player, "hello", words)

    def pass_deadline(self) -> None:
        """Put the clock forward to all that the turn still has in store."""
        self.turns += 1
        self.years.add(self.position().turn.year)
        before = game = self.game()
        while game.number == before.number and game.stage is Stage.ACTIVE:
            deadline = wakes_at(game)
            assert deadline is not None, "a running game has a deadline"
            self.clock.forward_to(deadline)
            self.daemon.wake()
            game = self._changed(game.version)
        self.wait_until_idle()

    def _changed(self, version: int) -> Play:
        self._wait_for(lambda: self.game().version != version, pause=0.05)
        return self.game()

    def player_of(self, power: str) -> Person:
        """Return who plays a power."""
        seat = self.game().seat_of(power)
        assert seat is not None, f"nobody plays {power}"
        return next(p for p in self.players.values() if p.address == seat.address)

    def send(self, person: Person, subject: str, text: str) -> None:
        """Send a mail of somebody's to the judge."""
        assert self.daemon.receiver is not None
        person.write(self.daemon.receiver.port, JUDGE, subject, text)
        self.sent += 1

    def game(self) -> Play:
        """Return the game, which has started, as it is now."""
        with self.daemon.judge.database.reading() as tx:
            game = self.daemon.judge.games.load(tx, GAME)
        assert isinstance(game, Play), "the players start the game"
        return game

    def position(self) -> Position:
        """Return the position as it is now."""
        return self.game().position

    def wait_until_idle(self) -> None:
        """Wait until the judge has read all mail and sent all letters."""
        self._wait_for(self._idle, pause=0.02)

    def _idle(self) -> bool:
        with self.daemon.judge.database.reading() as tx:
            return not inbox.waiting(tx) and not outbox.counts(tx).get(outbox.WAITING, 0)

    def _wait_for(self, done: Callable[[], bool], pause: float) -> None:
        """Wait for something that the judge is doing; look again after each pause."""
        for _ in range(6000):
            if done():
                return
            time.sleep(pause)
        raise TimeoutError("the judge does not answer")


def successor(address: str) -> str:
    """Return the address of whoever takes over from a player who left."""
    name, _, domain = address.partition("@")
    return f"{name}.second@{domain}"


def _clear(folder: Path) -> None:
    """Remove what an earlier demonstration left, and nothing else.

    The folder of letters is there from the beginning: it shows whose the database is.
    """
    if (folder / "judge.db").exists() and not (folder / "letters").is_dir():
        raise ConfigError(f"{folder} holds the games of a judge, not of a demonstration")
    shutil.rmtree(folder / "letters", ignore_errors=True)
    (folder / "letters").mkdir(parents=True)
    for path in folder.glob("judge.db*"):
        path.unlink()
