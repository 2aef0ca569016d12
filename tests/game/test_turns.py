"""What time does to a game."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.clock.run_turns import advance_clock, find_next_wake_time
from judge.game.state import Stage
from judge.model.letter import News, OrderSet

HOUR = timedelta(hours=1)


def news(notice) -> list[str]:
    return [section.what.code for section in notice.sections if isinstance(section, News)]


def test_a_turn_is_processed_as_soon_as_all_are_ready(running) -> None:
    running.everybody_holds("Turkey")
    assert str(running.game.position.turn) == "S1901M"
    decision = running.say("Turkey", running.holds("Turkey"))
    assert str(running.game.position.turn) == "F1901M"
    results = running.told(decision, "results")
    assert len(results) == 8
    assert {n.event for n in results.values()} == {"S1901M Results"}
    assert results["p1"].key == "S1901M.1.results.p1"
    assert results["p1"].view.powers == ("Austria",)
    assert results["m1"].view.reader == "master"
    assert running.game.orders == {}
    assert (running.game.number, running.game.due_at) == (2, running.now + timedelta(days=3))


def test_wait_keeps_the_time_for_one_phase(running) -> None:
    running.say("Italy", "WAIT")
    running.everybody_holds()
    assert str(running.game.position.turn) == "S1901M"
    running.say("Italy", "NOWAIT")
    assert str(running.game.position.turn) == "F1901M"
    running.say("Italy", "WAIT")
    running.now = running.game.due_at
    running.tick()
    assert str(running.game.position.turn) == "S1902M"
    assert not running.seat("Italy").wait


def test_nothing_is_early_in_a_game_that_is_not(running) -> None:
    running.say("m1", "SET EARLY OFF")
    running.everybody_holds()
    assert str(running.game.position.turn) == "S1901M"


def test_reminders_go_once_to_those_who_lack_orders(running) -> None:
    running.say("France", "WAIT\n" + running.holds("France"))
    running.say("Italy", "Ven hold")
    running.now = running.game.due_at - 13 * HOUR
    assert running.tick() is None
    running.now += HOUR
    reminders = running.told(running.tick(), "reminder")
    assert set(reminders) == {"p1", "p2", "p4", "p5", "p6", "p7"}
    (receipt,) = [s for s in reminders["p5"].sections if isinstance(s, OrderSet)]
    assert receipt.missing == ("A ROM", "F NAP")
    assert running.tick() is None


def test_a_short_phase_is_not_reminded_of_at_its_beginning(running) -> None:
    running.say("m1", "SET MOVES 4 HOURS")
    running.say("m1", "SET DEADLINE in 4 hours")
    assert running.tick() is None
    running.now += 2 * HOUR
    assert running.told(running.tick(), "reminder")


def test_at_the_deadline_missing_orders_are_made(running) -> None:
    running.say("France", "A Par - Bur")
    running.now = running.game.due_at + timedelta(seconds=20)
    due = running.game.due_at
    results = running.told(running.tick(), "results")
    assert len(results) == 8
    assert running.game.position.units["BUR"].power == "France"
    assert running.seat("Italy").missed == 1
    assert running.seat("France").missed == 1
    assert running.game.due_at == due + timedelta(days=3), "counted from the deadline itself"


def test_grace_is_announced_and_ends(running) -> None:
    running.say("m1", "SET GRACE 5 HOURS")
    running.everybody_holds("Turkey")
    running.now = running.game.due_at
    late = running.told(running.tick(), "late")
    assert len(late) == 8
    assert news(late["p1"]) == ["late_grace"]
    assert news(late["p7"]) == ["late_grace_you"]
    assert news(late["m1"]) == ["late_grace", "waiting_for"]
    assert running.tick() is None
    running.now += 5 * HOUR
    assert running.told(running.tick(), "results")


def test_in_the_time_of_grace_nothing_is_asked_of_time_but_its_end(running) -> None:
    running.say("m1", "SET GRACE 5 HOURS")
    running.now = running.game.due_at
    assert running.told(running.tick(), "late"), "the reminder was missed"
    assert find_next_wake_time(running.game) == running.game.due_at + 5 * HOUR


def test_grace_ends_with_the_last_order(running) -> None:
    running.say("m1", "SET GRACE 5 HOURS")
    running.say("France", "WAIT")
    running.everybody_holds("Turkey")
    running.now = running.game.due_at
    running.tick()
    assert running.told(running.say("Turkey", running.holds("Turkey")), "results")


def test_a_game_may_wait_for_the_late(running) -> None:
    running.say("m1", "SET NMR WAIT")
    running.everybody_holds("Turkey")
    running.now = running.game.due_at
    late = running.told(running.tick(), "late")
    assert news(late["p7"]) == ["late_held_you"]
    assert running.game.stage is Stage.HELD
    assert running.tick() is None
    assert running.told(running.say("Turkey", running.holds("Turkey")), "results")
    assert running.game.stage is Stage.ACTIVE


@pytest.mark.parametrize(("who", "line"), [("France", "WAIT"), ("m1", "SET EARLY OFF")])
def test_a_game_waits_for_the_late_and_for_nothing_else(running, who, line) -> None:
    """WAIT and EARLY speak of the time before the deadline, which is past."""
    running.say("m1", "SET NMR WAIT")
    running.say(who, line)
    running.everybody_holds("Turkey")
    running.now = running.game.due_at
    running.tick()
    assert running.told(running.say("Turkey", running.holds("Turkey")), "results")


def test_the_master_may_process_without_the_late(running) -> None:
    running.say("m1", "SET NMR WAIT")
    running.now = running.game.due_at
    running.tick()
    assert running.told(running.say("m1", "PROCESS"), "results")
    assert running.game.stage is Stage.ACTIVE
    assert running.game.due_at == running.now + timedelta(days=3)


def test_a_deadline_missed_by_an_outage_gives_the_time_back(running) -> None:
    due = running.game.due_at
    stopped, running.now = due - timedelta(hours=30), due + timedelta(days=2)
    decision = running.done(advance_clock(running.game, running.now, running.held_after, stopped))
    told = running.told(decision, "news")
    assert set(told) == {"m1", "p1", "p2", "p3", "p4", "p5", "p6", "p7"}
    assert news(told["p1"]) == ["time_given_back"]
    assert (running.game.stage, running.game.due_at) == (
        Stage.ACTIVE,
        running.now + timedelta(hours=30),
    )
    assert running.tick() is None
    running.everybody_holds()
    assert str(running.game.position.turn) == "F1901M"


def test_after_an_outage_of_unknown_length_there_is_a_day(running) -> None:
    running.say("m1", "SET GRACE 2 hours")
    running.now = running.game.due_at
    running.tick()
    assert running.game.late
    running.now += timedelta(days=2)
    running.tick()
    assert (running.game.due_at, running.game.late) == (running.now + timedelta(days=1), False)


def test_a_deadline_just_missed_fires(running) -> None:
    running.now = running.game.due_at + running.held_after
    assert running.told(running.tick(), "results")


def test_pause_keeps_what_is_left(running) -> None:
    running.now += timedelta(hours=20)
    running.say("m1", "PAUSE")
    assert (running.game.stage, running.game.due_at) == (Stage.PAUSED, None)
    running.everybody_holds("Turkey")
    running.now += timedelta(days=10)
    assert running.tick() is None
    assert len(running.told(running.say("m1", "RESUME"), "news")) == 7
    assert running.game.due_at == running.now + timedelta(hours=52)


def test_nobody_is_late_while_the_clock_stands(running) -> None:
    running.say("m1", "SET GRACE 5 HOURS")
    running.now = running.game.due_at
    running.tick()
    running.say("m1", "PAUSE")
    assert not running.game.late


def test_a_paused_game_is_processed_when_it_goes_on(running) -> None:
    running.say("m1", "PAUSE")
    running.everybody_holds()
    assert str(running.game.position.turn) == "S1901M"
    assert running.told(running.say("m1", "RESUME"), "results")


def test_a_seat_that_comes_open_keeps_the_turn_and_holds_nobody_up_after_it(running) -> None:
    running.everybody_holds("Turkey")
    running.say("Turkey", "RESIGN")
    running.say("France", "A Par - Bur")
    assert str(running.game.position.turn) == "S1901M"
    running.now = running.game.due_at
    running.tick()
    running.everybody_holds("Turkey")
    assert str(running.game.position.turn) == "S1902M"


def test_who_is_ejected_is_no_reason_to_process_a_turn(running) -> None:
    running.say("m1", "SET GRACE 5 HOURS")
    running.everybody_holds("Turkey")
    running.now = due = running.game.due_at
    assert running.told(running.tick(), "late")
    running.say("m1", "EJECT Turkey")
    assert str(running.game.position.turn) == "S1901M"
    assert running.game.due_at == due + timedelta(days=1) and not running.game.late


def test_turns_in_time_and_late_are_counted(running) -> None:
    running.say("m1", "SET GRACE 5 HOURS")
    running.everybody_holds("Turkey", "Italy")
    running.now = running.game.due_at
    running.tick()
    running.say("Italy", running.holds("Italy"))
    running.now += timedelta(hours=5)
    running.tick()
    assert str(running.game.position.turn) == "F1901M"
    running.say("m1", "PROCESS")
    counted = {power: running.seat(power).conduct[:2] for power in ("France", "Italy", "Turkey")}
    assert counted == {"France": (1, 0), "Italy": (0, 1), "Turkey": (0, 1)}


def test_where_only_a_vacant_power_has_orders_to_give_the_deadline_is_kept(running) -> None:
    for power in running.game.variant.map.powers:
        running.say(power, "RESIGN")
    assert str(running.game.position.turn) == "S1901M"
    running.now = running.game.due_at
    assert running.tick() is not None
    assert str(running.game.position.turn) == "F1901M"


def test_a_manual_game_has_no_clock(club) -> None:
    club.mail("master@example.org", "CREATE ruhr WITH confirm=off")
    club.say("m1", "SET MANUAL ON")
    for n in range(7):
        club.mail(f"p{n}@example.org", "JOIN ruhr")
    assert club.game.stage is Stage.FORMING
    club.say("m1", "START")
    club.everybody_holds()
    assert str(club.game.position.turn) == "S1901M"
    club.say("m1", "SET DEADLINE +3 days")
    club.now = club.game.due_at
    late = club.told(club.tick(), "late")
    assert news(late["p1"]) == ["manual_due"]
    assert club.tick() is None
    club.say("m1", "PROCESS")
    assert (str(club.game.position.turn), club.game.due_at) == ("F1901M", None)


MASTER = [
    ("SET DEADLINE 2026-12-20 18:00", "noted deadline_later"),
    ("SET DEADLINE 2026-11-20 18:00", "refused past_date"),
    ("SET DEADLINE 2036-11-20 18:00", "refused far_date"),
    ("SET DEADLINE soon", "refused bad_date"),
    ("SET MOVES 2 DAYS", "noted length_set"),
    ("SET RETREATS 1 MIN", "refused short_duration"),
    ("SET BUILDS 1 fortnight", "refused bad_duration"),
    ("SET AT 21:00", "noted setting_changed"),
    ("SET DAYS Mon-Fri", "noted setting_changed"),
    ("SET DAYS never", "refused bad_value"),
    ("SET ZONE Europe/Berlin", "noted setting_changed"),
    ("SET ZONE us/eastern", "noted setting_changed"),
    ("SET ZONE Atlantis", "refused bad_value"),
    ("SET NMR WAIT", "noted setting_changed"),
    ("SET PRESS NONE", "noted setting_changed"),
    ("SET REMINDER 6 HOURS", "noted setting_changed"),
    ("SET NO REMINDER", "noted setting_changed"),
    ("SET REMINDER", "refused bad_value"),
    ("SET WEATHER FINE", "refused no_setting"),
    ("RESUME", "refused not_paused"),
    ("START", "refused already_started"),
    ("PREVIEW", "noted previewed"),
    ("PAUSE", "noted game_paused"),
    ("TERMINATE", "noted terminated"),
]


@pytest.mark.parametrize(("line", "code"), MASTER)
def test_the_master_s_commands(running, line, code) -> None:
    if code == "noted terminated":
        code = "taken"
    decision = running.say("m1", line)
    assert running.codes(decision) == [code]
    changed = not code.startswith("refused") and line != "PREVIEW"
    kind = "over" if line == "TERMINATE" else "news"
    assert len(running.told(decision, kind)) == (0 if not changed else 7 + (line == "TERMINATE"))


@pytest.mark.parametrize(
    "line",
    [
        line
        for line, answer in MASTER
        if answer != "refused no_setting" and not line.startswith("SET ZONE")
    ]
    + ["PROCESS"],
)
def test_only_the_master_gives_them(running, line) -> None:
    decision = running.say("France", line)
    own = "_mine" if "REMINDER" in line else ""
    assert running.codes(decision) == [f"refused master_only{own}"]
    assert decision.games == ()


def test_a_preview_shows_the_master_what_would_happen_and_changes_nothing(running) -> None:
    running.say("France", "A Par - Bur")
    before = running.game
    decision = running.say("m1", "PREVIEW")
    (shown,) = running.told(decision, "results").values()
    assert shown.event == "S1901M Preview"
    assert {unit.at.province: unit.power for unit in shown.view.units}["BUR"] == "France"
    assert shown.to.seat == "m1"
    assert running.game is before


def test_a_turn_that_is_named_must_be_the_present_one(running) -> None:
    assert running.codes(running.say("m1", "PROCESS F1901M")) == ["refused other_turn"]
    assert running.codes(running.say("m1", "PROCESS S1901M")) == ["noted processed"]


def test_who_is_out_neither_waits_nor_can_be_replaced(running) -> None:
    position = running.game.position
    without = replace(
        position,
        units={code: unit for code, unit in position.units.items() if unit.power != "Italy"},
        owners={code: power for code, power in position.owners.items() if power != "Italy"},
    )
    running.games["ruhr"] = replace(running.game, position=without)
    running.say("Italy", "WAIT")
    running.everybody_holds("Italy")
    assert str(running.game.position.turn) == "F1901M"
    running.say("Italy", "RESIGN")
    decision = running.mail("new@example.org", "TAKEOVER ruhr")
    assert running.codes(decision) == ["refused game_full"]


def test_one_mail_processes_one_turn(running) -> None:
    decision = running.say("m1", "PROCESS\nPROCESS")
    assert running.codes(decision) == ["noted processed", "refused once_a_mail"]
    assert str(running.game.position.turn) == "F1901M"
