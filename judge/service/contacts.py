"""How the judge stands with what it reaches over the network: its mailbox, and its mail server."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from judge.service.settings import Config

SILENCE = timedelta(minutes=2)
"""So long something may fail until that is told."""


class ContactState(NamedTuple):
    """How a contact stands: when it last went well, and what has failed since when, "" if nothing
    has."""

    name: str
    good_at: datetime | None = None
    trouble: str = ""
    since: datetime | None = None

    def is_lost(self, now: datetime) -> bool:
        """Say whether it has failed for so long that somebody has to be told."""
        return self.since is not None and now - self.since >= SILENCE


class Contact:
    """What is noted of a contact as it is used; several threads may do so at once."""

    def __init__(self, name: str, now: Callable[[], datetime]) -> None:
        self._now, self._one = now, threading.Lock()
        self._state = ContactState(name)

    @property
    def state(self) -> ContactState:
        """How it stands."""
        return self._state

    def note_contact(self, trouble: str) -> None:
        """Note that it went well just now, or what the trouble is."""
        with self._one:
            now, before = self._now(), self._state
            if not trouble:
                self._state = ContactState(before.name, now)
            else:
                self._state = before._replace(trouble=trouble, since=before.since or now)


class Outside(NamedTuple):
    """How a judge stands with what it reaches over the network, None where it has no such; and when
    it last took a mail."""

    mailbox: ContactState | None = None
    relay: ContactState | None = None
    mail_at: datetime | None = None

    @property
    def contacts(self) -> tuple[ContactState, ...]:
        """Those that there are."""
        return tuple(contact for contact in (self.mailbox, self.relay) if contact)


NOTHING_OUTSIDE = Outside()


class OutsideWatch:
    """Knows how the judge stands with its mailbox and its mail server."""

    def __init__(self, config: Config, now: Callable[[], datetime]) -> None:
        imap, out, self._now = config.imap, config.outbound, now
        self.mailbox = Contact(f"the mailbox of {imap.user} at {imap.host}", now)
        self.relay = Contact(f"the mail server {out.host}", now)
        self._is_mailbox_read = config.inbound.kind == "imap"
        self._is_relay_used = out.kind == "smtp"
        self._mail_at: datetime | None = None
        self._told: set[tuple[str, datetime | None]] = set()

    @property
    def state(self) -> Outside:
        """How all stands."""
        return Outside(
            self.mailbox.state if self._is_mailbox_read else None,
            self.relay.state if self._is_relay_used else None,
            self._mail_at,
        )

    def note_mail(self) -> None:
        """Note that a mail was taken charge of."""
        self._mail_at = self._now()

    def take_lost_contacts(self) -> list[ContactState]:
        """Return what has been lost since this was last asked, each once."""
        now = self._now()
        lost = [
            contact
            for contact in self.state.contacts
            if contact.is_lost(now) and (contact.name, contact.since) not in self._told
        ]
        self._told |= {(contact.name, contact.since) for contact in lost}
        return lost
