"""The most that mail may cause."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple


class Limits(NamedTuple):
    """The most that mail may cause.

    One mail: questions answered, WHAT IF tried, games written about, letters to others (a line that
    alone causes more is obeyed if it is the first), bytes of an answer without its pictures; where
    nothing is proved there is one answer, and it is the shorter one. One address in an hour:
    answers, fewer where nothing is proved, press letters, bytes of both, wrong passwords and
    secrets (the same number for a seat); in a day: games created.
    """

    questions_per_mail: int = 20
    trials_per_mail: int = 10
    games_per_mail: int = 10
    letters_per_mail: int = 150
    answer_bytes: int = 150_000
    stranger_answer_bytes: int = 50_000
    answers_per_hour: int = 60
    stranger_answers_per_hour: int = 20
    letters_per_hour: int = 600
    bytes_per_hour: int = 20_000_000
    wrong_passwords_per_hour: int = 10
    games_per_day: int = 5

    @property
    def mail_bytes(self) -> int:
        """The bytes of all letters that one mail causes, but for the results of a turn."""
        return 5 * self.answer_bytes // 3

    @property
    def stranger_mail_bytes(self) -> int:
        """The same of a mail by which nothing is proved."""
        return 6 * self.stranger_answer_bytes // 5

    @property
    def stranger_games_per_mail(self) -> int:
        """Games that such a mail is about."""
        return min(self.games_per_mail, 3)


LETTER_FRAME = 5_000
"""How many bytes a letter has around its text."""


def count_letter_bytes(text: str) -> int:
    """Return how many bytes are counted for a letter with a text, which it has twice."""
    return LETTER_FRAME + 2 * len(text.encode(errors="replace"))


class StrangerLimits(NamedTuple):
    """The most that is taken in an hour, and read, of mail that nobody with a seat is proved to
    have written: mails, their bytes, and seconds of the processor; from one address, and from all
    together who have no seat.

    What is beyond is not taken just now, or waits unread; of what was read so many bytes are kept.
    Mail that comes to the reply address of a seat, or from the holder of one as the mail server
    vouches, is always taken and read.
    """

    stranger_mails_per_hour: int = 60
    stranger_bytes_per_hour: int = 5_000_000
    stranger_seconds_per_hour: int = 20
    all_stranger_mails_per_hour: int = 2_000
    all_stranger_bytes_per_hour: int = 50_000_000
    all_stranger_seconds_per_hour: int = 600
    stranger_bytes_kept: int = 100_000_000


STRANGERS = StrangerLimits()
"""What is taken and read where the settings do not say otherwise."""


class MailUsage(NamedTuple):
    """Answers to an address, press letters that it sent to others, and the bytes of all of them;
    the milliseconds of the processor that reading its mail took."""

    answers: int = 0
    letters: int = 0
    bytes: int = 0
    work: int = 0


NOTHING_USED = MailUsage()

LIMITS = Limits()
"""What a mail may cause where the settings do not say otherwise."""

SPAN = timedelta(hours=1)
"""How long back what counts by the hour is counted."""
