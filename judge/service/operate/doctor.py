"""Looks at everything that a judge needs, and says what to do where it is wanting."""

from __future__ import annotations

import shutil
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import dkim
import dns.exception
import dns.resolver
from sqlalchemy import Connection

from judge.library import codes, load, read_geometry
from judge.library.layers import list_codes_with_maps
from judge.model.letter import JUDGE_MARK, Letter
from judge.post.build import build_mail
from judge.post.imap_in import connect_to_mailbox
from judge.post.signing import SigningTransport
from judge.post.smtp_out import DeliveryRefusedError, NoWayOutError, SmtpTransport
from judge.service.compiling import check_grammars, check_templates
from judge.service.delivery import build_transport
from judge.service.operate.backups import check_database_file
from judge.service.operate.watching import ask_judge_health
from judge.service.settings import Config, ConfigError
from judge.service.setup import find_sqlite_file, open_existing_database, refuse_unready_settings
from judge.service.ways_in import make_mailbox
from judge.store import inbox, outbox, pulse, together

Resolve = Callable[[str, str], Sequence[str]]
"""Returns the records of a name, of a kind such as TXT; none if there are none."""

_OVERDUE = timedelta(minutes=1)
"""What waits for longer, and for two beats, nobody does."""

_PATIENCE = 10
"""Seconds in which a server should have answered."""

_ROOM = 500_000_000
"""Bytes below which a disk is nearly full."""


_UNSIGNED = (
    "the judge does not sign, and whether the mail server does is not seen from here: look for "
    "DKIM-Signature in the header of a letter of the judge that came to you elsewhere; "
    "if there is none, let the mail server sign, or the judge (outbound.dkim_key)"
)


class Finding(NamedTuple):
    """What was looked at, and what is wrong with it, "" if nothing is. ``note`` is what cannot be
    seen from here, and how the keeper sees it."""

    what: str
    wrong: str = ""
    note: str = ""


def examine_judge(
    config: Config, file: Path, now: datetime, resolve: Resolve | None, patience: float = 0
) -> Iterator[Finding]:
    """Yield a finding for each thing that is looked at; without ``resolve`` nothing in the DNS.

    With ``patience`` a mail is sent to the judge and waited for, so many seconds at most.
    """
    yield Finding("settings", _check_settings(config, file))
    yield Finding("database", _join_troubles(_check_database(config)))
    if config.inbound.kind == "imap":
        yield Finding("mailbox", _check_mailbox(config))
    if config.outbound.kind == "smtp":
        yield Finding("mail server", _check_mail_server(config))
    yield Finding("free space", _check_disk_space(config))
    yield Finding("clock", _check_clock(config, now))
    yield from _check_processes(config, now)
    yield Finding("maps and grammar", _join_troubles(_check_maps()))
    yield Finding("templates", _join_troubles(check_templates()))
    yield Finding("file modes", _join_troubles(_check_file_modes(config, file)))
    if config.outbound.dkim_key is not None:
        yield Finding("DKIM key", _check_dkim_key(config))
    if resolve is not None:
        domain = config.judge.address.rpartition("@")[2]
        yield Finding(f"DNS: mail for {domain}", _check_mail_records(domain, resolve))
        spf = _check_single_txt(resolve, domain, "v=spf1", "v=spf1 a:THE.MACHINE.THAT.SENDS -all")
        yield Finding("DNS: SPF", spf)
        unsigned = config.outbound.dkim_key is None
        yield Finding(
            "DNS: DKIM", _check_dkim_record(config, domain, resolve), _UNSIGNED * unsigned
        )
        policy = "v=DMARC1; p=quarantine; adkim=s; aspf=s"
        dmarc = _check_single_txt(resolve, f"_dmarc.{domain}", "v=DMARC1", policy)
        yield Finding("DNS: DMARC", dmarc)
    if patience:
        yield Finding("mail to itself", check_mail_round_trip(config, now, patience))


def ask_dns(name: str, kind: str) -> Sequence[str]:
    """Return the records of a name in the DNS. Raises dns.exception.DNSException."""
    try:
        answer = dns.resolver.resolve(name, kind, lifetime=10)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return ()
    if kind == "TXT":
        return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]
    return [record.to_text() for record in answer]


def _join_troubles(wrong: Iterator[str]) -> str:
    return "; ".join(wrong)


def _check_settings(config: Config, file: Path) -> str:
    try:
        refuse_unready_settings(config, file.read_text(encoding="utf-8"))
    except ConfigError as trouble:
        return "; ".join(str(trouble).splitlines())
    return ""


def _check_database(config: Config) -> Iterator[str]:
    try:
        with open_existing_database(config):
            pass
        path = find_sqlite_file(config)
        if path is not None:
            check_database_file(path)
    except ConfigError as trouble:
        yield str(trouble)


def _check_mailbox(config: Config) -> str:
    """Log in, and select the folder."""
    imap = config.imap
    try:
        client, _, _ = connect_to_mailbox(replace(make_mailbox(config), timeout=_PATIENCE))
        client.logout()
    except Exception as trouble:  # what a server says may lead the libraries to any
        return f"{imap.user} at {imap.host} port {imap.port}: {trouble}; see [imap]"
    return ""


def _check_mail_server(config: Config) -> str:
    """Say EHLO, and who the judge is."""
    out = config.outbound
    try:
        way = build_transport(config)
        way = way.way if isinstance(way, SigningTransport) else way
        if isinstance(way, SmtpTransport):
            replace(way, timeout=_PATIENCE).check_server()
    except ConfigError:
        return ""  # that is another finding
    except NoWayOutError as trouble:
        return f"{out.host} port {out.port}: {trouble}; see [outbound]"
    return ""


def _check_disk_space(config: Config) -> str:
    try:
        free = shutil.disk_usage(config.judge.data).free
    except OSError as trouble:
        return f"{config.judge.data}: {trouble.strerror}; 'judge init' makes the folder"
    few = f"{config.judge.data}: {free // 1_000_000} MB are free; make room"
    return few if free < _ROOM else ""


def _check_clock(config: Config, now: datetime) -> str:
    try:
        with open_existing_database(config) as database, database.read_transaction() as tx:
            last = pulse.find_last_beat(tx)
    except ConfigError:
        return ""
    late = last is not None and last > now + timedelta(minutes=5)
    return f"it shows {now:%F %T} UTC, before the judge was last at work; set it by NTP" * late


def _check_processes(config: Config, now: datetime) -> Iterator[Finding]:
    """Look at the judge that is watched, and at who shares a database; nothing else is known."""
    listen, parted = config.metrics.listen, False
    wrong = [ask_judge_health(listen)] if listen else []
    late = now - _OVERDUE - timedelta(seconds=2 * config.clock.tick_seconds)
    try:
        with open_existing_database(config) as database:
            parted = not database.is_single_judge
            if parted:
                with database.read_transaction() as tx:
                    wrong += _find_undone_work(tx, late)
    except ConfigError:
        pass
    if listen or parted:
        yield Finding("at work", _join_troubles(trouble for trouble in wrong if trouble))


def _find_undone_work(tx: Connection, late: datetime) -> Iterator[str]:
    """Yield what nobody has done since then of what judges part among them, as far as it is seen
    by what waits."""
    if not together.has_judge_at_work(tx):
        yield "no process of the judge is there: start all its units"
        return
    for role, since, complaint in (
        ("clock", pulse.find_last_beat(tx), "nobody has told the time"),
        ("work", inbox.find_oldest_received_at(tx), "mail waits to be read"),
        ("send", outbox.find_oldest_untried_since(tx), "letters wait to be sent"),
    ):
        if since is not None and since < late:
            yield f"{complaint} since {since:%F %T} UTC: see that 'judge serve --role {role}' runs"


def _check_maps() -> Iterator[str]:
    try:
        yield from check_grammars({code: load(code) for code in codes()})
        for name in list_codes_with_maps():
            read_geometry(name)
    except ValueError as trouble:
        yield str(trouble)


def _check_file_modes(config: Config, file: Path) -> Iterator[str]:
    for path in (file, find_sqlite_file(config), config.outbound.dkim_key):
        if path is not None and path.exists():
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & (
                stat.S_IWGRP | stat.S_IWOTH if path == file else stat.S_IRWXG | stat.S_IRWXO
            ):
                yield f"{path}: others can use it; chmod {mode & 0o700:o} {path}"


def _check_mail_records(domain: str, resolve: Resolve) -> str:
    try:
        if resolve(domain, "MX") or resolve(domain, "A") or resolve(domain, "AAAA"):
            return ""
    except dns.exception.DNSException as trouble:
        return f"cannot be looked up: {trouble}"
    return f"{domain} has no MX record: add one with the machine that receives its mail"


def _check_dkim_key(config: Config) -> str:
    try:
        build_transport(config)
    except ConfigError as trouble:
        return str(trouble)
    return ""


def _check_dkim_record(config: Config, domain: str, resolve: Resolve) -> str:
    if config.outbound.dkim_key is None:
        return ""
    name = f"{config.outbound.dkim_selector}._domainkey.{domain}"
    missing = _check_single_txt(resolve, name, "v=DKIM1", "v=DKIM1; k=rsa; p=THE.KEY.IN.BASE64")
    return missing or _check_dkim_match(config, name, resolve)


def _check_dkim_match(config: Config, name: str, resolve: Resolve) -> str:
    """Say whether what the judge signs with its key does not hold by the record of that name."""
    try:
        way = build_transport(config)
    except ConfigError:
        return ""  # that is another finding
    if not isinstance(way, SigningTransport):
        return ""
    mail = f"From: {config.judge.address}\r\n\r\n".encode()
    (record,) = (text for text in resolve(name, "TXT") if text.startswith("v=DKIM1"))
    if dkim.verify(way.build_dkim_signature(mail) + mail, dnsfunc=lambda *_, **__: record.encode()):
        return ""
    return (
        f"{name} does not hold the key that {config.outbound.dkim_key} is the half of: "
        "what the judge signs will be taken for forged; publish that key's other half"
    )


def _check_single_txt(resolve: Resolve, name: str, begins: str, wanted: str) -> str:
    """Say what is wrong if a name has not exactly one TXT record that begins so."""
    try:
        records = [text for text in resolve(name, "TXT") if text.startswith(begins)]
    except dns.exception.DNSException as trouble:
        return f"cannot be looked up: {trouble}"
    if len(records) == 1:
        return ""
    if records:
        return f"{name} has {len(records)} TXT records {begins}; keep one"
    return f"{name} has no TXT record {begins}; add one like: {wanted}"


_LOOK = 0.5
"""Seconds from one look into the inbox to the next."""


def check_mail_round_trip(
    config: Config, now: datetime, patience: float, wait: Callable[[float], None] = time.sleep
) -> str:
    """Hand over a mail to the judge's own address and say why the judge that is at work did not
    receive it within ``patience`` seconds; "" if it did. That judge answers no mail of its own.
    """
    address = config.judge.address
    if config.outbound.kind == "folder":
        return f"letters are written into {config.outbound.folder}, and none of them is sent"
    name = f"round.{uuid4().hex}@{address.rpartition('@')[2]}"
    mail = Letter(
        to=address,
        sender=address,
        reply_to="",
        subject="Does Mail Come Round?",
        message_id=name,
        text="The judge wrote this to itself, to see whether its mail comes round.\n",
        html="",
        headers=((JUDGE_MARK, config.judge.code),),
    )
    try:
        way = build_transport(config)
        way.send_mail(address, address, build_mail(mail, now))
        way.close_connection()
        with open_existing_database(config) as database:
            for _ in range(round(patience / _LOOK)):
                with database.read_transaction() as tx:
                    if inbox.has_received(tx, f"<{name}>"):
                        return ""
                wait(_LOOK)
    except ConfigError as trouble:
        return str(trouble)
    except (DeliveryRefusedError, NoWayOutError) as refusal:
        return f"{config.outbound.host} port {config.outbound.port} took no mail: {refusal}"
    return (
        f"{config.outbound.host} took a mail to {address}, and it has not come round within "
        f"{patience:.0f} s; see that 'judge serve' runs, and where the mail server brings that mail"
    )
