"""The daemon as a process: logging, and a clean end when it is told to stop."""

from __future__ import annotations

import logging
import signal
import threading

from judge.service.settings import Config
from judge.service.wiring import Daemon


def run(config: Config) -> None:
    """Run a judge until SIGTERM or SIGINT."""
    logging.basicConfig(
        level=config.log.level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())
    daemon = Daemon(config)
    daemon.start()
    where = f" on port {daemon.receiver.port}" if daemon.receiver else ""
    logging.getLogger(__name__).info(
        "%s takes mail by %s%s", config.judge.address, config.inbound.kind, where
    )
    over.wait()
    daemon.stop()
