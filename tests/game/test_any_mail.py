"""No mail that anybody can write breaks anything or is obeyed without proof."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.game.state import Stage
from judge.model.letter_kind import REPLY
from tests.texts import any_text

WORDS = """
    A F Lon Edi Lvp Nth Nwg Par Bur - s c hold via build remove waive SIGNON GAME JOIN ruhr Eruhr
    England France PRESS TO ALL BROADCAST DRAW CONCEDE CLEAR WAIT RESIGN STATUS LIST HISTORY FROM
    S1901M HELP SET DEADLINE tomorrow 18:00 MOVES 3 days PASSWORD abcd PROCESS PAUSE RESUME START
    TERMINATE PREVIEW CREATE elbe OBSERVE TAKEOVER NO ON OFF 1 é ? : ,
"""

lines = st.lists(st.sampled_from(WORDS.split()), max_size=6).map(" ".join)
mails = st.lists(lines | any_text(30), max_size=6).map("\n".join)
quick = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@quick
@given(text=mails, subject=lines, seat=st.sampled_from(["England", "m1"]))
def test_every_mail_of_a_seat_is_answered(running, text, subject, seat) -> None:
    saved = dict(running.games), list(running.sent)
    holder = running.seat(seat)
    decision = running.mail(holder.address, text, holder, subject=subject)
    assert any(n.kind == REPLY and n.to.address == holder.address for n in decision.notices)
    assert len({game.name for game in decision.games}) == len(decision.games)
    running.games, running.sent = saved


@quick
@given(text=mails, subject=lines)
def test_a_stranger_changes_nothing_in_a_game(running, text, subject) -> None:
    before = running.game
    decision = running.mail("stranger@example.net", text, subject=subject)
    changed = running.game
    mine = [seat for seat in changed.seats if seat.address != "stranger@example.net"]
    assert changed.stage is Stage.ACTIVE
    assert (tuple(mine), changed.orders, changed.due_at, changed.number) == (
        before.seats,
        before.orders,
        before.due_at,
        before.number,
    )
    secrets = {seat.secret for seat in before.seats}
    answers = [n for n in decision.notices if n.to.address == "stranger@example.net"]
    assert not secrets & {notice.to.secret for notice in answers}
    running.games = {"ruhr": before}
    running.sent.clear()


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("a" * 100_000, "taken"),
        ("\u2014" * 100_000, "taken"),
        ("par -\n" * 15_000, "refused unread_below"),
        ("PRESS TO Italy: x\n" * 190 + "x\n" * 50_000, "refused unread_below"),
        ("PRESS TO Italy\n" + "a." * 50_000, "taken"),
        ("PRESS TO Italy\n" + " \n" * 50_000 + "x", "taken"),
        ("PRESS TO Italy\n" + "tel" + " " * 100_000 + "x", "taken"),
    ],
    ids=["one word", "dashes", "broken lines", "press", "an address", "blank lines", "a number"],
)
def test_no_mail_holds_the_judge_up(running, text, verdict) -> None:
    """Read in a moment; a reader that begins anew at every character needs minutes or hours."""
    running.say("m1", "SET ANONYMOUS YES")
    assert running.codes(running.say("France", f"A Mar H\n{text}"))[0] == verdict
