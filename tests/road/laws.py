"""What holds for every letter of the judge, whatever it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable

from judge.game.state import Seat
from judge.store import persons
from tests.road.office import JUDGE, Letter, Office

_SLIPS = re.compile(
    r"\{\d|\{\{|\}\}|\bNone\b(?! of your)|\bFalse\b|\bTrue\b|frozenset|Reason\("
    r"|<Phase|[\ue000\ue001]"
)
"""What only a program would write."""

CLIPPED = 95_000
"""More bytes of HTML than these web mail may not show: it clips at 102 kB."""

_ONCE = ("from", "to", "reply-to", "subject", "date", "message-id", "auto-submitted",
         "precedence", "list-id", "references", "in-reply-to", "mime-version")  # fmt: skip


def check(letters: Iterable[Letter], office: Office) -> None:
    """Raise AssertionError if one of the letters is not as all letters are."""
    with office.judge.database.read_transaction() as tx:
        games = [
            game for name in ("ruhr", "other") if (game := office.judge.games.load_game(tx, name))
        ]
    seats = [seat for game in games for seat in game.seats if seat.secret]
    for letter in letters:
        _of_its_head(letter)
        _of_its_text(letter)
        _of_secrets(letter, office, seats)


def _of_its_head(letter: Letter) -> None:
    head = letter.head
    names = [name.lower() for name in head]
    assert len(names) == len(set(names)), f"a header field twice: {sorted(names)}"
    missing = {"from", "to", "subject", "date", "message-id", "auto-submitted"} - set(names)
    assert not missing, missing
    assert letter["Auto-Submitted"] in ("auto-generated", "auto-replied")
    assert letter.subject and "\n" not in letter.subject
    assert not head.defects
    if head.get_content_maintype() == "multipart":
        ends = f"\r\n--{head.get_boundary()}".encode()
        assert ends + b"\r\n" in letter.raw and letter.raw.count(ends + b"--\r\n") == 1
    assert letter.raw.isascii() and max(map(len, letter.raw.split(b"\r\n"))) <= 998
    assert b"\n" not in letter.raw.replace(b"\r\n", b"")
    assert (letter["Reply-To"] or JUDGE).endswith("@example.org")


def _of_its_text(letter: Letter) -> None:
    text = letter.text
    assert len(letter.html.encode()) < CLIPPED, "web mail clips it"
    typed = "\n".join(line for line in text.splitlines() if line.startswith("> "))
    for body in (text, re.sub(r"<style.*?</style>|<[^>]*>", " ", letter.html, flags=re.S)):
        slip = _SLIPS.search(body)
        assert not slip or slip[0] in typed, f"{slip[0]!r} in a letter:\n{body}"
    assert "\n-- \n" in text, "the judge signs its letters"
    assert "\n\n\n\n" not in text, f"a gap:\n{text}"
    for line in text.splitlines():
        assert line == line.rstrip() or line == "-- ", f"blanks at the end: {line!r}"


def _of_secrets(letter: Letter, office: Office, seats: Iterable[Seat]) -> None:
    whole = f"{letter['Reply-To']} {letter.subject} {letter.text} {letter.html}"
    told = [seat for seat in seats if seat.secret in whole and seat.address != letter.to]
    if told:
        with office.judge.database.read_transaction() as tx:
            same = persons.look_up_address(tx, letter.to, plus=True).others
        for seat in told:
            assert seat.address in same, f"the secret of {seat.name} in a letter"
