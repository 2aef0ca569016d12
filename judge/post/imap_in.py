"""Fetches mail from an IMAP mailbox, by IDLE where the server has it.

A message is marked seen, or moved away, only when it is safe; until then every connection finds
it again. A message that comes twice is known by its identity.
"""

from __future__ import annotations

import logging
import selectors
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from imapclient import IMAPClient

from judge.post.bounds import BOUNDS
from judge.post.incoming import Accept, Envelope, NoRoomError
from judge.post.listening import describe_listener
from judge.post.tokens import TokenSource

_log = logging.getLogger(__name__)
_SILENT = 3
"""How often running a connection may be readable without a word before it counts as dead."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """Which mailbox to read, and how.

    Read messages are moved to ``done``, or marked seen where that is ""; too large ones to
    ``failed`` where that is set, and only their beginning is handed over. Both folders are made if
    they are missing. With ``starttls`` TLS begins once the server has spoken; ``tokens`` are for a
    server that takes these in place of a password. ``renew`` is after how many seconds IDLE is
    begun anew (or the mailbox looked into, without IDLE), ``retry`` how long to wait after a
    failure at first, ``patience`` at most.
    """

    host: str
    user: str
    password: str
    port: int = 993
    tls: bool = True
    folder: str = "INBOX"
    done: str = ""
    failed: str = ""
    limit: int = BOUNDS.max_mail_bytes
    timeout: float = 30
    renew: float = 300
    retry: float = 5
    patience: float = 300
    starttls: bool = False
    tokens: TokenSource | None = None

    @property
    def name(self) -> str:
        """Which mailbox of which server it is."""
        return f"{self.user}@{self.host}:{self.port}/{self.folder}"


FirstMessage = Callable[[int, int], int]
"""Returns the UID from which on messages are read, for the UIDVALIDITY of the mailbox and the UID
that comes next."""


def connect_to_mailbox(box: Mailbox) -> tuple[IMAPClient, int, int]:
    """Return a connection to a mailbox, its UIDVALIDITY, and the UID that comes next.

    Where that cannot be, what answers there is in the error, if it is not what was looked for.
    """
    try:
        client = IMAPClient(box.host, port=box.port, ssl=box.tls, timeout=box.timeout)
    except (ssl.SSLError, TimeoutError) as trouble:
        found = describe_listener(box.host, box.port)
        raise ConnectionError(f"{trouble}; {found}" if found else f"{trouble}") from trouble
    try:
        if box.starttls:
            client.starttls(ssl.create_default_context())
        if box.tokens is not None:
            client.oauth2_login(box.user, box.tokens.fetch_access_token())
        else:
            client.login(box.user, box.password)
        for folder in filter(None, (box.done, box.failed)):
            if not client.folder_exists(folder):
                client.create_folder(folder)
        selected = client.select_folder(box.folder)
    except BaseException:
        with suppress(OSError):  # it may be closed already; what went wrong before is to be told
            client.shutdown()
        raise
    return client, int(selected.get(b"UIDVALIDITY", 0)), int(selected.get(b"UIDNEXT", 1))


class Poller:
    """Hands every mail of a mailbox to ``accept``, until it is stopped.

    ``first`` says from which message on; ``witness`` is told after each look into the mailbox what
    the trouble is, "" if there is none.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        accept: Accept,
        first: FirstMessage = lambda validity, next_uid: 0,
        witness: Callable[[str], None] = lambda trouble: None,
    ) -> None:
        self._mailbox, self._accept = mailbox, accept
        self._first_message, self._witness = first, witness
        self._first = 0
        self._stop = threading.Event()
        self._pause = mailbox.retry
        self._woken, self._waker = socket.socketpair()
        self._left: dict[int, float] = {}
        """Messages that were not taken for now, and until when they are left where they are."""

    def stop(self) -> None:
        """Ask ``run`` to return soon; may be called from any thread."""
        self._stop.set()
        self._waker.send(b"!")

    def run(self) -> None:
        """Fetch mail until stopped, whatever goes wrong; after failures with growing pauses."""
        while not self._stop.is_set():
            try:
                with self._connect_to_mailbox() as client:
                    while not self._stop.is_set():
                        self._take_mail_and_wait(client)
            except Exception as error:
                # What a server says may lead the libraries to any exception, not to theirs alone.
                host, pause = self._mailbox.host, self._pause
                _log.warning("mailbox %s: %r, again in %g s", host, error, pause)
                self._witness(f"{error}" or repr(error))
                self._pause_after_failure()

    def _pause_after_failure(self) -> None:
        """Wait after a failure, each time longer until all is well again."""
        self._stop.wait(self._pause)
        self._pause = min(self._pause * 2, self._mailbox.patience)

    def _connect_to_mailbox(self) -> IMAPClient:
        client, validity, next_uid = connect_to_mailbox(self._mailbox)
        try:
            self._first = self._first_message(validity, next_uid)
            if left := sum(uid < self._first for uid in self._list_waiting_messages(client)):
                _log.warning(
                    "%d messages were in %s before the judge: they are left there",
                    left,
                    self._mailbox.folder,
                )
        except BaseException:
            client.shutdown()
            raise
        return client

    def _list_waiting_messages(self, client: IMAPClient) -> list[int]:
        wanted = ["UNDELETED"] if self._mailbox.done else ["UNSEEN", "UNDELETED"]
        return [int(uid) for uid in client.search(wanted)]

    def _take_mail_and_wait(self, client: IMAPClient) -> None:
        """Take the waiting messages, then wait until there may be more."""
        self._was_mail_announced(client)
        all_taken = self._take_waiting_mail(client)
        if all_taken:
            self._pause = self._mailbox.retry
        self._witness("" if all_taken else "mails cannot be taken charge of: see the log")
        if self._stop.is_set() or (all_taken and self._was_mail_announced(client)):
            return
        if not all_taken:
            self._pause_after_failure()
        elif client.has_capability("IDLE"):
            self._wait_for_news(client)
        else:
            self._stop.wait(self._mailbox.renew)
        client.noop()

    def _was_mail_announced(self, client: IMAPClient) -> bool:
        """Say whether mail was announced since this was last asked.

        What the server announced along with an answer, it will not announce again in IDLE.
        """
        _, announced = client._imap.response("EXISTS")
        return bool(announced != [None])

    def _take_waiting_mail(self, client: IMAPClient) -> bool:
        """Take every waiting message once; say whether all could be taken.

        One for which there is no room is left, and holds up no other.
        """
        box = self._mailbox
        all_taken = True
        waiting = [uid for uid in self._list_waiting_messages(client) if uid >= self._first]
        self._left = {uid: until for uid, until in self._left.items() if uid in waiting}
        for uid in waiting:
            if self._stop.is_set():
                break
            if time.monotonic() < self._left.get(uid, 0):
                continue
            size = client.fetch([uid], ["RFC822.SIZE"]).get(uid, {}).get(b"RFC822.SIZE")
            if size is None:  # gone meanwhile
                continue
            large = size > box.limit
            if large:
                _log.warning("message %d of %d bytes is too large to read", uid, size)
            # Of one that is too large just enough is taken to see that, and whom to tell.
            part = f"<0.{box.limit + 1}>" if large else ""
            fetched = client.fetch([uid], [f"BODY.PEEK[]{part}"]).get(uid, {})
            raw = fetched.get(b"BODY[]<0>" if large else b"BODY[]")
            if raw is None:
                continue
            try:
                self._accept(raw, Envelope(via="imap"))
            except NoRoomError:
                self._left[uid] = time.monotonic() + box.renew
                continue
            except Exception:
                _log.exception("message %d could not be taken charge of", uid)
                all_taken = False
                continue
            self._mark_or_move_message(client, uid, (large and box.failed) or box.done)
        return all_taken

    def _mark_or_move_message(self, client: IMAPClient, uid: int, folder: str) -> None:
        if not folder:
            client.add_flags([uid], [rb"\Seen"])
        elif client.has_capability("MOVE"):
            client.move([uid], folder)
        else:
            client.copy([uid], folder)
            client.add_flags([uid], [rb"\Deleted"])

    def _wait_for_news(self, client: IMAPClient) -> None:
        """Wait for news, the end of the interval or the stop."""
        client.idle()
        with selectors.DefaultSelector() as watch:
            watch.register(client.socket(), selectors.EVENT_READ)
            watch.register(self._woken, selectors.EVENT_READ)
            silent = 0
            while silent < _SILENT and not self._has_buffered_news(client):
                ready = {key.fileobj for key, _ in watch.select(self._mailbox.renew)}
                if client.socket() not in ready:
                    break
                # idle_check answers at once with nothing, for ever, when the server has gone.
                news = client.idle_check(timeout=0)
                if any(item[0] == b"BYE" for item in news):
                    raise ConnectionResetError("the server said goodbye")
                if any(len(item) > 1 and item[1] in (b"EXISTS", b"RECENT") for item in news):
                    break
                silent = 0 if news else silent + 1
        if silent == _SILENT:
            raise ConnectionResetError("the server has gone")
        client.idle_done()

    def _has_buffered_news(self, client: IMAPClient) -> bool:
        """Say whether news was read along with an earlier answer, where no selector sees it."""
        connection = client.socket()
        connection.setblocking(False)
        try:
            return bool(client._imap.file.peek(1))
        except OSError:
            return False
        finally:
            connection.settimeout(self._mailbox.timeout)
