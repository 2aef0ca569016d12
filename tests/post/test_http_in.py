"""The little web server, over its socket."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection

import pytest

from judge.post import http_in, listening
from judge.post.http_in import HttpAnswer, Web
from tests.waiting import WAIT, wait_until


def respond(method: str, path: str) -> HttpAnswer:
    if path == "/broken":
        raise ZeroDivisionError
    return HttpAnswer(HTTPStatus.OK, f"<p>{method} {path}")


@pytest.fixture
def web() -> Iterator[Web]:
    web = Web("127.0.0.1", 0, respond)
    web.start()
    yield web
    web.stop()


def ask(web: Web, method: str, path: str, body: str = "") -> tuple[int, str]:
    """Ask as a browser would, and return the status and the page."""
    browser = HTTPConnection("127.0.0.1", web.port, timeout=WAIT)
    browser.request(method, path, body or None)
    answer = browser.getresponse()
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    return answer.status, answer.read().decode()


def said(web: Web, request: bytes) -> bytes:
    """Return all that is answered to these bytes, until the line is closed or cut."""
    answer = b""
    with (
        suppress(ConnectionResetError),
        socket.create_connection(("127.0.0.1", web.port), timeout=WAIT) as line,
    ):
        line.sendall(request)
        while more := line.recv(4096):
            answer += more
    return answer


def test_requests_are_answered(web: Web) -> None:
    assert ask(web, "GET", "/x?y") == (200, "<p>GET /x?y")
    assert ask(web, "POST", "/x", "List-Unsubscribe=One-Click") == (200, "<p>POST /x")
    assert ask(web, "HEAD", "/x") == (200, "")


def test_what_is_no_request_is_told_so(web: Web, caplog: pytest.LogCaptureFixture) -> None:
    assert ask(web, "PUT", "/x")[0] == 405
    assert ask(web, "POST", "/x", "x" * 9000)[0] == 400
    assert ask(web, "GET", f"/{'x' * 9000}")[0] == 400
    for bad in (b"\0\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/1.1\r\nno field\r\n\r\n"):
        assert said(web, bad).startswith(b"HTTP/1.1 400 ")
    assert said(web, b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    assert not caplog.records
    assert ask(web, "GET", "/broken")[0] == 503
    assert "could not be answered" in caplog.text


def test_who_is_slow_or_one_too_many_is_sent_away(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_in, "_SECONDS", 0.05)
    assert said(web, b"GET / HTTP/1.1\r\n") == b"", "the rest never comes"
    monkeypatch.setattr(http_in, "_SECONDS", WAIT)
    lines = [socket.create_connection(("127.0.0.1", web.port), timeout=WAIT) for _ in range(20)]
    for line in lines:
        line.sendall(b"GET / HTTP/1.1\r\n")
    wait_until(lambda: said(web, b"GET / HTTP/1.1\r\n\r\n") == b"", lambda: "served")
    monkeypatch.setattr(listening, "QUIET", 0.0)
    assert said(web, b"GET / HTTP/1.1\r\n\r\n") != b"", "who says nothing makes room"
    for line in lines:
        line.close()
