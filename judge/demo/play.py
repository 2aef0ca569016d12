"""A table at which a whole game is played by real mail: a judge, a master and the players.

Everything is as in earnest but the clock, which is put forward to each deadline.
"""

from __future__ import annotations

import random
import re
import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from judge.demo.mailboxes import HANDS, Person, Post
from judge.game.clock.turns import wakes_at
from judge.game.seats.starting import sides
from judge.game.state import Game, Stage
from judge.hooks import Variant
from judge.service import settings
from judge.service.clock import RunningAhead
from judge.service.settings import Config, ConfigError
from judge.service.wiring import Daemon
from judge.store import inbox, outbox

GAME = "demo"
DOMAIN = "players.example"
JUDGE = "judge@judge.example"
SEED = 4


@dataclass(frozen=True)
class DemoResult:
    """What the demonstration came to.

    ``sent`` mails of the players, ``received`` letters of the judge; ``letter`` the last result
    letter of the first player; ``same``: all is as it should be; ``end`` says in a sentence what
    that is; ``story`` tells in lines what was out of the ordinary.
    """

    sent: int
    received: int
    turns: int
    years: int
    letter: str
    same: bool
    folder: Path
    end: str = "The final position equals the recorded game."
    story: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """What happened, for somebody who sees it for the first time."""
        told = "\n".join(("What happened, in short:", *self.story, "", "")) if self.story else ""
        return (
            "Above: the last result letter of the first player.\n"
            f"{told}"
            f"{self.sent} mails in, {self.received} mails out; {self.turns} turns of {self.years} "
            f"game years, each processed at its deadline.\n"
            f"All letters, as their readers got them: {self.folder / 'letters'}/*/*.eml"
        )


def run_demo(
    variant: Variant,
    folder: Path,
    tell: Callable[[str], None],
    play: Callable[[DemoParties], DemoGame],
    names: Sequence[str] = (),
) -> DemoResult:
    """Open a judge, a master's and the players' mailboxes, and let them play.

    The players are called by ``names``, or by their powers. The judge's dice are loaded: every
    time they fall alike.
    """
    names = names or [held[0] for held in sides(variant)]
    _clear(folder)
    post = Post(folder / "letters", DOMAIN)
    players = {
        name: Person(
            f"{'.'.join(re.findall('[a-z]+', name.lower()))}@{DOMAIN}",
            post,
            hand=HANDS[n % len(HANDS)],
            html=n % 4 == 1,
            quotes=n % 4 == 2,
        )
        for n, name in enumerate(names)
    }
    master = Person(f"master@{DOMAIN}", post)
    seats = [player.address for player in players.values()]
    port = post.open([master.address, *seats, *map(successor, seats)])
    clock = RunningAhead()
    daemon = Daemon(_config(folder, port), clock)
    daemon.judge = replace(daemon.judge, dice=random.Random(SEED).getrandbits)
    daemon.start()
    try:
        return play(DemoParties(variant, daemon, clock, master, players, tell)).play(folder)
    finally:
        daemon.stop()
        post.close()


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


def _config(folder: Path, port: int) -> Config:
    raw = {
        "judge": {"address": JUDGE, "name": "The Judge", "data": folder},
        "inbound": {"kind": "smtp", "port": 0},
        "outbound": {"kind": "smtp", "port": port},
    }
    return settings.check(raw, "demo", alone=True)


class DemoParties(NamedTuple):
    """Who has come for an evening, what they play, and whom they write to.

    ``tell`` is told how the game goes.
    """

    variant: Variant
    daemon: Daemon
    clock: RunningAhead
    master: Person
    players: dict[str, Person]
    tell: Callable[[str], None]


class DemoGame(ABC):
    """A game being played."""

    def __init__(self, company: DemoParties) -> None:
        self.variant, self.daemon, self.clock = company.variant, company.daemon, company.clock
        self.master, self.players, self.tell = company.master, company.players, company.tell
        self.post = self.master.post
        assert self.daemon.receiver is not None
        self.port = self.daemon.receiver.port
        self.sent = 0

    @abstractmethod
    def play(self, folder: Path) -> DemoResult:
        """Play the game to its end."""

    def gather(self) -> None:
        """Create the game and let everybody join it; the last one to join starts it."""
        options = ", ".join(f"{name}={choice}" for name, choice in self.variant.settings.items())
        code = self.variant.code
        self.say(self.master, "a new game", f"CREATE {GAME} {code} WITH {options}")
        self.rest()
        self.say(self.master, "settings", "SET EARLY OFF\nSET REMINDER 0")
        for power, player in self.players.items():
            self.say(player, "hello", f"JOIN {GAME} AS {power}")
        self.rest()
        if self.variant.consent:
            for player in self.players.values():
                self.say(player, "Re: consent", "AGREE")
            self.rest()
        assert self.game().stage is Stage.ACTIVE, "the players start the game"
        self.tell(f"{len(self.players)} players and a master have mailed; {GAME} has begun")

    def pass_deadline(self) -> None:
        """Put the clock forward to all that the turn still has in store."""
        before = game = self.game()
        while game.number == before.number and game.stage is Stage.ACTIVE:
            at = wakes_at(game)
            assert at is not None, "a running game has a deadline"
            self.clock.forward_to(at)
            self.daemon.wake()
            game = self._changed(game.version)
        self.rest()

    def _changed(self, version: int) -> Game:
        self.until(lambda: self.game().version != version, pause=0.05)
        return self.game()

    def holder(self, power: str) -> Person:
        """Return who plays a power: its seat is that of the first power of his."""
        seat = self.game().seat_of(power)
        assert seat is not None, f"nobody plays {power}"
        return next(p for p in self.players.values() if p.address == seat.address)

    def say(self, who: Person, subject: str, text: str) -> None:
        """Send a mail to the judge."""
        who.write(self.port, JUDGE, subject, text)
        self.sent += 1

    def game(self) -> Game:
        """Return the game as it is now."""
        with self.daemon.judge.database.reading() as tx:
            game = self.daemon.judge.games.load(tx, GAME)
        assert game is not None
        return game

    def turn_now(self) -> str:
        """Return the turn that the judge is at: it passes over retreats that nobody can make."""
        position = self.game().position
        assert position is not None
        return str(position.turn)

    def rest(self) -> None:
        """Wait until the judge has read all mail and sent all letters."""
        self.until(self.idle, pause=0.02)

    def idle(self) -> bool:
        """Say whether nothing waits to be read or sent."""
        with self.daemon.judge.database.reading() as tx:
            return not inbox.waiting(tx) and not outbox.counts(tx).get(outbox.WAITING, 0)

    def until(self, done: Callable[[], bool], pause: float = 0.02) -> None:
        """Wait for something that the judge is doing; look again after each pause."""
        for _ in range(6000):
            if done():
                return
            time.sleep(pause)
        raise TimeoutError("the judge does not answer")
