"""Draws of rounds, and standings, as values."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.game.game_settings import Settings
from judge.game.tournament.draw import (
    compare_with_lots,
    draw_round,
    rate_draw,
    sum_up_tables,
)
from judge.game.tournament.state import (
    BoardModel,
    BoardScore,
    Correction,
    Tournament,
    TournamentRules,
    find_tournament_of_game,
)
from judge.game.tournament.telling import build_score_table, rank_entrants
from judge.letters.compose import write_letter
from judge.letters.identity import JudgeIdentity
from judge.model.letter import Notice, Recipient
from judge.model.letter_kind import STANDINGS


@settings(max_examples=15)
@given(st.integers(0, 2**64), st.integers(1, 4), st.integers(2, 7), st.booleans())
def test_a_draw_seats_everybody_once(seed: int, boards: int, size: int, spread: bool) -> None:
    players = list(range(1, boards * size + 1))
    pots, past = "spread" if spread else "one", sum_up_tables([])
    for number in range(3):
        tables = draw_round(players, size, past, seed + number, pots=pots)
        assert [len(row) for row in tables] == [size] * boards
        assert sorted(player for row in tables for player in row) == players
        if number == 2:
            assert tables == draw_round(players, size, past, seed + number, pots=pots), "again"
        past = sum_up_tables([tables])


def test_five_rounds_without_meeting_twice_where_that_can_be() -> None:
    """Of 49 people on seven boards, nobody need meet again in a second round."""
    players = list(range(49))
    first = draw_round(players, 7, sum_up_tables([]), 1)
    past = sum_up_tables([first])
    second = draw_round(players, 7, past, 2)
    quality = rate_draw(second, past)
    lots = compare_with_lots(players, 7, past, 3)
    assert lots.draws == 1000
    assert quality.powers == 0 and quality.meetings <= 3 < lots.best.meetings


def test_the_strongest_are_spread_over_the_boards() -> None:
    players = list(range(35))
    past = sum_up_tables([])
    for seed in range(3):
        tables = draw_round(players, 7, past, seed, pots="spread")
        for row in tables:
            assert sorted(player // 5 for player in row) == list(range(7))
        past = sum_up_tables([tables])


def test_those_who_stand_alike_meet() -> None:
    players = list(range(35))
    past = sum_up_tables([draw_round(players, 7, sum_up_tables([]), 1)])
    for seed in range(3):
        tables = draw_round(players, 7, past, seed, pots="alike")
        pots = [sorted(player for row in tables[at : at + 2] for player in row) for at in (0, 2, 4)]
        assert pots == [players[:14], players[14:28], players[28:]]
        assert rate_draw(tables, past).powers == 0


def test_the_past_counts_meetings_and_seats() -> None:
    past = sum_up_tables([[[1, 2, 3]], [[2, 1, 4]]])
    assert past.met[frozenset((1, 2))] == 2 and past.met[frozenset((1, 4))] == 1
    # 1 and 2 have met twice, 1 and 3 once; 1 had the first seat once, 2 the second once.
    assert rate_draw([[1, 2, 3]], past) == (2 + 1 + 1, 1 + 1 + 1)


MODEL = BoardModel("standard", Settings())


def score(number: int, round_number: int, points: float, **more: object) -> BoardScore:
    values = {"power": "France", "outcome": "survived", "centers": 4, "share": 1.0} | more
    return BoardScore(
        round=round_number, game=f"autumn{round_number}b1", entrant=number, points=points, **values
    )  # type: ignore[arg-type]  # as they are named


def places(rules: TournamentRules, *scores: BoardScore) -> list[tuple[int, int, float]]:
    held = Tournament("autumn", MODEL, 1, rules)
    return [(place, own.entrant, own.counted) for place, own in rank_entrants(held, scores)]


def test_the_best_rounds_count_and_ties_are_broken_in_order() -> None:
    scores = (
        score(1, 1, 30), score(1, 2, 10), score(1, 3, 20),
        score(2, 1, 25), score(2, 2, 25), score(2, 3, 1, centers=9),
        score(3, 1, 50, outcome="solo"),
        score(4, 1, 25), score(4, 2, 25), score(4, 3, 0, centers=9),
    )  # fmt: skip
    rules = TournamentRules(best=2, ties=("solos", "best", "centers"))
    assert places(rules, *scores) == [(1, 3, 50), (2, 1, 50), (3, 2, 50), (3, 4, 50)]
    assert [row[1] for row in places(TournamentRules(best=2, ties=("all",)), *scores)] == [
        1,
        2,
        3,
        4,
    ]
    assert places(TournamentRules(best=2, ties=()), *scores) == [(1, n, 50) for n in (1, 2, 3, 4)]
    assert places(TournamentRules(), *scores)[0] == (1, 1, 60)


def test_standings_tell_what_broke_a_tie() -> None:
    """Three have 50 points, two of them stand alike; who has other points is parted by nothing."""
    scores = (
        score(1, 1, 30), score(1, 2, 20),
        score(2, 1, 25), score(2, 2, 25),
        score(3, 1, 50, outcome="solo"),
        score(4, 1, 25), score(4, 2, 25),
        score(5, 1, 60), score(5, 2, 10),
        score(6, 1, 40), score(6, 2, 0),
    )  # fmt: skip
    rules = TournamentRules(ties=("solos", "best"))
    held = Tournament("autumn", MODEL, 1, rules)
    table = build_score_table(held, rank_entrants(held, scores))
    broken = [(row.place, row.name, row.ties) for row in table.rows]
    assert broken == [
        (1, "Player 5", ()),
        (2, "Player 3", (("solos", "1"),)),
        (3, "Player 1", (("solos", "0"), ("best", "30"))),
        (4, "Player 2", (("solos", "0"), ("best", "25"))),
        (4, "Player 4", (("solos", "0"), ("best", "25"))),
        (6, "Player 6", ()),
    ]
    notice = Notice(STANDINGS, Recipient("ada@example.org"), "autumn", "1", sections=(table,))
    letter = write_letter(notice, None, JudgeIdentity("JUDGE", "judge@example.org", "The judge"))
    (line,) = (line for line in letter.text.splitlines() if "Player 1 " in line)
    assert "(tie: solos 0, best round 30)" in line
    assert "tie: solos 0, best round 25" in letter.html


def test_who_held_a_seat_for_a_part_has_that_part() -> None:
    whole = places(TournamentRules(), score(1, 1, 40, share=0.25), score(2, 1, 40, share=0.75))
    assert whole == [(1, 2, 30), (2, 1, 10)]


def test_the_last_correction_of_a_seat_counts() -> None:
    corrections = (Correction("autumn1b1", "France", 7), Correction("autumn1b1", "France", 9))
    held = Tournament("autumn", MODEL, 1, corrections=corrections)
    ((_, own),) = rank_entrants(held, (score(1, 1, 40, share=0.5),))
    assert own.counted == 4.5


def test_games_are_known_by_their_names() -> None:
    assert find_tournament_of_game("autumn1b12") == "autumn"
    assert not any(map(find_tournament_of_game, ("autumn", "autumn0b1", "ruhr", "autumn1c2")))
