"""The most that mail may cause."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple


class Limits(NamedTuple):
    """The most that mail may cause.

    One mail: questions answered, games written about, letters to others (a line that alone causes
    more is obeyed if it is the first), bytes of an answer without its pictures; where nothing is
    proved there is one answer, and it is the shorter one. One address in an hour: answers, fewer
    where nothing is proved, press letters, bytes of both, wrong passwords and secrets (the same
    number for a seat); in a day: games created.
    """

    questions_per_mail: int = 20
    games_per_mail: int = 10
    letters_per_mail: int = 150
    answer_bytes: int = 500_000
    stranger_answer_bytes: int = 50_000
    answers_per_hour: int = 60
    stranger_answers_per_hour: int = 20
    letters_per_hour: int = 600
    bytes_per_hour: int = 20_000_000
    wrong_passwords_per_hour: int = 10
    games_per_day: int = 5


class MailUsage(NamedTuple):
    """Answers to an address, press letters that it sent to others, and the bytes of all of them."""

    answers: int = 0
    letters: int = 0
    bytes: int = 0


NOTHING_USED = MailUsage()

LIMITS = Limits()
"""What a mail may cause where the settings do not say otherwise."""

SPAN = timedelta(hours=1)
"""How long back what counts by the hour is counted."""
