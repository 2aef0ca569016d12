"""The daemon as a process: from its start to the signal that ends it."""

from __future__ import annotations

import logging
import signal
import threading

from judge.service.settings import Config
from judge.service.wiring import Daemon


def run(config: Config) -> None:
    """Do the judge's work until SIGINT or SIGTERM; what is in hand then is done first.

    Raises BadConfig if it cannot begin with these settings.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("judge").setLevel(config.log.level.upper())
    over = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: over.set())
    daemon = Daemon(config)
    daemon.start()
    logging.getLogger(__name__).info("%s is at work", config.judge.address)
    over.wait()
    daemon.stop()
