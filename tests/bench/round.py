"""How long a round of a tournament takes to begin: ``python -m tests.bench.round 1000``."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from sqlalchemy import func, select

from judge.game.game_settings import Settings
from judge.game.tournament.state import BoardModel, Entrant, Tournament
from judge.store import schema, tournament_rows
from tests.road.office import Office

DIRECTOR = "director@example.org"


def begin_round(boards: int) -> None:
    """Draw a round of so many boards, begin them, and print how long that took."""
    with tempfile.TemporaryDirectory() as folder:
        office = Office(Path(folder) / "office")
        people = [Entrant(n, f"person{n}@example.org") for n in range(1, 7 * boards + 1)]
        entrants = (Entrant(-1, DIRECTOR, "director"), *people)
        held = Tournament("autumn", BoardModel("standard", Settings()), 1, entrants=entrants)
        with office.judge.database.write_transaction() as tx:
            tournament_rows.save_tournament(tx, held)
        office.write(DIRECTOR, "TOURNAMENT START autumn", subject="hello")
        start, work = time.perf_counter(), time.process_time()
        office.work()
        taken, worked = time.perf_counter() - start, time.process_time() - work
        with office.judge.database.read_transaction() as tx:
            games, letters = (
                tx.execute(select(func.count()).select_from(table)).scalar_one()
                for table in (schema.games, schema.outbox)
            )
        print(f"{games} games begun, {letters} letters to send: {taken:.1f} s, "
              f"of which {worked:.1f} s of the processor")  # fmt: skip
        office.close()


if __name__ == "__main__":
    begin_round(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
