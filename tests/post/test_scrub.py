"""Passwords in mails that are kept."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage

import pytest

from judge.post.scrub import mask_likely_passwords


@pytest.mark.parametrize("encoding", ["8bit", "base64", "quoted-printable"])
def test_a_mail_that_is_set_aside_keeps_no_password(encoding: str) -> None:
    mail = EmailMessage()
    mail["Subject"] = "SIGNON France ruhr Eiffel99"
    mail.set_content(
        "signon France ruhr Eiffel99\nJOIN ruhr AS Italy PASSWORD Eiffel99\nOBSERVE ruhr Eiffel99\n"
        "SET PASSWORD = Eiffel99\nA Par - Bur\n",
        cte=encoding,
    )
    kept = message_from_bytes(mask_likely_passwords(mail.as_bytes()))
    body = kept.get_payload(decode=True).decode()
    assert "A Par - Bur" in body and "JOIN ruhr AS Italy PASSWORD ****" in body
    assert "signon France ruhr ****" in body and "Eiffel99" not in f"{body}{kept['Subject']}"
