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
from typing import Any, Self

from pydantic import ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from judge import resources
from judge.library.files import find_line_of_key, suggest_name
from judge.model.errors import JudgeError
from judge.service.sections import (
    ClockSection,
    DatabaseSection,
    ImapSection,
    InboundSection,
    JudgeSection,
    LimitsSection,
    LogSection,
    MetricsSection,
    OauthSection,
    OutboundSection,
    SendersSection,
    ServiceSection,
    SiteSection,
    WebSection,
)

PLACES = (Path("judge.toml"), Path("/etc/judge/judge.toml"))
"""Where the file is looked for when nobody names it."""


class ConfigError(JudgeError, ValueError):
    """The settings cannot be used; the text has a line for each thing wrong."""


def _read_credentials() -> dict[str, Any]:
    """Return what stands in the files of the folder that systemd names, called ``table.key``."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    tables: dict[str, Any] = {}
    for path in sorted(Path(folder).iterdir()) if folder else ():
        table, _, key = path.name.partition(".")
        if key and table in Config.model_fields:
            tables.setdefault(table, {})[key] = path.read_text(encoding="utf-8").strip()
    return tables


_PATTERNS = {
    "judge.code": "letters only, 2 to 12 of them",
    "outbound.dkim_selector": "small letters, digits and hyphens, with dots between",
}
"""What the settings are that have to be of some pattern."""


class Config(BaseSettings):
    """All settings. Made by ``load``; ``model_construct`` heeds no surroundings."""

    model_config = SettingsConfigDict(
        env_prefix="JUDGE_", env_nested_delimiter="__", extra="forbid", frozen=True
    )

    judge: JudgeSection
    database: DatabaseSection = DatabaseSection()
    inbound: InboundSection = InboundSection()
    imap: ImapSection = ImapSection()
    outbound: OutboundSection = OutboundSection()
    oauth: OauthSection = OauthSection()
    limits: LimitsSection = LimitsSection()
    senders: SendersSection = SendersSection()
    service: ServiceSection = ServiceSection()
    clock: ClockSection = ClockSection()
    site: SiteSection = SiteSection()
    web: WebSection = WebSection()
    metrics: MetricsSection = MetricsSection()
    log: LogSection = LogSection()

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
        return InitSettingsSource(settings_cls, _read_credentials()), env_settings, init_settings

    @model_validator(mode="after")
    def _reject_contradictions(self) -> Self:
        wrong = tuple(_find_contradictions(self))
        if wrong:
            raise ValueError("\n".join(wrong))
        return self

    @property
    def database_url(self) -> str:
        """Where the database is, as SQLAlchemy writes it."""
        return self.database.url or f"sqlite:///{self.judge.data / 'judge.db'}"


def _find_contradictions(config: Config) -> Iterator[str]:
    """Yield a line for each key that does not fit another; it begins with the key."""
    judge, inbound, outbound, limits = config.judge, config.inbound, config.outbound, config.limits
    if inbound.kind == "imap":
        for key in ("host", "user"):
            if not getattr(config.imap, key):
                yield f'imap.{key}: is needed, since inbound.kind is "imap"'
    if judge.keeper.casefold() == judge.address.casefold():
        yield "judge.keeper: is the address of the judge itself; name one that somebody reads"
    if outbound.password.get_secret_value() and not outbound.user:
        yield "outbound.user: is needed, since there is an outbound.password"
    if outbound.tls and outbound.starttls:
        yield "outbound.starttls: not beside outbound.tls, by which TLS begins at once"
    if config.oauth.command and config.oauth.url:
        yield "oauth.command: not beside oauth.url: tokens come from the one or the other"
    if outbound.kind == "folder" and outbound.dkim_key is not None:
        yield 'outbound.dkim_key: nothing is signed, since outbound.kind is "folder"'
    for less, more in (
        ("max_header_bytes", "max_mail_bytes"),
        ("max_header_lines", "max_mail_lines"),
        ("stranger_answer_bytes", "answer_bytes"),
        ("stranger_answers_per_hour", "answers_per_hour"),
    ):
        if getattr(limits, less) > (most := getattr(limits, more)):
            yield f"limits.{less}: is more than limits.{more}, which is {most}"
    kept_out = {name.casefold().lstrip("@") for name in config.senders.blocked}
    for key, names in (
        ("judge.keeper", (judge.keeper,)),
        ("senders.creators", config.senders.creators),
    ):
        for name in names:
            small = name.casefold().lstrip("@")
            if {small, small.rpartition("@")[2]} & kept_out:
                yield f"{key}: {name} is among senders.blocked"
    if config.site.url and config.site.folder is None:
        yield "site.url: nothing is written, since there is no site.folder"
    listens = f"{inbound.host}:{inbound.port}"
    takes_mail = inbound.port and inbound.kind in ("smtp", "lmtp")
    if config.web.url and takes_mail and config.web.listen == listens:
        yield f"web.listen: {listens} is where mail comes in, by inbound.port"
    watched = config.metrics.listen
    if watched and takes_mail and watched == listens:
        yield f"metrics.listen: {listens} is where mail comes in, by inbound.port"
    if watched and config.web.url and watched == config.web.listen:
        yield f"metrics.listen: {watched} is web.listen"


def find_settings_file(named: Path | None) -> Path:
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


def load_settings(path: Path) -> Config:
    """Return the settings of a file; its relative paths start from its own folder.

    Raises ConfigError with a line for each thing that is wrong.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as trouble:
        raise ConfigError(f"{path}: {trouble.strerror}") from trouble
    except UnicodeDecodeError as trouble:
        raise ConfigError(f"{path}: {trouble}") from trouble
    return parse_settings(text, path)


def parse_settings(text: str, path: Path) -> Config:
    """Return the settings that a file with this text at that place would make; see ``load``."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as trouble:
        raise ConfigError(_explain_toml_error(str(trouble), path, text)) from trouble
    for table, key, default in (("judge", "data", "data"), ("outbound", "folder", "sent")):
        keys = raw.setdefault(table, {})
        if isinstance(keys, dict):
            keys[key] = str(path.resolve().parent / str(keys.get(key, default)))
    for table, key in (("site", "folder"), ("outbound", "dkim_key")):
        if isinstance(keys := raw.get(table), dict) and keys.get(key):
            keys[key] = str(path.resolve().parent / str(keys[key]))
    return check_settings(raw, str(path), text)


_TWICE = re.compile(
    r"Cannot (?:declare \('(?P<table>[^']+)',\) twice|overwrite a value) \(at line (?P<line>\d+),.*"
)


def _explain_toml_error(message: str, path: Path, text: str) -> str:
    """Return what Python says of a file that is no TOML, in plain words where something stands in
    it twice."""
    repeated = _TWICE.fullmatch(message)
    if repeated is None:
        return f"{path}: {message}"
    where, table = f"{path}:{repeated['line']}", repeated["table"]
    if table is None:
        return f"{where}: that key stands in its section already"
    first = find_line_of_key(text, (table,))
    return f"{where}: [{table}] stands in line {first} already; put its lines below that one"


def check_settings(raw: Mapping[str, Any], source: str, text: str = "") -> Config:
    """Return the settings of these tables. Raises ConfigError, each line beginning with source.

    ``text`` is the file that they were read from: what stands there is named with its line.
    """
    if strays := [f"{source}: {stray}" for stray in _find_stray_variables()]:
        raise ConfigError("\n".join(strays))
    try:
        return Config(**raw)
    except SettingsError as trouble:
        raise ConfigError(f"{source}: {trouble}; name a key as JUDGE_LOG__LEVEL does") from None
    except (OSError, UnicodeDecodeError) as trouble:
        raise ConfigError(f"{source}: credentials: {trouble}") from None
    except ValidationError as trouble:
        sentences = [
            line for error in trouble.errors() for line in _describe_error(error).splitlines()
        ]
        raise ConfigError(
            "\n".join(f"{_write_place_of_key(line, source, text)}: {line}" for line in sentences)
        ) from None


def _write_place_of_key(line: str, source: str, text: str) -> str:
    """Return where a key was given that a line begins with: the environment, or the file."""
    key = re.split(r"[: ]", line, maxsplit=1)[0].split(".")
    name = f"JUDGE_{'__'.join(key)}".upper()
    if name in os.environ:
        return name
    line_number = find_line_of_key(text, tuple(key)) if text else 0
    return f"{source}:{line_number}" if line_number else source


def _find_stray_variables() -> Iterator[str]:
    """Yield what the environment names that is no setting, where nothing else would notice."""
    for name in os.environ:
        table, key, _ = name.lower().removeprefix("judge_").partition("__")
        if name.startswith("JUDGE_") and key and table not in Config.model_fields:
            yield f"{name} is no setting{suggest_name(table, Config.model_fields)}"
    overlay = os.environ.get(resources.OVERLAY)
    if overlay and not Path(overlay).is_dir():
        yield f"{resources.OVERLAY}: there is no folder {overlay}"


def _describe_error(error: Mapping[str, Any]) -> str:
    """Return what is wrong; a value is not quoted, for it may be a secret in the wrong place."""
    path = [str(step) for step in error["loc"]]
    key = ".".join(path)
    if not key:
        return str(error["msg"]).removeprefix("Value error, ")
    if error["type"] == "missing":
        return f"{key} is missing"
    if error["type"] == "extra_forbidden":
        return f"{key} is no setting{suggest_name(path[-1], _list_keys_of_section(path[:-1]))}"
    if error["type"] == "string_pattern_mismatch":
        return f"{key} will not do; {_PATTERNS[key]}"
    if error["type"] == "value_error":
        return f"{key} {error['ctx']['error']}"
    return f"{key}: {error['msg'][0].lower()}{error['msg'][1:]}"


def _list_keys_of_section(path: list[str]) -> list[str]:
    model: Any = Config
    for step in path:
        model = model.model_fields[step].annotation
    return list(model.model_fields)
