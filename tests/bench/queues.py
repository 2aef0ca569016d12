"""What one sender costs in an hour, and how long a player's order waits behind all that; what a
list of many games costs."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from sqlalchemy import insert, select

from judge.game.limits import STRANGERS
from judge.post.incoming import NoRoomError
from judge.service.waiting import read_waiting_mail
from judge.store import schema
from tests.bench.measure import Measured, Watch
from tests.bench.phases import WORKPLACE
from tests.road.attacks import ATTACKS, FRANCE, STRANGER, Attack
from tests.road.office import JUDGE, Office, gather

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


def lists() -> Iterator[Measured]:
    """LIST where there are few games and where there are many."""
    watches = {}
    with tempfile.TemporaryDirectory(dir=WORKPLACE) as folder:
        office = gather(Office(Path(folder) / "office"))
        there = 1
        for games in GAMES:
            _add_games(office, there, games)
            there, watches[games] = games, Watch(time.process_time)
            for _ in range(RUNS):
                office.now += timedelta(hours=2)
                office.write(STRANGER, "LIST")
                watches[games].time(office.work)
        office.close()
    few, many = (Measured("", watches[games].figures, "ms") for games in GAMES)
    yield Measured(
        f"LIST among {GAMES[1]:,} games",
        many.figures,
        "ms",
        limit=2 * few.median + 10,
        counted=f"processor; among {GAMES[0]} games {few.median:.1f} ms",
    )


def _add_games(office: Office, first: int, last: int) -> None:
    with office.judge.database.write_transaction() as tx:
        game = tx.execute(select(schema.games).where(schema.games.c.key == "ruhr")).one()
        seats = tx.execute(select(schema.seats).where(schema.seats.c.game_id == game.id)).all()
        rows = []
        for number in range(first, last):
            key = f"game{number:05}"
            row = {**game._asdict(), "key": key, "name": key, "wake_at": None, "due_at": None}
            del row["id"]
            made = tx.execute(insert(schema.games).values(row)).inserted_primary_key
            assert made is not None
            for seat in seats:
                row = {**seat._asdict(), "game_id": made[0]}
                del row["id"]
                rows.append(row)
        if rows:
            tx.execute(insert(schema.seats), rows)
