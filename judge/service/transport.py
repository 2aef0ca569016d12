"""How letters leave, by the settings."""

from __future__ import annotations

import os
from pathlib import Path

from judge.post.signing import Signing
from judge.post.smtp_out import Folder, Smtp, Transport
from judge.service.settings import Config, ConfigError


def way_out(config: Config) -> Transport:
    """Return how letters leave. Raises ConfigError if they cannot be signed as they should be."""
    out = config.outbound
    if out.kind == "folder":
        return Folder(out.folder)
    way = Smtp(out.host, out.port, out.starttls, out.user, out.password.get_secret_value())
    if out.dkim_key is None:
        return way
    domain = config.judge.address.rpartition("@")[2]
    try:
        signing = Signing(way, domain, out.dkim_selector, out.dkim_key.read_bytes())
        signing.signature(b"From: a@example.org\r\n\r\n")
    except OSError as trouble:
        told = f"outbound.dkim_key: {out.dkim_key}: {trouble.strerror}{_handed_on(out.dkim_key)}"
        raise ConfigError(told) from trouble
    except ValueError as trouble:
        raise ConfigError(f"outbound.dkim_key: {out.dkim_key}: {trouble}") from trouble
    return signing


def _handed_on(key: Path) -> str:
    """Say, under a unit that hands on some files, how it hands on that of the key."""
    name = key.name
    return (
        f'; under a unit write dkim_key = "{name}", '
        f"and give the unit LoadCredential={name}:/etc/judge/{name}"
    ) * ("CREDENTIALS_DIRECTORY" in os.environ)
