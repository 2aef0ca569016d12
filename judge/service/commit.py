"""Writes down what follows from a mail or a deadline: each part of it by a writer of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection

from judge.desk.by_mail import run_desk_lines
from judge.game.clock.digest import NOBODY, People
from judge.game.effects import Effects
from judge.game.state import Game, Play, Stage
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import ALARM
from judge.model.reason import Reason
from judge.service.compose.letters import Letters, Occasion
from judge.service.counting import count_event
from judge.service.judge import Judge
from judge.store import (
    club_rows,
    digests,
    ledger_rows,
    outbox,
    persons,
    pictures,
    queries,
    tournament_rows,
    usage,
)
from judge.store.database import try_in_savepoint
from judge.store.outbox import OutMail
from judge.store.persons import (
    complete_people,
    list_seat_addresses,
    load_personal_settings,
    save_personal_setting,
)
from judge.store.repository import Repository


class Known(NamedTuple):
    """What a decision was made from: ``games`` that notices may be about though they do not change,
    and what ``people`` want, also who wants nothing."""

    games: Mapping[str, Game] = {}
    people: People = NOBODY


NOTHING_KNOWN = Known()


def commit_effects(
    judge: Judge,
    tx: Connection,
    effects: Effects,
    now: datetime,
    known: Known = NOTHING_KNOWN,
    *,
    at_once: bool = False,
) -> Sequence[tuple[Notice, OutMail]]:
    """Write down all that follows from a decision: games, press, and the letters to send, which
    are returned.

    ``at_once``: nothing waits for the letter that a reader wants once a day.
    """
    before, people = _write_effects(judge.games, tx, effects, now, known.people)
    if effects.mail.desk is not None:
        answer = run_desk_lines(tx, effects.mail.desk, now)
        effects = replace(effects, notices=(*effects.notices, answer))
    occasion = Occasion(now, people, before, known.games, at_once)
    return _queue_letters(tx, judge.composer.compose_letters(tx, effects, occasion), now)


def compose_before_commit(
    judge: Judge, tx: Connection, effects: Effects, now: datetime, before: Game
) -> Letters | None:
    """Return the letters of a decision that changes a game and is not written down yet; None if
    they tell what is in the database only then. ``before`` is the game as it was."""
    if any(game.stage is Stage.ENDED for game in effects.games):
        return None
    people = load_personal_settings(tx, {notice.to.address for notice in effects.notices})
    occasion = Occasion(now, people, {before.name: before})
    return judge.composer.compose_letters(tx, effects, occasion)


def commit_with_letters(
    judge: Judge, tx: Connection, effects: Effects, now: datetime, letters: Letters
) -> None:
    """Write down what follows from a decision whose letters are made already."""
    _write_effects(judge.games, tx, effects, now)
    _queue_letters(tx, letters, now)


def tell_keeper(
    judge: Judge, tx: Connection, event: str, key: str, why: Reason, now: datetime
) -> None:
    """Write to the keeper, if there is one, that something went wrong; never raises for it."""
    if not judge.keeper:
        return
    notice = Notice(ALARM, Recipient(judge.keeper), event, key, sections=(News(why),))
    with try_in_savepoint(tx, "the keeper could not be told"):
        commit_effects(judge, tx, Effects(notices=(notice,)), now)


def _write_effects(
    games: Repository, tx: Connection, effects: Effects, now: datetime, known: People = NOBODY
) -> tuple[Mapping[str, Game | None], People]:
    """Write all but letters; return the games as they were, and what their people want."""
    for setting in effects.settings:  # a game's next reminder hangs on them
        save_personal_setting(tx, *setting)
    readers = {notice.to.address for notice in effects.notices}
    readers |= {effects.mail.desk.sender} if effects.mail.desk else set()
    readers = readers.union(*map(list_seat_addresses, effects.games))
    people = complete_people(tx, NOBODY if effects.settings else known, readers)
    before: dict[str, Game | None] = {}
    # In order, so that two judges who change the same games wait for each other but once.
    for game in sorted(effects.games, key=lambda game: game.name):
        before[game.name] = was = games.find_loaded_game(tx, game)
        games.save_game(tx, game, now, people)
        club_rows.record_game(tx, was, game, now, games.load_past_turns)
        if _is_over(game) != _is_over(was):
            tournament_rows.wake_tournament_of_game(tx, game.name)
        if isinstance(game, Play) and isinstance(was, Play) and game.number > was.number:
            count_event("judge_turns_total")
    for write in WRITERS:
        write(tx, effects, now)
    return before, people


def _is_over(game: Game | None) -> bool:
    """Say whether there is a game, and it has ended."""
    return game is not None and game.stage is Stage.ENDED


def _write_tournaments(tx: Connection, effects: Effects, now: datetime) -> None:
    for tournament in effects.tournaments:
        tournament_rows.save_tournament(tx, tournament)


def _write_press(tx: Connection, effects: Effects, now: datetime) -> None:
    for press in effects.press:
        queries.add_press(tx, press)


def _write_ledger(tx: Connection, effects: Effects, now: datetime) -> None:
    ledger_rows.add_entries(tx, effects.ledger)


def _write_questions(tx: Connection, effects: Effects, now: datetime) -> None:
    persons.add_questions(tx, effects.questions, now)
    if effects.mail.answered:
        persons.delete_answered_questions(tx, effects.mail.answered)


def _write_attempts(tx: Connection, effects: Effects, now: datetime) -> None:
    usage.record_claims(tx, effects.mail.attempts, now)


def _write_persons(tx: Connection, effects: Effects, now: datetime) -> None:
    if effects.mail.proved_address:
        persons.mark_address_proved(tx, effects.mail.proved_address)
    for change in effects.persons:
        persons.apply_person_change(tx, change)


def _write_picked_offers(tx: Connection, effects: Effects, now: datetime) -> None:
    for message_id, numbers in effects.mail.picked.items():
        outbox.mark_offers_done(tx, message_id, numbers)


WRITERS: tuple[Callable[[Connection, Effects, datetime], None], ...] = (
    _write_press,
    _write_ledger,
    _write_questions,
    _write_attempts,
    _write_persons,
    _write_picked_offers,
    _write_tournaments,
)
"""What is written when games are: one for each kind of thing that follows."""


def _queue_letters(
    tx: Connection, letters: Letters, now: datetime
) -> Sequence[tuple[Notice, OutMail]]:
    for waits in letters.waiting:
        digests.add_waiting_news(tx, waits)
    outbox.add_mails(tx, [mail for _, mail in letters.mails], now)
    pictures.add_contents(tx, letters.contents, now)
    return letters.mails
