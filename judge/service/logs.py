"""What is written to standard error: a line each, or an object of JSON.

What went wrong in the same way again within a minute is counted and not written. That the database
is away is said in a line.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from sqlalchemy.exc import InterfaceError, OperationalError

_PAUSE = 60.0
_MOST = 1000
"""Seconds in which nothing is written twice; of how many different things that is known."""

_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))


@contextmanager
def with_log_ids(**ids: str) -> Iterator[None]:
    """Let all that is written meanwhile by this thread bear the ids of a ``game``, a ``mail``."""
    token = _about.set({**_about.get(), **ids})
    try:
        yield
    finally:
        _about.reset(token)


def configure_logging(level: str, form: str) -> None:
    """Write what is worth that ``level`` from now on, as ``lines`` or ``json``."""
    handler = logging.StreamHandler()
    handler.addFilter(RepeatFilter())
    handler.setFormatter(JsonFormatter() if form == "json" else LineFormatter())
    logging.basicConfig(handlers=[handler])
    logging.getLogger("judge").setLevel(level.upper())


class RepeatFilter(logging.Filter):
    """Lets the same warning pass once a minute, with the number of those that did not."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a record is written."""
        if record.levelno < logging.WARNING:
            return True
        _drop_traceback(record)
        kind = record.exc_info[0] if record.exc_info else None
        key = (record.name, record.levelno, record.getMessage(), kind)
        now = time.monotonic()
        with self._lock:
            written, kept_back = self._seen.get(key, (-_PAUSE, 0))
            if now - written < _PAUSE:
                self._seen[key] = written, kept_back + 1
                return False
            if len(self._seen) >= _MOST:
                self._seen.clear()
            self._seen[key] = now, 0
        record.again = kept_back
        return True


def _drop_traceback(record: logging.LogRecord) -> None:
    """Leave out where trouble with the database came from: it is no fault of the judge."""
    trouble = record.exc_info[1] if record.exc_info else None
    if isinstance(trouble, OperationalError | InterfaceError):
        message = str(trouble.orig).partition("\n")[0]
        record.msg, record.args = f"{record.getMessage()}: {message}", ()
        record.exc_info = record.exc_text = None


class LineFormatter(logging.Formatter):
    """Writes time, level, name and text in a line, below it where an error came from."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - named by logging
        """Return the line."""
        ids = "".join(f" {name}={value}" for name, value in _about.get().items())
        again = getattr(record, "again", 0)
        more = f" (and {again} times more)" if again else ""
        return f"{super().formatMessage(record)}{ids}{more}"


class JsonFormatter(logging.Formatter):
    """Writes a record as an object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object."""
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "where": record.name,
            "text": record.getMessage(),
            **_about.get(),
        }
        if again := getattr(record, "again", 0):
            fields["again"] = again
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)
