"""How much one mail has caused so far, and where its bounds are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from judge.game.command import LineContext, Outcome, ReadCommand
from judge.game.effects import Attempt, Effects
from judge.game.limits import LETTER_FRAME, count_letter_bytes
from judge.game.notices import build_alarm_notice, make_merge_key
from judge.game.proof.access import RefusedClaim
from judge.game.state import Game, Role, Seat
from judge.model.letter import Notice
from judge.model.letter_kind import Quota
from judge.model.reason import Reason

SeatKey = tuple[str, str]
"""A game and a seat in it; "" where only the game is known."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What one mail has caused.

    ``asked`` are its questions, each with the game as it was then, ``trials`` how many WHAT IF it
    had; ``letters`` tell the letters to others from each other, ``bytes`` are those of all of them.
    ``wrong`` are the passwords and secrets that were tried and were wrong, ``claimed`` the seats
    whose key somebody else used, with the first alarm for each.
    """

    asked: tuple[tuple[ReadCommand, Game | None], ...] = ()
    trials: int = 0
    letters: frozenset[object] = frozenset()
    bytes: int = 0
    wrong: Mapping[SeatKey, frozenset[str]] = field(default_factory=dict)
    claimed: Mapping[SeatKey, tuple[Game, Seat, Reason]] = field(default_factory=dict)

    def answer_question(
        self, question: ReadCommand, game: Game | None, seat: Seat | None, context: LineContext
    ) -> tuple[Spent, Outcome]:
        """Return the answer to a question, nothing if it was asked before of the game as it still
        is, or why it is one too many."""
        if any(question == before and game is then for before, then in self.asked):
            return self, Effects()
        if len(self.asked) == context.house.limits.questions_per_mail:
            return self, Reason("too_many_questions", (str(len(self.asked)),))
        asked = (*self.asked, (question, game))
        return replace(self, asked=asked), question.compute_effects(game, seat, context)

    def count_trial(self, context: LineContext) -> tuple[Spent, Reason | None]:
        """Count a WHAT IF, or say why it is one too many."""
        most = context.house.limits.trials_per_mail
        if self.trials == most:
            return self, Reason("too_many_trials", (str(most),))
        return replace(self, trials=self.trials + 1), None

    def count_letters(
        self, effects: Effects, game: Game | None, seat: Seat | None, context: LineContext
    ) -> tuple[Spent, Reason | None]:
        """Count letters to others, or say why they are too many.

        What is counted is what the writer knows of: the seats to which press is written, read there
        or not, and where they are not told of all seats each line as one, whoever hears of it.
        The first line may cause more letters, but no more text than all together.
        """
        letters = self.letters | {
            (press.game, name, context.key) for press in effects.press for name in press.to
        }
        master = seat is not None and seat.role is Role.MASTER
        if game is not None and not (master or game.disclosure.public_seat_count):
            letters |= {(game.name, context.key)}
        else:
            others = (n for n in effects.notices if n.kind.quota is not Quota.PRESS)
            letters |= set(map(make_merge_key, others))
        if effects.press and context.memory.count_letters_left() <= 0:
            return self, Reason("letters_spent", (str(context.house.limits.letters_per_hour),))
        texts = sum(
            len(press.to) * (count_letter_bytes(press.text) - LETTER_FRAME)
            for press in effects.press
        )
        size = self.bytes + texts + LETTER_FRAME * (len(letters) - len(self.letters))
        limits = context.house.limits
        most, room = limits.letters_per_mail, limits.mail_bytes - limits.stranger_answer_bytes
        if self.letters and len(letters) > max(most, len(self.letters)):
            return self, Reason("too_many_letters", (str(most),))
        if texts > room or (self.letters and size > max(room, self.bytes)):
            return self, Reason("letters_too_long", (f"{room // 1000}",))
        return replace(self, letters=letters, bytes=size), None

    def is_guessing_closed(self, game: str, seat: str, context: LineContext) -> bool:
        """Say whether no guess at a seat is tried any more, nor any of this sender's."""
        most = context.house.limits.wrong_passwords_per_hour
        wrong, _told = context.memory.find_wrong_guesses_at_seat(game, seat)
        by_sender = context.memory.count_wrong_guesses_of_sender() + sum(
            map(len, self.wrong.values())
        )
        return by_sender >= most or wrong + len(self.wrong.get((game, seat), ())) >= most

    def with_guesses(self, refused: RefusedClaim, context: LineContext) -> Spent:
        """Count the passwords and secrets that were tried and were wrong, each once.

        The secret of a letter that the holder of the seat has had is no guess but an old one.
        """
        seat, tried = refused.seat, refused.tried
        letter = context.memory.find_letter(context.mail.answers) if tried else None
        if letter and seat and (letter.game, letter.to) == (refused.game, seat.address):
            tried -= {tag.secret for tag in context.mail.tags}
        if not tried:
            return self
        key = refused.game, seat.name if seat else refused.named
        return replace(self, wrong={**self.wrong, key: self.wrong.get(key, frozenset()) | tried})

    def with_alarm(self, game: Game, seat: Seat, alarm: Reason) -> Spent:
        """Note that somebody else used the key of a seat."""
        first = self.claimed.get((game.name, seat.name), (game, seat, alarm))
        return replace(self, claimed={**self.claimed, (game.name, seat.name): first})

    def list_claims(self, context: LineContext) -> tuple[tuple[Attempt, ...], tuple[Notice, ...]]:
        """Return the claims to seats that were made, and what their owners are told: of the first
        one in an hour, with a count, and when no more are tried."""
        attempts, alarms = [], []
        most = context.house.limits.wrong_passwords_per_hour
        for key in dict.fromkeys((*self.claimed, *self.wrong)):
            before, was_told = context.memory.find_wrong_guesses_at_seat(*key)
            wrong = len(self.wrong.get(key, ()))
            now = before + wrong
            game, seat, alarm = self.claimed.get(key, (None, None, None))
            full = before < most <= now
            guess = alarm is not None and alarm.code != "alarm_password"
            tell = full or not was_told or not guess
            if game and seat and alarm and tell:
                more = [Reason("alarm_tries", (str(now),))] if now > 1 else []
                more += [Reason("alarm_closed")] if full else []
                alarms.append(build_alarm_notice(game, seat, alarm, context.key, *more))
            attempts.append(Attempt(*key, context.mail.sender, wrong, told=guess and tell))
        return tuple(attempts), tuple(alarms)
