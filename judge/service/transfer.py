"""Games out of the judge's database, and into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.effects import Effects
from judge.game.enter import moving_in
from judge.game.state import Play
from judge.hooks import Variant
from judge.model.errors import JudgeError
from judge.model.position import Position
from judge.post.addresses import proper
from judge.records.run import PlayedPhase
from judge.service.judge import Judge


class TransferError(JudgeError, ValueError):
    """A game that is not there, or cannot be taken in; the text says why."""


def take_in(
    judge: Judge,
    name: str,
    variant: Variant,
    played: Sequence[PlayedPhase],
    end: Position,
    master: str,
    players: Mapping[str, str],
    now: datetime,
) -> Play:
    """Store a game with its turns, and the letters that tell of it: all of it or nothing.

    ``players`` are addresses by power. Raises TransferError.
    """
    if not moving_in.fit_name(name):
        raise TransferError(
            f"a game cannot be called {name}: a name has 3 to 12 letters and digits, "
            "and a letter at least; choose another by --name"
        )
    for address in (master, *players.values()):
        if not proper(address):
            raise TransferError(f"{address} is no address")
    if variant.code not in judge.variants:
        raise TransferError(f"there is no variant {variant.code}")
    turns = [(each.record.before, each.phase.orders_by_power()) for each in played]
    with judge.database.writing() as tx:
        if judge.games.load(tx, name) is not None:
            raise TransferError(f"there is a game {name} already")
        seed = judge.dice(128)
        game = None
        for version in moving_in.versions(name, variant, turns, end, master, seed, now):
            count = game.version if game else 0
            game = judge.games.save(tx, replace(version, version=count), now)
        assert isinstance(game, Play)
        game = moving_in.seated(game, players, now)
        notices = moving_in.letters(game, judge.games.past(tx, name))
        judge.commit(tx, Effects((game,), notices=notices), now, {})
    return game
