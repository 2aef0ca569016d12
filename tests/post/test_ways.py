"""Ways to mail servers: TLS from the start, STARTTLS, and tokens of OAuth 2, with small servers."""

from __future__ import annotations

import base64
import json
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from judge.post.imap_in import Mailbox, connect_to_mailbox
from judge.post.listening import describe_listener
from judge.post.smtp_out import NoWayOutError, SmtpTransport
from judge.post.tokens import PrintedTokens, RefreshedTokens, TokenError
from tests.needs import needs

USER, TOKEN = "judge@example.org", "ya29.good"
SAID = f"user={USER}\1auth=Bearer {TOKEN}\1\1"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key with a certificate of this machine's own."""
    file = tmp_path_factory.mktemp("tls") / "server.pem"
    command = [needs("openssl", "openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes"]
    command += ["-keyout", file, "-out", f"{file}.crt", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(command, check=True, capture_output=True)
    file.write_text(file.read_text() + Path(f"{file}.crt").read_text())
    return file


class Server:
    """Takes connections one after the other, with TLS from the start or when it is asked for it."""

    def __init__(self, kind: str, certificate: Path, *, tls: bool) -> None:
        self.heard: list[str] = []
        self._tag = ""
        self._kind, self._tls = kind, tls
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate)
        self._socket = socket.create_server(("localhost", 0))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._socket.accept()
                client.settimeout(10)
                if self._tls:
                    client = self._context.wrap_socket(client, server_side=True)
                self._talk(client)
                client.close()
            except OSError:
                if self._socket.fileno() < 0:
                    return

    def _talk(self, client: socket.socket) -> None:
        answer = {"smtp": self._smtp, "imap": self._imap}[self._kind]
        client.sendall(b"220 here\r\n" if self._kind == "smtp" else b"* OK here\r\n")
        file = client.makefile("rb")
        while line := file.readline():
            word = line.decode(errors="replace").rstrip("\r\n")
            self.heard.append(word)
            client.sendall(answer(word).encode())
            if "STARTTLS" in word.upper():
                client = self._context.wrap_socket(client, server_side=True)
                file = client.makefile("rb")

    def _smtp(self, word: str) -> str:
        verb = word.split(" ")[0].upper()
        if verb == "EHLO":
            return "250-here\r\n250-STARTTLS\r\n250 AUTH XOAUTH2 PLAIN\r\n"
        if verb == "AUTH":
            good = base64.b64decode(word.split(" ")[-1]).decode() == SAID
            return "235 good\r\n" if good else "334 e30=\r\n"
        if verb == "":
            return "535 5.7.8 the token is no good\r\n"
        return {"DATA": "354 go on\r\n", "STARTTLS": "220 go\r\n", "QUIT": "221 bye\r\n"}.get(
            verb, "250 good\r\n"
        )

    def _imap(self, word: str) -> str:
        tag, _, rest = word.partition(" ")
        verb = rest.split(" ")[0].upper()
        if not rest:
            good = base64.b64decode(word).decode() == SAID
            return f"{self._tag} {'OK' if good else 'NO'} done\r\n"
        self._tag = tag
        if verb == "CAPABILITY":
            return f"* CAPABILITY IMAP4rev1 STARTTLS AUTH=XOAUTH2 SASL-IR\r\n{tag} OK done\r\n"
        if verb == "AUTHENTICATE":
            return "+ \r\n" if len(rest.split()) < 3 else f"{tag} OK done\r\n"
        if verb == "SELECT":
            return (
                f"* 3 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 12] x\r\n{tag} OK done\r\n"
            )
        return f"{tag} OK done\r\n"

    def close(self) -> None:
        self._socket.close()


Open = Callable[..., Server]


@pytest.fixture
def serve(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.crt")
    servers = []

    def begin(kind: str, *, tls: bool = False) -> Server:
        servers.append(Server(kind, certificate, tls=tls))
        return servers[-1]

    yield begin
    for server in servers:
        server.close()


class Printed:
    """A token that is at hand."""

    def __init__(self, token: str = TOKEN) -> None:
        self.token = token

    def fetch_access_token(self) -> str:
        return self.token


def test_a_server_with_tls_from_the_start_gets_letters(serve: Open) -> None:
    server = serve("smtp", tls=True)
    way = SmtpTransport("localhost", server.port, tls=True, user=USER, tokens=Printed())
    way.check_server()
    way.send_mail("judge@example.org", "france@example.org", b"Subject: hello\r\n\r\nhello\r\n")
    assert [word for word in server.heard if word.upper().startswith("MAIL FROM:<JUDGE@")]


def test_a_token_is_given_after_starttls_and_refused_if_it_is_no_good(serve: Open) -> None:
    server = serve("smtp")
    way = SmtpTransport("localhost", server.port, True, user=USER, tokens=Printed())
    way.check_server()
    words = [word.split(" ")[0].upper() for word in server.heard]
    assert words.index("STARTTLS") < words.index("AUTH")
    bad = SmtpTransport("localhost", server.port, True, user=USER, tokens=Printed("old"))
    with pytest.raises(NoWayOutError, match=r"535 5\.7\.8 the token is no good"):
        bad.check_server()


def test_a_mailbox_is_read_by_starttls_and_a_token(serve: Open) -> None:
    server = serve("imap")
    box = Mailbox("localhost", USER, "", server.port, tls=False, starttls=True, tokens=Printed())
    client, validity, next_uid = connect_to_mailbox(box)
    client.shutdown()
    assert (validity, next_uid) == (7, 12)
    verbs = [word.split(" ")[1].upper() for word in server.heard if " " in word]
    assert verbs.index("STARTTLS") < verbs.index("AUTHENTICATE") < verbs.index("SELECT")
    assert any(base64.b64encode(SAID.encode()).decode() in word for word in server.heard)


def test_a_listener_of_the_wrong_kind_is_named(serve: Open) -> None:
    plain, secured = serve("smtp"), serve("imap", tls=True)
    with pytest.raises(NoWayOutError, match="an SMTP server answers there, without TLS"):
        SmtpTransport("localhost", plain.port, tls=True).check_server()
    with pytest.raises(NoWayOutError, match="an IMAP server answers there, with TLS from the"):
        SmtpTransport("localhost", secured.port, timeout=1).check_server()
    with pytest.raises(ConnectionError, match="an SMTP server answers there, without TLS"):
        connect_to_mailbox(Mailbox("localhost", USER, "", plain.port))
    assert describe_listener("localhost", 1) == ""


def test_tokens_are_got_for_a_refresh_token_and_used_until_they_end() -> None:
    asked: list[dict[str, list[str]]] = []

    class Provider(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode()))
            good = asked[-1]["refresh_token"] == ["refresh"]
            told = {"access_token": f"t{len(asked)}", "expires_in": 3600}
            self.send_response(200 if good else 400)
            self.end_headers()
            self.wfile.write(json.dumps(told if good else {"error": "invalid_grant"}).encode())

        def log_message(self, *about: object) -> None:
            """Nothing is written."""

    with HTTPServer(("127.0.0.1", 0), Provider) as provider:
        threading.Thread(target=provider.serve_forever, daemon=True).start()
        url, now = f"http://127.0.0.1:{provider.server_port}/token", [0.0]
        tokens = RefreshedTokens(url, ("judge", "secret"), "refresh", lambda: now[0])
        assert [tokens.fetch_access_token(), tokens.fetch_access_token()] == ["t1", "t1"]
        now[0] = 3550
        assert tokens.fetch_access_token() == "t2"
        assert asked[0] == {"grant_type": ["refresh_token"], "refresh_token": ["refresh"],
                            "client_id": ["judge"], "client_secret": ["secret"]}  # fmt: skip
        with pytest.raises(TokenError, match="400 invalid_grant") as refused:
            RefreshedTokens(url, ("judge", "secret"), "gone").fetch_access_token()
        assert "secret" not in str(refused.value) and "gone" not in str(refused.value)
        provider.shutdown()


def test_a_program_prints_a_token() -> None:
    assert PrintedTokens((sys.executable, "-c", "print('one')")).fetch_access_token() == "one"
    with pytest.raises(TokenError, match="ended with 3"):
        PrintedTokens((sys.executable, "-c", "raise SystemExit(3)")).fetch_access_token()
