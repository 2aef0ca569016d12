"""Mail is handed over with as few waits as the server allows."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from judge.post.smtp_out import DeliveryRefusedError, NoWayOutError, SmtpTransport
from tests.waiting import WAIT

TAKEN = ("250 ok", "250 ok", "354 go on", "250 taken")


class Eager:
    """A server that answers MAIL, RCPT and DATA only when it has all three."""

    def __init__(self, *mails: tuple[str, ...]) -> None:
        self.mails, self.heard, self.connections = mails, list[bytes](), 0
        self.listens = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listens.getsockname()[1]

    def serve(self) -> None:
        mails = iter(self.mails)
        while True:
            try:
                talk, _ = self.listens.accept()
            except OSError:
                return
            self.connections += 1
            with talk, talk.makefile("rb") as lines:
                self.talk(talk, lines, mails)

    def talk(
        self, talk: socket.socket, lines: Iterator[bytes], mails: Iterator[tuple[str, ...]]
    ) -> None:
        def say(*replies: str) -> None:
            talk.sendall("".join(f"{reply}\r\n" for reply in replies).encode())

        say("220 eager")
        for line in lines:
            verb = line[:4].upper()
            if verb == b"EHLO":
                say("250-eager", "250-SIZE", "250-DSN", "250 PIPELINING")
            elif verb == b"MAIL":
                *first, last = next(mails)
                self.heard += [line, next(lines), next(lines)]
                say(*first)
                if first[-1].startswith("421"):
                    return
                if first[-1].startswith("354"):
                    while (line := next(lines)) != b".\r\n":
                        self.heard.append(line)
                    say(last)
            else:
                say("250 ok" if verb == b"RSET" else "221 bye")


@contextmanager
def eager(*mails: tuple[str, ...]) -> Iterator[tuple[Eager, SmtpTransport]]:
    server = Eager(*mails)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    way = SmtpTransport("127.0.0.1", server.port, timeout=WAIT)
    try:
        yield server, way
    finally:
        way.close_connection()
        server.listens.shutdown(socket.SHUT_RDWR)
        server.listens.close()
        thread.join(WAIT)


def send(way: SmtpTransport, to: str = "x@example.org", raw: bytes = b"text\r\n") -> None:
    way.send_mail("judge@example.org", to, raw)


def test_commands_go_out_together_and_the_mail_arrives_as_it_is() -> None:
    with eager(TAKEN) as (server, way):
        send(way, raw=b"Subject: x\r\n\r\n.\r\n..two\r\nlast")
    assert server.heard == [
        b"MAIL FROM:<judge@example.org> RET=HDRS SIZE=28\r\n",
        b"RCPT TO:<x@example.org>\r\n",
        b"DATA\r\n",
        b"Subject: x\r\n",
        b"\r\n",
        b"..\r\n",
        b"...two\r\n",
        b"last\r\n",
    ]


@pytest.mark.parametrize("data", ["354 go on", "503 no recipients"])
@pytest.mark.parametrize(("reply", "permanent"), [("450 later", False), ("550 nobody", True)])
def test_nothing_is_said_to_nobody(reply: str, permanent: bool, data: str) -> None:
    with eager(("250 ok", reply, data, "554 no recipients"), TAKEN) as (server, way):
        with pytest.raises(DeliveryRefusedError) as caught:
            send(way, raw=b"secret\r\n")
        send(way, "y@example.org")
    assert (caught.value.permanent, caught.value.reply) == (permanent, reply)
    assert not caught.value.about_mail
    assert b"secret\r\n" not in server.heard
    assert server.heard[-1] == b"text\r\n"
    assert server.connections == 1


@pytest.mark.parametrize("replies", [("250 ok", "250 ok", "452 full"), (*TAKEN[:3], "554 spam")])
def test_a_mail_itself_may_be_refused(replies: tuple[str, ...]) -> None:
    if len(replies) == 3:
        replies += ("",)
    with eager(replies, TAKEN) as (server, way):
        with pytest.raises(DeliveryRefusedError) as caught:
            send(way)
        send(way)
    assert caught.value.about_mail
    assert caught.value.permanent == replies[3].startswith("554")
    assert server.connections == 1


@pytest.mark.parametrize(
    "replies",
    [
        ("530 log in first", "503 no sender", "503 no sender", ""),
        ("421 busy", ""),
        ("250 ok", "421 busy", ""),
        ("250 ok", "250 ok", "421 busy", ""),
    ],
)
def test_a_server_that_takes_nothing_is_no_recipients_fault(replies: tuple[str, ...]) -> None:
    with eager(replies, TAKEN) as (server, way):
        with pytest.raises(NoWayOutError, match=r"log in first|busy"):
            send(way)
        send(way)
    assert server.connections == 2
