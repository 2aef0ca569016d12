"""How much one mail causes: kept while it is obeyed."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.command import CommandResult, LineContext, ReadCommand
from judge.game.most import Most
from judge.game.notices import alarm_for
from judge.game.seats.access import Actor, Refused
from judge.game.state import Game, Seat
from judge.model.letter import News, Notice
from judge.model.reason import Reason


class Measure:
    """What one mail has caused so far."""

    def __init__(self, most: Most) -> None:
        self.most = most
        self._asked: list[tuple[ReadCommand, Game | None]] = []
        self._letters: set[object] = set()
        self._alarmed: set[tuple[str, str]] = set()

    def ask(
        self, question: ReadCommand, game: Game | None, seat: Seat | None, context: LineContext
    ) -> CommandResult | Reason:
        """Return the answer to a question, nothing if it was asked before of the game as it still
        is, or why it is one too many."""
        if any(question == before and game is then for before, then in self._asked):
            return CommandResult()
        if len(self._asked) == self.most.questions_per_mail:
            return Reason("too_many_questions", (str(len(self._asked)),))
        self._asked.append((question, game))
        return question.decide(game, seat, context)

    def part(self, parts: int) -> Reason | None:
        """Say why a mail with so many parts has no room for another."""
        most = self.most.games_per_mail
        return Reason("too_many_games", (str(most),)) if parts >= most else None

    def letters(self, more: Sequence[Notice]) -> Reason | None:
        """Count letters to others, or say why they are too many."""
        letters = self._letters | set(map(_letter, more))
        most = self.most.letters_per_mail
        if self._letters and len(letters) > max(most, len(self._letters)):
            return Reason("too_many_letters", (str(most),))
        self._letters = letters
        return None

    def alarm(self, game: Game, sender: Actor | Refused, key: str) -> Sequence[Notice]:
        """Return what the owner of a seat is told, if they were not told yet, that somebody else
        used its key."""
        seat, alarm = sender.seat, sender.alarm
        if seat is None or alarm is None or (game.name, seat.name) in self._alarmed:
            return ()
        self._alarmed.add((game.name, seat.name))
        return (alarm_for(game, seat, alarm, key),)


def _letter(notice: Notice) -> object:
    """Return what is the same for notices that go out as one letter."""
    news = all(isinstance(section, News) for section in notice.sections)
    return (notice.game, notice.to) if news and notice.kind == "news" else (notice.to, notice.key)
