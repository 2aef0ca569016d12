"""Whatever a game or a person has comes back from the database: each field, one after the other."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from alembic import command

from judge.game.game_settings import Settings
from judge.game.past import Stand
from judge.game.person.person import ANYBODY, Person
from judge.game.state import Game, Guest, Lobby, Play, Reliability, Role, Seat, Stage
from judge.library import load
from judge.model.map import Location
from judge.model.motion import Motion
from judge.model.order import Hold
from judge.model.position import Moved, Unit, apply_effects
from judge.store import persons
from judge.store.database import Database, make_alembic_config
from judge.store.repository import Repository
from tests.each import check_each

pytestmark = pytest.mark.databases("sqlite", "postgresql")

NOW = datetime(2026, 11, 3, 9, tzinfo=UTC)
VARIANT = load("standard")
SEAT = Seat("p1", Role.PLAYER, "france@example.org", "tag", powers=("France",))
GUEST = Guest("italy@example.org")
MOTION = Motion("draw", "p1")
LOBBY = Lobby(
    name="lepanto",
    variant=VARIANT,
    stage=Stage.FORMING,
    settings=Settings(),
    seats=(SEAT,),
    guests=(GUEST,),
    seed=1571,
    created=NOW,
    motions=(MOTION,),
)
OPENING = VARIANT.rules.opening.deal_position(VARIANT.map, VARIANT.map.powers, 1571)
PLAY = replace(LOBBY.with_position(OPENING), stage=Stage.ACTIVE)
PARIS = Unit("France", "army", Location("PAR"))

GIVEN: Mapping[tuple[type, str], object] = {
    (Settings, "options"): {"rome": "fleet"},
    (Seat, "conduct"): Reliability(3, 2),  # whoever leaves a seat is counted as a guest
    (Play, "position"): apply_effects(OPENING, [Moved(PARIS, Location("GAS"))]),
    (Play, "orders"): {"France": (Hold(PARIS),)},
}
ONCE = {"name", "seed", "created"}
"""What a game keeps from its creation on."""

ELSEWHERE = {"variant", "seats", "guests", "settings", "motions", "version", "played", "closed"}
"""Fields of a game that are taken one by one below, that follow from others, or are made by playing
a turn: ``test_repository`` plays whole games."""


def vary(kind: Any, value: Any = None) -> Any:
    """Return a value of a type that is unlike a given one, and unlike what is usual."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return vary(next(each for each in inner if each is not type(None)), value)
    if origin is tuple and inner[-1] is Ellipsis:
        return (vary(inner[0]), *(value or ()))
    if origin is tuple:
        return tuple(map(vary, inner))
    if origin is frozenset:
        return frozenset({vary(inner[0])}) - (value or frozenset())
    if origin is not None and issubclass(origin, Mapping):
        return {**(value or {}), vary(inner[0]): vary(inner[1])}
    if not isinstance(kind, type):
        raise TypeError(f"say how a {kind} is varied")
    if issubclass(kind, Enum):
        return next(each for each in kind if each is not value)
    if kind in SIMPLE:
        return SIMPLE[kind](value)
    if hasattr(kind, "_fields") or is_dataclass(kind):
        return kind(**{name: vary(each) for name, each in get_type_hints(kind).items()})
    raise TypeError(f"say how a {kind} is varied")


SIMPLE = {
    bool: lambda value: not value,
    int: lambda value: (value or 0) + 1,
    str: lambda value: f"{value or ''}x",
    date: lambda value: (value or date(2026, 11, 3)) + timedelta(days=1),
    datetime: lambda value: (value or NOW) + timedelta(microseconds=7),
    time: lambda value: time(9, 30) if value is None else value.replace(second=59),
    timedelta: lambda value: (value or timedelta(0)) + timedelta(days=40, microseconds=7),
}


def varied(value: Any, name: str) -> Any:
    """Return a value with one of its fields unlike it is."""
    now = getattr(value, name)
    kind = get_type_hints(type(value))[name]
    other = GIVEN[type(value), name] if (type(value), name) in GIVEN else vary(kind, now)
    assert other != now
    return replace(value, **{name: other})


def names(kind: type, but: frozenset[str] | set[str] = frozenset()) -> list[str]:
    return [item.name for item in fields(kind) if item.name not in but]


def saved(database: Database, game: Game) -> Game:
    """Return a game as it is saved, and read by a judge that has not seen it."""
    with database.write_transaction() as tx:
        kept = Repository(load).save_game(tx, game, NOW)
    with database.read_transaction() as tx:
        assert Repository(load).load_game(tx, game.name) == kept
    return kept


@pytest.mark.parametrize("game", [LOBBY, PLAY], ids=["lobby", "play"])
def test_every_field_of_a_game_is_kept(database: Database, game: Game) -> None:
    kept = saved(database, LOBBY)
    if isinstance(game, Play):
        kept = saved(database, replace(game, version=kept.version))
    for name in names(type(game), ELSEWHERE | ONCE | {"number", "parent", "restores"}):
        kept = saved(database, varied(kept, name))


@pytest.mark.parametrize("name", sorted(ONCE))
def test_what_a_game_is_created_with_is_kept(database: Database, name: str) -> None:
    saved(database, varied(LOBBY, name))


def lobby_of(field: str) -> Lobby:
    """The game in which a field is varied: each has one of its own, in the same database."""
    return replace(LOBBY, name=field)


def test_every_setting_is_kept(database: Database) -> None:
    def check(name: str) -> None:
        settings = varied(LOBBY.settings, name)
        variant = load("standard", settings.options)
        saved(
            database, replace(saved(database, lobby_of(name)), settings=settings, variant=variant)
        )

    check_each(((name,) for name in names(Settings)), check)


@pytest.mark.parametrize(
    ("kind", "what", "value"),
    [(Seat, "seats", SEAT), (Guest, "guests", GUEST), (Motion, "motions", MOTION)],
    ids=["seat", "guest", "motion"],
)
def test_every_field_of_what_a_game_has_is_kept(
    database: Database, kind: type, what: str, value: object
) -> None:
    def check(name: str) -> None:
        kept = saved(database, lobby_of(name))
        saved(database, replace(kept, **{what: (varied(value, name),)}))

    check_each(((name,) for name in names(kind)), check)


def test_every_wish_of_a_person_is_kept(database: Database) -> None:
    def check(name: str) -> None:
        address, value = f"{name}@example.org", getattr(varied(ANYBODY, name), name)
        with database.write_transaction() as tx:
            persons.mark_address_proved(tx, address)
            persons.save_personal_setting(tx, address, name, value)
        with database.read_transaction() as tx:
            found = persons.load_personal_settings(tx, [address])
        assert found == {address: replace(ANYBODY, **{name: value})}

    check_each(((name,) for name in names(Person)), check)


def test_every_field_of_a_turn_that_was_left_is_kept(database: Database) -> None:
    """The second turn is the first one once more, as if the game had been taken back to it."""

    def check(name: str) -> None:
        version = saved(database, lobby_of(name)).version
        play = saved(database, replace(PLAY, name=name, version=version))
        assert isinstance(play, Play)
        left = varied(varied(play, "orders").stand, name)
        again = saved(database, replace(play, number=2, restores=1, closed=left, orders={}))
        assert isinstance(again, Play) and (again.number, again.restores) == (2, 1)
        with database.read_transaction() as tx:
            assert Repository(load).load_stand(tx, play.name, 1) == left

    fields_left = names(Stand, {"parent", "restores", "position", "orders"})
    check_each(((name,) for name in fields_left), check)


def test_a_field_of_a_kind_that_is_not_known_is_refused() -> None:
    with pytest.raises(TypeError, match="say how a <class 'complex'> is varied"):
        vary(complex)


def test_the_schema_before_the_fields_had_one_column_kept_the_same(database: Database) -> None:
    seat = replace(
        SEAT,
        password="scrypt$x$y",
        wait=True,
        reminders=False,
        absences=((date(2026, 12, 1), date(2026, 12, 2)),),
        plans=vary(get_type_hints(Seat)["plans"]),
        held=vary(get_type_hints(Seat)["held"]),
    )
    lobby = saved(database, replace(LOBBY, seats=(seat,), motions=vary(tuple[Motion, ...])))
    play = saved(
        database,
        replace(
            PLAY,
            version=lobby.version,
            seats=lobby.seats,
            motions=lobby.motions,
            left=timedelta(days=400, microseconds=7),
            reminded_at=NOW,
            late=True,
            unsent=vary(get_type_hints(Play)["unsent"]),
        ),
    )
    for step, aim in ((command.downgrade, "0035"), (command.upgrade, "head")):
        with database.write_transaction() as tx:
            step(make_alembic_config(tx), aim)
    with database.read_transaction() as tx:
        assert Repository(load).load_game(tx, play.name) == play
