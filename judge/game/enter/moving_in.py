"""A game that was begun elsewhere goes on here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from judge.game.clock.deadlines import pause_game
from judge.game.clock.run_turns import process_turn
from judge.game.enter import starting
from judge.game.game_settings import Settings
from judge.game.notices import build_notice_to, list_held_seats
from judge.game.orders.accepting import restate_orders
from judge.game.past import PastTurns
from judge.game.proof import access
from judge.game.proof.reaching import list_contact_addresses
from judge.game.reports.history import build_chronicle
from judge.game.state import Game, Lobby, Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.model.letter import News, Notice, PositionSection, Section
from judge.model.letter_kind import NEWS
from judge.model.order import Orders
from judge.model.position import Position
from judge.model.reason import Reason

KEY = "moved-in"
"""With this begin the keys of the letters."""


class ForeignGame(NamedTuple):
    """A game played elsewhere: the positions in which its turns began, with all orders, and the
    one in which it stands now."""

    variant: Variant
    turns: Sequence[tuple[Position, Orders]]
    end: Position


def replay_game_versions(
    foreign_game: ForeignGame, name: str, master: str, seed: int, now: datetime
) -> Iterator[Game]:
    """Yield a game as it becomes, to be saved one after the other; its seats are vacant."""
    variant, turns, end = foreign_game
    options = {
        option: choice
        for option, choice in variant.settings.items()
        if choice != variant.options[option].choices[0]
    }
    settings = Settings(options=options)
    if variant.rules.disclosure.check_settings(settings) is not None:
        settings = replace(settings, early=False)
    seat = Seat("m1", Role.MASTER, master, access.derive_secret(seed, KEY, name, "m1"))
    lobby = Lobby(
        name=name,
        variant=variant,
        stage=Stage.FORMING,
        settings=settings,
        seats=(seat,),
        seed=seed,
        created=now,
    )
    yield lobby
    begun, _ = starting.start_game(lobby, now, KEY)
    game = replace(begun, position=turns[0][0] if turns else end)
    yield game
    for position, orders in turns:
        stands = replace(game, position=position, orders={p: tuple(o) for p, o in orders.items()})
        if stands != game:
            yield stands
        game, _ = process_turn(stands, now, "master")
        yield game
    if game.position != end:
        yield replace(game, position=end)


def with_seated_players(game: Play, players: Mapping[str, str], now: datetime) -> Play:
    """Return the game with players in the seats of powers; its clock stands while one is vacant."""
    seats = []
    for vacant in game.seats:
        seats.append(vacant)
        for power in vacant.powers:
            if power in players:
                tag = access.derive_secret(game.seed, KEY, game.name, vacant.name)
                seats[-1] = replace(vacant, address=players[power], secret=tag)
    game = replace(game, seats=tuple(seats))
    if game.stage is Stage.ACTIVE and starting.list_vacant_seats(game):
        return pause_game(replace(game, due_at=None), now)
    return game


def build_moving_in_letters(game: Play, past: PastTurns) -> tuple[Notice, ...]:
    """Return what everybody is told: what they play, how it stands, and the turns until now."""
    notices = []
    vacant = tuple(power for seat in starting.list_vacant_seats(game) for power in seat.powers)
    for seat in list_held_seats(game):
        news = [News(Reason("goes_on_here", (game.name,)))]
        if seat.powers:
            news.append(News(Reason("you_play", (" and ".join(seat.powers),))))
        elif vacant and not game.position.ended:
            news.append(News(Reason("seats_to_fill", vacant)))
        turns = build_chronicle(game, seat, past)
        sections: tuple[Section, ...] = (
            *news,
            *restate_orders(game, seat),
            PositionSection(),
            *list_contact_addresses(game, seat),
            *(() if isinstance(turns, Reason) else (turns,)),
        )
        notices.append(build_notice_to(game, seat, NEWS, "Game Goes On", KEY, sections))
    return tuple(notices)
