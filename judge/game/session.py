"""One mail being obeyed, line by line."""

from __future__ import annotations

from collections import ChainMap
from dataclasses import replace
from datetime import datetime
from typing import Literal

from judge.game.answer import SAID_ONCE, Part, masked
from judge.game.command import (
    CommandResult,
    Context,
    EnterCommand,
    InGame,
    InPlay,
    LineContext,
    ReadCommand,
)
from judge.game.decision import PressRecord, Question
from judge.game.measure import Measure
from judge.game.notices import view_of
from judge.game.orders.accepting import accept_order
from judge.game.orders.alternatives import MOST
from judge.game.orders.turn_named import names_other_turn
from judge.game.request import Request
from judge.game.seats import access
from judge.game.seats.access import Actor, Credentials, Refused
from judge.game.seats.confirming import doubt_of_newcomer, letter_that_asks
from judge.game.seats.standing import Standing
from judge.game.state import Game, Play, Role, Seat, Stage, phase_of
from judge.language.names import read_with_names
from judge.language.script import Item
from judge.language.statement import Commanded, Ordered, Statement, Unread
from judge.model.command import Command
from judge.model.letter import Heard, Notice
from judge.model.reason import Reason


class Session:
    """Keeps the games as the mail changes them and collects what is to be told."""

    def __init__(self, judge: Context, mail: Request, now: datetime, seed: int, key: str) -> None:
        self.judge, self.mail = judge, mail
        standing = Standing(judge.policy, mail.verdict, judge.known, mail.confirmed)
        self.credentials = Credentials(mail.sender, mail.tags, standing=standing)
        self.question: Question | None = None
        self.now, self.seed, self.key = now, seed, key
        # What the mail changes lies over what it found, which is only read.
        self.games: ChainMap[str, Game] = ChainMap({}, judge.games)  # type: ignore[arg-type]  # only read
        self.notices: list[Notice] = []
        self.press: list[PressRecord] = []
        self.measure = Measure(judge.most)
        self.count = 0
        self.understood = False
        self.part = Part()
        self.parts = [self.part]
        if answered := mail.answered(self.games):
            self.visit(answered)

    def hear(self, item: Item) -> None:
        """Obey one line, or one block of press; none once the mail has to be confirmed."""
        if self.question is not None:
            return
        game = self.game
        variant = game.variant if game else self.judge.variants[self.judge.default]
        outdated = None
        if isinstance(game, Play) and item.body is None:
            outdated = names_other_turn(item.line.text, game)
        if outdated is not None:
            self.part.outdated = outdated
        seen = view_of(game, self.seat) if game else None
        usable = seen.usable_names if seen else {}
        statements = read_with_names(item, variant, phase_of(game), usable)
        if outdated is None or not all(isinstance(said, Unread) for said in statements):
            for said in statements:
                self.obey(said)

    def obey(self, said: Statement) -> None:
        """Do what one statement says, or note why not."""
        self.count += 1
        if isinstance(said, Commanded):
            self.understood = True
            self.command(said, said.command)
        elif isinstance(said, Ordered) or said.guesses:
            self.understood = True
            self.order(said)
        elif self.part.barred is not None or said.why.code == "prose":
            self.note(said, "ignored")
        else:
            self.note(said, "refused", said.why, said.hints[:MOST])

    def order(self, said: Ordered | Unread) -> None:
        """Take an order for the sender's powers."""
        here = self.may_play(Role.PLAYER)
        if isinstance(here, Reason):
            self.refuse(said, here)
            return
        game, seat = here
        if self.part.outdated:
            turn = game.position.turn
            now = (game.variant.calendar.title(turn), turn.phase.word.lower())
            self.refuse(said, Reason("turn_over", now))
            return
        taken = accept_order(game, seat, said, self.part.given)
        self.part.heard.append(taken.heard)
        if taken.order is not None:
            self.part.given.append(taken.order)
        if taken.game is not game:
            self.games[game.name] = taken.game

    def command(self, said: Commanded, command: Command) -> None:
        """Obey a command, in the game that it names if it names one."""
        if isinstance(command, EnterCommand):
            self.enter(said, command)
            return
        named = command.game.casefold()
        if not named or (self.game is not None and named == self.game.name):
            self.obey_here(said, command)
        elif named not in self.games:
            self.refuse(said, Reason("no_game", (named,)))
        elif self.game is None:
            self.visit(named)
            self.obey_here(said, command)
        elif full := self.measure.part(len(self.parts)):
            self.refuse(said, full)
        else:
            here, self.part = self.part, Part()
            self.parts.append(self.part)
            self.visit(named)
            self.obey_here(said, command)
            self.part = here  # a look at another game does not lead away from this one

    def obey_here(self, said: Commanded, command: Command) -> None:
        """Obey a command in the game that the present part is about."""
        done: CommandResult | Reason
        if isinstance(command, ReadCommand):
            done = self.measure.ask(command, self.game, self.seat, self.context())
        elif isinstance(command, InGame):
            may = self.may(command.who)
            done = may if isinstance(may, Reason) else command.decide(*may, self.context())
        elif isinstance(command, InPlay):
            play = self.may_play(command.who)
            done = play if isinstance(play, Reason) else command.decide(*play, self.context())
        else:
            raise TypeError(f"nobody knows who may give {command}")
        self.settle(said, done)

    def enter(self, said: Commanded, command: EnterCommand) -> None:
        """Go into the game that a command leads to; where it leads to none, what follows is not
        obeyed in any other."""
        full = self.measure.part(len(self.parts))
        entered = full or command.decide(self.game, self.credentials, self.context())
        if isinstance(entered, Reason):
            self.turn_to(Part(barred=Refused(entered)))
            self.refuse(said, entered)
        elif isinstance(entered, Refused):
            self.turn_to(Part(entered.game, barred=entered))
            self.refuse(said, entered.why)
        elif doubt := doubt_of_newcomer(entered, self.games, self.credentials):
            self.ask(said, self.mail.sender, doubt)
        else:
            if entered.result.game is not None:
                self.games[entered.game.name] = entered.game
            seat = entered.actor.seat
            self.turn_to(Part(entered.game.name, seat.name if seat else ""))
            self.alarm(entered.actor)
            self.settle(said, entered.result)

    def visit(self, name: str) -> None:
        """Turn to a game that a line names; as oneself if the mail proves it."""
        sender = access.identify(self.credentials, self.games[name])
        seat = sender.seat if isinstance(sender, Actor) else None
        self.turn_to(Part(name, seat.name if seat else ""))

    # -- where we are

    def meant(self, said: Statement) -> Game | None:
        """Return the game that a line names, else the present one."""
        named = said.command.game if isinstance(said, Commanded) else ""
        return self.games.get(named.casefold()) if named else self.game

    @property
    def game(self) -> Game | None:
        """The game that the present part is about."""
        return self.games.get(self.part.game)

    @property
    def seat(self) -> Seat | None:
        """The seat there that the sender is proved to hold, and has not left meanwhile."""
        seat = self.game.seat(self.part.seat) if self.game else None
        return seat if seat is not None and seat.address else None

    def context(self) -> LineContext:
        """Return the circumstances of the present line."""
        judge = replace(self.judge, games=self.games)
        key = f"{self.key}.{self.count}"
        before = self.judge.games.get(self.part.game)
        number = before.number if isinstance(before, Play) else 0
        return LineContext(
            self.now, self.seed, key, self.mail.sender, judge, number, self.mail.name
        )

    def may_play(self, who: Role) -> tuple[Play, Seat] | Reason:
        """Return the running game and the seat for what a role alone may do in one."""
        here = self.may(who)
        if isinstance(here, Reason):
            return here
        game, seat = here
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        return (game, seat) if isinstance(game, Play) else Reason("not_running", (game.name,))

    def may(self, who: Role | None) -> tuple[Game, Seat] | Reason:
        """Return the game and seat for what a role alone may do, or why the sender may not."""
        only = self.judge.playing[0] if len(self.judge.playing) == 1 else ""
        if self.game is None and self.part.barred is None and only in self.games:
            self.visit(only)
        game, part = self.game, self.part
        if part.barred is None and game is not None and self.seat is None:
            sender = access.identify(self.credentials, game)
            if isinstance(sender, Refused):
                part.barred = sender
            elif sender.seat is not None:
                part.seat = sender.seat.name
        if part.barred is not None:
            return part.barred.why
        seat = self.seat
        if game is None or seat is None:
            names = self.judge.playing
            return Reason("which_of_games", names) if names else Reason("which_game")
        if who is Role.MASTER and seat.role is not who:
            return Reason("master_only")
        if who is Role.PLAYER and seat.role is not who:
            return Reason("player_only")
        return game, seat

    def turn_to(self, part: Part) -> None:
        """Begin a part; lines before any game was named belong to the first that is."""
        here = self.part
        if here.game == part.game and (here.barred is None) == (part.barred is None):
            here.seat, here.barred = part.seat or here.seat, part.barred
        elif not here.heard or (not here.game and here.barred is None):
            here.game, here.seat, here.barred = part.game, part.seat, part.barred
        else:
            self.part = part
            self.parts.append(part)

    # -- what follows

    def settle(self, said: Commanded, done: CommandResult | Reason) -> None:
        """Note what came of a command."""
        if not isinstance(done, Reason):
            done = self.measure.letters(done.notices) or done
        if isinstance(done, Reason):
            self.refuse(said, done)
            return
        self.note(said, "noted" if done.remark else "taken", done.remark)
        self.part.sections.extend(done.sections)
        self.notices.extend(done.notices)
        self.press.extend(done.press)
        if done.game is not None:
            self.games[done.game.name] = done.game

    def note(
        self,
        said: Statement,
        verdict: Literal["taken", "noted", "refused", "ignored"],
        why: Reason | None = None,
        choices: tuple[str, ...] = (),
    ) -> None:
        """Write a line of the transcript."""
        self.part.heard.append(Heard(masked(said, self.meant(said)), verdict, why, choices))

    def refuse(self, said: Statement, why: Reason) -> None:
        """Note a refusal; a reason that bars all lines alike is given once."""
        barred = self.part.barred
        if barred is not None and barred.asks:
            self.ask(said, barred.asks, barred.why)
            return
        if barred is not None:
            self.alarm(barred)
        repeated = any(heard.why == why for heard in self.part.heard)
        if repeated and (barred is not None or why.code in SAID_ONCE):
            self.note(said, "ignored")
        else:
            self.note(said, "refused", why)

    def ask(self, said: Statement, address: str, why: Reason) -> None:
        """Do nothing of the mail before it is confirmed at an address."""
        token = access.secret(self.seed, self.key, address)
        self.question = Question(token, address, self.mail)
        heard = Heard(masked(said, self.meant(said)), "noted", why)
        self.notices = [letter_that_asks(self.question, heard, self.key)]

    def alarm(self, sender: Actor | Refused) -> None:
        """Tell the owner of a seat, once for each mail, that somebody else used its key."""
        if self.game is not None:
            self.notices += self.measure.alarm(self.game, sender, self.key)
