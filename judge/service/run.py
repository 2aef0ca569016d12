"""The daemon as a process: from its start to the signal that ends it."""

from __future__ import annotations

import logging
import os
import signal

from judge.service.settings import Config
from judge.service.setup import keep_others_out
from judge.service.wiring import Daemon

_ENDS = (signal.SIGINT, signal.SIGTERM)


def run(config: Config) -> None:
    """Do the judge's work until SIGINT or SIGTERM; what is in hand then is done first.

    Raises ConfigError if it cannot begin with these settings.
    """
    os.umask(0o077)  # letters in a folder, the database's own files
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("judge").setLevel(config.log.level.upper())
    keep_others_out(config)
    daemon = Daemon(config)
    # Blocked before the threads begin, the signals wait for sigwait. A handler could come while
    # the main thread holds the very lock that it needs, and wait for ever.
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    daemon.start()
    logging.getLogger(__name__).info("%s is at work", config.judge.address)
    signal.sigwait(_ENDS)
    daemon.stop()
