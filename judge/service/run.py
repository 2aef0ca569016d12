"""The daemon as a process: from its start to the signal that ends it."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Collection
from datetime import datetime

from judge.service import logs
from judge.service.clock import steady, utc_now
from judge.service.settings import Config
from judge.service.setup import keep_others_out
from judge.service.supervision import pause, tell
from judge.service.wiring import ROLES, Daemon

_ENDS = (signal.SIGINT, signal.SIGTERM)


def run(
    config: Config,
    wall: Callable[[], datetime] = utc_now,
    seconds: Callable[[], float] = steady,
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
    logs.begin(config.log.level, config.log.format)
    keep_others_out(config)
    daemon = Daemon(config, wall, seconds, roles=roles)
    # Blocked before the threads begin, the signals wait for sigwait. A handler could come while
    # the main thread holds the very lock that it needs, and wait for ever.
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    daemon.start()
    what = "" if {*roles} == {*ROLES} else f" ({', '.join(roles)})"
    log.info("%s is at work%s", config.judge.address, what)
    tell("READY=1")
    _wait(daemon)
    tell("STOPPING=1")
    if not daemon.stop():
        log.warning("work is left for the next start")
        os._exit(0)  # whatever is under way is not committed


def _wait(daemon: Daemon) -> None:
    """Wait for a signal to end; meanwhile tell a supervisor that all threads are there."""
    seconds = pause()
    if seconds is None:
        signal.sigwait(_ENDS)
        return
    while signal.sigtimedwait(_ENDS, seconds) is None:
        if daemon.whole():
            tell("WATCHDOG=1")
