"""Those who have no seat in a game: how they stand to it, and what is said to whom it is closed."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from judge.game.command import LineContext
from judge.game.seats import access
from judge.game.state import BARRED, NOTHING_DONE, Conduct, Game, Guest
from judge.model.reason import Reason

AnyGame = TypeVar("AnyGame", bound=Game)


def standing_of(game: Game, *addresses: str) -> str:
    """Return how somebody at these addresses stands to a game, "" if they are not known to it."""
    found = [g.standing for g in game.guests if access.is_one_of(g.address, addresses)]
    return BARRED if BARRED in found else next(filter(None, found), "")


def with_guest(
    game: AnyGame, address: str, standing: str | None = None, conduct: Conduct = NOTHING_DONE
) -> AnyGame:
    """Return the game with that standing of somebody (None: as it was); ``conduct`` is added to
    theirs. Who has neither is no guest."""
    old = next((g for g in game.guests if access.same_address(g.address, address)), Guest(address))
    total = Conduct(*map(sum, zip(old.conduct, conduct, strict=True)))
    new = replace(old, standing=old.standing if standing is None else standing, conduct=total)
    guests = [guest for guest in game.guests if guest != old]
    if new.standing or any(new.conduct):
        guests.append(new)
    return replace(game, guests=tuple(guests))


def kept_out(game: Game, context: LineContext) -> Reason | None:
    """Say why the sender of a mail may not come into a game at all."""
    barred = standing_of(game, *context.addresses) == BARRED
    return Reason("barred", (game.name,)) if barred else None
