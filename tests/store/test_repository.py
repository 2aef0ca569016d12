"""Games go into the database and come out the same, turn after turn."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.game.effects import PressRecord
from judge.game.game_settings import Settings
from judge.game.state import Game, Lobby, Play, Role, Seat, Stage
from judge.library import load
from judge.model.map import Location
from judge.model.motion import Motion
from judge.model.order import Build, Disband, Hold, Move, Order, Remove, Retreat, Support
from judge.model.position import Captured, Fact, Noted, Unit, apply_effects
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.store import schema
from judge.store.database import Database, StaleError
from judge.store.pulse import record_beat
from judge.store.queries import (
    GameSummary,
    add_press,
    list_game_summaries,
    list_games_due,
    list_games_of_addresses,
)
from judge.store.repository import Repository

pytestmark = pytest.mark.databases("sqlite", "postgresql")

START = datetime(2026, 11, 3, 9, tzinfo=UTC)
VARIANT = load("standard")


@pytest.fixture
def games() -> Repository:
    return Repository(load)


def seats() -> tuple[Seat, ...]:
    players = tuple(
        Seat(
            f"p{number}",
            Role.PLAYER,
            f"{power.lower()}@example.org",
            f"secret{number}",
            "scrypt$x$y",
            powers=(power,),
            missed=number,
            wait=number == 2,
        )
        for number, power in enumerate(VARIANT.map.powers, start=1)
    )
    return (*players, Seat("m1", Role.MASTER, "master@example.org", "secretm", wish="x"))


def forming() -> Lobby:
    return Lobby(
        name="lepanto",
        variant=VARIANT,
        stage=Stage.FORMING,
        settings=Settings(),
        seats=seats(),
        seed=1571,
        created=START,
    )


def started(game: Lobby) -> Play:
    powers = tuple(VARIANT.map.powers)
    position = VARIANT.rules.opening.deal_position(VARIANT.map, powers, game.seed)
    due_at = START + timedelta(days=3)
    return replace(game.with_position(position), stage=Stage.ACTIVE, due_at=due_at)


def process(game: Play) -> Play:
    record = adjudicate_phase(game.variant, game.position, game.orders)
    more = list_next_turn_effects(game.variant, record)
    after = apply_effects(record.after, more)
    record = record._replace(effects=(*record.effects, *more), after=after)
    return replace(
        game,
        position=after,
        number=game.number + 1,
        parent=game.number,
        closed=game.stand,
        orders={},
        played=record,
    )


def save(database: Database, games: Repository, game: Game, at: datetime = START) -> Game:
    with database.write_transaction() as tx:
        return games.save_game(tx, game, at)


def loaded(database: Database, games: Repository) -> Game:
    """Return the game as it is remembered; as it is read from the database it is the same."""
    with database.read_transaction() as tx:
        game = games.load_game(tx, "Lepanto")
        assert game == Repository(load).load_game(tx, "LEPANTO")
    assert game is not None
    return game


def bare(record: PhaseRecord | None) -> PhaseRecord | None:
    return record and record._replace(sheet=None, solution=None)


def test_a_forming_game_comes_back(database: Database, games: Repository) -> None:
    kept = save(database, games, forming())
    assert kept == replace(forming(), version=1)
    assert loaded(database, games) == kept


def test_there_is_no_game_of_an_unknown_name(database: Database, games: Repository) -> None:
    with database.read_transaction() as tx:
        assert games.load_game(tx, "nobody") is None


def test_everything_that_changes_comes_back(database: Database, games: Repository) -> None:
    game = save(database, games, started(save(database, games, forming())))
    hold = Hold(Unit("France", "army", Location("PAR")))
    move = Move(Unit("Russia", "fleet", Location("STP", "sc")), Location("BOT"))
    changed = replace(
        game,
        stage=Stage.PAUSED,
        settings=Settings(zone="Europe/Berlin", options={"rome": "fleet"}),
        variant=load("standard", {"rome": "fleet"}),
        seats=(replace(game.seats[0], address="", wait=True), *game.seats[2:]),
        due_at=None,
        left=timedelta(hours=5, microseconds=7),
        orders={"Russia": (move,), "France": (hold,)},
        motions=(
            Motion("draw", "p1", ("France",), ("p1", "p3"), {"p3": "no", "p1": "yes"}, 3),
            Motion("concede", "p3"),
        ),
        reminded_at=START,
        late=True,
    )
    kept = save(database, games, changed)
    assert loaded(database, games) == kept
    assert list(loaded(database, games).orders) == ["Russia", "France"]
    fewer = replace(kept, motions=(), orders={"France": (hold,)})
    kept = save(database, games, fewer)
    assert loaded(database, games) == kept


def orders_for(game: Play, chance: random.Random) -> Mapping[str, tuple[Order, ...]]:
    """Return orders of all sorts, sensible or not."""
    position, game_map = game.position, game.variant.map
    found: dict[str, list[Order]] = {}

    def give(order: Order) -> None:
        found.setdefault(order.unit.power, []).append(order)

    if position.turn.phase is Phase.RETREATS:
        for waiting in position.dislodged:
            to = [Retreat(waiting.unit, at) for at in waiting.options]
            give(chance.choice([Disband(waiting.unit), *to]))
        return {power: tuple(given) for power, given in found.items()}
    moves: list[Move] = []
    for unit in position.units.values():
        steps = game_map.neighbors(unit.kind, unit.at)
        near = [move for move in moves if move.to in steps]
        if position.turn.phase is Phase.ADJUSTMENTS:
            if chance.random() < 0.2:
                give(Remove(unit))
        elif near and chance.random() < 0.7:
            backed = chance.choice(near)
            # As it is read from a mail, which names no power of another unit.
            give(Support(unit, backed.unit._replace(power=""), backed.to))
        elif chance.random() < 0.8:
            moves.append(Move(unit, chance.choice(steps)))
            give(moves[-1])
    if position.turn.phase is Phase.ADJUSTMENTS:
        for power, homes in position.homes.items():
            for home in homes:
                give(Build(Unit(power, "army", Location(home))))
    return {power: tuple(given) for power, given in found.items()}


def test_a_whole_game_is_replayed(database: Database) -> None:
    chance = random.Random(1571)
    game = started(forming())
    history = []
    phases = set()
    with database.write_transaction() as tx:
        games = Repository(load)
        game = games.save_game(tx, replace(game, version=0), START)
        for number in range(1, 41):
            phases.add(game.position.turn.phase)
            game = games.save_game(tx, replace(game, orders=orders_for(game, chance)), START)
            at = START + timedelta(hours=number)
            game = games.save_game(tx, process(game), at)
            history.append((at, bare(game.played)))
            if number % 8 == 0:
                back = Repository(load).load_game(tx, "lepanto")
                assert back is not None
                assert replace(back, played=None) == replace(game, played=None)
                assert bare(back.played) == history[-1][1]
        past = Repository(load).load_past_turns(tx, "lepanto")
    assert phases == set(Phase)
    assert [(turn.at, turn.record) for turn in past.list_turns_leading_to(game.parent)] == history


def test_changes_between_turns_are_part_of_the_history(
    database: Database, games: Repository
) -> None:
    game = save(database, games, started(forming()))
    gift = apply_effects(game.position, (Captured("SER", "Turkey"),))
    game = save(database, games, replace(game, position=gift))
    note = apply_effects(gift, (Noted(Fact("rule", "about")),))
    # One more change comes together with the turn, and one more after it.
    game = process(replace(game, position=note))
    last = apply_effects(game.position, (Captured("GRE", "Italy"),))
    save(database, games, replace(game, position=last))
    back = loaded(database, games)
    assert back.position == last
    with database.read_transaction() as tx:
        [turn] = games.load_past_turns(tx, "lepanto").turns
    record = turn.record
    assert record.before == note
    assert record == bare(game.played) == back.played


def test_who_comes_second_is_told(database: Database, games: Repository) -> None:
    first = save(database, games, started(forming()))
    second = loaded(database, games)
    save(database, games, replace(first, late=True))
    with pytest.raises(StaleError):
        save(database, games, replace(second, reminded_at=START))
    with pytest.raises(StaleError):
        save(database, games, forming())
    assert loaded(database, games).late
    assert not loaded(database, games).reminded_at


def test_two_turns_at_once_are_a_bug(database: Database, games: Repository) -> None:
    game = save(database, games, started(forming()))
    with pytest.raises(ValueError, match="at once"):
        save(database, games, process(process(game)))


def test_a_game_rolled_back_leaves_no_memory(database: Database, games: Repository) -> None:
    game = save(database, games, started(forming()))
    with pytest.raises(RuntimeError), database.write_transaction() as tx:
        games.save_game(tx, process(game), START)
        ahead = games.load_game(tx, "lepanto")
        assert ahead is not None and ahead.number == 2
        raise RuntimeError
    back = loaded(database, games)
    assert (back.number, back.played) == (1, None)
    paris = Unit("France", "army", Location("PAR"))
    other = process(replace(game, orders={"France": (Move(paris, Location("BUR")),)}))
    save(database, games, other)
    assert bare(loaded(database, games).played) == bare(other.played)


def test_a_turn_lost_here_and_run_by_another_is_the_other_s(
    database: Database, games: Repository
) -> None:
    """What is saved is the same to the letter, but its rows have other numbers."""
    game = save(database, games, started(forming()))
    with pytest.raises(RuntimeError), database.write_transaction() as tx:
        games.save_game(tx, process(game), START)
        raise RuntimeError
    other = Repository(load)
    save(database, other, process(loaded(database, other)))
    paris = Unit("France", "army", Location("PAR"))
    orders = {"France": (Move(paris, Location("BUR")),)}
    save(database, games, replace(loaded(database, games), orders=orders))
    assert loaded(database, Repository(load)).orders == orders


def test_a_game_is_saved_after_a_savepoint_was_rolled_back(
    database: Database, games: Repository
) -> None:
    save(database, games, started(forming()))
    with database.write_transaction() as tx:
        game = games.load_game(tx, "lepanto")
        assert isinstance(game, Play)
        with pytest.raises(RuntimeError), tx.begin_nested():
            games.save_game(tx, process(game), START)
            raise RuntimeError
        games.save_game(tx, replace(game, late=True), START)
    back = loaded(database, games)
    assert isinstance(back, Play) and (back.number, back.late) == (1, True)


def test_due_games_come_in_order(database: Database, games: Repository) -> None:
    with database.write_transaction() as tx:
        for name, hours, stage in [
            ("late", 1, Stage.ACTIVE),
            ("later", 2, Stage.ACTIVE),
            ("future", 9, Stage.ACTIVE),
            ("paused", 1, Stage.PAUSED),
        ]:
            due_at = START + timedelta(hours=hours)
            game = started(replace(forming(), name=name))
            game = replace(game, due_at=due_at, stage=stage, reminded_at=START)
            games.save_game(tx, game, START)
        games.save_game(tx, replace(forming(), name="forming"), START)
        soon = START + timedelta(hours=2)
        assert list_games_due(tx, soon) == [("late", START + timedelta(hours=1)), ("later", soon)]
        assert [each.name for each in list_game_summaries(tx)] == [
            "forming",
            "future",
            "late",
            "later",
            "paused",
        ]
        assert list_game_summaries(tx)[0] == GameSummary(
            "forming",
            "standard",
            Stage.FORMING,
            "",
            None,
            players=7,
            vacant=0,
            listed=True,
            options={},
        )


def test_seats_are_found_by_address(database: Database, games: Repository) -> None:
    with database.write_transaction() as tx:
        games.save_game(tx, forming(), START)
        games.save_game(tx, replace(forming(), name="actium"), START)
        assert list_games_of_addresses(tx, "France@example.org") == ("actium", "lepanto")
        assert list_games_of_addresses(tx, "nobody@example.org") == ()


def test_press_is_kept(database: Database, games: Repository) -> None:
    later = START + timedelta(days=1)
    with database.write_transaction() as tx:
        games.save_game(tx, forming(), START)
        add_press(tx, PressRecord("lepanto", START, "S1901M", "p1", ("p2", "m1"), "Peace?\n\u2014"))
        add_press(tx, PressRecord("Lepanto", later, "F1901M", "p2", (), "War.", public=True))
        rows = tx.execute(select(schema.press).order_by(schema.press.c.id)).all()
    assert [tuple(row)[2:] for row in rows] == [
        ("S1901M", "p1", ["p2", "m1"], False, "Peace?\n\u2014", START),
        ("F1901M", "p2", [], True, "War.", later),
    ]


def test_a_judge_alone_notes_seldom_that_it_is_at_work(database: Database) -> None:
    """Where there may be several, which is on PostgreSQL, each knows when one of them last was."""
    start = datetime(2026, 11, 6, 9, tzinfo=UTC)
    seconds = (0, 10, 20, 60, 70)
    beats = [record_beat(database, start + timedelta(seconds=each)) for each in seconds]
    noted = [each and (each - start).total_seconds() for each in beats]
    alone = database.engine.dialect.name == "sqlite"
    assert noted == ([None, 0, 0, 0, 60] if alone else [None, 0, 10, 20, 60])
