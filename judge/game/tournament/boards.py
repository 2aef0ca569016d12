"""The boards of a round, as games that begin at once, and what is told when all are over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.effects import Effects
from judge.game.enter.create import draw_options
from judge.game.enter.guests import with_guest
from judge.game.enter.starting import start_game
from judge.game.proof import access
from judge.game.state import STANDBY, Lobby, Play, Role, Seat, Stage
from judge.game.tournament.state import Board, BoardScore, Entrant, Tournament
from judge.game.tournament.telling import (
    build_standings_letters,
    digest_standings,
    is_round_over,
    rank_entrants,
)
from judge.hooks import Variant
from judge.model.letter import Notice
from judge.model.reason import Reason

BOARDS_AT_ONCE = 20
"""So many boards begin in one transaction."""

LoadVariant = Callable[[str, Mapping[str, str]], Variant | Reason]


def begin_boards(tournament: Tournament, load: LoadVariant, now: datetime) -> Effects:
    """Begin the next boards of the last round, and write to their players."""
    last = tournament.rounds[-1]
    people = {each.number: each for each in tournament.entrants}
    games: list[Play] = []
    notices: list[Notice] = []
    for board in last.boards[last.begun : last.begun + BOARDS_AT_ONCE]:
        play, letters = _begin_board(tournament, board, people, load, now)
        games.append(play)
        notices += letters
    begun = last._replace(begun=last.begun + len(games))
    changed = replace(tournament, rounds=(*tournament.rounds[:-1], begun))
    return Effects(tuple(games), notices=tuple(notices), tournaments=(changed,))


def _begin_board(
    tournament: Tournament,
    board: Board,
    people: Mapping[int, Entrant],
    load: LoadVariant,
    now: datetime,
) -> tuple[Play, Sequence[Notice]]:
    """Return the game of a board, and the letters to its players; directors hear of the round."""
    lobby = _make_lobby(tournament, board, people, load, now)
    for each in tournament.list_entrants_in_role("substitute"):
        if not access.is_player_or_master(lobby, each.address):
            lobby = with_guest(lobby, each.address, STANDBY)
    play, letters = start_game(lobby, now)
    masters = {seat.name for seat in play.masters}
    return play, [letter for letter in letters if letter.to.seat not in masters]


def _make_lobby(
    tournament: Tournament,
    board: Board,
    people: Mapping[int, Entrant],
    load: LoadVariant,
    now: datetime,
) -> Lobby:
    """Return the game of a board before it begins: directors are its masters, and each player
    wishes for the power that was drawn."""
    settings = tournament.model.settings
    seed = access.derive_number(tournament.seed, board.game, "deal")
    options = dict(settings.options)
    variant = _load_or_fail(tournament.model.variant, options, load)
    if drawn := draw_options(variant, options, seed):
        options |= drawn
        variant = _load_or_fail(tournament.model.variant, options, load)
    directors = tournament.list_entrants_in_role("director")
    seats = [
        _make_seat(tournament, board, f"m{place}", Role.MASTER, each.address)
        for place, each in enumerate(directors, 1)
    ]
    seats += [
        replace(
            _make_seat(tournament, board, f"p{place}", Role.PLAYER, people[number].address),
            wish=power,
        )
        for place, (number, power) in enumerate(board.seats, 1)
    ]
    return Lobby(
        name=board.game,
        variant=variant,
        stage=Stage.FORMING,
        settings=replace(settings, options=options),
        seats=tuple(seats),
        seed=seed,
        created=now,
    )


def _load_or_fail(code: str, options: Mapping[str, str], load: LoadVariant) -> Variant:
    variant = load(code, options)
    if isinstance(variant, Reason):
        raise ValueError(f"{code} cannot be played with {options}: {variant}")
    return variant


def _make_seat(tournament: Tournament, board: Board, name: str, role: Role, address: str) -> Seat:
    secret = access.derive_secret(tournament.seed, board.game, name)
    return Seat(name=name, role=role, address=address, secret=secret)


def close_round(
    tournament: Tournament, scores: Sequence[BoardScore], given_up: int
) -> Effects | None:
    """Tell the standings if all boards of the last round are over and they have not been told so;
    after the last round the tournament is over. None: there is nothing to tell."""
    if not is_round_over(tournament, scores, given_up):
        return None
    standings = rank_entrants(tournament, scores)
    number = len(tournament.rounds)
    told = f"{number}.{digest_standings(standings)}"
    over = number >= tournament.rules.rounds
    if told == tournament.told and (tournament.stage == "ended") == over:
        return None
    again = tournament.told.startswith(f"{number}.")
    changed = replace(tournament, told=told, stage="ended" if over else "running")
    return Effects(
        tournaments=(changed,), notices=build_standings_letters(changed, standings, again=again)
    )
