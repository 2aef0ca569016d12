"""Where a mail has got to: the game and the seat that its present part is about."""

from __future__ import annotations

from collections import ChainMap
from dataclasses import replace
from datetime import datetime
from typing import Literal

from judge.game.answer import Part
from judge.game.command import Context, LineContext
from judge.game.effects import LedgerEntry, SentLetter
from judge.game.measure import Measure
from judge.game.notices import display_name, view_of
from judge.game.orders.phase import PhaseCommand
from judge.game.orders.turn_meant import comes_later, is_late, turn_in_words, turn_named
from judge.game.proof import access
from judge.game.proof.access import Actor, Refused
from judge.game.proof.confirming import claim_of
from judge.game.request import Request
from judge.game.state import Game, Play, Role, Seat, Stage, phase_of
from judge.language.names import read_with_names
from judge.language.script import Item
from judge.language.statement import Commanded, Statement
from judge.model.command import Command
from judge.model.reason import Reason
from judge.model.turn import Turn

REASONS = ("turn_over", "mail_over")
"""Why what is meant for a turn is not done."""


class Whereabouts:
    """Keeps the games as the mail changes them, and who its sender is in the present one."""

    def __init__(self, judge: Context, mail: Request, now: datetime, seed: int, key: str) -> None:
        self.judge, self.mail = judge, mail
        self.measure = Measure(judge)
        self.credentials = claim_of(mail, judge, self.measure.closed)
        self.now, self.seed, self.key = now, seed, key
        # What the mail changes lies over what it found, which is only read.
        self.games: ChainMap[str, Game] = ChainMap({}, judge.games)  # type: ignore[arg-type]  # only read
        self.count = 0
        self.read_on: set[str] = set()
        self.ledger: list[LedgerEntry] = []
        self.part = Part()
        self.parts = [self.part]
        if answered := mail.answered(self.games):
            self.visit(answered)

    def meant(self, said: Statement) -> Game | None:
        """Return the game that a line names, else the present one."""
        named = said.command.game if isinstance(said, Commanded) else ""
        return self.games.get(named.casefold()) if named else self.game

    @property
    def game(self) -> Game | None:
        """The game that the present part is about."""
        name = self.part.game
        return self.games.maps[0].get(name) or self.judge.games.get(name)

    @property
    def seat(self) -> Seat | None:
        """The seat there that the sender is proved to hold, and has not left meanwhile, or for
        which they act."""
        game = self.game
        seat = game.seat(self.part.seat) if game else None
        return seat if seat is not None and (seat.address or self.part.master) else None

    @property
    def own_seat(self) -> Seat | None:
        """The sender's own seat there."""
        return self.game.seat(self.part.master) if self.game and self.part.master else self.seat

    def turn_above(self, item: Item) -> Turn | None:
        """Return the turn that a line names for the orders below it, None if it names none."""
        game = self.game
        if not isinstance(game, Play) or item.body is not None:
            return None
        return turn_named(item.line.text, game)

    def read(self, item: Item, turn: Turn | None) -> tuple[Statement, ...]:
        """Read a line as it is meant where the mail has got to, below a turn that it names."""
        game = self.game
        if turn is not None and isinstance(game, Play):
            rest = item.line.text.partition(":")[2].strip()
            if comes_later(turn, game):
                return (Commanded(item.line, PhaseCommand(turn=str(turn), body=rest)),)
            self.part.outdated = "turn_over" if turn != game.position.turn else ""
            item = item._replace(line=item.line._replace(text=rest))
        variant = game.variant if game else self.judge.variants[self.judge.default]
        seen = view_of(game, self.seat) if game else None
        usable = seen.usable_names if seen else {}
        return read_with_names(item, variant, phase_of(game), usable)

    def context(self) -> LineContext:
        """Return the circumstances of the present line."""
        judge = replace(self.judge, games=self.games, ledger=self._ledger_of)
        key = f"{self.key}.{self.count}"
        before = self.judge.games.get(self.part.game)
        number = before.number if isinstance(before, Play) else 0
        by = self.mail
        more = (by.name, by.message_id, by.confirmed)
        return LineContext(self.now, self.seed, key, by.sender, judge, number, *more)

    def _ledger_of(self, game: str) -> tuple[LedgerEntry, ...]:
        """Return the ledger of a game, with what the mail has added to it."""
        return (*self.judge.ledger(game), *(each for each in self.ledger if each.game == game))

    def may_play(self, who: Role | None) -> tuple[Play, Seat] | Reason:
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
        if self.game is None and self.part.barred is None:
            playing = self.judge.playing()
            if len(playing) == 1 and playing[0] in self.games:
                self.visit(playing[0])
        game, part = self.game, self.part
        if part.barred is None and game is not None and self.seat is None:
            sender = access.identify(self.credentials, game)
            if isinstance(sender, Refused):
                part.barred = sender
                self.measure.guessed(sender, self.mail)
            elif sender.seat is not None:
                part.seat = sender.seat.name
        if part.barred is not None:
            return part.barred.why
        seat = self.seat
        if game is None or seat is None:
            names = self.judge.playing()
            return Reason("which_of_games", names) if names else Reason("which_game")
        if part.master and who is not Role.PLAYER:
            own = self.own_seat
            alone = Reason("not_for_others", (display_name(game, seat),))
            return (game, own) if own is not None and who is Role.MASTER else alone
        if who is not None and seat.role is not who:
            return access.reserved(who, seat)
        return game, seat

    def over(self, game: Play) -> Reason | None:
        """Say why nothing is done that is meant for a turn: it is meant for another one."""
        if self.part.outdated is None:
            before = self.judge.games.get(game.name)
            late = isinstance(before, Play) and (
                is_late(self.mail, before, self.judge) or self.has_not_seen(before)
            )
            self.part.outdated = "mail_over" if late else ""
        return Reason(self.part.outdated, turn_in_words(game)) if self.part.outdated else None

    def has_not_seen(self, game: Play) -> bool:
        """Say whether a master cannot have had a letter that tells of the present turn: it was on
        its way, or not even written, when their mail was, which answers none of it."""
        seat = self.own_seat
        if seat is None or seat.role is not Role.MASTER or self.judge.letter(self.mail.answers):
            return False
        shown = self.judge.shown(game.name, seat.name)
        return shown is not None and shown < game.number

    def alarm(self, sender: Actor | Refused) -> None:
        """Tell the owner of a seat, once for each mail, that somebody else used its key."""
        if self.game and sender.seat and sender.alarm:
            self.measure.alarm(self.game, sender.seat, sender.alarm)

    def turn_to(self, part: Part) -> None:
        """Begin a part; lines before any game was named belong to the first that is."""
        here = self.part
        if (
            here.game == part.game
            and not here.master
            and (here.barred is None) == (part.barred is None)
        ):
            here.seat, here.barred = part.seat or here.seat, part.barred
        elif (not here.heard and not here.master) or (not here.game and here.barred is None):
            here.game, here.seat, here.barred = part.game, part.seat, part.barred
        else:
            self.part = part
            self.parts.append(part)

    def act_for(self, seat: str) -> None:
        """Begin a part that is somebody else's, written by the master, or go back to one's own."""
        game, own = self.part.game, self.part.master or self.part.seat
        if seat == own:
            self.part = next(p for p in reversed(self.parts) if (p.game, p.seat) == (game, own))
            return
        self.part = Part(game, seat, master=own)
        self.parts.append(self.part)

    def acts(self, command: Command) -> bool:
        """Say whether a command is given for somebody else."""
        return bool(self.part.master) and command.for_others

    def visit(self, name: str) -> None:
        """Turn to a game that a line names; as oneself if the mail proves it."""
        sender = access.identify(self.credentials, self.games[name])
        seat = sender.seat if isinstance(sender, Actor) else None
        self.turn_to(Part(name, seat.name if seat else ""))

    def letter(self, what: Literal["offers", "more"] = "offers") -> SentLetter | None:
        """Return the letter that is answered, if it offers something (or has left something out)
        and went to the writer."""
        letter = self.judge.letter(self.mail.answers)
        if letter is not None and not letter.seat:
            mine = getattr(letter, what) and access.same_address(letter.to, self.mail.sender)
            return letter if mine else None
        if letter is None and not self.mail.tags:
            return None
        here = self.may(None)
        if isinstance(here, Reason):
            return None
        game, seat = here
        if letter is None:
            letter = self.judge.holding(what, game.name, seat.name)
        if letter is None or (letter.game, letter.seat) != (game.name, seat.name):
            return None
        mine = getattr(letter, what) and access.same_address(letter.to, seat.address)
        return letter if mine else None

    def left_out(self) -> tuple[str, ...]:
        """Return the lines that ask for what the letter left out that is answered, once."""
        letter = self.letter("more")
        if letter is None or letter.id in self.read_on:
            return ()
        self.read_on.add(letter.id)
        if self.game is None and letter.game in self.judge.games:
            self.visit(letter.game)
        return letter.more
