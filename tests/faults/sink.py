"""The mail server of all players: it takes letters, or stalls, drops, refuses and is away."""

from __future__ import annotations

import socketserver
import threading
import time
from collections import Counter
from contextlib import suppress
from difflib import unified_diff
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from itertools import islice

_END = b"\r\n.\r\n"

MOODS = ("well", "well", "well", "later", "stalls", "drops", "away")
"""``drops``: a letter is taken, and the connection cut before that is said."""


class Sink(socketserver.ThreadingTCPServer):
    """Takes letters; ``moods`` are changed by whoever tests."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 100

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Dialog)
        self.mood = "well"
        self.letters: dict[str, bytes] = {}
        self.times: Counter[str] = Counter()
        self.unlike: list[str] = []
        self._one = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def take(self, raw: bytes) -> None:
        head = BytesHeaderParser().parsebytes(raw.partition(b"\r\n\r\n")[0])["Message-ID"]
        with self._one:
            known = self.letters.setdefault(head, raw)
            if known != raw:
                changed = unified_diff(known.decode().splitlines(), raw.decode().splitlines(), n=0)
                self.unlike.append("\n".join((head, *islice(changed, 40))))
            self.times[head] += 1

    def read(self) -> dict[str, Message]:
        """Return the letters taken, by their ids."""
        with self._one:
            return {key: message_from_bytes(raw) for key, raw in self.letters.items()}


class _Dialog(socketserver.StreamRequestHandler):
    server: Sink

    def say(self, reply: str) -> None:
        self.wfile.write(reply.encode() + b"\r\n")

    def data(self) -> bytes | None:
        """Return a letter, None if the connection is cut before its end; nothing follows it."""
        raw = b"\r\n"
        while not raw.endswith(_END):
            more = self.rfile.read1(1 << 20)
            if not more:
                return None
            raw += more
        return raw.replace(b"\r\n..", b"\r\n.")[2 : 2 - len(_END)]

    def handle(self) -> None:
        with suppress(OSError):
            self.talk()

    def talk(self) -> None:
        if self.server.mood == "away":
            return
        self.say("220 sink")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.say("354 go on")
                raw = self.data()
                if raw is None:
                    return
                mood = self.server.mood
                if mood == "later":
                    self.say("451 later")
                    continue
                if mood == "stalls":
                    time.sleep(0.5)
                self.server.take(raw)
                if mood == "drops":
                    return
                self.say("250 taken")
            elif verb == b"QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok")
