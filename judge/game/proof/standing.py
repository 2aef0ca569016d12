"""What speaks for the address that a mail says it is from, and how much has to."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from judge.model.reason import Reason

POLICIES = ("lenient", "normal", "strict")
"""How much a mail has to prove, from the least on.

Lenient takes every sender at their word where nothing more than their address is needed. Normal has
a new address confirm itself, and a known one when the mail server finds it forged. Strict has every
mail confirmed that the mail server does not vouch for.
"""


def choose_stricter_policy(first: str, second: str) -> str:
    """Return the stricter of two policies."""
    return max(first, second, key=POLICIES.index)


class Standing(NamedTuple):
    """What is known of a sender beside what the mail itself says.

    ``policy`` is the judge's. ``verdict`` is what its mail server found out about the address:
    ``pass``, ``fail``, or "" for nothing. ``known``: the address has proved itself before.
    ``confirmed`` is the address at which this very mail was confirmed, ``addresses`` are the others
    of the same person. ``closed`` says that there were too many wrong passwords and secrets for
    any more to be tried, for a seat of a game.
    """

    policy: str = POLICIES[0]
    verdict: str = ""
    known: bool = False
    confirmed: str = ""
    addresses: tuple[str, ...] = ()
    closed: Callable[[str, str], bool] = lambda game, seat: False

    def explain_doubt(
        self, address: str, policy: str = POLICIES[0], *, home: bool = True
    ) -> Reason | None:
        """Say why the owner of an address has to confirm a mail that bears its proof, or None.

        ``policy`` is that of the game it is about; ``home``: the mail is from that address.
        """
        policy = choose_stricter_policy(self.policy, policy)
        if policy == "lenient" or address == self.confirmed:
            return None
        if self.verdict == "fail" and home:
            return Reason("doubt_verdict")
        vouched = self.verdict == "pass" and home
        return Reason("doubt_strict") if policy == "strict" and not vouched else None

    def is_vouched_for(self, policy: str = POLICIES[0]) -> bool:
        """Say whether the mail server's word for the sender's address is proof enough."""
        return self.verdict == "pass" and choose_stricter_policy(self.policy, policy) != "strict"

    def explain_doubt_of_newcomer(self, address: str, policy: str = POLICIES[0]) -> Reason | None:
        """Say why somebody has to confirm a mail that bears no proof but their address, or None."""
        sure = self.known or self.verdict == "pass" or address == self.confirmed
        if sure or choose_stricter_policy(self.policy, policy) == "lenient":
            return self.explain_doubt(address, policy)
        return self.explain_doubt(address, policy) or Reason("doubt_new")
