"""Wherever the judge dies, it goes on as if nothing had been: no order is lost, no turn is run
twice, and every letter goes out, a repeated one under its old Message-ID.

A mail comes in with orders, and the number of what the judge offered: it is to carry press. The
mail is answered, then a deadline falls. The judge is killed
at one statement, commit or sending of all that this takes, and started again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from errno import EMFILE
from math import inf
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, select, update

from judge.game.state import Stage
from judge.language.writer import write_order
from judge.model.letter import Notice
from judge.store import inbox, schema, usage
from tests.road.office import KEEPER, MASTER, POWERS, Letter, Office, player

MISSPELLED = "PRESS TO Germny\nBurgundy is mine.\nENDPRESS"
ORDERS = "A Par - Bur\nA Mar S A Par - Bur\n1\nPRESS TO Italy ON RESULT: It is done."


class Killed(BaseException):
    """The judge dies here."""


@dataclass
class Fate:
    """Counts what the judge does, and kills it at one of these moments (-1: never)."""

    at: int = -1
    count: int = 0
    names: list[str] = field(default_factory=list)

    def moment(self, name: str) -> None:
        self.names.append(name)
        self.count += 1
        if self.count - 1 == self.at:
            raise Killed(name)


def watch(office: Office, fate: Fate) -> None:
    """Let fate look at every statement and commit of the judge."""
    engine = office.judge.database.engine

    @event.listens_for(engine, "before_cursor_execute")
    def statement(tx: Connection, cursor: object, text: str, *rest: object) -> None:
        fate.moment(" ".join(text.split()[:3]))

    @event.listens_for(engine, "commit")
    def commit(tx: Connection) -> None:
        if tx.get_execution_options().get("judge_writes"):
            fate.moment("commit")


@contextmanager
def dying(office: Office, fate: Fate) -> Iterator[None]:
    watch(office, fate)
    try:
        yield
    except Killed:
        office.close()
        office.open()


class Post:
    """The world outside: it sends a mail again until it is taken, and takes letters."""

    def __init__(self, office: Office, fate: Fate) -> None:
        self.office, self.fate = office, fate
        (offer,) = office.answer(player("France"), MISSPELLED)
        to, thread = offer["Reply-To"], {"In-Reply-To": offer["Message-ID"]}
        self.mail = office.compose(player("France"), ORDERS, to, "orders", thread)
        self.to = to
        self.due = office.game().due_at
        self.taken: list[Letter] = []
        self.accepted = False
        self.again: set[str] = set()
        """Letters that went out after a kill though the judge had marked them as sent."""

    def live(self) -> None:
        """Do all there is to do; doing it again does no harm."""
        if not self.accepted:
            self.office.accept(self.mail, player("France"), (self.to,))
            self.accepted = True
        self.office.run()
        assert self.due is not None
        self.office.now = max(self.office.now, self.due)
        self.office.run()

    def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        self.fate.moment("before sending")
        self.taken.append(Letter(recipient, raw))
        self.fate.moment("after sending")


def life(office: Office, fate: Fate) -> Post:
    """Return what went out in a life with that fate, and the one after it."""
    world = Post(office, fate)
    office.send_mail = world.send_mail  # type: ignore[method-assign]  # letters go to the world
    killed = fate.at >= 0
    with dying(office, fate):
        world.live()
    fate.at = -1
    if killed:
        marked, before = marked_as_sent(office), len(world.taken)
        world.live()
        world.again = marked & {letter["Message-ID"] for letter in world.taken[before:]}
    return world


def marked_as_sent(office: Office) -> set[str]:
    c = schema.outbox.c
    with office.judge.database.read_transaction() as tx:
        return set(tx.scalars(select(c.message_id).where(c.state == "sent")))


def ids(letters: list[Letter]) -> set[tuple[str, str, str]]:
    return {(letter.to, letter["Message-ID"], letter.subject) for letter in letters}


def moments(names: list[str]) -> list[int]:
    """Choose among all moments: every commit up to the second lot of letters, and of each way to
    write, and of sending, the first and the last."""
    chosen = {at for at, name in enumerate(names) if name == "commit" and at < 60}
    for name in set(names):
        found = [at for at, one in enumerate(names) if one == name]
        if not name.startswith(("SELECT", "BEGIN")):
            chosen |= {found[0], found[-1]}
    return sorted(chosen)


@pytest.mark.databases("sqlite", "postgresql")
def test_a_judge_killed_at_any_moment_goes_on(
    busy_office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What takes long is noted, which is a moment more.
    monkeypatch.setattr(usage, "LONG", inf)
    office = busy_office.twin(tmp_path / "unharmed")
    unharmed = Fate()
    expected = life(office, unharmed)
    wanted = ids(expected.taken)
    assert len(expected.taken) == len(wanted) == 2 + 8 + 1
    office.remove()
    chosen = moments(unharmed.names)
    for at in chosen if office.judge.database.is_single_judge else chosen[::3]:
        fate = Fate(at)
        office = busy_office.twin(tmp_path / str(at))
        world = life(office, fate)
        where = f"killed at {unharmed.names[at]} ({at})"
        assert ids(world.taken) == wanted, where
        assert len({letter.raw for letter in world.taken}) == len(wanted), where
        assert world.again == set(), where
        assert marked_as_sent(office) >= {letter["Message-ID"] for letter in world.taken}, where
        game = office.game()
        assert game.number == 2, where
        assert game.played is not None
        results = {str(r.order.unit.at): r.why.code for r in game.played.results}
        assert results["PAR"] == "moves" and results["MAR"] == "supports", where
        assert [state for state, _, _ in office.inbox()][-1:] == ["done"], where
        office.remove()
    assert len(chosen) > 25


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_bug_at_one_mail_is_tried_again_and_then_set_aside(
    office: Office, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    from judge.service import reading

    real, failures = reading.process_mail, []

    def buggy(*args: object) -> object:
        if len(failures) < times:
            failures.append(args)
            raise ZeroDivisionError
        return real(*args)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(reading, "process_mail", buggy)
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    letters = [letter for _ in range(3) for letter in office.run()]
    if times < 3:
        assert office.orders("France") == ["A PAR - BUR"]
        assert "as they stand" in letters[0].text
        assert office.inbox()[-1] == ("done", "answered", times)
    else:
        assert "tried three times" in letters[0].flat
        assert office.inbox()[-1][0] == "set-aside"
    assert len(letters) == 1


def test_what_the_machine_lacks_costs_neither_orders_nor_tries(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be opened as the mail is read before its deadline, nor as the turn is run."""
    from judge.service import reading, turn

    def short(*args: object) -> object:
        raise OSError(EMFILE, "Too many open files")

    due = office.game().due_at
    assert due is not None
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    office.now = due + timedelta(minutes=1)
    for module, name in ((reading, "process_mail"), (turn, "advance_clock")):
        monkeypatch.setattr(module, name, short)
        for _ in range(4):
            with suppress(OSError):
                office.run()
        assert office.game().number == 1
        monkeypatch.undo()
    office.run()
    assert office.game().number == 2 and office.inbox()[-1] == ("done", "answered", 0)
    with office.judge.database.read_transaction() as tx:
        (played,) = office.judge.games.load_past_turns(tx, "ruhr").turns
    assert "A PAR - BUR" in {
        write_order(r.order, office.game().variant) for r in played.record.results
    }


def test_a_bug_in_one_game_leaves_the_others_alone(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judge.service import turn

    office.write("other@example.org", "CREATE other\nSET MANUAL OFF\nSTATUS")
    office.run()
    real = turn.advance_clock

    def buggy(game: object, *rest: object) -> object:
        if getattr(game, "name", "") == "ruhr":
            raise ZeroDivisionError
        return real(game, *rest)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(turn, "advance_clock", buggy)
    due = office.game().due_at
    assert due is not None
    office.now = due
    assert office.run() == []
    assert office.game().number == 1
    monkeypatch.undo()
    assert {letter.subject for letter in office.run()} == {"JUDGE:ruhr - S1901M Results"}


def test_a_mail_whose_sender_cannot_even_be_told_is_set_aside(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:

    def buggy(*args: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr("judge.service.compose.letters.build_mail", buggy)
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    for _ in range(3):
        office.run()
    assert [row[0] for row in office.inbox()[-1:]] == ["set-aside"]
    monkeypatch.undo()
    assert len(office.answer(player("France"), "A Par - Bur")) == 1


def test_a_mail_that_another_judge_has_read_meanwhile_is_not_read_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judge.service import reading

    real = reading.process_mail

    def slow(*args: object) -> object:
        monkeypatch.setattr(reading, "process_mail", real)
        raise ZeroDivisionError

    def other(text: str, *rest: object) -> None:
        with office.judge.database.write_transaction() as tx:
            inbox.mark_mail_done(tx, len(office.inbox()), "answered", b"", "")

    monkeypatch.setattr(reading, "process_mail", slow)
    monkeypatch.setattr(reading._log, "exception", other)
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    assert office.run() == office.run() == []
    assert office.inbox()[-1] == ("done", "answered", 0)


def test_a_game_that_cannot_be_loaded_leaves_the_others_alone(office: Office) -> None:
    """Mail that names no game in its address waits until that one is held: it may be about it."""
    with office.judge.database.write_transaction() as tx:
        tx.execute(update(schema.games).values(variant="gone"))
    office.close()
    office.open()
    office.now += timedelta(days=8)
    office.write("other@example.org", "CREATE other\nLIST")
    letters = [letter for _ in range(3) for letter in office.run()]
    (letter,) = (letter for letter in letters if letter.to == "other@example.org")
    assert "The game other is open" in letter.flat


def ends_of(office: Office, subject: str) -> list[Letter]:
    """The letters sent so far whose subject ends like that."""
    return [letter for letter in office.sent if letter.subject.endswith(subject)]


def fall_due(office: Office) -> None:
    due = office.game().due_at
    assert due is not None
    office.now = max(office.now, due)


@pytest.fixture
def keeper(office: Office) -> None:
    """Somebody looks after the judge."""
    office.keeper = KEEPER
    office.close()
    office.open()


@pytest.fixture
def broken_rule(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule raises at the deadline, as soon as anybody has ordered."""
    from judge.game.clock import run_turns

    real = run_turns.adjudicate_phase

    def buggy(variant: object, position: object, orders: object) -> object:
        if orders:
            raise ZeroDivisionError("a rule divides by no fleets")
        return real(variant, position, orders)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(run_turns, "adjudicate_phase", buggy)
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    office.run()


@pytest.mark.usefixtures("keeper", "broken_rule")
def test_a_turn_that_cannot_be_run_is_held_after_three_times(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    fall_due(office)
    for _ in range(2):
        assert office.run() == []
        office.close()
        office.open()
    assert office.game().stage is Stage.ACTIVE
    letters = office.run()
    assert [letter.to for letter in letters] == [MASTER, KEEPER]
    master, keeper = letters
    assert master.subject == "JUDGE:ruhr - Game Held"
    assert "The turn was tried three times and could not be run" in master.flat
    assert "divides" not in master.text
    assert keeper.subject == "JUDGE - Game Held"
    assert "ruhr" in keeper.flat and "S1901M" in keeper.flat
    assert "ZeroDivisionError: a rule divides by no fleets" in keeper.flat
    assert (office.game().stage, office.game().number) == (Stage.HELD, 1)
    assert office.orders("France") == ["A PAR - BUR"]
    office.now += timedelta(days=1)
    assert office.run() == []
    monkeypatch.undo()
    assert office.run() == [], "a game that is held waits for its master"
    processed = office.answer(MASTER, "PROCESS")
    assert "JUDGE:ruhr - S1901M Results" in {letter.subject for letter in processed}
    assert (office.game().stage, office.game().number) == (Stage.ACTIVE, 2)


@pytest.mark.usefixtures("keeper", "broken_rule")
def test_the_mail_that_makes_a_broken_turn_ready_is_kept(office: Office) -> None:
    """The last orders that were missing come in, and no phase can be run with them."""
    for power in POWERS:
        office.write(player(power), "ALL UNITS HOLD", answering=player(power))
    letters = office.run()
    assert len(letters) == len(POWERS), "everybody has a receipt, and nobody a result"
    assert all("The set is complete" in letter.flat for letter in letters)
    assert (office.game().stage, office.game().number) == (Stage.ACTIVE, 1)
    assert all(row[:2] == ("done", "answered") for row in office.inbox())
    for _ in range(2):  # each tries the turn again
        office.write(player("France"), "A Par - Bur", answering=player("France"))
        letters = office.run()
    assert office.orders("France")[0] == "A PAR - BUR"
    assert office.game().stage is Stage.HELD
    assert {letter.to for letter in letters} == {player("France"), MASTER, KEEPER}


@pytest.mark.usefixtures("keeper", "broken_rule")
def test_a_game_resumed_is_tried_three_times_again(office: Office) -> None:
    fall_due(office)
    for _ in range(3):
        office.run()
    office.answer(MASTER, "RESUME")
    assert office.game().stage is Stage.ACTIVE
    fall_due(office)
    for _ in range(2):
        assert office.run() == []
    office.run()
    assert office.game().stage is Stage.HELD
    held = [letter for letter in ends_of(office, "Game Held") if letter.to == KEEPER]
    assert len({letter["Message-ID"] for letter in held}) == 2


def test_a_turn_that_was_run_clears_the_failures_before_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judge.service import turn

    real = turn.advance_clock

    def buggy(*args: object) -> object:
        raise ZeroDivisionError

    for number in (1, 2):
        fall_due(office)
        monkeypatch.setattr(turn, "advance_clock", buggy)
        for _ in range(2):
            office.run()
        monkeypatch.setattr(turn, "advance_clock", real)
        office.run()
        assert (office.game().stage, office.game().number) == (Stage.ACTIVE, number + 1)
    assert ends_of(office, "Game Held") == []


@pytest.mark.usefixtures("keeper")
def test_a_letter_that_cannot_be_made_holds_the_game_and_its_keeper_is_told(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judge.service.compose import letters as composing

    real = composing.write_letter

    def buggy(notice: Notice, *rest: object) -> object:
        if notice.heading:
            raise KeyError("no sentence")
        return real(notice, *rest)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(composing, "write_letter", buggy)
    fall_due(office)
    letters = [letter for _ in range(3) for letter in office.run()]
    assert [letter.to for letter in letters] == [MASTER, KEEPER]
    assert "The game ruhr is held" in letters[0].flat
    assert office.game().stage is Stage.HELD


@pytest.mark.usefixtures("keeper")
def test_a_game_that_cannot_be_loaded_is_held_and_not_looked_at_again(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    with office.judge.database.write_transaction() as tx:
        tx.execute(update(schema.games).values(variant="gone", stamp="else"))
    fall_late = office.now + timedelta(days=8)
    office.close()
    office.open()
    office.now = fall_late
    letters = [letter for _ in range(3) for letter in office.run()]
    assert [letter.to for letter in letters] == [MASTER, KEEPER]
    assert all("The game ruhr is held" in letter.flat for letter in letters)
    caplog.clear()
    for _ in range(3):
        assert office.run() == []
    assert caplog.records == []


def test_a_judge_without_a_keeper_holds_the_game_and_writes_it_into_its_log(
    office: Office, broken_rule: None, caplog: pytest.LogCaptureFixture
) -> None:
    fall_due(office)
    letters = [letter for _ in range(3) for letter in office.run()]
    assert [letter.to for letter in letters] == [MASTER]
    assert "ruhr is held" in [r.getMessage() for r in caplog.records if r.levelname == "ERROR"][-1]


@pytest.mark.usefixtures("keeper")
def test_the_keeper_is_told_of_a_mail_that_is_set_aside(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judge.service import reading

    def buggy(*args: object) -> object:
        raise ZeroDivisionError("nothing to divide")

    monkeypatch.setattr(reading, "process_mail", buggy)
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    letters = [letter for _ in range(3) for letter in office.run()]
    assert [letter.to for letter in letters] == [player("France"), KEEPER]
    assert letters[1].subject == "JUDGE - Mail Set Aside"
    (number,) = re.findall(r"Mail (\d+) is set aside", letters[1].flat)
    for line in (f"judge admin mail {number} shows it", f"judge admin try again {number} has it"):
        assert line in letters[1].flat
    assert "ZeroDivisionError: nothing to divide" in letters[1].flat
