"""What a mail server writes of senders (RFC 8601), and what is made of it."""

from __future__ import annotations

import pytest

from judge.post.verdict import judge_sender

OURS = "mx.club.example"

TOLD = [
    (f"{OURS}; dmarc=pass header.from=example.org", "pass"),
    (f"{OURS}; dmarc=fail (p=none) header.from=example.org", "fail"),
    (f"{OURS} 1;\r\n spf=pass smtp.mailfrom=b.org;\r\n dmarc=fail header.from=example.org", "fail"),
    ("MX.Club.Example; dmarc=pass header.from=Example.Org", "pass"),
    # Whose policy is told of is no policy of the sender's domain.
    (f"{OURS}; dmarc=pass header.from=rogue.example", ""),
    # Without a policy a signature or an envelope of the very domain will do.
    (f"{OURS}; dmarc=none header.from=example.org; dkim=pass header.d=example.org", "pass"),
    (f"{OURS}; dkim=pass header.i=@example.org header.s=x; spf=none", ""),
    (f"{OURS}; spf=pass smtp.mailfrom=france@example.org", "pass"),
    (f"{OURS}; spf=pass smtp.mailfrom=example.net; dkim=pass header.d=evil.example.org", ""),
    (f"{OURS}; none", ""),
    # Another's name, none, or what cannot be read.
    ("mx.rogue.example; dmarc=pass header.from=example.org", ""),
    ("spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.org; dkim=pass", ""),
    (f"{OURS}; dmarc", ""),
    ("", ""),
]  # fmt: skip


@pytest.mark.parametrize(("field", "word"), TOLD)
def test_what_a_mail_server_found_out(field: str, word: str) -> None:
    assert judge_sender([field], OURS, "france@example.org") == word
    assert judge_sender([field], "", "france@example.org") == ""


def test_the_uppermost_field_counts() -> None:
    passes, fails = (f"{OURS}; dmarc={word} header.from=example.org" for word in ("pass", "fail"))
    assert judge_sender([fails, passes], OURS, "france@example.org") == "fail"
    assert judge_sender([passes, fails], OURS, "france@example.org") == "pass"
