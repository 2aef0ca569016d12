"""How much one mail causes: kept while it is obeyed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from judge.game.command import Context, LineContext, Outcome, ReadCommand
from judge.game.effects import Attempt, Effects
from judge.game.notices import alarm_for, letter_id
from judge.game.proof.access import Refused
from judge.game.request import Request
from judge.game.state import Game, Seat
from judge.model.letter import Notice
from judge.model.letter_kind import Quota
from judge.model.reason import Reason


class Measure:
    """What one mail has caused so far."""

    def __init__(self, judge: Context) -> None:
        self.judge, self.most = judge, judge.most
        self._asked: list[tuple[ReadCommand, Game | None]] = []
        self._letters: set[object] = set()
        self._wrong: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        self._claimed: dict[tuple[str, str], tuple[Game, Seat, Reason]] = {}

    def ask(
        self, question: ReadCommand, game: Game | None, seat: Seat | None, context: LineContext
    ) -> Outcome:
        """Return the answer to a question, nothing if it was asked before of the game as it still
        is, or why it is one too many."""
        if any(question == before and game is then for before, then in self._asked):
            return Effects()
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
        letters = self._letters | set(map(letter_id, more))
        press = any(notice.kind.quota is Quota.PRESS for notice in more)
        if press and self.judge.letters_left() <= 0:
            return Reason("letters_spent", (str(self.most.letters_per_hour),))
        most = self.most.letters_per_mail
        if self._letters and len(letters) > max(most, len(self._letters)):
            return Reason("too_many_letters", (str(most),))
        self._letters = letters
        return None

    def closed(self, game: str, seat: str) -> bool:
        """Say whether no guess at a seat is tried any more, nor any of this sender's."""
        most = self.most.wrong_passwords_per_hour
        wrong, _told = self.judge.claims(game, seat)
        by_sender = self.judge.wrong() + sum(map(len, self._wrong.values()))
        return by_sender >= most or wrong + len(self._wrong.get((game, seat), ())) >= most

    def guessed(self, refused: Refused, mail: Request) -> None:
        """Count the passwords and secrets that were tried and were wrong, each once.

        The secret of a letter that the holder of the seat has had is no guess but an old one.
        """
        seat, tried = refused.seat, refused.tried
        letter = self.judge.letter(mail.answers) if tried else None
        if letter and seat and (letter.game, letter.to) == (refused.game, seat.address):
            tried -= {tag.secret for tag in mail.tags}
        if tried:
            self._wrong[refused.game, seat.name if seat else ""] |= tried

    def alarm(self, game: Game, seat: Seat, alarm: Reason) -> None:
        """Note that somebody else used the key of a seat."""
        self._claimed.setdefault((game.name, seat.name), (game, seat, alarm))

    def claims(self, sender: str, key: str) -> tuple[tuple[Attempt, ...], tuple[Notice, ...]]:
        """Return the claims to seats that were made, and what their owners are told: of the first
        one in an hour, with a count, and when no more are tried."""
        attempts, alarms = [], []
        most = self.most.wrong_passwords_per_hour
        for name in dict.fromkeys((*self._claimed, *self._wrong)):
            before, told = self.judge.claims(*name)
            wrong = len(self._wrong[name])
            now = before + wrong
            game, seat, alarm = self._claimed.get(name, (None, None, None))
            full = before < most <= now
            guess = alarm is not None and alarm.code != "alarm_password"
            tell = full or not told or not guess
            if game and seat and alarm and tell:
                more = [Reason("alarm_tries", (str(now),))] if now > 1 else []
                more += [Reason("alarm_closed")] if full else []
                alarms.append(alarm_for(game, seat, alarm, key, *more))
            attempts.append(Attempt(*name, sender, wrong, told=guess and tell))
        return tuple(attempts), tuple(alarms)
