"""The operator's settings: a TOML file, over it the environment, over both systemd's credentials.

``JUDGE_IMAP__PASSWORD`` in the environment, or a credential named ``imap.password``, is the key
``password`` of the table ``[imap]``. A key that is not known, or a value that does not fit, is
reported with its path; nothing is ignored.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from judge.library.files import meant
from judge.model.errors import JudgeError
from judge.post.addresses import proper

PLACES = (Path("judge.toml"), Path("/etc/judge/judge.toml"))
"""Where the file is looked for when nobody names it."""


def _address(text: str) -> str:
    if not proper(text) or "+" in text:
        raise ValueError("is no address like judge@example.org, without a + before the @")
    return text


def _web(text: str) -> str:
    if not re.fullmatch(r"(https?://[^\s?#]+)?", text):
        raise ValueError("is no address like https://club.example/diplomacy/")
    return text if text.endswith("/") or not text else f"{text}/"


Address = Annotated[str, AfterValidator(_address)]


class ConfigError(JudgeError, ValueError):
    """The settings cannot be used; the text has a line for each thing wrong."""


class Section(BaseModel):
    """A table of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Judge(Section):
    """Who the judge is: ``code`` stands in subjects, ``address`` is where players write to.

    ``keeper`` is told of games that had to be held and of mail that could not be read.
    """

    code: str = Field(default="JUDGE", pattern=r"^[A-Za-z]{2,12}$")
    address: Address
    name: str = "Judge"
    keeper: Address | Literal[""] = ""
    data: Path = Path("data")


class Database(Section):
    """Where games are kept; an empty ``url`` is a SQLite file in the data folder."""

    url: str = ""


class Inbound(Section):
    """How mail comes in. ``host`` and ``port`` are listened on by smtp and lmtp."""

    kind: Literal["smtp", "lmtp", "imap", "none"] = "smtp"
    host: str = "127.0.0.1"
    port: int = Field(default=8024, ge=0, le=65535)


class Imap(Section):
    """The mailbox to read when mail comes in by imap."""

    host: str = ""
    port: int = Field(default=993, ge=1, le=65535)
    ssl: bool = True
    user: str = ""
    password: SecretStr = SecretStr("")
    folder: str = "INBOX"
    done_folder: str = "Processed"
    failed_folder: str = "Failed"


class Outbound(Section):
    """How mail goes out: to a mail server, or as files into a folder."""

    kind: Literal["smtp", "folder"] = "smtp"
    host: str = "127.0.0.1"
    port: int = Field(default=25, ge=1, le=65535)
    starttls: bool = False
    user: str = ""
    password: SecretStr = SecretStr("")
    folder: Path = Path("sent")


class Limits(Section):
    """What the judge does not take, how often it answers one address, how long it keeps mail."""

    max_mail_bytes: int = Field(default=262_144, ge=4096)
    answers_per_hour: int = Field(default=60, ge=1)
    mail_days: int = Field(default=90, ge=1, le=36_500)


class Clock(Section):
    """``held_after``: hours; a deadline missed by more holds its game instead of firing."""

    tick_seconds: float = Field(default=30, gt=0, le=3600)
    held_after: float = Field(default=6, gt=0)


class Site(Section):
    """Pages for those who look on: the ``folder`` they are written to, None to write none.

    ``url`` is where the folder is found on the web; the feeds name it.
    """

    folder: Annotated[Path | None, BeforeValidator(lambda text: text or None)] = None
    url: Annotated[str, AfterValidator(_web)] = ""


class Log(Section):
    """What is written to standard error."""

    level: Literal["debug", "info", "warning", "error"] = "info"


def _credentials() -> dict[str, Any]:
    """Return what stands in the files of the folder that systemd names, called ``table.key``."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    tables: dict[str, Any] = {}
    for path in sorted(Path(folder).iterdir()) if folder else ():
        table, _, key = path.name.partition(".")
        if key and table in Config.model_fields:
            tables.setdefault(table, {})[key] = path.read_text(encoding="utf-8").strip()
    return tables


class Config(BaseSettings):
    """All settings. Made by ``load``; ``model_construct`` heeds no surroundings."""

    model_config = SettingsConfigDict(
        env_prefix="JUDGE_", env_nested_delimiter="__", extra="forbid", frozen=True
    )

    judge: Judge
    database: Database = Database()
    inbound: Inbound = Inbound()
    imap: Imap = Imap()
    outbound: Outbound = Outbound()
    limits: Limits = Limits()
    clock: Clock = Clock()
    site: Site = Site()
    log: Log = Log()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources, the strongest first."""
        return InitSettingsSource(settings_cls, _credentials()), env_settings, init_settings

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.inbound.kind == "imap":
            for key in ("host", "user"):
                if not getattr(self.imap, key):
                    raise ValueError(f'imap.{key}: is needed, since inbound.kind is "imap"')
        return self

    @property
    def database_url(self) -> str:
        """Where the database is, as SQLAlchemy writes it."""
        return self.database.url or f"sqlite:///{self.judge.data / 'judge.db'}"


def find(named: Path | None) -> Path:
    """Return the settings file: the one named, JUDGE_CONFIG's, or the first of PLACES."""
    if named is None and "JUDGE_CONFIG" in os.environ:
        named = Path(os.environ["JUDGE_CONFIG"])
    places = PLACES if named is None else (named,)
    for place in places:
        if place.is_file():
            return place
    raise ConfigError(
        f"There is no {' nor '.join(map(str, places))}. "
        "Write one with 'judge init', or name it with --config."
    )


def load(path: Path) -> Config:
    """Return the settings of a file; its relative paths start from its own folder.

    Raises ConfigError with a line for each thing that is wrong.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        raise ConfigError(f"{path}: {trouble}") from trouble
    return parse(text, path)


def parse(text: str, path: Path) -> Config:
    """Return the settings that a file with this text at that place would make; see ``load``."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as trouble:
        raise ConfigError(f"{path}: {trouble}") from trouble
    for table, key, default in (("judge", "data", "data"), ("outbound", "folder", "sent")):
        keys = raw.setdefault(table, {})
        if isinstance(keys, dict):
            keys[key] = str(path.resolve().parent / str(keys.get(key, default)))
    if isinstance(site := raw.get("site"), dict) and site.get("folder"):
        site["folder"] = str(path.resolve().parent / str(site["folder"]))
    return check(raw, str(path))


def check(raw: Mapping[str, Any], source: str) -> Config:
    """Return the settings of these tables. Raises ConfigError, each line beginning with source."""
    if strays := [f"{source}: {stray}" for stray in _strays()]:
        raise ConfigError("\n".join(strays))
    try:
        return Config(**raw)
    except SettingsError as trouble:
        raise ConfigError(f"{source}: {trouble}; name a key as JUDGE_LOG__LEVEL does") from None
    except (OSError, UnicodeDecodeError) as trouble:
        raise ConfigError(f"{source}: credentials: {trouble}") from None
    except ValidationError as trouble:
        lines = [f"{source}: {_sentence(error)}" for error in trouble.errors()]
        raise ConfigError("\n".join(lines)) from None


def _strays() -> Iterator[str]:
    """Yield what the environment names that is no setting, where nothing else would notice."""
    for name in os.environ:
        table, key, _ = name.lower().removeprefix("judge_").partition("__")
        if name.startswith("JUDGE_") and key and table not in Config.model_fields:
            yield f"{name} is no setting{meant(table, Config.model_fields)}"
    overlay = os.environ.get("JUDGE_OVERLAY")
    if overlay and not Path(overlay).is_dir():
        yield f"JUDGE_OVERLAY: there is no folder {overlay}"


def _sentence(error: Mapping[str, Any]) -> str:
    path = [str(step) for step in error["loc"]]
    key = ".".join(path)
    if not key:
        return str(error["msg"]).removeprefix("Value error, ")
    if error["type"] == "missing":
        return f"{key} is missing"
    if error["type"] == "extra_forbidden":
        return f"{key} is no setting{meant(path[-1], _keys(path[:-1]))}"
    if error["type"] == "string_pattern_mismatch":
        return f"{key}: {error['input']!r} will not do; letters only, 2 to 12 of them"
    if error["type"] == "value_error":
        return f"{key}: {error['input']!r} {error['ctx']['error']}"
    return f"{key}: {error['msg'][0].lower()}{error['msg'][1:]}"


def _keys(path: list[str]) -> list[str]:
    model: Any = Config
    for step in path:
        model = model.model_fields[step].annotation
    return list(model.model_fields)
