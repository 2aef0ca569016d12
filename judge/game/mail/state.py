"""How far a mail has got: where it is, what was said to it, what it waits for, and its effects."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Self

from judge.game.command import BlockCommand, EnterCommand, LineContext, Outcome
from judge.game.effects import Effects, MailEffects, Question
from judge.game.mail.passwords import hide_passwords_in_reasons
from judge.game.mail.spent import Spent
from judge.game.proof.access import RefusedClaim
from judge.game.state import Game, Play, Seat
from judge.language.script import Item, is_block_end
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    DoubtfulStatement,
    Line,
    Statement,
    without_doubt,
)
from judge.model.letter import Section
from judge.model.order import Order
from judge.model.reason import Reason
from judge.model.sections import HeardLine


@dataclass(frozen=True, slots=True)
class Block:
    """A line and those below it that belong to it so far; ``depth`` counts the open IFs among
    them."""

    said: CommandStatement | ConditionStatement | DoubtfulStatement
    lines: tuple[Line, ...] = ()
    depth: int = 0

    def with_item(self, item: Item, statements: Sequence[Statement]) -> Block | None:
        """Return the block with one line more, None where the lines of this one are over."""
        commands = [
            statement.command
            for statement in map(without_doubt, statements)
            if isinstance(statement, CommandStatement)
        ]
        over = any(isinstance(command, BlockCommand | EnterCommand) for command in commands)
        if item.body is not None or over or (self.depth == 0 and is_end_line(item)):
            return None
        depth = self.depth + count_open_ifs(statements)
        return replace(self, lines=(*self.lines, item.line), depth=depth)

    def compute_effects(
        self, here: tuple[Play, Seat] | Reason, context: LineContext
    ) -> Effects | Reason:
        """Return what the command above the lines does with them, for whoever may play."""
        assert isinstance(self.said, CommandStatement)
        command = self.said.command
        assert isinstance(command, BlockCommand)
        return (
            here
            if isinstance(here, Reason)
            else command.compute_effects_of_lines(*here, context, self.lines)
        )


def count_open_ifs(statements: Sequence[Statement]) -> int:
    """Return how many more IFs are open below a line."""
    steps = [
        step.what
        for statement in map(without_doubt, statements)
        if isinstance(statement, ConditionStatement)
        for step in statement.steps
    ]
    return steps.count("if") - steps.count("end")


def is_end_line(item: Item) -> bool:
    """Say whether a line is the END of those that belong to another."""
    return item.body is None and is_block_end(item.line.text)


class Place(NamedTuple):
    """The game that lines are about ("": none), and who their writer is in it.

    ``seat`` is the sender's proved seat there, or one for which they act, as the holder of the seat
    ``master``. ``barred`` says why nothing is obeyed here.
    """

    game: str = ""
    seat: str = ""
    barred: RefusedClaim | None = None
    master: str = ""

    def is_in_one_of(self, games: Mapping[str, Game]) -> bool:
        """Say whether the sender has a seat here, and the game is one of those."""
        return bool(self.seat) and self.game in games


_NOWHERE, _NOTHING, _UNSPENT = Place(), Effects(), Spent()


@dataclass(frozen=True, slots=True)
class GamePart:
    """A stretch of the mail that is about one game (or none), and what was said to it.

    ``given`` are the orders kept from it; ``outdated`` says why what comes is meant
    for another turn, False if it is not, None as long as that is not known. ``asked``
    are its questions with the sections that answer them, ``more`` those that were too many.
    ``held`` are lines of it that wait to be confirmed, and ``then`` is the game as it would be.
    """

    place: Place = _NOWHERE
    heard: tuple[HeardLine, ...] = ()
    sections: tuple[Section, ...] = ()
    given: tuple[Order, ...] = ()
    outdated: Reason | Literal[False] | None = None
    asked: tuple[tuple[str, tuple[Section, ...]], ...] = ()
    more: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    then: Game | None = None

    def with_transcript(self, *lines: HeardLine) -> Self:
        """Return the part with more lines in its transcript; none quotes a password of another."""
        return replace(self, heard=(*self.heard, *map(hide_passwords_in_reasons, lines)))

    def with_question(self, line: str, outcome: Outcome) -> Self:
        """Return the part with a question, and what came of it."""
        if isinstance(outcome, Reason):
            more = (line,) if outcome.code == "too_many_questions" else ()
            return replace(self, more=(*self.more, *more))
        if isinstance(outcome, Effects) and outcome.sections:
            return replace(self, asked=(*self.asked, (line, outcome.sections)))
        return self

    def with_sections(self, *sections: Section) -> Self:
        """Return the part with more in its answer."""
        return replace(self, sections=(*self.sections, *sections))


_BLANK = GamePart()


@dataclass(frozen=True, slots=True)
class MailState:
    """What a mail has come to by the lines read so far.

    ``here`` is the number of the part that the next line belongs to. ``pending`` is a line that
    takes in those below it, or a question: then nothing of the mail is done before it is answered.
    ``spent`` is how much the mail has caused, ``count`` how many statements were read. ``body``
    is the text that stands below the present line, ``surely``: what is being obeyed was confirmed.
    ``understood``: there was more in it than talk, ``chats``: talk was known as such.
    ``read_on`` are letters whose rest was asked, ``looked`` is how many characters of lines that no
    rule reads were looked at.
    """

    parts: tuple[GamePart, ...] = (_BLANK,)
    here: int = 0
    effects: Effects = _NOTHING
    pending: Block | Question | None = None
    spent: Spent = _UNSPENT
    count: int = 0
    body: str | None = None
    surely: bool = False
    understood: bool = False
    chats: bool = False
    read_on: frozenset[str] = frozenset()
    looked: int = 0

    @property
    def part(self) -> GamePart:
        """The part that the present line belongs to."""
        return self.parts[self.here]

    @property
    def place(self) -> Place:
        """Where the present line is."""
        return self.part.place

    def with_part(self, part: GamePart) -> MailState:
        """Return the mail with its present part changed."""
        parts = (*self.parts[: self.here], part, *self.parts[self.here + 1 :])
        return replace(self, parts=parts)

    def with_place(self, place: Place) -> MailState:
        """Return the mail with its present part in another place."""
        return self.with_part(replace(self.part, place=place))

    def with_new_part(self, place: Place) -> MailState:
        """Return the mail with another part, to which the next lines belong."""
        return replace(self, parts=(*self.parts, GamePart(place)), here=len(self.parts))

    def with_transcript(self, *lines: HeardLine) -> MailState:
        """Return the mail with more lines in the transcript."""
        return self.with_part(self.part.with_transcript(*lines))

    def with_sections(self, *sections: Section) -> MailState:
        """Return the mail with more in the answer to its present part."""
        return self.with_part(self.part.with_sections(*sections))

    def with_game(self, game: Game) -> MailState:
        """Return the mail with a game that it has changed."""
        return replace(self, effects=self.effects + Effects((game,)))

    def with_password(self, password: str) -> MailState:
        """Return the mail with a password that stands in it."""
        known = self.effects.mail
        passwords = tuple(dict.fromkeys((*known.passwords, password)))
        return self._with_mail_effects(replace(known, passwords=passwords))

    def with_picked_offers(self, letter: str, numbers: tuple[int, ...]) -> MailState:
        """Return the mail with the numbers of what was done of a letter's offers."""
        known = self.effects.mail
        return self._with_mail_effects(replace(known, picked={**known.picked, letter: numbers}))

    def _with_mail_effects(self, known: MailEffects) -> MailState:
        return replace(self, effects=replace(self.effects, mail=known))

    def collect_current_games(self, context: LineContext) -> Mapping[str, Game]:
        """Return the games as they are by now."""
        changed = {game.name: game for game in self.effects.games}
        return ChainMap(changed, context.memory.games)  # type: ignore[arg-type]  # only read

    def find_current_game(self, context: LineContext) -> Game | None:
        """Return the game that the present part is about, as it is by now."""
        name = self.place.game
        changed = (game for game in self.effects.games if game.name == name)
        return next(changed, None) or context.memory.games.get(name)

    def find_game_named(self, statement: Statement, context: LineContext) -> Game | None:
        """Return the game that a line names, else the present one."""
        named = statement.command.game if isinstance(statement, CommandStatement) else ""
        return (
            self.collect_current_games(context).get(named.casefold())
            if named
            else self.find_current_game(context)
        )

    def find_acting_seat(self, context: LineContext) -> Seat | None:
        """Return the seat there that the sender is proved to hold, and has not left meanwhile, or
        for which they act."""
        game, place = self.find_current_game(context), self.place
        seat = game.find_seat_named(place.seat) if game else None
        return seat if seat is not None and (seat.address or place.master) else None

    def find_own_seat(self, context: LineContext) -> Seat | None:
        """Return the sender's own seat there."""
        master = self.place.master
        if not master:
            return self.find_acting_seat(context)
        game = self.find_current_game(context)
        return game.find_seat_named(master) if game else None

    def make_line_context(self, context: LineContext) -> LineContext:
        """Return the circumstances of the present line."""
        key = f"{context.key}.{self.count}"
        return replace(
            context,
            key=key,
            games=self.collect_current_games(context),
            noted=self.effects.ledger,
            changed=self.effects.tournaments,
        )
