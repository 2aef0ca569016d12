"""Press, votes and reports."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.game.state import Role, Stage
from judge.model.letter import Chronicle, PositionSection, PressText, StandingSection
from judge.model.letter_kind import REPLY
from judge.model.reason import Reason


def section(notice, kind):
    (found,) = [s for s in notice.sections if isinstance(s, kind)]
    return found


PRESS = [
    # sender, line, seats reached
    ("France", "PRESS TO England", {"p2"}),
    ("France", "PRESS TO England and Italy", {"p2", "p5"}),
    ("France", "PRESS TO e", {"p2"}),
    ("France", "PRESS TO ALL", {"p1", "p2", "p4", "p5", "p6", "p7"}),
    ("France", "PRESS TO ALL BUT Turkey", {"p1", "p2", "p4", "p5", "p6"}),
    ("France", "PRESS TO Master", {"m1"}),
    ("France", "PRESS TO England, GM", {"m1", "p2"}),
    ("France", "BROADCAST", {"m1", "o1", "p1", "p2", "p4", "p5", "p6", "p7"}),
    ("m1", "PRESS TO France", {"p3"}),
    ("m1", "BROADCAST", {"o1", "p1", "p2", "p3", "p4", "p5", "p6", "p7"}),
    ("o1", "PRESS TO Master", {"m1"}),
]


@pytest.mark.parametrize(("sender", "line", "reached"), PRESS)
def test_press_reaches_those_named(running, sender, line, reached) -> None:
    running.mail("o@example.org", "OBSERVE ruhr")
    decision = running.say(sender, f"{line}\nShall we?\nA Par - Bur\nENDPRESS")
    assert running.codes(decision) == ["noted press_sent"]
    letters = running.told(decision, "press")
    assert set(letters) == reached
    for letter in letters.values():
        text = section(letter, PressText)
        assert text.text == "Shall we?\nA Par - Bur"
        assert text.sender == {"m1": "Master", "o1": "Observer"}.get(sender, sender)
    (record,) = decision.press
    assert set(record.to) == reached
    assert running.game.orders == {}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("PRESS TO France\nhello", "refused press_nobody"),
        ("PRESS TO Germany", "refused press_empty"),
        ("PRESS TO Austria\nhello", "refused press_vacant"),
        ("PRESS TO Atlantis\nhello", "refused unknown_power"),
    ],
)
def test_press_that_reaches_nobody_is_refused(running, line, code) -> None:
    running.say("Austria", "RESIGN")
    decision = running.say("France", line)
    assert running.codes(decision)[0] == code
    assert decision.press == ()


def test_a_game_without_press(running) -> None:
    running.say("m1", "SET PRESS NONE")
    assert running.codes(running.say("France", "PRESS TO England\nhi")) == ["refused press_none"]
    assert running.codes(running.say("France", "BROADCAST\nhi")) == ["refused press_none"]
    assert running.codes(running.say("France", "PRESS TO GM\nhi")) == ["noted press_sent"]
    assert running.codes(running.say("m1", "BROADCAST\nhi")) == ["noted press_sent"]


def test_observers_write_to_the_master_alone(running) -> None:
    running.mail("o@example.org", "OBSERVE ruhr")
    decision = running.say("o1", "PRESS TO France\nhi")
    assert running.codes(decision) == ["refused press_observer"]


def test_before_the_start_everybody_can_be_written_to_but_no_power(club) -> None:
    club.mail("master@example.org", "CREATE ruhr")
    for n in range(3):
        club.mail(f"p{n}@example.org", "JOIN ruhr")
    assert set(club.told(club.say("p1", "PRESS TO ALL\nhi"), "press")) == {"p2", "p3"}
    assert club.codes(club.say("p1", "PRESS TO France\nhi")) == ["refused press_not_dealt"]


def test_a_draw_needs_every_survivor(running) -> None:
    for power in running.game.variant.map.powers:
        assert running.game.stage is Stage.ACTIVE
        decision = running.say(power, "DRAW")
    assert running.game.stage is Stage.ENDED
    assert running.game.position.ended.how == "draw"
    assert len(running.game.position.ended.winners) == 7
    overs = running.told(decision, "over")
    assert len(overs) == 8
    assert overs["p1"].sections[0].what.code == "ended_draw"
    assert running.codes(running.say("France", "DRAW")) == ["refused game_over"]


def test_status_has_the_powers_by_name_whatever_order_they_were_dealt_in(running) -> None:
    game = running.game
    running.games["ruhr"] = replace(game, seats=(*reversed(game.players), *game.masters))
    status = section(running.reply(running.say("France", "STATUS")), StandingSection)
    assert [row.role for row in status.seats][:2] == ["master", "player"]
    assert [row.powers for row in status.seats[1:]] == [(p,) for p in game.variant.map.powers]


def test_votes_are_secret_and_can_be_taken_back(running) -> None:
    decision = running.say("France", "DRAW")
    assert [n.kind for n in decision.notices] == [REPLY]
    mine = section(running.reply(running.say("France", "STATUS")), StandingSection)
    assert mine.motions == (Reason("draw_noted"),)
    for reader in ("England", "m1"):
        other = section(running.reply(running.say(reader, "STATUS")), StandingSection)
        assert other.motions == ()
    assert running.codes(running.say("France", "DRAW NO")) == ["noted ballot_withdrawn"]
    assert running.codes(running.say("France", "DRAW NO")) == ["refused no_ballot"]
    assert running.game.motions == ()


def test_votes_last_for_the_phase(running) -> None:
    running.say("France", "DRAW")
    running.everybody_holds()
    assert running.game.motions == ()


def test_a_vacant_seat_has_no_vote(running) -> None:
    running.say("Turkey", "RESIGN")
    for power in running.game.variant.map.powers:
        if power != "Turkey":
            running.say(power, "DRAW")
    assert running.game.position.ended.winners == tuple(
        power for power in running.game.variant.map.powers if power != "Turkey"
    )


def test_who_takes_a_seat_over_has_not_agreed_to_a_draw(running) -> None:
    running.say("Turkey", "DRAW")
    running.say("Turkey", "RESIGN")
    running.mail("new@example.org", "TAKEOVER ruhr Turkey")
    for power in running.game.variant.map.powers:
        if power != "Turkey":
            running.say(power, "DRAW")
    assert running.game.position.ended is None
    running.say("Turkey", "DRAW")
    assert running.game.position.ended is not None


def test_a_concession_needs_all_but_the_winner(running) -> None:
    assert running.codes(running.say("Italy", "CONCEDE TO Italy")) == ["refused concede_self"]
    for power in running.game.variant.map.powers:
        if power != "Italy":
            running.say(power, "CONCEDE TO Italy")
    assert running.game.position.ended.how == "concession"
    assert running.game.position.ended.winners == ("Italy",)


def test_one_concedes_to_one_power_at_a_time(running) -> None:
    running.say("France", "CONCEDE TO Italy")
    running.say("France", "CONCEDE TO Turkey")
    assert [m.terms for m in running.game.motions] == [("Turkey",)]
    running.say("France", "CONCEDE TO France")
    assert running.game.motions == ()


def test_status_shows_who_has_ordered_to_the_master_alone(running) -> None:
    running.say("France", running.holds("France"))
    running.say("Italy", "Ven hold\nWAIT")

    def states(reader):
        standing = section(running.reply(running.say(reader, "STATUS")), StandingSection)
        return {line.powers[0]: line.state for line in standing.seats if line.powers}

    assert states("m1")["France"] == ("ordered",)
    assert states("m1")["Italy"] == ("partly", "wait")
    assert states("m1")["Turkey"] == ("missing",)
    assert states("France")["France"] == ("ordered",)
    assert states("France")["Italy"] == states("France")["Turkey"] == ()


def test_list_shows_the_board_to_strangers_of_listed_games_only(running) -> None:
    answer = running.reply(running.mail("x@example.org", "LIST ruhr"))
    assert section(answer, PositionSection)
    assert answer.view.reader == "observer"
    running.say("m1", "SET LISTED OFF")
    decision = running.mail("x@example.org", "LIST ruhr")
    assert running.codes(decision) == ["refused no_game"]
    assert running.reply(decision).heading is running.reply(decision).view is None


def test_history_has_every_turn_from_the_start(running) -> None:
    for _ in range(2):
        running.now = running.game.due_at
        running.tick()
    past = section(running.reply(running.say("France", "HISTORY")), Chronicle)
    assert [t.event for t in past.turns] == [
        "S1901M Game Starting",
        "S1901M Results",
        "F1901M Results",
    ]
    assert past.turns[0].view.played is None
    assert [str(t.view.played) for t in past.turns[1:]] == ["S1901M", "F1901M"]
    assert [str(t.heading.turn) for t in past.turns] == ["S1901M", "F1901M", "S1902M"]
    part = section(running.reply(running.say("France", "HISTORY FROM F1901M")), Chronicle)
    assert [t.event for t in part.turns] == ["F1901M Results"]
    part = section(running.reply(running.say("France", "HISTORY TO S1901M")), Chronicle)
    assert len(part.turns) == 2
    line = "HISTORY FROM S1901R TO F1901R"  # neither was played
    part = section(running.reply(running.say("France", line)), Chronicle)
    assert [t.event for t in part.turns] == ["F1901M Results"]
    part = section(running.reply(running.say("France", "HISTORY TO S1901R")), Chronicle)
    assert [t.event for t in part.turns] == ["S1901M Game Starting", "S1901M Results"]
    assert running.codes(running.say("France", "HISTORY FROM Easter")) == ["refused bad_turn"]


def test_help(running) -> None:
    assert running.codes(running.mail("x@example.org", "HELP ORDERS\nHELP nonsense")) == [
        "taken",
        "refused no_topic",
    ]


def test_every_role_has_its_view(running) -> None:
    running.mail("o@example.org", "OBSERVE ruhr")
    readers = {
        seat.role: running.reply(running.say(seat.name, "LIST")).view.reader
        for seat in (running.seat("m1"), running.seat("France"), running.seat("o1"))
    }
    assert readers == {Role.MASTER: "master", Role.PLAYER: "France", Role.OBSERVER: "observer"}


def test_a_look_at_another_game_does_not_lead_away(running) -> None:
    running.mail("master@example.org", "CREATE elbe")
    decision = running.say("France", "STATUS elbe\nA Par - Bur")
    assert sorted(running.codes(decision)) == ["taken", "taken"]
    assert len(running.game.orders["France"]) == 1
    answers = [n for n in decision.notices if n.kind == REPLY]
    assert [n.heading.game for n in answers] == ["ruhr", "elbe"]


def test_nothing_is_said_twice_in_a_subject_that_was_obeyed(running) -> None:
    decision = running.mail("x@example.org", "STATUS ruhr", subject="STATUS ruhr")
    assert running.codes(decision) == ["taken"]
