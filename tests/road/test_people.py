"""Some of the order mails of people; ``python -m tests.road.people`` sends all of them.

No order is kept that nobody gave, the clear mails are taken whole, and about all others the judge
asks.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.road import scenes
from tests.road.people.corpus import (
    BLIND,
    CLEAR,
    EITHER,
    WRONG,
    Found,
    Mail,
    mails,
    raw_mails,
    send,
)
from tests.road.people.mixed import mixed, obeyed

EVERY = 31
FIRST, MIXED = 1_000_000, 12


def test_a_sample_of_the_mails() -> None:
    found = [send(mail) for mail in _quick() if mail.number % EVERY == 0]
    assert len(found) >= 15
    assert not any(one.wrong for one in found), _named(found, wrong=True)
    asked = [one for one in found if one.mail.sort != EITHER]
    assert all(one.good for one in asked), _named(asked, wrong=False)


def test_no_order_that_nobody_gave_is_kept_of_those_who_knew_no_mails() -> None:
    sample = (mail for mail in mails(BLIND) if mail.number % EVERY == 0)
    found = [send(mail) for mail in sample if "known" not in mail.told]
    assert [one.mail.text for one in found if one.came == WRONG] == []


def test_nothing_is_kept_that_nobody_gave_of_whole_mails_of_many_programs() -> None:
    found = [send(mail) for mail in raw_mails() if mail.number % 6 == 0]
    assert len(found) > 20
    assert [one.mail.told["raw"] for one in found if one.came == WRONG] == []
    assert sum(one.good for one in found if one.mail.sort == CLEAR) >= 7


def test_nothing_is_obeyed_under_what_governs_it() -> None:
    office, tried = scenes.twin("spring"), mixed(FIRST, MIXED)
    assert [(mail.text, kept) for mail in tried if (kept := obeyed(mail, office))] == []


def test_the_corpus_is_large_and_of_all_kinds() -> None:
    all = list(mails())
    assert len(all) >= 300
    assert len({mail.kind for mail in all}) >= 12
    assert len({mail.language for mail in all}) == 10
    assert len({mail.program for mail in all}) == 15


def _quick() -> Iterator[Mail]:
    """Those of the scene that is soonest set."""
    return (mail for mail in mails() if not {"scene", "answers"} & set(mail.told))


def _named(found: list[Found], *, wrong: bool) -> str:
    bad = [one for one in found if (one.wrong if wrong else not one.good)]
    return "\n".join(f"{one.mail.text!r}: {one.came} {one.wrong}" for one in bad)
