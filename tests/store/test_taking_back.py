"""A game that is taken back and forth is the game that it was, to each of its readers.

JUDGE_ROUND_TRIPS=1000 plays whole games.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from sqlalchemy import Connection

from judge.engine.advance import collect_wanted_orders
from judge.game.clock.run_turns import process_turn
from judge.game.clock.turn_changes import Rollback, Rollforward
from judge.game.command import LineContext, MasterCommand
from judge.game.effects import Effects
from judge.game.enter.starting import divide_powers, start_game
from judge.game.game_settings import Settings
from judge.game.mail.circumstances import House, Sender
from judge.game.notices import find_view, list_held_seats
from judge.game.request import Request
from judge.game.state import Lobby, Play, Role, Seat, Stage
from judge.language.script import split_mail
from judge.library import load
from judge.model.letter import Notice
from judge.model.order import Order
from judge.records.reader import parse_record
from judge.resources import find_optional_file
from judge.store.database import Database
from judge.store.repository import Repository
from tests.game.memory import MemoryOf
from tests.road.wanderer import Wanderer

TURNS = int(os.environ.get("JUDGE_ROUND_TRIPS", "4"))
NOW = datetime(2026, 11, 3, 9, tzinfo=UTC)
Orders = Mapping[str, Sequence[Order]]

pytestmark = [
    pytest.mark.databases("sqlite", "postgresql"),
]


class Trip:
    """A game in a database, and what each of its turns was when it was first played."""

    def __init__(self, code: str, options: Mapping[str, str], tx: Connection) -> None:
        self.tx, self.games = tx, Repository(load)
        variant = load(code, options)
        script = find_optional_file("maps", f"{code}/demo.game")
        self.record = parse_record(script.read_text("utf-8"), load) if script else None
        variant = self.record.variant if self.record else variant
        self.robot = Wanderer(variant, random.Random(4))
        seats = [Seat("m1", Role.MASTER, "master@example.org", "m")]
        for number, powers in enumerate(divide_powers(variant), 1):
            wish = powers[0]
            seats.append(Seat(f"p{number}", Role.PLAYER, f"p{number}@example.org", "p", wish=wish))
        settings = Settings(early=False, options=dict(variant.settings))
        lobby = Lobby(name="ruhr", variant=variant, stage=Stage.FORMING, settings=settings,
                      seats=tuple(seats), seed=4, created=NOW)  # fmt: skip
        self.save(lobby)
        self.save(start_game(self.load(), NOW)[0])

    def save(self, game: Lobby | Play) -> None:
        version = getattr(self.games.load_game(self.tx, "ruhr"), "version", 0)
        self.games.save_game(self.tx, replace(game, version=version), NOW)

    def load(self) -> Play:
        game = Repository(load).load_game(self.tx, "ruhr")
        assert game is not None
        return game  # type: ignore[return-value]  # the lobby is looked at once, to be started

    def orders(self) -> dict[str, tuple[Order, ...]] | None:
        """What is ordered now; None when the record is over."""
        position = self.load().position
        if self.record is None:
            want = collect_wanted_orders(self.robot.variant, position)
            orders: Orders = {p: self.robot.choose_orders(p, position, want[p]) for p in want}
        else:
            phase = next((p for p in self.record.phases if p.turn == position.turn), None)
            if phase is None:
                return None
            orders = phase.collect_orders_by_power()
        return {power: tuple(given) for power, given in orders.items() if given}

    def play(self) -> list[object]:
        """Process the turn and return what all are told of it."""
        done, notices = process_turn(self.load(), NOW + timedelta(days=1), "master")
        self.save(done)
        return [told(notice) for notice in notices]

    def obey(self, command: MasterCommand) -> Effects:
        game = self.load()
        games = {"ruhr": game}
        mail = Request("master@example.org", "<1@example.org>", "", split_mail(""))
        memory = MemoryOf(
            games,
            find_past_turns=partial(self.games.load_past_turns, self.tx),
            find_stand_of_turn=partial(self.games.load_stand, self.tx),
        )
        house = House(variants={}, load=load)
        line = LineContext(NOW, 1, "key", mail, Sender(mail.sender), memory, house, games)
        done = command.compute_effects(game, game.masters[0], line)
        assert isinstance(done, Effects) and done.game is not None, done
        self.save(done.game)
        return done


def told(notice: Notice) -> object:
    """What a notice tells, without the running number and the hour of the deadline."""
    heading = notice.heading and replace(
        notice.heading, number=0, due=None, closes=None, ending=None
    )
    return notice.kind, notice.to, notice.event, heading, notice.view, notice.sections


def shown(game: Play) -> list[object]:
    """All that there is to a turn: the board, the orders, the votes, and what each reader sees."""
    views = [find_view(game, seat) for seat in list_held_seats(game)]
    return [game.position, game.orders, game.motions, game.players, game.stage, views]


@pytest.mark.parametrize(
    ("code", "options"), [("standard", {}), ("gd", {}), ("civ", {"civs": "7", "map": "standard"})]
)
def test_back_and_forth_over_every_turn(
    code: str, options: dict[str, str], database: Database
) -> None:
    with database.write_transaction() as tx:
        trip = Trip(code, options, tx)
        straight: list[list[object]] = []
        letters: list[list[object]] = []
        while len(letters) < TURNS and trip.load().stage is Stage.ACTIVE:
            orders = trip.orders()
            if orders is None:
                break
            trip.save(replace(trip.load(), orders=orders))
            straight.append(shown(trip.load()))
            letters.append(trip.play())
        straight.append(shown(trip.load()))
        assert len(letters) == TURNS or TURNS > 20
        for turn in reversed(straight[:-1]):
            trip.obey(Rollback())
            assert shown(trip.load()) == turn
        for turn in straight[1:]:
            trip.obey(Rollforward())
            assert shown(trip.load()) == turn
        first = straight[0][0].turn  # type: ignore[attr-defined]  # a Position
        trip.obey(Rollback(turn=str(first)))
        for before, tale in zip(straight, letters, strict=False):
            trip.save(replace(trip.load(), orders=before[1], motions=before[2]))  # type: ignore[arg-type]  # as shown() lists them
            assert trip.play() == tale
        assert shown(trip.load()) == straight[-1]
