"""A judge with a game of World War IV that 36 people have joined, at any turn."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from judge.library import load
from judge.model.map import Location
from judge.model.position import Position, Unit
from tests.road.office import BEGIN, Letter, Office
from tests.ww4.club import War


def begin(office: Office, turn: str) -> None:
    """Put the game ruhr into the judge's database, at a turn that ends in three days.

    Everybody has a letter to answer.
    """
    game = War().begin().game
    position = _later(game.position, turn)
    game = replace(game, position=position, due_at=BEGIN + timedelta(days=3), version=0)
    with office.judge.database.write_transaction() as tx:
        office.judge.games.save_game(tx, game, BEGIN)
    for seat in game.seats:
        reply = office.judge.identity.make_reply_address(game.name, seat.name, seat.secret)
        office.sent.append(Letter(seat.address, f"Reply-To: {reply}\r\n\r\n".encode()))


def _later(start: Position, turn: str) -> Position:
    """The start but for this: Germany is conquered by Russia, whose fleet lies in the Arctic, with
    a Japanese one near; Cuba owns Miami, and Japan Seoul.
    """
    now = load("ww4").calendar.parse_turn(turn)
    assert now, turn
    units = {c: unit for c, unit in start.units.items() if unit.power != "Germany" and c != "MUR"}
    units["ARC"] = Unit("Russia", "fleet", Location("ARC"))
    units["NWP"] = Unit("Japan", "fleet", Location("NWP"))
    owners = {c: "Russia" if power == "Germany" else power for c, power in start.owners.items()}
    return replace(start, turn=now, units=units, owners={**owners, "MIA": "Cuba", "SEO": "Japan"})
