"""A table of people who play a board by mail and send all that makes a letter look otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from random import Random

from judge.engine.possible import possible_orders
from judge.game.state import Stage
from judge.language.writer import write_order
from judge.model.order import Order
from judge.service.compose.pictures import put_pictures_into_mail
from judge.service.delivery import take_pictures_out_of_mail
from judge.store.database import Database
from judge.store.outbox import OutMail
from tests.road.office import KEEPER, MASTER, Letter, Office, send_letters

FRIEND = "friend@example.org"
READERS = (MASTER, "p1@example.org", "p2@example.org", FRIEND, KEEPER)
"""Whose letters are looked at; the others' are much like them."""

GENERAL_QUESTIONS = (
    "HELP",
    "HELP ORDERS",
    "HELP DEADLINES",
    "HELP PRESS",
    "HELP DRAWS",
    "HELP SETTINGS",
    "HELP JOINING",
    "HELP REPORTS",
    "HELP SEATS",
    "HELP LATER",
    "HELP ROBOTS",
    "HELP MASTER",
    "HELP CLUB",
    "HELP TOURNAMENTS",
    "HELP SENDERS",
    "HELP JUDGES",
    "HELP PAGES",
    "HELP COMMANDS",
    "HELP BOMBS",
    "HELP COALITIONS",
    "HELP CIVILIZATION",
    "LIST VARIANTS",
    "TOURNAMENTS",
    "MY DATA",
    "HELP PHASE",
)
"""What is answered alike on all boards."""

QUESTIONS = (
    "HELP ORDERS",
    "HELP RULES",
    "HELP MAP",
    "HELP PROVINCES",
    "HELP UNITS",
    "HELP NAMES",
    "HELP OPTIONS",
    "HELP BORDERS",
    "HELP BORDERS ALL",
    "HELP CANALS",
    "STATUS",
    "LIST",
    "LIST ruhr",
    "SHOW SETTINGS",
    "MAP",
    "RATINGS",
    "RESULTS",
    "STATISTICS",
    "HALL",
)
"""What is answered otherwise on each."""

TALK = (
    "VOTE DRAW",
    "PRESS TO ALL\nDear all,\n\n> as was said\n\nlet us have peace.\nENDPRESS",
    "SET MY NAME Ada",
    "SET PICTURES ON",
    "INVITE friend@example.org",
    "DRAW",
    "WAIT",
    "NO WAIT",
    "SET DEADLINE +24h",
    "WHAT IF",
    "EXTEND 1 DAY",
    "frobnicate the board",
    "A XXX - YYY",
    "PHASE F1905M",
    "SET ABOUT We are *many* and **strong**",
)

DESK = (
    "ADMIN GAMES",
    "ADMIN GAME ruhr",
    "ADMIN DUE",
    "ADMIN QUEUE",
    "ADMIN MAIL",
    "ADMIN TRACE p1@example.org",
    "ADMIN PERSONS",
    "ADMIN PERSON p1@example.org",
    "ADMIN BLOCK spam.example",
    "ADMIN BLOCKED",
    "ADMIN FROBNICATE",
)
"""What the keeper says."""

AFTERWARDS = (
    "HISTORY",
    "SUMMARY",
    "STATUS",
    "ORDERS",
    "LIST",
    "EXPORT",
    "EXPLAIN",
    "SHOW LEDGER",
    "STATISTICS",
)


class _Drawn(Office):
    """A judge that draws pictures into the letters that are looked at."""

    def deliver(self) -> list[Letter]:
        before = len(self.sent)
        send_letters(self.judge.database, self, self.now, finish=_draw_for_readers)
        return self.sent[before:]


def _draw_for_readers(database: Database, mail: OutMail) -> bytes:
    looked_at = mail.recipient in READERS
    finish = put_pictures_into_mail if looked_at else take_pictures_out_of_mail
    return finish(database, mail)


def play_table(folder: Path, code: str, is_brief: bool) -> Iterator[bytes]:
    """Play some turns of a variant and yield what the readers are mailed.

    If it is brief, nothing is asked that is answered alike on all boards.
    """
    office = _Drawn(folder, keeper=KEEPER)
    for letters in _play(office, code, QUESTIONS if is_brief else (*GENERAL_QUESTIONS, *QUESTIONS)):
        yield from (letter.raw for letter in letters if letter.to in READERS)
    office.remove()


def _play(office: Office, code: str, questions: Sequence[str]) -> Iterator[Sequence[Letter]]:
    office.write(MASTER, f"CREATE ruhr {code} WITH confirm=off, reminder=12h", subject="a game")
    yield office.run()
    number = 0
    while office.game().stage is Stage.FORMING:
        number += 1
        office.write(f"p{number}@example.org", "JOIN ruhr", subject="hello")
        yield office.run()
    one, two = READERS[1:3]
    for reader, texts in (
        (one, questions),
        (two, TALK),
        (MASTER, TALK),
        (FRIEND, ("HELP", "LIST ruhr")),
    ):
        for text in texts:
            office.now += timedelta(minutes=5)
            if reader == FRIEND:
                office.write(FRIEND, text, subject="hello")
                yield office.run()
            else:
                yield office.answer(reader, text)
    for text in DESK:
        office.write(KEEPER, text, subject="desk")
        office.run()
        yield office.answer(KEEPER, "YES")
    for turn in range(4):
        for seat in office.game().players:
            orders = _choose_orders(office, seat.powers, turn)
            if seat.address == two and turn == 1:
                continue
            if seat.address == one:
                orders = [*orders[1:], "A Nowhere - Elsewhere"]
            if orders and seat.address:
                yield office.answer(seat.address, "\n".join(orders))
        for _ in range(4):
            game = office.game()
            if game.due_at is None:
                break
            if office.now < game.due_at - timedelta(hours=12):
                office.now = game.due_at - timedelta(hours=12)
            elif office.now < game.due_at:
                office.now = game.due_at
            else:
                office.now += timedelta(days=1)
            yield office.run()
            if office.game().position.turn != game.position.turn:
                break
        yield office.answer(one, "HISTORY")
    for text in AFTERWARDS:
        yield office.answer(one, text)
    yield office.answer(MASTER, "TERMINATE")
    yield office.answer(one, "HISTORY")


def _choose_orders(office: Office, powers: Sequence[str], seed: int) -> list[str]:
    """Return orders for all units of powers, as chance chooses them."""
    game, dice = office.game(), Random(seed)
    chosen: list[str] = []
    for power in powers:
        by_place: dict[str, list[Order]] = {}
        for order in possible_orders(game.variant, game.position, power):
            by_place.setdefault(order.unit.at.province, []).append(order)
        chosen += [write_order(dice.choice(orders), game.variant) for orders in by_place.values()]
    return chosen
