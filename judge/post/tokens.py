"""Tokens of OAuth 2 in place of passwords, for mail servers (RFC 7628, XOAUTH2)."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from judge.model.errors import JudgeError

_PATIENCE = 30
"""Seconds in which a token has to be had."""

_EARLY, _USUAL = 60, 300
"""Seconds before its end from which a token is not used, and how long one lives that tells none."""


class TokenError(JudgeError, OSError):
    """No token is to be had; the text says why, and holds no secret."""


class TokenSource(Protocol):
    """Where tokens come from. Several threads may ask at once."""

    def fetch_access_token(self) -> str:
        """Return a token that is good now. Raises TokenError."""
        ...


class RefreshedTokens:
    """Tokens that a provider gives for a refresh token; each is used until it nearly ends."""

    def __init__(
        self,
        url: str,
        client: tuple[str, str],
        refresh_token: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url, self._client, self._refresh_token = url, client, refresh_token
        self._clock, self._one = clock, threading.Lock()
        self._token, self._until = "", 0.0

    def fetch_access_token(self) -> str:
        """Return a token that is good now. Raises TokenError."""
        with self._one:
            if not self._token or self._clock() >= self._until:
                answer = self._ask_provider()
                self._token = str(answer.get("access_token") or "")
                life = float(answer.get("expires_in") or _USUAL)
                self._until = self._clock() + max(life - _EARLY, life / 2)
            if not self._token:
                raise TokenError(f"{self._url} gives no access_token")
            return self._token

    def _ask_provider(self) -> dict[str, str]:
        name, secret = self._client
        form = {"grant_type": "refresh_token", "refresh_token": self._refresh_token}
        form |= {"client_id": name} if name else {}
        form |= {"client_secret": secret} if secret else {}
        try:
            with urlopen(Request(self._url, urlencode(form).encode()), timeout=_PATIENCE) as reply:
                answer = json.loads(reply.read())
        except HTTPError as trouble:
            raise TokenError(f"{self._url}: {trouble.code} {_read_error_code(trouble)}") from None
        except (OSError, ValueError) as trouble:
            raise TokenError(f"{self._url}: {getattr(trouble, 'reason', trouble)}") from None
        return answer if isinstance(answer, dict) else {}


class PrintedTokens:
    """Tokens that a program prints; it is asked for each connection."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)

    def fetch_access_token(self) -> str:
        """Return what the program prints. Raises TokenError."""
        try:
            done = subprocess.run(
                self._command, capture_output=True, text=True, timeout=_PATIENCE, check=True
            )
        except subprocess.CalledProcessError as trouble:
            raise TokenError(f"{self._command[0]} ended with {trouble.returncode}") from None
        except (OSError, subprocess.SubprocessError) as trouble:
            raise TokenError(f"{self._command[0]}: {type(trouble).__name__}") from None
        token = done.stdout.strip()
        if not token:
            raise TokenError(f"{self._command[0]} prints no token")
        return token


def write_bearer_response(user: str, token: str) -> str:
    """Return what a client of XOAUTH2 says first."""
    return f"user={user}\1auth=Bearer {token}\1\1"


def _read_error_code(trouble: HTTPError) -> str:
    """Return the code by which a provider says what is wrong (RFC 6749, 5.2)."""
    try:
        return str(json.loads(trouble.read()).get("error", ""))
    except (OSError, ValueError, AttributeError):
        return str(trouble.reason)
