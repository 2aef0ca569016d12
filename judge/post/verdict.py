"""What the operator's mail server found out about the sender of a mail (RFC 8601).

Only fields that bear its own name are read: the others anybody may have written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import authres
from authres import dmarc

Verdict = Literal["pass", "fail", ""]
"""Whether the address is the sender's; "" where nothing was found out."""

_LONGEST = 10_000
"""The most characters of a field that are read."""
Result = Any  # authres has no types
_READER = authres.FeatureContext(dmarc)


def verdict(fields: Iterable[str], server: str, sender: str) -> Verdict:
    """Return what the Authentication-Results of a server say of a sender's address.

    Of several fields the uppermost counts that tells of a method: the server's own stands above
    all that came in. Where it knows of no policy of the domain (DMARC), a signature or an envelope
    of the very domain speaks for the address.
    """
    domain = sender.rpartition("@")[2].lower()
    if not server or not domain:
        return ""
    found: dict[str, list[Result]] = {}
    for field in fields:
        results = _results(field, server.lower())
        for method in {one.method for one in results} - found.keys():
            found[method] = [one for one in results if one.method == method]
    for one in found.get("dmarc", ()):
        if one.result in ("pass", "fail") and _names(one, "header", "from") in ("", domain):
            return "pass" if one.result == "pass" else "fail"
    signed = [_names(one, "header", "d") for one in found.get("dkim", ()) if one.result == "pass"]
    sent = [_names(one, "smtp", "mailfrom") for one in found.get("spf", ()) if one.result == "pass"]
    return "pass" if domain in (*signed, *sent) else ""


def _results(field: str, server: str) -> Sequence[Result]:
    """Return the results in a field of the server's; none of one that cannot be read."""
    try:
        parsed = _READER.parse(f"Authentication-Results: {field[:_LONGEST]}")
    except (authres.AuthResError, ValueError):
        return ()
    return parsed.results if (parsed.authserv_id or "").lower() == server else ()


def _names(result: Result, kind: str, name: str) -> str:
    """Return the domain that a property of a result names, "" if there is none."""
    named = (str(one.value) for one in result.properties if (one.type, one.name) == (kind, name))
    return next(named, "").rpartition("@")[2].lower()
