"""A coalition from nomination to victory, by mail."""

from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.clock.run_turns import find_next_wake_time
from judge.game.state import Stage
from judge.language.reader import read_line
from judge.language.statement import CommandStatement, Line, UnreadStatement
from judge.library import load
from judge.model.letter_kind import RESULTS
from judge.model.turn import Phase, Turn
from judge.variants.ww4.ballot import Nominate, Vote
from tests.ww4.club import War

SUMMER, FALL = Turn(10, "summer", Phase.RETREATS), Turn(10, "fall", Phase.MOVEMENT)


@pytest.fixture
def war():
    return War().begin(10)


@pytest.fixture
def summer(war):
    war.move_on(SUMMER)
    return war


@pytest.fixture
def ballot(summer):
    """A ballot of two lines: Cuba and Japan, Germany and Iran."""
    summer.say("Cuba", "NOMINATE Cuba, Japan")
    summer.say("Brazil", "nominate Japan and Cuba")
    summer.say("Germany", "NOMINATE Germany Iran")
    summer.letters = summer.pass_time()
    return summer


def test_there_is_always_a_summer_from_year_ten(war):
    """WW4 V.2, WW4-6: with retreats or without."""
    war.pass_time()
    assert war.game.position.turn == SUMMER
    war.pass_time()
    assert war.game.position.turn == FALL
    war.move_on(Turn(9, "spring", Phase.MOVEMENT))
    war.pass_time()
    assert war.game.position.turn == Turn(9, "fall", Phase.MOVEMENT)


def test_a_nomination_is_taken_and_replaced(summer):
    """WW4 V.3, WW4-6, WW4-12."""
    assert summer.codes(summer.say("Cuba", "NOMINATE Cuba, Japan")) == ["noted nomination_noted"]
    assert summer.codes(summer.say("Cuba", "NOMINATE Cuba, UK")) == ["noted nomination_noted"]
    (motion,) = summer.game.motions
    assert motion.terms == ("Cuba", "United Kingdom")
    assert summer.codes(summer.say("Cuba", "NOMINATE NONE")) == ["noted nomination_withdrawn"]
    assert summer.game.motions == ()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("NOMINATE Cuba", "coalition_size"),
        ("NOMINATE Cuba, Japan, Iran", "coalition_size"),
        ("NOMINATE Cuba, Cuba", "named_twice"),
        ("NOMINATE Cuba, Atlantis", "unknown_power"),
        ("NOMINATE Cuba, Q", "unknown_power"),
        ("VOTE 1", "vote_later"),
    ],
)
def test_what_is_refused(summer, line, code):
    """WW4 V.5, V.7, WW4-6, WW4-12."""
    assert summer.codes(summer.say("Cuba", line)) == [f"refused {code}"]


def test_no_coalition_of_the_small(summer):
    """WW4 V.6, WW4-6."""
    summer.owns(BUD="Cuba", PAR="Germany", VEN="Iran")
    assert summer.codes(summer.say("Japan", "NOMINATE Japan, Brazil")) == ["refused no_leader"]


def test_the_eliminated_neither_nominate_nor_vote(ballot):
    """WW4 V.7, WW4-12."""
    ballot.owns(HAM="Russia", MUN="Russia", PRG="Russia")
    assert ballot.codes(ballot.say("Germany", "VOTE 1")) == ["refused not_surviving"]
    ballot.move_on(SUMMER)
    said = ballot.say("Germany", "NOMINATE Cuba, Japan")
    assert ballot.codes(said) == ["refused not_surviving"]
    assert ballot.codes(ballot.say("Cuba", "NOMINATE Cuba, Germany")) == ["refused not_surviving"]


def test_nominations_only_in_summer(war):
    """WW4 V.3, WW4-6."""
    assert war.codes(war.say("Cuba", "NOMINATE Cuba, Japan")) == ["refused no_nominations_now"]


def test_the_ballot_does_not_say_who_nominated(ballot):
    """WW4 V.4, V.8, WW4-6: equal nominations are one, and nobody is told whose they are."""
    assert [line.terms for line in ballot.game.motions] == [("Cuba", "Japan"), ("Germany", "Iran")]
    assert {line.mover for line in ballot.game.motions} == {""}
    letters = [n for n in ballot.letters.notices if n.event == "Ballot"]
    assert len(letters) == 37  # 36 players and the master
    assert len({tuple(section.what for section in letter.sections) for letter in letters}) == 1


def test_votes_can_be_changed(ballot):
    """WW4 V.8, WW4-6: for any number of coalitions."""
    for line, codes in [
        ("VOTE 1, 2", "noted votes_noted"),
        ("vote for 2", "noted votes_noted"),
        ("VOTE ALL", "noted votes_noted"),
        ("VOTE NONE", "noted votes_none"),
        ("VOTE 3", "refused not_on_ballot"),
        ("VOTE 1 and 0", "refused not_on_ballot"),
    ]:
        assert ballot.codes(ballot.say("Texas", line)) == [codes]
    assert all(not line.ballots for line in ballot.game.motions)
    ballot.say("Texas", "VOTE 2")
    mine = ballot.seat("Texas").name
    assert [mine in line.ballots for line in ballot.game.motions] == [False, True]


def test_the_vote_closes_a_day_before_the_deadline(ballot):
    """WW4 V.8, V.9, WW4-6: then the roll call is published, and later votes are refused."""
    ballot.say("Texas", "VOTE 2")
    close = ballot.game.due_at - timedelta(hours=24)
    assert find_next_wake_time(ballot.game) == close
    ballot.now = close - timedelta(minutes=1)
    assert ballot.tick() is None
    ballot.now = close
    roll = ballot.tick()
    assert {n.event for n in roll.notices} == {"Roll Call"}
    said = [section.what for section in roll.notices[0].sections]
    assert ("voted_for", ("2", "Texas (3)")) in [(w.code, w.about) for w in said]
    assert len(said[-1].about) == 35, "the others voted for none"
    assert said[0].code == "no_coalition"
    assert ballot.game.stage is Stage.ACTIVE
    assert ballot.codes(ballot.say("Texas", "VOTE 1")) == ["refused vote_closed"]


@pytest.mark.parametrize(
    ("hours", "length", "ahead"), [("12", "3 days", 12), ("48", "3 days", 36), ("24", "1 day", 12)]
)
def test_when_the_vote_closes_is_a_setting(ballot, hours, length, ahead):
    """WW4 V.8, WW4-6: but half of a phase's usual length is left for voting."""
    ballot.say("m1", f"SET MOVES {length}")
    game = replace(ballot.game, variant=load("ww4", {"close": hours}))
    assert find_next_wake_time(game) == game.due_at - timedelta(hours=ahead)


def test_the_ballot_stands_when_somebody_leaves(ballot):
    """WW4 V.8: a player's votes stand as his orders do, and the lines do when an observer goes."""
    ballot.say("Texas", "VOTE 2")
    ballot.say("Texas", "RESIGN")
    ballot.mail("observer@example.org", "OBSERVE ruhr")
    watching = ballot.game.seats[-1]
    ballot.mail("observer@example.org", "RESIGN", watching)
    assert watching not in ballot.game.seats
    assert [line.terms for line in ballot.game.motions] == [("Cuba", "Japan"), ("Germany", "Iran")]
    assert [len(line.ballots) for line in ballot.game.motions] == [0, 1]


def test_the_turn_waits_for_the_vote(ballot):
    """WW4 V.8: orders of all do not end the vote early."""
    ballot.say("m1", "SET EARLY ON")
    for power in ballot.game.variant.map.powers:
        ballot.say(power, ballot.holds(power))
    assert ballot.game.position.turn == FALL


def test_a_coalition_wins(ballot):
    """WW4 V.15, V.16, WW4-7: all votes of a power go the same way; 70 of 108 win."""
    powers = [*ballot.game.variant.map.powers]
    for power in powers[:23]:
        ballot.say(power, "VOTE 1")
    ballot.say(powers[23], "VOTE ALL")
    ballot.now = ballot.game.due_at - timedelta(hours=24)
    ballot.tick()
    assert ballot.game.stage is Stage.ENDED
    assert ballot.game.position.ended.winners == ("Cuba", "Japan")


@pytest.mark.parametrize(
    ("voted", "told"), [("ALL", "1 to 4"), ("1 2 3", "1 to 3"), ("1 2 4", "1, 2, 4"), ("4", "4")]
)
def test_numbers_in_a_row_are_told_by_both_ends(summer, voted, told):
    for power, other in (
        ("Cuba", "Japan"),
        ("Iran", "Cuba"),
        ("Brazil", "Cuba"),
        ("Mexico", "Cuba"),
    ):
        summer.say(power, f"NOMINATE {power}, {other}")
    summer.pass_time()
    summer.say("Texas", f"VOTE {voted}")
    summer.now = summer.game.due_at - timedelta(hours=24)
    said = [section.what for section in summer.tick().notices[0].sections]
    assert [w.about[0] for w in said if w.code == "voted_for"] == [told]


def test_the_dead_pool_counts_for_every_coalition(ballot):
    """WW4 V.14, WW4-7."""
    ballot.owns(HAM="Russia", MUN="Russia", PRG="Russia")  # Germany is out: a vote for everybody
    powers = [p for p in ballot.game.variant.map.powers if p not in ("Russia", "Germany")]
    for power in powers[:23]:
        ballot.say(power, "VOTE 1")
    ballot.now = ballot.game.due_at - timedelta(hours=24)
    roll = ballot.tick()
    said = [s.what for s in roll.notices[0].sections]
    assert said[0].about == ("Cuba", "Japan")
    assert said[1].about == ("1", "70", "Cuba", "Japan")
    assert ballot.game.stage is Stage.ENDED


def test_a_tie_ends_nothing(ballot):
    """WW4 V.16, WW4-7: the war goes on."""
    for power in ballot.game.variant.map.powers:
        ballot.say(power, "VOTE ALL")
    ballot.now = ballot.game.due_at - timedelta(hours=24)
    ballot.tick()
    assert ballot.game.stage is Stage.ACTIVE
    ballot.pass_time()
    assert ballot.game.position.turn.year == 11


def test_every_letter_of_a_turn_shows_the_votes(war):
    """WW4 V.10, V.11: every power's votes are in the View that letters are made of."""
    decision = war.pass_time()
    results = [n for n in decision.notices if n.kind == RESULTS]
    assert len(results) == 37
    assert all(n.view.votes == dict.fromkeys(war.game.variant.map.powers, 3) for n in results)


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("nominate Cuba, Cuba", Nominate(members=("Cuba", "Cuba"))),
        ("nominate none", Nominate()),
        ("vote 1 and #3", Vote(lines="1 and #3")),
        ("vote for all", Vote(lines="all")),
    ],
)
def test_what_is_said_to_the_council_is_read_in_its_variant_alone(typed, command):
    (here,) = read_line(Line(1, typed), load("ww4"), Phase.RETREATS)
    (elsewhere,) = read_line(Line(1, typed), load("standard"), Phase.RETREATS)
    assert isinstance(here, CommandStatement) and here.command == command
    assert isinstance(elsewhere, UnreadStatement)
