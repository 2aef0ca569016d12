"""How letters leave, by the settings."""

from __future__ import annotations

import os
from pathlib import Path

from judge.post.signing import SigningTransport
from judge.post.smtp_out import FolderTransport, SmtpTransport, Transport
from judge.service.settings import Config, ConfigError


def build_transport(config: Config) -> Transport:
    """Return how letters leave. Raises ConfigError if they cannot be signed as they should be."""
    out = config.outbound
    if out.kind == "folder":
        return FolderTransport(out.folder)
    way = SmtpTransport(out.host, out.port, out.starttls, out.user, out.password.get_secret_value())
    if out.dkim_key is None:
        return way
    domain = config.judge.address.rpartition("@")[2]
    try:
        signing = SigningTransport(way, domain, out.dkim_selector, out.dkim_key.read_bytes())
        signing.build_dkim_signature(b"From: a@example.org\r\n\r\n")
    except OSError as trouble:
        message = f"outbound.dkim_key: {out.dkim_key}: {trouble.strerror}"
        message += _explain_credential(out.dkim_key)
        raise ConfigError(message) from trouble
    except ValueError as trouble:
        raise ConfigError(f"outbound.dkim_key: {out.dkim_key}: {trouble}") from trouble
    return signing


def _explain_credential(key: Path) -> str:
    """Say, under a unit that hands on some files, how it hands on that of the key."""
    name = key.name
    return (
        f'; under a unit write dkim_key = "{name}", '
        f"and give the unit LoadCredential={name}:/etc/judge/{name}"
    ) * ("CREDENTIALS_DIRECTORY" in os.environ)
