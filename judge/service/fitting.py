"""Settings that are fine each by itself, and contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.service.settings import Config


def contradictions(config: Config) -> Iterator[str]:
    """Yield a line for each key that does not fit another; it begins with the key."""
    judge, inbound, outbound, limits = config.judge, config.inbound, config.outbound, config.limits
    if inbound.kind == "imap":
        for key in ("host", "user"):
            if not getattr(config.imap, key):
                yield f'imap.{key}: is needed, since inbound.kind is "imap"'
    if judge.keeper.casefold() == judge.address.casefold():
        yield "judge.keeper: is the address of the judge itself; name one that somebody reads"
    if outbound.password.get_secret_value() and not outbound.user:
        yield "outbound.user: is needed, since there is an outbound.password"
    if outbound.kind == "folder" and outbound.dkim_key is not None:
        yield 'outbound.dkim_key: nothing is signed, since outbound.kind is "folder"'
    for less, more in (
        ("max_header_bytes", "max_mail_bytes"),
        ("max_header_lines", "max_mail_lines"),
        ("stranger_answer_bytes", "answer_bytes"),
        ("stranger_answers_per_hour", "answers_per_hour"),
    ):
        if getattr(limits, less) > (most := getattr(limits, more)):
            yield f"limits.{less}: is more than limits.{more}, which is {most}"
    kept_out = {name.casefold().lstrip("@") for name in config.senders.blocked}
    for key, names in (
        ("judge.keeper", (judge.keeper,)),
        ("senders.creators", config.senders.creators),
    ):
        for name in names:
            small = name.casefold().lstrip("@")
            if {small, small.rpartition("@")[2]} & kept_out:
                yield f"{key}: {name} is among senders.blocked"
    if config.site.url and config.site.folder is None:
        yield "site.url: nothing is written, since there is no site.folder"
    listens = f"{inbound.host}:{inbound.port}"
    taken = inbound.port and inbound.kind in ("smtp", "lmtp")
    if config.web.url and taken and config.web.listen == listens:
        yield f"web.listen: {listens} is where mail comes in, by inbound.port"
    watched = config.metrics.listen
    if watched and taken and watched == listens:
        yield f"metrics.listen: {listens} is where mail comes in, by inbound.port"
    if watched and config.web.url and watched == config.web.listen:
        yield f"metrics.listen: {watched} is web.listen"
