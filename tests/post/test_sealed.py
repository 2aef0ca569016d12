"""Mails that are signed are read, those that are encrypted get a sentence of their own.

The files are made by ``openssl cms``, in one piece, in a stream, and beside the text.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model.reason import Reason
from judge.post.mime import read_mail
from judge.post.sealed import find_signed_content

FILES = Path(__file__).parent / "sealed"


@pytest.mark.parametrize("name", ["opaque", "streamed", "detached", "pgp-signed"])
def test_what_was_signed_is_read(name: str) -> None:
    mail = read_mail((FILES / f"{name}.eml").read_bytes(), ())
    assert mail.text.split("\n") == ["A Par - Bur", "F Bre - Mao"]
    assert (mail.over, mail.cut) == (None, ())


@pytest.mark.parametrize("name", ["encrypted", "pgp-encrypted"])
def test_what_is_encrypted_is_named_so(name: str) -> None:
    mail = read_mail((FILES / f"{name}.eml").read_bytes(), ())
    assert (mail.text, mail.over) == ("", Reason("mail_encrypted"))


def test_an_armored_text_is_encrypted() -> None:
    raw = (
        b"From: a@example.org\n\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"
    )
    assert read_mail(raw, ()).over == Reason("mail_encrypted")


def test_a_broken_envelope_says_nothing() -> None:
    for broken in (b"", b"\x30", b"\x30\x82", b"\x30\x80" * 400, bytes(range(256))):
        assert find_signed_content(broken) is None
