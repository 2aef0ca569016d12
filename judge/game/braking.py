"""A mail some of whose lines are only shown before they are obeyed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from judge.game.answer import masked
from judge.game.brake import kept, shown_first, waiting, with_held
from judge.game.command import Context, LineContext, Outcome
from judge.game.effects import Effects, LineEffects
from judge.game.request import Request
from judge.game.state import Lobby, Play, Seat
from judge.game.telling import Telling
from judge.language.statement import Commanded
from judge.model.reason import Reason
from judge.model.transcript import Heard

AnyGame = TypeVar("AnyGame", Lobby | Play, Play)


class Braking(Telling):
    """Holds back what has to be confirmed; ``surely``: what is being obeyed has been."""

    def __init__(self, judge: Context, mail: Request, now: datetime, seed: int, key: str) -> None:
        super().__init__(judge, mail, now, seed, key)
        self.surely = False

    def tried(
        self, decide: Callable[[AnyGame, Seat, LineContext], Outcome], game: AnyGame, seat: Seat
    ) -> Outcome:
        """Return what comes of a command, on the game as it would be then where lines above it
        wait to be confirmed and it waits for them."""
        done, then = decide(game, seat, self.context()), self.part.then
        if not isinstance(then, type(game)) or (isinstance(done, Effects) and not self.waits(done)):
            return done
        after = decide(then, then.seat(seat.name) or seat, self.context())
        if isinstance(after, Effects) and not self.waits(after):
            after = replace(after, line=LineEffects(costs=(Reason("held_with"),)))
        return done if isinstance(done, Reason) and isinstance(after, Reason) else after

    def waits(self, done: Effects) -> bool:
        """Say whether something is shown first, and done when it is confirmed."""
        if not done.line.costs or self.surely:
            return False
        return self.game is not None and self.game.settings.confirm

    def hold(self, said: Commanded, done: Effects) -> None:
        """Show what would come of a command, and keep its line for CONFIRM."""
        game, seat = self.part.then or self.game, self.own_seat
        assert game is not None and seat is not None, "a master said it"
        shown = shown_first(game, seat, done)
        self.part.held.append(said.line.text)
        self.part.then = done.game
        line = masked(said, game)
        self.part.heard.append(Heard(line, "held", Reason("not_yet"), more=shown))

    def keep(self) -> None:
        """Keep what waits to be confirmed, once the whole mail is read, and offer to do it."""
        for number, part in enumerate(self.parts):
            self.part = part
            game, seat = self.game, self.own_seat
            if self.part.held and game is not None and seat is not None:
                context = replace(self.context(), key=f"{self.key}.{number}")
                one = kept(game, seat, tuple(self.part.held), context)
                others = waiting(game, seat, context)
                self.games[game.name] = with_held(game, seat, (*others, one))
                heard = self.part.heard
                last = max(i for i, each in enumerate(heard) if each.verdict == "held")
                heard[last] = heard[last]._replace(choices=(f"CONFIRM {one.number}",))
