"""Tokens of OAuth 2 and TLS with a real Dovecot, which asks a provider about each token."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from imapclient.exceptions import LoginError

from judge.post.imap_in import Mailbox, connect_to_mailbox
from judge.post.tokens import PrintedTokens, RefreshedTokens, TokenError
from tests.needs import needs
from tests.post.dovecot import PASSWORD, USER, Dovecot, Secured
from tests.waiting import wait_until


class Provider(ThreadingHTTPServer):
    """Gives tokens for one refresh token, and knows which are good, and whose they are."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.good = dict[str, str]()
        self.asked = list[str]()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{path}"


class _Answers(BaseHTTPRequestHandler):
    server: Provider

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {key: values[0] for key, values in parse_qs(body).items()}
        self.server.asked.append(self.path)
        if self.path == "/token":
            good = form.get("refresh_token") == "refresh"
            token = f"token{len(self.server.good)}"
            if good:
                self.server.good[token] = USER
            told = {"access_token": token, "expires_in": 3600} if good else {"error": "invalid"}
            self._tell(200 if good else 400, told)
        else:
            whose = self.server.good.get(form.get("token", ""))
            self._tell(200, {"active": whose is not None, "username": whose or ""})

    def _tell(self, code: int, told: dict[str, object]) -> None:
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())

    def log_message(self, *about: object) -> None:
        """Nothing is written."""


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as server:
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def dovecot(provider: Provider) -> Iterator[Dovecot]:
    folder = Path(tempfile.mkdtemp(prefix="do", dir="/tmp"))
    file = folder / "server.pem"
    command = [needs("openssl", "openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes"]
    command += ["-keyout", file, "-out", f"{file}.crt", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(command, check=True, capture_output=True)
    file.write_text(file.read_text() + Path(f"{file}.crt").read_text())
    server = Dovecot(folder, (USER, "other@example.org"), Secured(file, provider.url("about")))
    server.start()
    wait_until(lambda: _logs_in(server), lambda: "nobody can log in")
    yield server
    server.close()


def _logs_in(server: Dovecot) -> bool:
    try:
        server.client().shutdown()
    except LoginError:  # its processes have only begun
        return False
    return True


@pytest.fixture(autouse=True)
def trusted(dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(dovecot.folder / "server.pem.crt"))


def mailbox(dovecot: Dovecot, way: str, **more: object) -> Mailbox:
    port = dovecot.imaps if way == "tls" else dovecot.imap
    ways = {"tls": way == "tls", "starttls": way == "starttls"}
    return Mailbox("localhost", USER, "", port, **ways, **more)  # type: ignore[arg-type]  # as keys


@pytest.mark.parametrize("way", ["tls", "starttls"])
def test_a_mailbox_of_dovecot_is_read_with_a_token(
    dovecot: Dovecot, provider: Provider, way: str
) -> None:
    tokens = RefreshedTokens(provider.url("token"), ("judge", ""), "refresh")
    provider.asked.clear()
    for _ in range(2):
        client, validity, next_uid = connect_to_mailbox(mailbox(dovecot, way, tokens=tokens))
        assert client.folder_exists("INBOX") and validity and next_uid
        client.logout()
    assert provider.asked.count("/token") == 1 and "/about" in provider.asked


@pytest.mark.parametrize("way", ["tls", "starttls"])
def test_a_token_that_is_no_good_or_anothers_opens_nothing(
    dovecot: Dovecot, provider: Provider, way: str
) -> None:
    provider.good["theirs"] = "other@example.org"
    for token in ("made-up", "theirs"):
        tokens = PrintedTokens(("/bin/echo", token))
        with pytest.raises(LoginError) as refused:
            connect_to_mailbox(mailbox(dovecot, way, tokens=tokens))
        assert token not in str(refused.value)
    with pytest.raises(TokenError, match="400 invalid"):
        gone = RefreshedTokens(provider.url("token"), ("judge", ""), "gone")
        connect_to_mailbox(mailbox(dovecot, way, tokens=gone))


@pytest.mark.parametrize("way", ["tls", "starttls"])
def test_a_password_is_taken_by_tls_too(dovecot: Dovecot, way: str) -> None:
    client, _, next_uid = connect_to_mailbox(replace(mailbox(dovecot, way), password=PASSWORD))
    client.logout()
    assert next_uid
    with pytest.raises(LoginError):
        connect_to_mailbox(replace(mailbox(dovecot, way), password="wrong"))


def test_a_server_whose_certificate_nobody_knows_is_told_no_token(
    dovecot: Dovecot, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    provider.asked.clear()
    tokens = RefreshedTokens(provider.url("token"), ("judge", ""), "refresh")
    for way in ("tls", "starttls"):
        with pytest.raises((OSError, ConnectionError), match="certificate"):
            connect_to_mailbox(mailbox(dovecot, way, tokens=tokens))
    assert provider.asked == []
