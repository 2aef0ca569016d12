"""How much one mail causes: kept while it is obeyed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from judge.game.command import CommandResult, Context, LineContext, Outcome, ReadCommand
from judge.game.decision import Attempt
from judge.game.notices import alarm_for
from judge.game.seats.access import Refused
from judge.game.state import Game, Seat
from judge.model.letter import News, Notice
from judge.model.reason import Reason


class Measure:
    """What one mail has caused so far."""

    def __init__(self, judge: Context) -> None:
        self.judge, self.most = judge, judge.most
        self._asked: list[tuple[ReadCommand, Game | None]] = []
        self._letters: set[object] = set()
        self._wrong: Counter[tuple[str, str]] = Counter()
        self._claimed: dict[tuple[str, str], tuple[Game, Seat, Reason]] = {}

    def ask(
        self, question: ReadCommand, game: Game | None, seat: Seat | None, context: LineContext
    ) -> Outcome:
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
        if self.judge.letters_left <= 0 and any(notice.kind == "press" for notice in more):
            return Reason("letters_spent", (str(self.most.letters_per_hour),))
        most = self.most.letters_per_mail
        if self._letters and len(letters) > max(most, len(self._letters)):
            return Reason("too_many_letters", (str(most),))
        self._letters = letters
        return None

    def closed(self, game: str, seat: str) -> bool:
        """Say whether no password for a seat is tried any more, nor any of this sender's."""
        most = self.most.wrong_passwords_per_hour
        wrong, _told = self.judge.claims(game, seat)
        by_sender = self.judge.wrong + self._wrong.total()
        return by_sender >= most or wrong + self._wrong[game, seat] >= most

    def guessed(self, refused: Refused) -> None:
        """Count a password that was tried and was wrong."""
        if refused.why.code in ("wrong_password", "wrong_sender", "not_proved"):
            self._wrong[refused.game, refused.seat.name if refused.seat else ""] += 1

    def alarm(self, game: Game, seat: Seat, alarm: Reason) -> None:
        """Note that somebody else used the key of a seat."""
        self._claimed.setdefault((game.name, seat.name), (game, seat, alarm))

    def claims(self, sender: str, key: str) -> tuple[tuple[Attempt, ...], tuple[Notice, ...]]:
        """Return the claims to seats that were made, and what their owners are told: of the first
        one in an hour, with a count, and when no more passwords are tried."""
        attempts, alarms = [], []
        most = self.most.wrong_passwords_per_hour
        for name in dict.fromkeys((*self._claimed, *self._wrong)):
            before, told = self.judge.claims(*name)
            now = before + self._wrong[name]
            game, seat, alarm = self._claimed.get(name, (None, None, None))
            full = before < most <= now
            guess = alarm is not None and alarm.code != "alarm_password"
            tell = full or not told or not guess
            if game and seat and alarm and tell:
                more = [Reason("alarm_tries", (str(now),))] if now > 1 else []
                more += [Reason("alarm_closed")] if full else []
                alarms.append(alarm_for(game, seat, alarm, key, *more))
            attempts.append(Attempt(*name, sender, self._wrong[name], told=guess and tell))
        return tuple(attempts), tuple(alarms)


def _letter(notice: Notice) -> object:
    """Return what is the same for notices that go out as one letter."""
    news = all(isinstance(section, News) for section in notice.sections)
    return (notice.game, notice.to) if news and notice.kind == "news" else (notice.to, notice.key)
