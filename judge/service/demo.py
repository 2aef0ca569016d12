"""A whole game by real mail on this machine, from a recorded game: the judge shown at work.

Everything is as in earnest but the clock, which is put forward to each deadline.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from judge.game.state import Game, Stage
from judge.language.record import Stage as RecordStage
from judge.language.records import Record, parse
from judge.letters.words import counted
from judge.library import load
from judge.model.order import Order
from judge.resources import find
from judge.service import settings
from judge.service.clock import RunningAhead
from judge.service.settings import Config
from judge.service.table import HANDS, Person, Post, plain_text
from judge.service.wiring import Daemon
from judge.store import inbox, outbox

GAME = "demo"
DOMAIN = "players.example"
JUDGE = "judge@judge.example"


@dataclass(frozen=True)
class Shown:
    """What the demonstration came to.

    ``sent`` mails of the players, ``received`` letters of the judge; ``letter`` the last result
    letter of the first player; ``same``: the last position is that of the record.
    """

    sent: int
    received: int
    turns: int
    years: int
    letter: str
    same: bool
    folder: Path

    @property
    def summary(self) -> str:
        """What happened, for somebody who sees it for the first time."""
        return (
            "Above: the last result letter of the first player.\n"
            f"{self.sent} mails in, {self.received} mails out; {self.turns} turns of {self.years} "
            f"game years, each processed at its deadline.\n"
            f"All letters, as their readers got them: {self.folder / 'letters'}/*/*.eml"
        )


def play(variant: str, folder: Path, tell: Callable[[str], None]) -> Shown:
    """Play the recorded game of a variant's folder by mail; letters and database go to ``folder``.

    ``tell`` is told of each turn.
    """
    record = parse((find("maps", variant) / "demo.game").read_text(encoding="utf-8"), load)
    _clear(folder)
    post = Post(folder / "letters", DOMAIN)
    powers = list(record.variant.map.powers)
    players = {
        power: Person(
            f"{power.lower()}@{DOMAIN}",
            post,
            hand=HANDS[n % len(HANDS)],
            html=n % 4 == 1,
            quotes=n % 4 == 2,
        )
        for n, power in enumerate(powers)
    }
    master = Person(f"master@{DOMAIN}", post)
    port = post.open([master.address, *(player.address for player in players.values())])
    clock = RunningAhead()
    daemon = Daemon(_config(folder, port), clock)
    daemon.start()
    try:
        return _Evening(record, daemon, clock, master, players, tell).play(folder)
    finally:
        daemon.stop()
        post.close()


def _clear(folder: Path) -> None:
    """Remove what an earlier demonstration left, and nothing else."""
    shutil.rmtree(folder / "letters", ignore_errors=True)
    for path in folder.glob("judge.db*"):
        path.unlink()


def _config(folder: Path, port: int) -> Config:
    raw = {
        "judge": {"address": JUDGE, "name": "The Judge", "data": folder},
        "inbound": {"kind": "smtp", "port": 0},
        "outbound": {"kind": "smtp", "port": port},
    }
    return settings.check(raw, "demo")


class _Evening:
    """The game being played."""

    def __init__(
        self,
        record: Record,
        daemon: Daemon,
        clock: RunningAhead,
        master: Person,
        players: dict[str, Person],
        tell: Callable[[str], None],
    ) -> None:
        self.record, self.daemon, self.clock = record, daemon, clock
        self.master, self.players, self.tell = master, players, tell
        self.post = master.post
        assert daemon.receiver is not None
        self.port = daemon.receiver.port
        self.sent = 0

    def play(self, folder: Path) -> Shown:
        self.gather()
        turns = 0
        for stage in self.record.stages:
            if str(stage.turn) == self.turn_now():
                self.turn(stage)
                turns += 1
        last = self.record.stages[-1]
        position = self.game().position
        assert position is not None and last.after is not None
        same = sorted(position.units.values()) == sorted(last.after)
        first = next(iter(self.players.values()))
        return Shown(
            sent=self.sent,
            received=self.post.arrived,
            turns=turns,
            years=len({stage.turn.year for stage in self.record.stages}),
            letter=plain_text(first.letters[-1]),
            same=same,
            folder=folder,
        )

    def gather(self) -> None:
        """Create the game and let everybody join it; the last one to join starts it."""
        options = " ".join(f"{name}={choice}" for name, choice in self.record.options.items())
        self.say(self.master, "a new game", f"CREATE {GAME}{f' WITH {options}' if options else ''}")
        self.rest()
        self.say(self.master, "settings", "SET EARLY OFF\nSET REMINDER 0")
        for power, player in self.players.items():
            self.say(player, "hello", f"JOIN {GAME} AS {power}")
        self.rest()
        assert self.game().stage is Stage.ACTIVE, "seven players start the game"
        self.tell(f"{len(self.players)} players and a master have mailed; {GAME} has begun")

    def turn(self, stage: RecordStage) -> None:
        """Let everybody mail his orders for a turn, then let the deadline pass."""
        orders: dict[str, list[Order]] = {}
        for given in stage.orders:
            orders.setdefault(given.power, []).append(given.order)
        for power, listed in orders.items():
            player = self.players[power]
            self.say(player, "Re: orders", player.hand(listed, self.record.variant.map))
        self.rest()
        game = self.game()
        assert game.due_at is not None, "a running game has a deadline"
        self.clock.forward_to(game.due_at)
        self.daemon.wake()
        self.until(lambda: self.game().number > game.number)
        self.rest()
        self.tell(
            f"{stage.turn}: {counted(len(stage.orders), 'order')} in "
            f"{counted(len(orders), 'mail')}, then the deadline"
        )

    def say(self, who: Person, subject: str, text: str) -> None:
        who.write(self.port, JUDGE, subject, text)
        self.sent += 1

    def game(self) -> Game:
        with self.daemon.desk.database.reading() as tx:
            game = self.daemon.desk.games.load(tx, GAME)
        assert game is not None
        return game

    def turn_now(self) -> str:
        """Return the turn that the judge is at: it passes over retreats that nobody can make."""
        position = self.game().position
        assert position is not None
        return str(position.turn)

    def rest(self) -> None:
        """Wait until the judge has read all mail and sent all letters."""
        self.until(self.idle)

    def idle(self) -> bool:
        with self.daemon.desk.database.reading() as tx:
            return not inbox.waiting(tx) and not outbox.counts(tx).get(outbox.WAITING, 0)

    def until(self, done: Callable[[], bool]) -> None:
        for _ in range(6000):
            if done():
                return
            time.sleep(0.005)
        raise TimeoutError("the judge does not answer")
