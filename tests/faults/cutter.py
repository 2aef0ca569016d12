"""Stands between the judge and its mailbox, and cuts connections in the middle."""

from __future__ import annotations

import random
import socket
import socketserver
import threading
from contextlib import suppress


class Cutter(socketserver.ThreadingTCPServer):
    """Passes on what is said to a server on this machine, and back; while it ``cuts``, the
    server's words end somewhere."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int, seed: int) -> None:
        super().__init__(("127.0.0.1", 0), _Between)
        self.behind, self.cuts = port, False
        self.chance = random.Random(seed)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Between(socketserver.BaseRequestHandler):
    server: Cutter
    request: socket.socket

    def handle(self) -> None:
        left = self.server.chance.randrange(100, 4000) if self.server.cuts else 10**12
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.server.behind)) as far:
            asking = threading.Thread(target=self._pass, args=(self.request, far, 10**12))
            asking.start()
            self._pass(far, self.request, left)
            for end in (far, self.request):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            asking.join()

    def _pass(self, source: socket.socket, target: socket.socket, left: int) -> None:
        with suppress(OSError):
            while left > 0 and (said := source.recv(min(left, 4096))):
                target.sendall(said)
                left -= len(said)
        with suppress(OSError):  # also where a judge died with something unread
            target.shutdown(socket.SHUT_WR)
