"""One mail being obeyed, line by line."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game.answer import Part, masked
from judge.game.block import Block, ends, opened
from judge.game.braking import Braking
from judge.game.command import (
    BlockCommand,
    Context,
    EnterCommand,
    InGame,
    InPlay,
    Misspelled,
    Outcome,
    PersonCommand,
    ReadCommand,
    Unsaid,
)
from judge.game.effects import Effects, PressRecord
from judge.game.orders.accepting import accept_order
from judge.game.orders.alternatives import MOST
from judge.game.orders.carrying import carry_out
from judge.game.orders.picking import picked
from judge.game.orders.turn_meant import turn_in_words
from judge.game.proof.access import Refused
from judge.game.proof.confirming import doubt_of_newcomer, doubt_of_sender
from judge.game.reports.ledger import entries
from judge.game.reports.list import More
from judge.game.request import Request
from judge.game.state import Play, Role, Stage
from judge.game.votes.public import had_votes
from judge.language.script import Item
from judge.language.statement import Commanded, Conditioned, Line, Ordered, Statement, Unread
from judge.model.command import Command
from judge.model.reason import Reason
from judge.model.transcript import Heard

_ORDERED = ("wrong_phase", "which_unit", "unknown_word")
"""Why a line is not done that was meant as an order."""


class Session(Braking):
    """Collects what is to be told."""

    def __init__(self, judge: Context, mail: Request, now: datetime, seed: int, key: str) -> None:
        super().__init__(judge, mail, now, seed, key)
        self.press: list[PressRecord] = []
        self.done: list[Effects] = []
        self.picked: dict[str, set[int]] = {}
        self.passwords: set[str] = set()
        self.understood = False
        self.block: Block | None = None

    def hear(self, item: Item) -> None:
        """Obey one line, or one block of press; none once the mail has to be confirmed."""
        if self.question is not None:
            return
        turn = self.turn_above(item)
        statements = self.read(item, turn)
        if self.block is not None:
            if turn is None and self.block.takes(item, statements):
                return
            self.close()
        if ends(item):
            return
        self.body = item.body
        numbers = picked(item.line.text, votes=had_votes(self.game)) if item.body is None else None
        if numbers is not None and self.pick(item.line, numbers):
            return
        for said in statements:
            self.obey(said)

    def close(self) -> None:
        """Do what a command does with the lines below it, now that they are all read."""
        block, self.block = self.block, None
        if block is None:
            return
        here = self.may_play(Role.PLAYER)
        if isinstance(block.said, Commanded):
            self.settle(block.said, block.done(here, self.context()))
        elif isinstance(here, Reason):
            self.refuse(block.said, here)
        elif (over := self.over(here[0])) and block.said.complete:
            self.offer(Heard(block.said.line.text, "taken"), over)
        elif over:
            self.note(block.said, "refused", over)
        else:
            carried = carry_out(*here, [block.said.line, *block.lines], self.part.given)
            self.part.heard.extend(carried.heard)
            self.part.given = [*carried.given]
            self.games[here[0].name] = carried.game

    def obey(self, said: Statement) -> None:
        """Do what one statement says, or note why not."""
        self.count += 1
        if isinstance(said, Commanded):
            self.understood = True
            self.command(said, said.command)
        elif isinstance(said, Conditioned):
            self.understood = True
            self.block = Block(said, depth=opened((said,)))
            if not self.block.depth:
                self.close()
        elif isinstance(said, Ordered) or said.guesses or said.why.code in _ORDERED:
            self.understood = True
            self.order(said)
        elif said.why.code == "prose":
            self.note(said, "ignored")
        elif self.part.barred is not None:
            self.leave(said)
        else:
            self.note(said, "refused", said.why, said.hints[:MOST])

    def pick(self, line: Line, numbers: tuple[int, ...]) -> bool:
        """Do what the letter offered that is answered; no numbers: all that is in no doubt.

        False is returned for a line that says yes to nothing.
        """
        letter, barred = self.letter(), self.part.barred
        said = Unread(line, Reason("no_offer" if self.mail.tags else "no_letter"))
        if letter is None and (not numbers or had_votes(self.game)):
            return False
        self.understood = True
        if letter is None:
            self.refuse(said, barred.why if barred else said.why)
            return True
        before = self.judge.games.get(letter.game)
        if isinstance(before, Play) and before.number != letter.number:
            self.refuse(said, Reason("offer_over", turn_in_words(before)))
            return True
        done = self.picked.setdefault(letter.id, {*letter.done})
        shown = [n for n in letter.sole if letter.lines[n].line.text.startswith("CONFIRM ")]
        alone = shown if "confirm" in line.text.casefold() else ()
        wanted = [n for n in numbers or alone or letter.sole if n in letter.lines]
        fresh = [number for number in wanted if number not in done]
        if len(wanted) < len(numbers) or not wanted:
            self.refuse(said, Reason("offer_which", (str(len(letter.lines)),)))
            return True
        if not fresh:
            self.note(said, "noted", Reason("offer_done"))
        elif not {*fresh} <= {*shown}:
            self.note(said, "taken")
        done |= {*fresh}
        for number in fresh:
            item = letter.lines[number]
            self.hear(item._replace(line=Line(line.number, item.line.text)))
        return True

    def order(self, said: Ordered | Unread) -> None:
        """Take an order for the sender's powers."""
        here = self.may_play(Role.PLAYER)
        if isinstance(here, Reason):
            self.refuse(said, here)
            return
        game, seat = here
        taken = accept_order(game, seat, said, self.part.given)
        if over := self.over(game):
            self.offer(taken.heard, over)
            return
        self.part.heard.append(taken.heard)
        if taken.order is not None:
            self.part.given.append(taken.order)
        if taken.game is not game:
            self.games[game.name] = taken.game

    def command(self, said: Commanded, command: Command) -> None:
        """Obey a command, in the game that it names if it names one."""
        meant = self.meant(said)
        if typed := command.password_typed(meant.variant.map if meant else None):
            self.passwords.add(typed)
        if isinstance(command, EnterCommand):
            self.enter(said, command)
            return
        if isinstance(command, BlockCommand):
            self.block = Block(said)
            return
        if isinstance(command, More) and (more := self.left_out()):
            self.note(said, "taken")
            for line in more:
                self.hear(Item(Line(said.line.number, line)))
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
        done: Outcome
        if isinstance(command, ReadCommand):
            done = self.measure.ask(command, self.game, self.own_seat, self.context())
            self.part.ask(said.line.text, done)
        elif isinstance(command, InGame):
            may = self.may(Role.PLAYER if self.acts(command) else command.who)
            if isinstance(may, Reason):
                done = may
            elif may[0].stage is Stage.ENDED and Stage.ENDED not in command.stages:
                done = Reason("game_over", (may[0].name,))
            else:
                done = self.tried(command.decide, *may)
        elif isinstance(command, InPlay):
            play = self.may_play(command.who)
            if isinstance(play, Reason):
                done = play
            elif command.of_turn and (over := self.over(play[0])):
                self.offer(Heard(said.line.text, "taken"), over)
                return
            else:
                done = self.tried(command.decide, *play)
        elif isinstance(command, PersonCommand):
            if doubt := doubt_of_sender(self.credentials, self.games):
                self.ask(said, self.mail.sender, doubt)
                return
            done = command.decide(self.context())
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
            self.measure.guessed(entered, self.mail)
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

    # -- what follows

    def settle(self, said: Commanded, done: Outcome) -> None:
        """Note what came of a command."""
        if isinstance(done, Unsaid):
            self.body = done.instead.text
            self.part.sections.append(done.instead)
        if isinstance(done, Misspelled):
            self.note(said, "refused", done.why, done.choices(said.line.text))
            return
        if isinstance(done, Effects) and self.waits(done):
            self.hold(said, done)
            return
        if not isinstance(done, Reason):
            done = self.measure.letters(done.notices) or done
        if isinstance(done, Reason):
            plays = done.code == "master_only" and done.about
            self.refuse(said, done, said.command.by_vote if plays else "")
            return
        seat = self.seat if said.command.ledger == "ballot" else self.own_seat
        if (game := self.game) is not None and seat is not None:
            line = masked(said, game)
            self.ledger += entries(said.command, line, game, seat, done, self.now)
        if done.line.confirms is not None:
            said = replace(said, line=said.line._replace(text="CONFIRM"))
        if done.line.acts_for is not None and self.part.master:
            self.act_for(self.part.master)  # whom it was done for reads what follows no more
        self.note(said, "noted" if done.remark else "taken", done.remark)
        self.part.heard.extend(done.line.heard)
        self.part.sections.extend(done.sections)
        self.notices.extend(done.notices)
        self.press.extend(done.press)
        self.done.append(done)
        for game in done.games:
            self.games[game.name] = game
        if done.line.acts_for not in (None, self.part.seat):
            self.act_for(done.line.acts_for)
        if done.line.confirms is not None:
            self.surely = done.line.confirms.surely
            for line in done.line.confirms.lines:
                self.hear(Item(Line(said.line.number, line)))
            self.surely = False
