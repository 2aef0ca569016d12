"""The daemon as a process: from its start to the signal that ends it."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable, Collection
from datetime import datetime

from judge.service import logs
from judge.service.clock import read_steady_seconds, read_utc_now
from judge.service.daemon import ROLES, Daemon
from judge.service.garbage import search_only_what_is_new
from judge.service.settings import Config
from judge.service.setup import lock_out_other_judges

_ENDS = (signal.SIGINT, signal.SIGTERM)


def run_daemon(
    config: Config,
    wall: Callable[[], datetime] = read_utc_now,
    seconds: Callable[[], float] = read_steady_seconds,
    roles: Collection[str] = ROLES,
) -> None:
    """Do the judge's work, or these roles of it, until SIGINT or SIGTERM; what is in hand then is
    done first.

    What takes longer than a few seconds is done after the next start. ``wall`` and ``seconds``
    are the machine's clocks.

    Raises ConfigError if it cannot begin with these settings.
    """
    log = logging.getLogger(__name__)
    os.umask(0o077)  # letters in a folder, the database's own files
    logs.configure_logging(config.log.level, config.log.format)
    lock_out_other_judges(config)
    daemon = Daemon(config, wall, seconds, roles=roles)
    # Blocked before the threads begin, the signals wait for sigwait. A handler could come while
    # the main thread holds the very lock that it needs, and wait for ever.
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    daemon.start()
    search_only_what_is_new()
    role_note = "" if {*roles} == {*ROLES} else f" ({', '.join(roles)})"
    log.info("%s is at work%s; %s", config.judge.address, role_note, describe_ways(config))
    _tell_supervisor("READY=1")
    _wait_for_signal(daemon)
    _tell_supervisor("STOPPING=1")
    if not daemon.stop():
        log.warning("work is left for the next start")
        os._exit(0)  # whatever is under way is not committed


def describe_ways(config: Config) -> str:
    """Say how mail comes in, and how letters leave."""
    inbound, imap, out = config.inbound, config.imap, config.outbound
    ways_in = {
        "imap": f"from {imap.folder} of {imap.user} at {imap.host}:{imap.port} by imap",
        "none": "by nothing",
    }
    way_in = ways_in.get(inbound.kind, f"at {inbound.host}:{inbound.port} by {inbound.kind}")
    way_out = f"into {out.folder}" if out.kind == "folder" else f"to {out.host}:{out.port} by smtp"
    watched = f"; it is watched at {config.metrics.listen}" * bool(config.metrics.listen)
    return f"mail comes in {way_in}, letters go {way_out}{watched}"


def _wait_for_signal(daemon: Daemon) -> None:
    """Wait for a signal to end; meanwhile tell a supervisor that all threads are there."""
    seconds = _find_watchdog_pause()
    if seconds is None:
        signal.sigwait(_ENDS)
        return
    while signal.sigtimedwait(_ENDS, seconds) is None:
        if daemon.are_threads_alive():
            _tell_supervisor("WATCHDOG=1")


def _tell_supervisor(state: str) -> None:
    """Tell a supervisor, such as systemd, how it stands, as ``READY=1`` (sd_notify).

    It listens where the environment says; if that says nothing, there is none.
    """
    place = os.environ.get("NOTIFY_SOCKET", "")
    if not place:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.sendto(state.encode(), place.replace("@", "\0", 1) if place[0] == "@" else place)


def _find_watchdog_pause() -> float | None:
    """Return how many seconds may pass between two ``WATCHDOG=1``; None: nobody waits for them."""
    wanted = os.environ.get("WATCHDOG_USEC", "")
    return int(wanted) / 2_000_000 if wanted.isdecimal() else None
