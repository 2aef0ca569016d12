"""What programs hear that watch the judge: whether it is well, and its figures for Prometheus.

Numbers and words of the judge's own alone: nothing tells who plays, or which games there are.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from sqlalchemy.exc import SQLAlchemyError

from judge.post.http_in import HttpAnswer, Respond
from judge.service.contacts import NOTHING_OUTSIDE, Outside
from judge.service.counting import read_counts
from judge.store.figures import LATE_LETTER, LATE_TURN, Figures

_TEXT = "text/plain; version=0.0.4; charset=utf-8"

METERS = {
    "judge_mails_total": ("counter", "Mails that came, by whether they were taken charge of."),
    "judge_reads_total": ("counter", "Mails that were read, by what became of them."),
    "judge_read_seconds": ("summary", "Time to read a mail, do what it says and keep that."),
    "judge_turns_total": ("counter", "Turns that were played."),
    "judge_deadline_seconds": ("summary", "Time that a deadline takes: turns, reminders."),
    "judge_sendings_total": ("counter", "Letters handed over, by what became of them."),
    "judge_letters_waiting": ("gauge", "Letters that wait to be sent."),
    "judge_letters_oldest_seconds": ("gauge", "Age of the oldest letter that waits."),
    "judge_letters_dead": ("gauge", "Letters that were given up."),
    "judge_mails_unread": ("gauge", "Mails that wait to be read."),
    "judge_mails_set_aside": ("gauge", "Mails that could not be read."),
    "judge_games_due": ("gauge", "Games of which time asks something now."),
    "judge_games_late_seconds": ("gauge", "For how long the first of them waits."),
    "judge_games_next_timestamp_seconds": ("gauge", "When time next asks something of a game."),
    "judge_clock_ahead_seconds": ("gauge", "By how much the clock is ahead of what is believed."),
    "judge_clock_held": ("gauge", "1 while no turn is run because of the clock."),
    "judge_mail_taken_timestamp_seconds": ("gauge", "When the last mail was taken charge of."),
    "judge_mailbox_looked_timestamp_seconds": ("gauge", "When the mailbox was last looked into."),
    "judge_letter_sent_timestamp_seconds": ("gauge", "When the last letter was handed over."),
    "judge_mailbox_failing": ("gauge", "1 while the mailbox cannot be used."),
    "judge_mail_server_failing": ("gauge", "1 while the mail server takes no letter."),
    "judge_threads_missing": ("gauge", "1 if a thread has died."),
    "process_resident_memory_bytes": ("gauge", "Memory in use."),
    "process_cpu_seconds_total": ("counter", "Processor time used."),
    "process_open_fds": ("gauge", "Open files and connections."),
}
"""All figures, with their kind and what they tell."""


class JudgeHealth:
    """How a judge is at a moment, to be told to programs that watch it.

    ``ahead`` is by how much the machine's clock is ahead of what is believed; ``held``: no turn
    is run because of it; ``whole``: no thread has died. ``outside`` is how it stands with its
    mailbox and its mail server, None where it has no such, and when it last took a mail.
    """

    def __init__(
        self,
        waiting: Figures,
        now: datetime,
        ahead: timedelta,
        *,
        held: bool,
        threads_alive: bool,
        outside: Outside = NOTHING_OUTSIDE,
    ) -> None:
        self._outside = outside
        self._found, self._now, self._ahead = waiting, now, ahead
        self._held, self._whole = held, threads_alive

    def list_troubles(self) -> Iterator[str]:
        """Yield what is wrong, in words for whoever looks after the judge."""
        waiting, now = self._found, self._now
        if not self._whole:
            yield "a thread has died: start the judge anew, its log says why"
        if self._held:
            yield "no turn is run, since the clock cannot be believed: set it, or judge admin clock"
        elif waiting.late and now - waiting.late > LATE_TURN:
            yield f"{waiting.due} games wait for their turn: see the log"
        for contact in self._outside.contacts:
            if contact.is_lost(now):
                yield f"{contact.name} cannot be used: {contact.trouble}: see judge doctor"
        if waiting.oldest and now - waiting.oldest > LATE_LETTER:
            yield f"{waiting.letters} letters wait to be sent: see judge admin queue"

    def list_figures(self) -> Iterator[tuple[str, float]]:
        """Yield the figures, each with its name."""
        waiting = self._found
        yield "judge_letters_waiting", waiting.letters
        yield "judge_letters_oldest_seconds", self._measure_seconds_since(waiting.oldest)
        yield "judge_letters_dead", waiting.dead
        yield "judge_mails_unread", waiting.unread
        yield "judge_mails_set_aside", waiting.aside
        yield "judge_games_due", waiting.due
        yield "judge_games_late_seconds", self._measure_seconds_since(waiting.late)
        if waiting.next:
            yield "judge_games_next_timestamp_seconds", waiting.next.timestamp()
        yield "judge_clock_ahead_seconds", self._ahead.total_seconds()
        yield "judge_clock_held", self._held
        yield "judge_threads_missing", not self._whole
        mailbox, relay, mail_at = self._outside
        for name, moment in (
            ("judge_mail_taken_timestamp_seconds", mail_at),
            ("judge_mailbox_looked_timestamp_seconds", mailbox and mailbox.good_at),
            ("judge_letter_sent_timestamp_seconds", relay and relay.good_at),
        ):
            if moment:
                yield name, moment.timestamp()
        if mailbox:
            yield "judge_mailbox_failing", mailbox.since is not None
        if relay:
            yield "judge_mail_server_failing", relay.since is not None
        yield from _list_process_figures()

    def _measure_seconds_since(self, moment: datetime | None) -> float:
        return max(0.0, (self._now - moment).total_seconds()) if moment else 0


def health_responder(state: Callable[[], JudgeHealth]) -> Respond:
    """Return what answers /health, with 200 or 503, and /metrics."""

    def answer_request(method: str, path: str) -> HttpAnswer:
        if path not in ("/health", "/metrics"):
            return HttpAnswer(HTTPStatus.NOT_FOUND, "")
        try:
            now = state()
        except SQLAlchemyError:
            return HttpAnswer(
                HTTPStatus.SERVICE_UNAVAILABLE, "the database cannot be read\n", _TEXT
            )
        if path == "/metrics":
            return HttpAnswer(HTTPStatus.OK, render_metrics(now), _TEXT)
        troubles = "".join(f"{trouble}\n" for trouble in now.list_troubles())
        status = HTTPStatus.SERVICE_UNAVAILABLE if troubles else HTTPStatus.OK
        return HttpAnswer(status, troubles or "ok\n", _TEXT)

    return answer_request


def render_metrics(state: JudgeHealth) -> str:
    """Return the figures as Prometheus reads them, and what was counted since the start."""
    values: dict[str, list[str]] = {name: [] for name in METERS}
    for (meter, how), value in sorted(read_counts().items()):
        label = f'{{how="{how}"}}' if how else ""
        values[meter.removesuffix("_sum").removesuffix("_count")].append(
            f"{meter}{label} {value:g}"
        )
    for name, value in state.list_figures():
        values[name].append(f"{name} {value:.15g}")
    return "".join(
        f"# HELP {name} {says}\n# TYPE {name} {kind}\n" + "".join(f"{line}\n" for line in lines)
        for name, lines in values.items()
        for kind, says in (METERS[name],)
    )


def ask_judge_health(listen: str) -> str:
    """Return what the judge that is watched at a place says is wrong, "" if nothing is."""
    try:
        with urlopen(f"http://{listen}/health", timeout=10) as answer:
            answer.read()
        return ""
    except HTTPError as trouble:
        return "; ".join(trouble.read().decode().split("\n")).strip("; ")
    except (URLError, OSError) as trouble:
        return f"no judge answers at {listen}: {getattr(trouble, 'reason', trouble)}"


def _list_process_figures() -> Iterator[tuple[str, float]]:
    """Yield what the system says of this process, where it says it as Linux does."""
    yield "process_cpu_seconds_total", time.process_time()
    me = Path("/proc/self")
    if me.is_dir():
        pages = int((me / "statm").read_text(encoding="ascii").split()[1])
        yield "process_resident_memory_bytes", pages * os.sysconf("SC_PAGE_SIZE")
        yield "process_open_fds", sum(1 for _ in (me / "fd").iterdir())
