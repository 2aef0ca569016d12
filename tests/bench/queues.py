"""What one sender costs in an hour, and how long a player's order waits behind all that; what a
list of many games costs, and a turn among them: ``python -m tests.bench.queues``."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from itertools import chain
from pathlib import Path

from sqlalchemy import literal, update

from judge.game.limits import STRANGERS
from judge.post.incoming import NoRoomError
from judge.service.publishing import Publisher
from judge.service.waiting import read_waiting_mail
from judge.store import schema
from tests.bench.measure import HEAD, Measured, Watch
from tests.bench.phases import WORKPLACE
from tests.road.attacks import ATTACKS, FRANCE, STRANGER, Attack
from tests.road.many_games import add_games_like
from tests.road.office import JUDGE, MASTER, Office, gather

MAILS = 100
"""So many mails come of one sender in an hour, each as bad as can be."""
GAMES = (10, 5_000)
RUNS = 5


def queues() -> Iterator[Measured]:
    """For each attack: all mails of one stranger for an hour, then an order of a player."""
    with tempfile.TemporaryDirectory(dir=WORKPLACE) as folder:
        office = gather(Office(Path(folder) / "office"))
        worst = Measured("", [0.0], "s")
        for number, attack in enumerate(ATTACKS):
            twin = office.twin(Path(folder) / str(number))
            taken, cost, wait = _hour(twin, attack)
            twin.close()
            if wait > worst.median:
                worst = Measured(attack.name, [wait], "s")
            yield Measured(
                f"an hour of: {attack.name}"[:45],
                [cost],
                "s",
                limit=STRANGERS.stranger_seconds_per_hour + attack.most.seconds,
                counted=f"of {MAILS} mails of one stranger {taken} taken; processor; "
                f"an order behind them waits {wait:.2f} s",
            )
        yield Measured(
            "an order behind the mails of a stranger",
            worst.figures,
            "s",
            limit=5,
            counted=f"until it is read and answered; the longest: {worst.name}",
        )


def _hour(office: Office, attack: Attack) -> tuple[int, float, float]:
    """Return how many mails of an attack were taken, what all cost, how long an order waited."""
    office.now += timedelta(hours=2)
    taken = 0
    for number in range(MAILS):
        fields = f"From: {STRANGER}\r\nTo: {JUDGE}\r\nMessage-ID: <{number}@example.net>\r\n"
        try:
            office.accept((fields.encode() + attack.raw())[:262_000], STRANGER, (JUDGE,))
            taken += 1
        except NoRoomError:
            break
    to = office.last(FRANCE)["Reply-To"]
    office.accept(office.compose(FRANCE, "A Par - Bur", to, "orders", {}), FRANCE, (to,))
    answered: list[float] = []

    def over() -> bool:
        if not answered and office.orders("France"):
            answered.append(time.perf_counter() - start)
        return False

    start, begun = time.perf_counter(), time.process_time()
    read_waiting_mail(office.judge, office.now, until=office.now, over=over)
    cost = time.process_time() - begun
    over()
    return taken, cost, answered[0]


SOUGHT = (
    "LIST OPEN",
    "LIST standard PRESS white",
    "LIST ABOUT place 4999",
    "LIST ENDED 2026 WON BY Turkey",
    "LIST ENDED gd FROM alps03000",
)


def many_games() -> Iterator[Measured]:
    """LIST, and the site at a turn, where there are few games and where there are many; and LIST
    of some among many."""
    lists, sites = {}, {}
    sought = {line: Watch(time.process_time) for line in SOUGHT}
    with tempfile.TemporaryDirectory(dir=WORKPLACE) as folder:
        office = gather(Office(Path(folder) / "office"))
        office.write("master@example.net", "CREATE alps", subject="a game that forms")
        office.run()
        there = 2
        for games in GAMES:
            add_games_like(office, "alps", games - there, there)
            there, lists[games], sites[games] = (
                games,
                Watch(time.process_time),
                Watch(time.process_time),
            )
            publisher = Publisher(office.judge, Path(folder) / f"site{games}")
            publisher.publish_changes(office.now)
            for _ in range(RUNS):
                office.now += timedelta(hours=5)
                office.write(STRANGER, "LIST")
                lists[games].time(office.work)
                office.answer(MASTER, "PROCESS")
                sites[games].time(partial(publisher.publish_changes, office.now))
        _make_unlike(office)
        for line in SOUGHT * RUNS:
            office.now += timedelta(hours=2)
            office.write(STRANGER, line)
            sought[line].time(office.work)
        office.close()
    for what, watches in (("LIST", lists), ("the site at a turn", sites)):
        few, many = (Measured("", watches[games].figures, "ms") for games in GAMES)
        yield Measured(
            f"{what} among {GAMES[1]:,} games",
            many.figures,
            "ms",
            limit=2 * few.median + 10,
            counted=f"processor; among {GAMES[0]} games {few.median:.1f} ms",
        )
    for line, watch in sought.items():
        yield Measured(f"{line} among {GAMES[1]:,} games", watch.figures, "ms", limit=15)


def _make_unlike(office: Office) -> None:
    """Let half of the games be over, half be of another variant, and each say something else."""
    c = schema.listings.c
    words = literal("A slow game of place ").concat(c.id).concat(", and no talk at night")
    with office.judge.database.write_transaction() as tx:
        tx.execute(update(schema.listings).values(about=words))
        tx.execute(update(schema.listings).where(c.id % 4 > 1).values(variant="gd"))
        ended = {"stage": "ended", "year": 2026}
        tx.execute(update(schema.listings).where(c.id % 2 == 1).values(ended))
        tx.execute(update(schema.listings).where(c.id % 14 == 1).values(winner="Turkey"))


def main() -> None:
    """Print the table."""
    WORKPLACE.mkdir(exist_ok=True)
    print(HEAD)
    for measured in chain(queues(), many_games()):
        print("\n".join(measured.lines()), flush=True)


if __name__ == "__main__":
    main()
