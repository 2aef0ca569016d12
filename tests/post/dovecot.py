"""A Dovecot of our own: on loopback, in a folder, as whoever runs the tests."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import smtplib
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from imapclient import IMAPClient

from tests.needs import needs
from tests.ports import free_port
from tests.waiting import WAIT, wait_until

PACKAGES = "dovecot-core dovecot-imapd dovecot-lmtpd"
USER, PASSWORD = "judge@example.org", "not-a-secret"


class Secured(NamedTuple):
    """A certificate with its key, and where Dovecot asks whether a token is good (RFC 7662)."""

    certificate: Path
    introspection: str


class Dovecot:
    """Serves mailboxes by IMAP, and takes mail for them by LMTP."""

    def __init__(
        self, folder: Path, users: Sequence[str] = (USER,), secured: Secured | None = None
    ) -> None:
        self.program = needs("dovecot", PACKAGES)
        # Dovecot's sockets need a short path, and its processes a way down to it.
        self.folder = folder
        self.imap, self.lmtp = free_port(), free_port()
        # As root its mail is that of nobody: root's own is not served.
        root = os.geteuid() == 0
        account = pwd.getpwnam("nobody") if root else pwd.getpwuid(os.geteuid())
        inner = "dovecot" if root else account.pw_name
        login = "dovenull" if root else account.pw_name
        group = grp.getgrgid(pwd.getpwnam(inner).pw_gid).gr_name
        folder.chmod(0o755)
        for part in ("run", "state", "log", "mail"):
            (folder / part).mkdir(mode=0o755)
        os.chown(folder / "mail", account.pw_uid, account.pw_gid)
        (folder / "users").write_text(
            "".join(f"{user}:{{PLAIN}}{PASSWORD}::::::\n" for user in users)
        )
        self.config = folder / "dovecot.conf"
        self.imaps = free_port() if secured else 0
        more = self._secure(secured) if secured else "ssl = no\nauth_mechanisms = plain login\n"
        self.config.write_text(
            f"""
{more}
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log/dovecot.log
default_internal_user = {inner}
default_internal_group = {group}
default_login_user = {login}
protocols = imap lmtp
listen = 127.0.0.1
disable_plaintext_auth = no
mail_location = maildir:{folder}/mail/%u
first_valid_uid = 1
mail_uid = {account.pw_uid}
mail_gid = {account.pw_gid}
recipient_delimiter = +
passdb {{
  driver = passwd-file
  args = scheme=plain username_format=%u {folder}/users
}}
userdb {{
  driver = passwd-file
  args = username_format=%u {folder}/users
  override_fields = uid={account.pw_uid} gid={account.pw_gid} home={folder}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {self.imap}
  }}
  inet_listener imaps {{
    port = {self.imaps}
    ssl = {"yes" if secured else "no"}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {self.lmtp}
  }}
}}
namespace inbox {{
  inbox = yes
  mailbox Done {{
    auto = create
  }}
  mailbox Failed {{
    auto = create
  }}
}}
"""
        )
        self._process: subprocess.Popen[bytes] | None = None

    def _secure(self, secured: Secured) -> str:
        """Return the settings by which it speaks TLS, and takes tokens of OAuth 2."""
        file = self.folder / "oauth2.conf"
        file.write_text(
            f"introspection_mode = post\nintrospection_url = {secured.introspection}\n"
            "username_attribute = username\nactive_attribute = active\nactive_value = true\n"
        )
        return f"""
ssl = yes
ssl_cert = <{secured.certificate}
ssl_key = <{secured.certificate}
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {file}
}}
"""

    def start(self) -> None:
        bound = [needs("setpriv", "util-linux"), "--pdeathsig=TERM"]
        self._process = subprocess.Popen([*bound, self.program, "-F", "-c", str(self.config)])
        for port in (self.imap, self.lmtp):
            self._await(port)

    def _await(self, port: int) -> None:
        log = self.folder / "log/dovecot.log"

        def answers() -> bool:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
                    return bool(client.recv(1))
            except OSError:
                assert self._process is not None and self._process.poll() is None, log.read_text()
                return False

        wait_until(answers, lambda: "Dovecot does not answer")

    def stop(self) -> None:
        """Stop at once: connections are dropped."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(WAIT)
            self._process = None

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def deliver(self, raw: bytes) -> None:
        with smtplib.LMTP("127.0.0.1", self.lmtp) as client:
            client.sendmail("france@example.org", [USER], raw)

    def client(self) -> IMAPClient:
        client = IMAPClient("127.0.0.1", port=self.imap, ssl=False, timeout=WAIT)
        client.login(USER, PASSWORD)
        return client

    def await_mails(self, user: str, number: int) -> None:
        """Return when there are so many new mails in a mailbox."""
        new = self.folder / "mail" / user / "new"
        wait_until(
            lambda: len(list(new.glob("*"))) >= number, lambda: f"no {number} mails for {user}"
        )

    def subjects(self, folder: str, *criteria: str) -> list[str]:
        """Return the subjects of the messages in a folder."""
        with self.client() as client:
            client.select_folder(folder, readonly=True)
            found = client.fetch(client.search(list(criteria) or ["ALL"]), ["ENVELOPE"])
            return sorted(each[b"ENVELOPE"].subject.decode() for each in found.values())
