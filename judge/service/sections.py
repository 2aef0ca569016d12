"""The tables of the settings file, each with its keys and what they are without it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from judge.game.limits import LIMITS, STRANGERS, Limits, StrangerLimits
from judge.post.addresses import is_proper_address
from judge.post.bounds import BOUNDS, Bounds


def _check_address(text: str) -> str:
    if not is_proper_address(text) or "+" in text:
        raise ValueError("is no address like judge@example.org, without a + before the @")
    return text


def _check_web_url(text: str) -> str:
    if re.match("http://", text, re.IGNORECASE):
        raise ValueError("must begin with https://: links that letters have are nobody else's")
    if not re.fullmatch(r"(https://[^\s?#]+)?", text):
        raise ValueError("is no address like https://club.example/diplomacy/")
    return text if text.endswith("/") or not text else f"{text}/"


def _check_token_url(text: str) -> str:
    here = r"http://(127\.0\.0\.1|localhost|\[::1\])[:/]\S*"
    if text and not re.fullmatch(rf"https://\S+|{here}", text):
        raise ValueError("is no address like https://oauth2.googleapis.com/token")
    return text


def _check_host_port(text: str) -> str:
    if not re.fullmatch(r"\S+:\d{1,5}", text):
        raise ValueError("is no host and port like 127.0.0.1:8025")
    return text


def _check_database_url(text: str) -> str:
    text = re.sub(r"^postgres(?=://|\+)", "postgresql", text)  # as many programs write it
    try:
        make_url(text or "sqlite://")
    except (ArgumentError, ValueError):
        raise ValueError("is no address like postgresql://judge@/judge") from None
    return text


def _check_name_or_domain(text: str) -> str:
    if not re.fullmatch(r"([^\s@,<>]+@|@)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+", text):
        raise ValueError("is neither an address nor a domain, like spam.example")
    return text


Named = Annotated[str, AfterValidator(_check_name_or_domain)]
Address = Annotated[str, AfterValidator(_check_address)]


class Section(BaseModel):
    """A table of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class JudgeSection(Section):
    """Who the judge is: ``code`` stands in subjects, ``address`` is where players write to.

    ``keeper`` is told of games that had to be held, of mail that could not be read, and of
    masters who are not reached.
    """

    code: str = Field(default="JUDGE", pattern=r"^[A-Za-z]{2,12}$")
    address: Address
    name: str = "Judge"
    keeper: Annotated[str, AfterValidator(lambda text: text and _check_address(text))] = ""
    data: Path = Path("data")


class DatabaseSection(Section):
    """Where games are kept; an empty ``url`` is a SQLite file in the data folder."""

    url: Annotated[str, AfterValidator(_check_database_url)] = ""


class InboundSection(Section):
    """How mail comes in. ``host`` and ``port`` are listened on by smtp and lmtp."""

    kind: Literal["smtp", "lmtp", "imap", "none"] = "smtp"
    host: str = "127.0.0.1"
    port: int = Field(default=8024, ge=0, le=65535)


class ImapSection(Section):
    """The mailbox to read when mail comes in by imap.

    With ``starttls`` the connection begins in the clear; else it is TLS from the start with
    ``ssl``. ``oauth``: who the judge is stands in the table of that name. ``old_mail``: what was in
    the mailbox before the judge is read, too.
    """

    host: str = ""
    port: int = Field(default=993, ge=1, le=65535)
    ssl: bool = True
    starttls: bool = False
    user: str = ""
    password: SecretStr = SecretStr("")
    oauth: bool = False
    old_mail: bool = False
    folder: str = "INBOX"
    done_folder: str = "Processed"
    failed_folder: str = "Failed"


class OutboundSection(Section):
    """How mail goes out: to a mail server, or as files into a folder.

    With ``tls`` the connection is TLS from the start, with ``starttls`` it begins in the clear.
    ``oauth``: who the judge is stands in the table of that name.
    ``dkim_key`` is the file of the key with which it is signed, None if it is not, by the judge;
    ``dkim_selector`` is under which name the other half of the key stands in the DNS.
    """

    kind: Literal["smtp", "folder"] = "smtp"
    host: str = "127.0.0.1"
    port: int = Field(default=25, ge=1, le=65535)
    tls: bool = False
    starttls: bool = False
    user: str = ""
    password: SecretStr = SecretStr("")
    oauth: bool = False
    folder: Path = Path("sent")
    dkim_key: Annotated[Path | None, BeforeValidator(lambda text: text or None)] = None
    dkim_selector: str = Field(default="judge", pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)*$")


class OauthSection(Section):
    """How the judge gets tokens of OAuth 2, in place of passwords (RFC 7628).

    From ``url`` it gets them for a refresh token, under the name and the secret that the provider
    knows it by; or ``command`` is a program that prints one.
    """

    url: Annotated[str, AfterValidator(_check_token_url)] = ""
    client_id: str = ""
    client_secret: SecretStr = SecretStr("")
    refresh_token: SecretStr = SecretStr("")
    command: tuple[str, ...] = ()


class LimitsSection(Section):
    """What the judge does not read, how often it answers one address, how long it keeps mail."""

    max_mail_bytes: int = Field(default=BOUNDS.max_mail_bytes, ge=4096, le=100_000_000)
    max_mail_lines: int = Field(default=BOUNDS.max_mail_lines, ge=100)
    max_header_bytes: int = Field(default=BOUNDS.max_header_bytes, ge=4096)
    max_header_lines: int = Field(default=BOUNDS.max_header_lines, ge=50)
    max_parameters: int = Field(default=BOUNDS.max_parameters, ge=5)
    max_parts: int = Field(default=BOUNDS.max_parts, ge=5)
    max_depth: int = Field(default=BOUNDS.max_depth, ge=5, le=100)
    max_html_work: int = Field(default=BOUNDS.max_html_work, ge=100_000)
    max_lines: int = Field(default=BOUNDS.max_lines, ge=50)
    max_characters: int = Field(default=BOUNDS.max_characters, ge=2000)
    questions_per_mail: int = Field(default=LIMITS.questions_per_mail, ge=1)
    trials_per_mail: int = Field(default=LIMITS.trials_per_mail, ge=1)
    games_per_mail: int = Field(default=LIMITS.games_per_mail, ge=1)
    letters_per_mail: int = Field(default=LIMITS.letters_per_mail, ge=1)
    answer_bytes: int = Field(default=LIMITS.answer_bytes, ge=20_000)
    stranger_answer_bytes: int = Field(default=LIMITS.stranger_answer_bytes, ge=20_000)
    answers_per_hour: int = Field(default=LIMITS.answers_per_hour, ge=1)
    stranger_answers_per_hour: int = Field(default=LIMITS.stranger_answers_per_hour, ge=1)
    letters_per_hour: int = Field(default=LIMITS.letters_per_hour, ge=1)
    bytes_per_hour: int = Field(default=LIMITS.bytes_per_hour, ge=1_000_000)
    wrong_passwords_per_hour: int = Field(default=LIMITS.wrong_passwords_per_hour, ge=3)
    games_per_day: int = Field(default=LIMITS.games_per_day, ge=0)
    stranger_mails_per_hour: int = Field(default=STRANGERS.stranger_mails_per_hour, ge=1)
    stranger_bytes_per_hour: int = Field(default=STRANGERS.stranger_bytes_per_hour, ge=100_000)
    stranger_seconds_per_hour: int = Field(default=STRANGERS.stranger_seconds_per_hour, ge=1)
    all_stranger_mails_per_hour: int = Field(default=STRANGERS.all_stranger_mails_per_hour, ge=1)
    all_stranger_bytes_per_hour: int = Field(
        default=STRANGERS.all_stranger_bytes_per_hour, ge=100_000
    )
    all_stranger_seconds_per_hour: int = Field(
        default=STRANGERS.all_stranger_seconds_per_hour, ge=1
    )
    stranger_bytes_kept: int = Field(default=STRANGERS.stranger_bytes_kept, ge=0)
    mail_days: int = Field(default=90, ge=1, le=36_500)

    @property
    def bounds(self) -> Bounds:
        """How much of a mail is read."""
        return Bounds(*(getattr(self, name) for name in Bounds._fields))

    @property
    def limits(self) -> Limits:
        """How much mail may cause."""
        return Limits(*(getattr(self, name) for name in Limits._fields))

    @property
    def strangers(self) -> StrangerLimits:
        """How much is taken, and read, of mail of strangers."""
        return StrangerLimits(*(getattr(self, name) for name in StrangerLimits._fields))


class SendersSection(Section):
    """How much a mail has to prove before it is obeyed, see ``standing.POLICIES``.

    ``mail_server`` is the name under which ours says whether a sender is genuine;
    ``plus_addresses``: somebody+dip@example.org is somebody@example.org. A mail that has to be
    confirmed waits ``confirm_days`` for that. Those ``blocked`` get into no game; ``creators``
    alone may make games, if there are any: addresses, or domains for all addresses there.
    """

    policy: Literal["lenient", "normal", "strict"] = "normal"
    mail_server: str = ""
    plus_addresses: bool = True
    confirm_days: int = Field(default=7, ge=1, le=90)
    blocked: tuple[Named, ...] = ()
    creators: tuple[Named, ...] = ()


class ServiceSection(Section):
    """How much of the machine is used. ``processes``: how many turns are run at once when many are
    due, on SQLite; 0 is as many as there are cores, and at most 4."""

    processes: int = Field(default=0, ge=0, le=64)

    @property
    def most_processes(self) -> int:
        """How many that are on this machine."""
        return self.processes or min(4, os.cpu_count() or 1)


class ClockSection(Section):
    """``held_after``: hours; a deadline missed by more is put off instead of firing.

    By how many minutes the machine's clock may leap, and be off from the dates of mails, until
    no turn is run by it: ``leap_minutes``, ``wrong_minutes``.
    """

    tick_seconds: float = Field(default=30, gt=0, le=3600)
    held_after: float = Field(default=6, gt=0, le=24 * 365)
    leap_minutes: float = Field(default=5, ge=1, le=1440)
    wrong_minutes: float = Field(default=60, ge=10, le=1440)


class SiteSection(Section):
    """Pages for those who look on: the ``folder`` they are written to, None to write none.

    ``url`` is where the folder is found on the web; the feeds name it.
    """

    folder: Annotated[Path | None, BeforeValidator(lambda text: text or None)] = None
    url: Annotated[str, AfterValidator(_check_web_url)] = ""


class WebSection(Section):
    """Links in letters that are followed with one click, by the judge itself behind a web server.

    ``url`` is where that passes requests on to the judge, "" for no such links; ``listen`` is the
    host and the port at which the judge waits for them.
    """

    url: Annotated[str, AfterValidator(_check_web_url)] = ""
    listen: Annotated[str, AfterValidator(_check_host_port)] = "127.0.0.1:8025"


class MetricsSection(Section):
    """``listen``: the host and the port at which programs that watch the judge are told whether it
    is well, and its figures; "" if none are."""

    listen: Annotated[str, AfterValidator(lambda text: text and _check_host_port(text))] = ""


class LogSection(Section):
    """What is written to standard error."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["lines", "json"] = "lines"
