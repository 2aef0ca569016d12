"""Mail programs as people use them: each sends by a mail server, and reads its mailbox by IMAP."""

from __future__ import annotations

import os
import pty
import select
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from tests.needs import needs
from tests.post.dovecot import PASSWORD, Dovecot
from tests.waiting import WAIT, wait_until


class Client:
    """Somebody with a mailbox and a program, who writes mails and answers the newest letter."""

    program = ""

    def __init__(self, folder: Path, name: str, smtp: int, mailboxes: Dovecot) -> None:
        self.path = needs(self.program, self.program)
        self.folder, self.name, self.smtp, self.imap = folder, name, smtp, mailboxes.imap
        self.address = f"{name}@players.example"
        self.mails = mailboxes.folder / "mail" / self.address
        self.read = {_name(path) for path in self._files()}
        self.before = len(self.read)

    def write(self, to: str, subject: str, text: str) -> None:
        """Send a new mail."""
        raise NotImplementedError

    def answer(self, text: str) -> None:
        """Answer the newest letter, with the letter quoted as the program does that."""
        raise NotImplementedError

    def letters(self) -> list[EmailMessage]:
        """Return all that was ever delivered, the oldest first."""
        return [_read(path) for path in sorted(self._files(), key=_age)]

    def next(self, subject: str = "") -> str:
        """Wait for a further letter whose subject ends so, and return its text."""
        texts: list[str] = []

        def came() -> bool:
            with suppress(FileNotFoundError):  # a mail program has just moved it
                for path in sorted(self._files(), key=_age):
                    if _name(path) in self.read:
                        continue
                    letter = _read(path)
                    self.read.add(_name(path))
                    body = letter.get_body(("plain",))
                    if str(letter["Subject"]).endswith(subject) and body is not None:
                        texts.append(str(body.get_content()))
                        return True
            return False

        wait_until(came, lambda: f"{len(self.read)} letters to {self.name}, none {subject!r}")
        return texts[0]

    def _files(self) -> list[Path]:
        """Where the letters lie, in no order."""
        return [path for part in ("new", "cur") for path in (self.mails / part).glob("*")]

    def _run(self, *words: str, text: str = "") -> None:
        done = subprocess.run(
            [self.path, *words],
            input=text,
            env={**os.environ, "HOME": str(self.folder)},
            capture_output=True,
            text=True,
            timeout=WAIT,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def _read(path: Path) -> EmailMessage:
    mail = message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def _name(path: Path) -> str:
    """What a letter is called as long as it is there: a program writes its marks behind it."""
    return path.name.partition(":")[0]


def _age(path: Path) -> tuple[int, str]:
    return path.stat().st_mtime_ns, path.name


class Swaks(Client):
    """What somebody types who answers with no mail program at all."""

    program = "swaks"

    def write(self, to: str, subject: str, text: str) -> None:
        self._send(to, subject, text)

    def answer(self, text: str) -> None:
        letter = self.letters()[-1]
        about = "--add-header", f"In-Reply-To: {letter['Message-ID']}"
        self._send(str(letter["Reply-To"]), f"Re: {letter['Subject']}", text, about)

    def _send(self, to: str, subject: str, text: str, more: Sequence[str] = ()) -> None:
        server = "--server", f"127.0.0.1:{self.smtp}"
        people = "--from", self.address, "--to", to
        self._run(*server, *people, "--h-Subject", subject, *more, "--body", "-", text=text)


class Mutt(Client):
    """mutt, which is given its keys through a terminal where it answers."""

    program = "mutt"

    def __init__(self, folder: Path, name: str, smtp: int, mailboxes: Dovecot) -> None:
        super().__init__(folder, name, smtp, mailboxes)
        self.settings = folder / "muttrc"
        self.settings.write_text(
            f"""
set from="{self.address}" use_envelope_from=no hostname=players.example
set smtp_url="smtp://127.0.0.1:{smtp}" ssl_starttls=no ssl_force_tls=no
set imap_user="{self.address}" imap_pass="{PASSWORD}"
set folder="imap://127.0.0.1:{self.imap}/" spoolfile="=INBOX"
set editor="{folder}/editor"
set record="" header_cache="" message_cachedir="" sleep_time=0
# As many people set it, so that there are no questions.
set fast_reply reply_to=yes include=yes autoedit abort_unmodified=no
"""
        )
        editor = folder / "editor"
        # mutt asks about what seems written after it looked: its clock may be a tick behind.
        editor.write_text(
            f'#!/bin/sh\ncat {folder}/typed "$1" >"$1.new" && mv "$1.new" "$1"\n'
            'touch -t 200001010000 "$1"\n'
        )
        editor.chmod(0o755)

    def write(self, to: str, subject: str, text: str) -> None:
        self._run("-F", str(self.settings), "-s", subject, to, text=text)

    def answer(self, text: str) -> None:
        (self.folder / "typed").write_text(f"{text}\n\n")
        keys = 'push "<last-entry><reply><send-message><exit>"'
        outer, inner = pty.openpty()
        process = subprocess.Popen(
            [self.path, "-F", self.settings, "-e", keys],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={**os.environ, "HOME": str(self.folder), "TERM": "vt100"},
            start_new_session=True,
        )
        os.close(inner)
        shown = b""
        with suppress(OSError):  # which is how a terminal says that nobody writes to it any more
            while select.select([outer], [], [], WAIT)[0]:
                shown += os.read(outer, 4096)
        os.close(outer)
        process.kill()
        assert process.wait(WAIT) == 0, shown.decode(errors="replace")


class Snail(Client):
    """s-nail, the mailx of Debian; as it comes it answers to no Reply-To."""

    program = "s-nail"

    def write(self, to: str, subject: str, text: str) -> None:
        self._run(*self._settings(), "-s", subject, to, text=text)

    def answer(self, text: str) -> None:
        user = self.address.replace("@", "%40")
        inbox = f"imap://{user}:{PASSWORD}@127.0.0.1:{self.imap}/INBOX"
        self._run(
            *self._settings("quote", "imap-auth=login"),
            *("-#", "-f", inbox),
            text=f"reply $\n{text}\n~.\nexit\n",
        )

    def _settings(self, *more: str) -> list[str]:
        server = f"mta=smtp://127.0.0.1:{self.smtp}", "smtp-auth=none", "sendwait"
        given = "v15-compat", f"from={self.address}", *server, *more
        return ["-:/", *(word for each in given for word in ("-S", each))]
