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


def judge_sender(fields: Iterable[str], server: str, sender: str) -> Verdict:
    """Return what the Authentication-Results of a server say of a sender's address.

    Of several fields the uppermost counts that tells of a method: the server's own stands above
    all that came in. Where it knows of no policy of the domain (DMARC), a signature or an envelope
    of the very domain speaks for the address.
    """
    domain = sender.rpartition("@")[2].lower()
    if not server or not domain:
        return ""
    results_by_method: dict[str, list[Result]] = {}
    for field in fields:
        results = _read_results(field, server.lower())
        for method in {result.method for result in results} - results_by_method.keys():
            results_by_method[method] = [result for result in results if result.method == method]
    for result in results_by_method.get("dmarc", ()):
        if result.result in ("pass", "fail") and _find_domain_of_property(
            result, "header", "from"
        ) in (
            "",
            domain,
        ):
            return "pass" if result.result == "pass" else "fail"
    signed = [
        _find_domain_of_property(result, "header", "d")
        for result in results_by_method.get("dkim", ())
        if result.result == "pass"
    ]
    sent = [
        _find_domain_of_property(result, "smtp", "mailfrom")
        for result in results_by_method.get("spf", ())
        if result.result == "pass"
    ]
    return "pass" if domain in (*signed, *sent) else ""


def _read_results(field: str, server: str) -> Sequence[Result]:
    """Return the results in a field of the server's; none of one that cannot be read."""
    try:
        parsed = _READER.parse(f"Authentication-Results: {field[:_LONGEST]}")
    except (authres.AuthResError, ValueError):
        return ()
    return parsed.results if (parsed.authserv_id or "").lower() == server else ()


def _find_domain_of_property(result: Result, kind: str, name: str) -> str:
    """Return the domain that a property of a result names, "" if there is none."""
    named = (
        str(entry.value) for entry in result.properties if (entry.type, entry.name) == (kind, name)
    )
    return next(named, "").rpartition("@")[2].lower()
