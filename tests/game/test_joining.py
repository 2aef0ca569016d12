from __future__ import annotations

from dataclasses import replace

import pytest

from judge.game.effects import Question
from judge.game.enter.join import Signon
from judge.game.enter.starting import count_open_seats, deal_powers, find_free_seat_names
from judge.game.mail.decide import process_mail
from judge.game.proof.access import HIGHEST, derive_secret, parse_reply_tag
from judge.game.request import Request
from judge.game.state import Role, Seat, Stage
from judge.language.script import split_mail
from judge.model.letter import Listing, News
from judge.model.letter_kind import REPLY, RESULTS, START


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("CREATE ruhr", "created"),
        ("CREATE Ruhr7 standard", "created"),
        ("CREATE ruhr WITH rome=fleet", "created"),
        ("CREATE ru", "bad_name"),
        ("CREATE ru-hr", "bad_name"),
        ("CREATE 1234", "bad_name"),
        ("CREATE fleet", "bad_name"),
        ("CREATE averylonggamename", "bad_name"),
        ("CREATE taken", "name_taken"),
        ("CREATE ruhr chess", "no_variant"),
        ("CREATE ruhr WITH rome=submarine", "bad_option"),
        ("CREATE ruhr WITH nonsense", "bad_option"),
    ],
)
def test_creating(club, line, code) -> None:
    club.mail("other@example.org", "CREATE taken")
    decision = club.mail("master@example.org", line)
    assert [h.why.code for h in club.heard(decision) if h.why] == [code]
    assert bool(decision.games) == (code == "created")


def test_an_option_is_in_force_from_the_start(club) -> None:
    club.mail("master@example.org", "CREATE ruhr WITH rome=fleet")
    for n in range(7):
        club.mail(f"p{n}@example.org", "JOIN ruhr")
    assert club.game.position.units["ROM"].kind == "fleet"
    assert dict(club.game.settings.options) == {"rome": "fleet"}


def test_a_game_starts_by_itself_when_it_is_full(club) -> None:
    club.gather()
    assert club.game.stage is Stage.ACTIVE
    assert club.game.due_at is not None
    assert {seat.powers for seat in club.game.players} == {
        (power,) for power in club.game.variant.map.powers
    }
    starts = {n.to.address for n in club.sent if n.kind == START}
    assert len(starts) == 8


def test_a_dummy_has_a_seat_that_nobody_holds(club) -> None:
    club.mail("master@example.org", "CREATE ruhr WITH confirm=off")
    club.say("m1", "SET DUMMY Italy, Turkey")
    for n in range(5):
        club.mail(f"p{n}@example.org", "JOIN ruhr")
    assert club.game.stage is Stage.ACTIVE
    nobody = [seat for seat in club.game.players if not seat.address]
    assert [seat.powers for seat in nobody] == [("Italy",), ("Turkey",)]
    assert len({seat.name for seat in club.game.players}) == 7


@pytest.mark.parametrize(
    ("taken", "free"),
    [((), ["p1", "p2"]), ((3,), ["p4", "p5"]), ((HIGHEST - 2,), [f"p{HIGHEST - 1}", f"p{HIGHEST}"]),
     ((1, HIGHEST - 1), ["p2", "p3"])],
)  # fmt: skip
def test_seats_are_numbered_on_until_no_number_is_higher(club, taken, free) -> None:
    club.mail("master@example.org", "CREATE ruhr WITH confirm=off")
    seats = tuple(Seat(f"p{number}", Role.PLAYER, "", "") for number in taken)
    assert find_free_seat_names(replace(club.game, seats=seats), 2) == free


def test_wishes_first_come_first_served_then_lots() -> None:
    def seat(name: str, wish: str = "", address: str = "a@example.org") -> Seat:
        return Seat(name, Role.PLAYER, address, "", wish=wish)

    powers = (("Austria",), ("England",), ("France",))
    dealt = deal_powers((seat("p1"), seat("p2", "France"), seat("p3", "France")), powers, 5)
    assert dealt["p2"] == ("France",)
    assert sorted(dealt.values()) == [("Austria",), ("England",), ("France",)]
    assert dealt == deal_powers((seat("p1"), seat("p2", "France"), seat("p3", "France")), powers, 5)
    plain = (seat("p1"), seat("p2"), seat("p3"))
    assert len({str(deal_powers(plain, powers, seed)) for seed in range(40)}) == 6


def test_a_wish_for_one_of_several_powers_brings_them_all() -> None:
    pairs = (("Austria", "England"), ("France", "Italy"))
    seats = (
        Seat("p1", Role.PLAYER, "a@example.org", ""),
        Seat("p2", Role.PLAYER, "b@example.org", "", wish="England"),
    )
    assert deal_powers(seats, pairs, 1) == {"p1": pairs[1], "p2": pairs[0]}


def test_joining_twice_is_no_second_seat(club) -> None:
    club.mail("master@example.org", "CREATE ruhr")
    club.mail("p@example.org", "JOIN ruhr")
    decision = club.mail("p@example.org", "JOIN ruhr")
    assert club.codes(decision) == ["refused already_in"]
    assert len(club.game.players) == 1


def test_the_master_does_not_play(club) -> None:
    club.mail("master@example.org", "CREATE ruhr")
    club.mail("master@example.org", "JOIN ruhr")
    assert club.game.players == ()


def test_several_games_in_one_mail(club) -> None:
    for name in ("ruhr", "elbe"):
        club.mail("master@example.org", f"CREATE {name}")
    decision = club.mail("p@example.org", "JOIN ruhr PASSWORD abcd\nJOIN elbe PASSWORD efgh")
    assert club.codes(decision) == ["noted joined", "noted joined"]
    assert {n.heading.game for n in decision.notices if n.kind == REPLY} == {"ruhr", "elbe"}


def test_sign_ons_to_two_games_are_both_honored(club) -> None:
    for name in ("ruhr", "elbe"):
        club.mail("master@example.org", f"CREATE {name}")
        for n in range(7):
            line = f"JOIN {name} PASSWORD word{n}"
            club.mail(f"p{n}@example.org", line)
    mine = {name: club.games[name].find_seat_named("p1").powers[0] for name in ("ruhr", "elbe")}
    text = "".join(
        f"SIGNON {power} {name} word0\n{club.games[name].position.units_of(power)[0].at} hold\n"
        for name, power in mine.items()
    )
    decision = club.mail("p0@example.org", text)
    assert club.codes(decision) == ["taken"] * 4
    for name, power in mine.items():
        assert len(club.games[name].orders[power]) == 1


def test_a_failed_sign_on_shields_the_game_before_it(running) -> None:
    running.mail("master@example.org", "CREATE elbe")
    seat = running.seat("England")
    decision = running.mail(
        seat.address, "F Lon - Nth\nSIGNON France elbe wrong\nF Edi - Nwg", seat
    )
    assert running.codes(decision) == ["taken", "refused not_proved", "ignored below_refused"]
    assert len(running.game.orders["England"]) == 1


def test_resigning_frees_the_seat_and_all_are_told(running) -> None:
    running.say("France", "A Par - Bur")
    decision = running.say("France", "RESIGN")
    seat = running.seat("France")
    assert (seat.address, seat.secret, seat.password) == ("", "", "")
    assert len(running.game.orders["France"]) == 1
    news = running.told(decision, "news")
    assert len(news) == 7
    assert all(n.sections == (News(news["m1"].sections[0].what),) for n in news.values())


def test_who_has_resigned_says_nothing_more(running) -> None:
    decision = running.say("France", "RESIGN\nA Par - Bur\nDRAW\nSET PASSWORD abcd")
    assert running.codes(decision) == [
        *("noted you_resigned", "refused not_proved", "ignored below_refused", "ignored"),
    ]
    assert running.game.motions == ()
    assert running.game.orders == {}
    assert running.seat("France").password == ""


def test_a_game_that_is_over_has_no_open_seats(running) -> None:
    running.say("France", "RESIGN")
    running.say("m1", "TERMINATE")
    assert count_open_seats(running.game) == 0
    (standing,) = running.reply(running.mail("x@example.org", "STATUS ruhr")).sections[1:2]
    assert [line.state for line in standing.seats if line.powers == ("France",)] == [()]


@pytest.mark.parametrize(
    "line",
    ["JOIN ruhr", "JOIN ruhr AS France", "TAKEOVER ruhr", "TAKEOVER ruhr France pass1",
     "SIGNON Fruhr pass1"],
)  # fmt: skip
def test_taking_over(running, line) -> None:
    running.say("France", "RESIGN")
    decision = running.mail("new@example.org", line)
    assert running.codes(decision) == ["noted you_play"]
    assert running.seat("France").address == "new@example.org"
    assert running.seat("France").secret == running.reply(decision).to.secret != ""
    assert len(running.told(decision, "news")) == 7
    assert running.say("France", "A Par - Bur").games


def test_a_seat_that_is_held_is_not_taken_over(running) -> None:
    for line in ("TAKEOVER ruhr France", "JOIN ruhr"):
        assert running.mail("new@example.org", line).games == ()


def test_seats_that_nobody_takes_have_addresses_that_lead_to_them(club) -> None:
    """Numbers are drawn where their sequence would tell how many play; the last is as good."""
    club.mail("master@example.org", "CREATE ruhr")
    club.say("m1", "SET MANUAL ON")
    club.mail("p@example.org", "JOIN ruhr")
    (master, player) = club.game.seats
    club.games["ruhr"] = replace(club.game, seats=(master, replace(player, name="p9999")))
    club.say("m1", "START")
    names = {seat.name for seat in club.game.players}
    assert len(names) == 7
    assert all(parse_reply_tag(f"judge+ruhr.{name}.{derive_secret(1)}") for name in names)


def test_leaving_before_the_start_makes_room(club) -> None:
    club.mail("master@example.org", "CREATE ruhr")
    club.mail("p@example.org", "JOIN ruhr")
    club.say("p1", "RESIGN")
    assert club.game.players == ()


@pytest.mark.parametrize(
    "line", ["CREATE elbe PASSWORD abc", "JOIN ruhr PASSWORD abc", "JOIN ruhr AS France abc",
             "OBSERVE ruhr abc"]
)  # fmt: skip
def test_no_password_is_too_short(club, line) -> None:
    club.mail("master@example.org", "CREATE ruhr")
    decision = club.mail("new@example.org", line)
    assert club.codes(decision) == ["refused bad_password"]
    assert decision.games == ()


def test_the_only_master_cannot_leave(running) -> None:
    assert running.codes(running.say("m1", "RESIGN")) == ["refused master_stays"]


def test_observers_get_results_and_give_no_orders(running) -> None:
    running.mail("o@example.org", "OBSERVE ruhr")
    assert running.codes(running.say("o1", "A Par - Bur")) == ["refused player_only"]
    running.everybody_holds()
    assert any(n.kind == RESULTS and n.to.seat == "o1" for n in running.sent)
    running.say("o1", "RESIGN")
    assert running.game.find_seat_named("o1") is None


def test_start_is_refused_until_the_table_is_full(club) -> None:
    club.mail("master@example.org", "CREATE ruhr")
    club.mail("p@example.org", "JOIN ruhr")
    assert club.codes(club.say("m1", "START")) == ["refused not_full"]
    decision = club.say("m1", "SET MANUAL ON\nSTART")
    assert club.codes(decision) == ["noted setting_changed", "noted started"]
    assert len([s for s in club.game.players if not s.address]) == 6
    assert club.game.due_at is None


def test_list_and_a_mail_of_nothing(club) -> None:
    club.mail("master@example.org", "CREATE ruhr")
    listing = club.reply(club.mail("x@example.org", "LIST")).sections[1]
    assert isinstance(listing, Listing)
    assert listing.games[0].game == "ruhr"
    for text, code in (
        ("", "nothing_there"),
        ("Xyzzy qwrtp zzkvx", "nothing_understood"),
    ):
        sections = club.reply(club.mail("x@example.org", text)).sections
        assert sections[1].what.code == code
        assert sections[2].title == "How to play"
    talk = club.reply(club.mail("x@example.org", "How are you today my friend?")).sections
    assert [section.what.code for section in talk[1:]] == ["only_talk"]


def test_settings_may_be_chosen_with_the_game(club) -> None:
    club.mail("master@example.org", "CREATE ruhr WITH anonymous=yes, rome=fleet, press=grey")
    settings = club.game.settings
    assert (settings.anonymous, settings.press, dict(settings.options)) == (
        True, "grey", {"rome": "fleet"},
    )  # fmt: skip
    decision = club.mail("master@example.org", "CREATE elbe WITH anonymous=perhaps", game="elbe")
    assert club.codes(decision) == ["refused bad_value"]
    assert "elbe" not in club.games


def test_a_name_once_hidden_stays_so(club) -> None:
    club.mail("master@example.org", "CREATE ruhr WITH anonymous=yes")
    assert club.codes(club.say("m1", "SET ANONYMOUS NO")) == ["noted setting_changed"]
    club.say("m1", "SET ANONYMOUS YES")
    club.mail("france@example.org", "JOIN ruhr")
    assert club.codes(club.say("m1", "SET ANONYMOUS NO")) == ["refused anonymous_stays"]


def test_who_says_it_again_from_elsewhere_joins_from_there(club) -> None:
    club.mail("master@example.org", "CREATE ruhr")
    asked = Request(
        "jane@example.org", "<1@example.org>", "", split_mail("JOIN ruhr"), text="JOIN ruhr"
    )
    again = Request(
        "jane@home.example", "<2@example.org>", "", split_mail("JOIN ruhr AS France"), token="t"
    )
    at = club.context(again)
    question = Question("t", asked.sender, asked)
    sender = replace(at.sender, address=asked.sender, question=question)
    (game,) = process_mail(replace(at, sender=sender)).games
    assert game.find_seat_named("p1").address == "jane@home.example"


@pytest.mark.parametrize(
    ("power", "game", "about"),
    [
        ("F", "ruhr", True),
        ("", "Fruhr", True),
        ("r", "uhr", True),
        ("F", "other", False),
        ("", "other", False),
        ("F", "hr", False),
    ],
)
def test_signon_is_about_a_game_with_the_letter_of_a_power_or_without(power, game, about):
    assert Signon(power=power, game=game).is_about_known_game({"ruhr"}) is about
