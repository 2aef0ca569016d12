"""A Postfix of our own: on loopback, in a folder, set up by the steps of ``deploy/postfix``."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import socket
import subprocess
import textwrap
from contextlib import suppress
from pathlib import Path

import pytest

from tests.needs import needs
from tests.ports import free_port
from tests.waiting import WAIT, wait_until

PAGE = Path(__file__).parents[2] / "deploy/postfix/README.md"
JUDGE = "judge@club.example"
PROGRAMS = Path("/usr/lib/postfix/sbin")
QUEUE = (
    *("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold"),
    *("incoming", "private", "saved", "trace"),
)
SERVICES = """
{port}    inet  n - n - - smtpd
pickup    unix  n - n 60 1 pickup
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 300 1 qmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
flush     unix  n - n 1000? 0 flush
showq     unix  n - n - - showq
error     unix  - - n - - error
retry     unix  - - n - - error
proxymap  unix  - - n - - proxymap
lmtp      unix  - - n - - lmtp
local     unix  - n n - - local
anvil     unix  - - n - 1 anvil
scache    unix  - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
"""


def typed(section: str) -> list[str]:
    """Return the lines that a keeper types in a section of the page."""
    text = PAGE.read_text(encoding="utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
    blocks = re.findall(r"(?:^(?: {4}| {7}).+\n)+", text, re.MULTILINE)
    return "".join(textwrap.dedent(block) for block in blocks).splitlines()


class Postfix:
    """Takes mail of the domain ``club.example``, and of ``players.example`` for their mailboxes.

    The judge is at home in the first, by LMTP on ``judge``; the second's mail goes by LMTP to
    ``mailboxes``, which says for whom it has one. Mail to anywhere else comes back. Steps of the
    page that speak of ``left_out`` are not done.
    """

    def __init__(self, folder: Path, *, judge: int, mailboxes: int, left_out: str = "") -> None:
        needs("postfix", "postfix")
        if os.geteuid() != 0:
            pytest.skip("Postfix starts for root alone")
        self.folder, self.port, self.judge = folder, free_port(), judge
        folder.chmod(0o755)
        owner = pwd.getpwnam("postfix")
        for part in ("etc", "spool", "spool/pid", "lib", *(f"spool/{name}" for name in QUEUE)):
            (folder / part).mkdir()
        for part in ("lib", *(f"spool/{name}" for name in QUEUE)):
            os.chown(folder / part, owner.pw_uid, -1)
            (folder / part).chmod(0o700)
        for part in ("spool/public", "spool/maildrop"):
            (folder / part).mkdir()
            shutil.chown(folder / part, "postfix", "postdrop")
            (folder / part).chmod(0o730 if part == "spool/maildrop" else 0o710)
        self._write("aliases", "")
        self._write(
            "main.cf",
            f"""
compatibility_level = 3.6
queue_directory = {folder}/spool
data_directory = {folder}/lib
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
myhostname = mail.club.example
mydestination = club.example
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.1/32
smtpd_peername_lookup = no
disable_dns_lookups = yes
alias_maps = hash:{folder}/etc/aliases
alias_database = $alias_maps
virtual_mailbox_domains = players.example
virtual_transport = lmtp:inet:127.0.0.1:{mailboxes}
default_transport = error:no mail leaves this machine
""",
        )
        self._write("master.cf", SERVICES.format(port=self.port))
        self._run("postalias", f"{folder}/etc/aliases")
        for line in typed("Set it up"):
            if line != "postfix reload" and not (left_out and left_out in line):
                self._type(line).check_returncode()
        self._process: subprocess.Popen[bytes] | None = None

    def _write(self, name: str, text: str) -> None:
        (self.folder / "etc" / name).write_text(text)

    def _type(self, line: str) -> subprocess.CompletedProcess[str]:
        """Do what a line of the page does, to this Postfix."""
        for there, here in (
            ("/etc/postfix/", f"{self.folder}/etc/"),
            (" /etc/aliases", f" {self.folder}/etc/aliases"),
            (":8024", f":{self.judge}"),
            ("'localhost', 25", f"'127.0.0.1', {self.port}"),
        ):
            line = line.replace(there, here)
        own = {**os.environ, "MAIL_CONFIG": f"{self.folder}/etc"}
        return subprocess.run(
            ["/bin/sh", "-c", line], env=own, capture_output=True, text=True, check=False
        )

    def tried(self) -> str:
        """Send the mail that the page tries it with, and return what Postfix refuses it with."""
        (line,) = (
            line for line in typed("Try it with the judge stopped") if line.startswith("python3")
        )
        wait_until(self._listens, lambda: "Postfix does not listen")
        return self._type(line).stderr

    def _listens(self) -> bool:
        with suppress(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", self.port), timeout=WAIT).close()
            return True
        return False

    def _run(self, program: str, *words: str) -> None:
        subprocess.run([needs(program, "postfix"), "-c", self.folder / "etc", *words], check=True)

    def start(self) -> None:
        # Its master ends all of its process group when it is ended.
        self._process = subprocess.Popen(
            [PROGRAMS / "master", "-c", self.folder / "etc", "-d"], start_new_session=True
        )

    def close(self) -> None:
        """Stop, and leave nothing."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(WAIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def await_deferred(self) -> None:
        """Return when a mail could not be handed over and is kept."""
        kept = self.folder / "spool/deferred"
        wait_until(
            lambda: any(path.is_file() for path in kept.rglob("*")), lambda: "no mail is deferred"
        )

    def flush(self) -> None:
        """Try again now what could not be handed over."""
        self._run("postqueue", "-f")
