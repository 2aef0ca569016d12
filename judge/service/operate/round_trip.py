"""Sends the judge a mail of its own, and waits until it has come round by the mail servers."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from uuid import uuid4

from judge.model.letter import JUDGE_MARK, Letter
from judge.post.build import build_mail
from judge.post.smtp_out import DeliveryRefusedError, NoWayOutError
from judge.service.settings import Config, ConfigError
from judge.service.setup import open_existing_database
from judge.service.transport import build_transport
from judge.store import inbox

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
