"""Orders by mail: what is taken, what is refused, and what the receipt says."""

from __future__ import annotations

import pytest

from judge.model.letter import OrderSet


def sets(club, decision) -> dict[str, OrderSet]:
    return {s.power: s for s in club.reply(decision).sections if isinstance(s, OrderSet)}


def texts(club, decision, power: str) -> list[str]:
    return [text for text, _ in sets(club, decision)[power].orders]


ENGLAND = [
    # line, verdict and code, suggestions
    ("F Lon - Nth", "taken", ()),
    ("Edi - Nwg", "taken", ()),
    ("F Edinbrugh - Norwegian Sea", "noted read_as", ()),
    ("A Lvp - Yrk", "noted read_as", ()),
    ("A Lvp - Bur", "refused not_adjacent", ("A LVP - EDI", "A LVP - WAL", "A LVP - YOR")),
    ("A Par - Bur", "refused not_your_unit", ()),
    ("A Lvp - Nwy", "taken", ()),  # by ships that may yet be ordered
    ("F Lon S F Nth - Bel", "refused out_of_reach", ()),
    (
        "F Lon S A Wal - Yor",
        "noted no_unit_seen",
        (),
    ),  # whether anything stands in Wales is not said
    ("Build A Lon", "refused wrong_phase", ()),
]


@pytest.mark.parametrize(("line", "verdict", "choices"), ENGLAND)
def test_a_line_of_england_in_spring_1901(running, line, verdict, choices) -> None:
    decision = running.say("England", line)
    assert running.codes(decision) == [verdict]
    (heard,) = running.heard(decision)
    assert set(choices) <= set(heard.choices)
    kept = running.game.orders.get("England", ())
    assert len(kept) == (0 if verdict.startswith("refused") else 1)


def test_every_suggestion_can_be_sent_back(running) -> None:
    refused = running.say("England", "A Lvp - Bur\nF Lon - Par\nF Edi - Ber")
    lines = [line for heard in running.heard(refused) for line in heard.choices]
    assert len(lines) == 9
    for line in lines:
        assert running.codes(running.say("England", line)) == ["taken"]


def test_a_coast_that_is_missing_is_offered(running) -> None:
    running.say("France", "F Bre - MAO")
    running.everybody_holds("France")
    running.say("France", "Par hold\nMar hold")
    (heard,) = running.heard(running.say("France", "F MAO - Spa"))
    assert heard.why.code == "coast_needed"
    assert set(heard.choices) == {"F MAO - SPA/nc", "F MAO - SPA/sc"}


def test_a_bad_line_spoils_only_itself(running) -> None:
    decision = running.say("England", "F Lon - Nth\nF Edi blubb\nA Lvp - Yor\nA Ber - Mun")
    assert [code.split()[0] for code in running.codes(decision)] == [
        "taken",
        "refused",
        "taken",
        "refused",
    ]
    receipt = sets(running, decision)["England"]
    assert len(receipt.orders) == 2
    assert receipt.missing == ("F EDI",)


def test_the_last_order_of_a_unit_counts_over_several_mails(running) -> None:
    running.say("England", "F Lon - Nth\nA Lvp - Yor")
    decision = running.say("England", "F Lon - Eng\nF Edi - Nth\nF Edi - Nwg")
    assert texts(running, decision, "England") == ["F LON - ENG", "A LVP - YOR", "F EDI - NWG"]
    assert sets(running, decision)["England"].missing == ()


def test_clear_drops_the_set(running) -> None:
    running.say("England", "F Lon - Nth")
    decision = running.say("England", "CLEAR\nF Edi - Nwg")
    assert texts(running, decision, "England") == ["F EDI - NWG"]


def test_a_support_that_does_not_fit_one_s_own_orders_is_pointed_out(running) -> None:
    decision = running.say("England", "F Lon S F Edi - Nth\nF Edi - Nwg\nA Lvp - Edi")
    hints = dict(sets(running, decision)["England"].orders)
    assert [[why.code for why in all_] for all_ in hints.values()] == [["does_not_fit"], [], []]
    decision = running.say("England", "F Edi - Nth")
    assert all(why == () for _, why in sets(running, decision)["England"].orders)


def test_orders_before_the_start_and_after_the_end(club) -> None:
    club.mail("master@example.org", "CREATE ruhr WITH confirm=off")
    club.mail("p@example.org", "JOIN ruhr")
    assert club.codes(club.say("p1", "A Par - Bur")) == ["refused not_running"]
    club.say("m1", "TERMINATE")
    assert club.codes(club.say("p1", "A Par - Bur")) == ["refused game_over"]


def test_orders_without_a_game_are_answered_with_the_games_one_plays(running) -> None:
    alone = running.mail("england@example.org", "F Lon - Nth")
    assert running.codes(alone) == ["refused proof_needed"]
    running.mail("master@example.org", "CREATE elbe")
    running.mail("england@example.org", "JOIN elbe")
    decision = running.mail("england@example.org", "F Lon - Nth")
    assert running.codes(decision) == ["refused which_of_games"]
    assert running.heard(decision)[0].why.about == ("ruhr", "elbe")
    assert running.codes(running.mail("x@example.org", "F Lon - Nth")) == ["refused which_game"]


SUBJECTS = [
    ("HELP", "", ["taken"]),
    ("Re: help", "", ["taken"]),
    ("LIST", "Sent from my phone, sorry for the typos in here", None),
    ("JUDGE:ruhr - S1901M Results", "", []),
    ("Re: JUDGE:ruhr - S1901M Results", "", []),
    ("my orders", "LIST", ["taken"]),
    ("list", "LIST", ["taken"]),
    ("Game tonight", "LIST", ["taken"]),
    ("GAME nowhere", "", ["refused no_game"]),
]


@pytest.mark.parametrize(("subject", "text", "codes"), SUBJECTS)
def test_the_subject_may_be_a_command(running, subject, text, codes) -> None:
    decision = running.mail("x@example.org", text, subject=subject)
    found = running.codes(decision)
    assert found == codes if codes is not None else "taken" in found


def opened(club, moves: dict[str, str]) -> None:
    """Play a movement phase in which all others hold."""
    for power, lines in moves.items():
        club.say(power, lines)
    for power in club.game.variant.map.powers:
        if power not in moves:
            club.say(power, club.holds(power))


@pytest.fixture
def winter(running):
    """Winter 1901: France has taken Spain and Portugal (two builds), Russia lost Sweden's race."""
    opened(running, {"France": "A Mar - Spa\nF Bre - MAO\nPar hold"})
    assert str(running.game.position.turn) == "F1901M"
    opened(running, {"France": "Spa hold\nF MAO - Por\nA Par - Gas"})
    assert str(running.game.position.turn) == "F1901B"
    return running


def test_builds_are_a_list_in_which_the_first_count(winter) -> None:
    decision = winter.say("France", "Build A Par\nBuild F Bre\nBuild A Mar")
    assert winter.codes(decision) == ["taken", "taken", "refused surplus"]


def test_part_of_the_builds(winter) -> None:
    decision = winter.say("France", "Build A Par")
    assert sets(winter, decision)["France"].missing == ("BUILD",)
    assert str(winter.game.position.turn) == "F1901B"
    winter.say("France", "Waive")
    assert str(winter.game.position.turn) == "S1902M"
    assert len(winter.game.position.units_of("France")) == 4


def test_a_build_sent_again_is_no_second_one(winter) -> None:
    winter.say("France", "WAIT\nBuild A Par\nWaive")
    decision = winter.say("France", "Build A Par\nWaive")
    assert texts(winter, decision, "France") == ["BUILD A PAR", "WAIVE"]


def test_a_build_on_the_same_site_takes_the_place_of_the_first(winter) -> None:
    winter.say("France", "WAIT\nBuild A Mar\nBuild A Par")
    decision = winter.say("France", "Build F Mar")
    assert texts(winter, decision, "France") == ["BUILD F MAR", "BUILD A PAR"]


def test_a_later_mail_makes_room_for_its_builds(winter) -> None:
    winter.say("France", "WAIT\nBuild A Mar\nBuild A Par")
    decision = winter.say("France", "Build F Bre")
    assert winter.codes(decision) == ["noted replaces"]
    assert texts(winter, decision, "France") == ["BUILD A PAR", "BUILD F BRE"]


def test_a_build_where_none_can_be_is_answered_with_sites(winter) -> None:
    (heard,) = winter.heard(winter.say("France", "Build A Spa"))
    assert heard.verdict == "refused"
    assert "BUILD A PAR" in heard.choices


def test_builds_of_a_power_that_has_none(winter) -> None:
    (heard,) = winter.heard(winter.say("Germany", "Build A Ber"))
    assert (heard.why.code, heard.choices) == ("no_build_due", ())


def test_passwords_are_not_repeated(running) -> None:
    decision = running.say("England", "SET PASSWORD hidden99")
    assert "hidden99" not in str(running.heard(decision))


@pytest.mark.parametrize(
    ("subject", "text", "kept"),
    [
        ("A Par - Bur", "", 1),
        ("A Par - Bur, F Bre - Mao", "", 2),
        ("Re: A Par - Bur", "", 0),
        ("A Par - Bur", "F Bre - Mao", 1),
        ("A Par or A Mar", "", 0),
    ],
)
def test_orders_may_be_all_of_a_subject(running, subject, text, kept) -> None:
    """An answer to an old receipt with nothing in it orders nothing."""
    seat = running.seat("France")
    running.mail(seat.address, text, seat, subject=subject)
    assert len(running.game.orders.get("France", ())) == kept
