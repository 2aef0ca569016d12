"""Signs mail for its domain (DKIM, RFC 6376): whoever takes it sees that it is genuine."""

from __future__ import annotations

from dataclasses import dataclass

import dkim

from judge.post.smtp_out import Transport

_FIELDS = (b"auto-submitted", b"precedence", b"list-unsubscribe-post")
"""What is signed beside the usual fields."""


@dataclass(frozen=True, slots=True)
class SigningTransport:
    """Signs each mail, then hands it on. ``key`` is an RSA key (PEM), whose public half stands in
    the DNS under ``selector``."""

    way: Transport
    domain: str
    selector: str
    key: bytes

    def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Hand a mail on. Raises DeliveryRefusedError."""
        self.way.send_mail(envelope_from, recipient, self.build_dkim_signature(raw) + raw)

    def is_recipient_welcome(self, envelope_from: str, recipient: str) -> bool:
        """Say whether a mail to somebody would be taken now."""
        return self.way.is_recipient_welcome(envelope_from, recipient)

    def close_connection(self) -> None:
        """Let go of what is kept open."""
        self.way.close_connection()

    def build_dkim_signature(self, raw: bytes) -> bytes:
        """Return the header field that signs a mail. Raises ValueError for a key that cannot."""
        signer = dkim.DKIM(raw)
        signer.should_sign |= {*_FIELDS}
        try:
            field: bytes = signer.sign(
                self.selector.encode(),
                self.domain.encode(),
                self.key,
                canonicalize=(b"relaxed", b"relaxed"),
            )
        except dkim.DKIMException as error:
            raise ValueError(str(error)) from error
        return field
