"""Tells what listens at a port, where it is not what was looked for."""

from __future__ import annotations

import socket
import ssl

_GREETINGS = (
    (b"220", "an SMTP server"),
    (b"* OK", "an IMAP server"),
    (b"* PREAUTH", "an IMAP server"),
    (b"* BYE", "an IMAP server"),
    (b"+OK", "a POP3 server"),
    (b"SSH-", "an SSH server"),
)
"""How servers begin, and what they are then."""

_PATIENCE = 3.0
"""Seconds in which a server should have said its first word."""


def describe_listener(host: str, port: int, patience: float = _PATIENCE) -> str:
    """Return in words what answers at a port and whether TLS begins at once there, "" if nothing
    can be said of it."""
    try:
        with socket.create_connection((host, port), timeout=patience) as client:
            greeting = _read_greeting(client)
        if greeting:
            return f"{_name_server(greeting)} answers there, without TLS from the start"
        with socket.create_connection((host, port), timeout=patience) as client:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            with context.wrap_socket(client, server_hostname=host) as secured:
                name = _name_server(_read_greeting(secured))
                return f"{name} answers there, with TLS from the start"
    except OSError:
        return ""


def _read_greeting(client: socket.socket) -> bytes:
    try:
        return client.recv(200)
    except TimeoutError:
        return b""


def _name_server(greeting: bytes) -> str:
    names = (name for begins, name in _GREETINGS if greeting.startswith(begins))
    return next(names, "another server" if greeting else "a server that waits")
