"""SET DUMMY, SET VASSAL: powers that have no player of their own."""

from __future__ import annotations

from dataclasses import replace

from judge.game import notices
from judge.game.command import UNENDED, LineContext, MasterCommand
from judge.game.effects import Effects
from judge.game.enter.starting import count_open_seats, find_free_seat_names
from judge.game.state import Game, Play, Role, Seat
from judge.model.reason import Reason


class SetDummy(MasterCommand):
    """SET DUMMY power, power: nobody plays them, no seat is open there; NONE: all are played."""

    harms = True

    stages = UNENDED
    members: tuple[str, ...] = ()

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Change the list; in a running game a power of which is played stays out of it."""
        if not game.disclosure.public_power_names:
            return Reason("dummy_hidden")
        powers = tuple(dict.fromkeys(self.members))
        held = (
            (game.find_seat_of_power(power) for power in powers) if isinstance(game, Play) else ()
        )
        for seat in held:
            if seat is not None and seat.is_played:
                return Reason("dummy_played", (*seat.powers,))
        vassals = game.settings.vassals
        if bound := next((p for p in powers if p in {*vassals, *vassals.values()}), ""):
            return Reason("dummy_vassal", (bound,))
        game = replace(game, settings=replace(game.settings, dummies=powers))
        if count_open_seats(game) < 0:
            return Reason("too_few_seats")
        news = Reason("dummies" if powers else "no_dummies", powers)
        return notices.announce_change(game, actor, "Settings Changed", news, context.key)


class SetVassal(MasterCommand):
    """SET VASSAL Italy OF Austria: Austria's player plays both; OF NOBODY: the seat is its own."""

    harms = True

    stages = UNENDED
    members: tuple[str, ...] = ()

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Put a power that nobody plays under another's player, or take it from there."""
        if not game.disclosure.public_power_names:
            return Reason("dummy_hidden")
        vassal, lord = self.members
        settings = game.settings
        vassals = {power: of for power, of in settings.vassals.items() if power != vassal}
        bound = {*vassals, *vassals.values()} - {lord if lord not in vassals else ""}
        if lord and (lord == vassal or {vassal, lord} & {*bound, *settings.dummies}):
            return Reason("vassal_bound", (vassal, lord))
        if not lord and vassals == settings.vassals:
            return Reason("vassal_not", (vassal,))
        if isinstance(game, Play):
            moved = _move_vassal(game, vassal, lord)
            if isinstance(moved, Reason):
                return moved
            game = moved
        vassals |= {vassal: lord} if lord else {}
        game = replace(game, settings=replace(game.settings, vassals=vassals))
        if count_open_seats(game) < 0:
            return Reason("too_few_seats")
        news = Reason("vassal", (vassal, lord)) if lord else Reason("vassal_free", (vassal,))
        return notices.announce_change(game, actor, "Settings Changed", news, context.key)


def _move_vassal(game: Play, vassal: str, lord: str) -> Play | Reason:
    """Return a running game with a power at another's seat, or at a vacant one of its own."""
    seat, holder = game.find_seat_of_power(vassal), game.find_seat_of_power(lord)
    assert seat is not None, "every power has a seat"
    if lord and (holder is None or not holder.address):
        return Reason("press_vacant", (lord,))
    if seat.is_played and len(seat.powers) == 1:
        return Reason("dummy_played", (vassal,))
    rest = tuple(power for power in seat.powers if power != vassal)
    seats = tuple(replace(s, powers=rest) if s.name == seat.name else s for s in game.seats)
    game = replace(game, seats=tuple(s for s in seats if s.powers or s.role is not Role.PLAYER))
    if holder is not None and lord:
        return game.with_seat(replace(holder, powers=(*holder.powers, vassal)))
    (name,) = find_free_seat_names(game, 1)
    return replace(game, seats=(*game.seats, Seat(name, Role.PLAYER, "", "", powers=(vassal,))))
