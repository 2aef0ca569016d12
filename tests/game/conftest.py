from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from judge import library
from judge.game.clock.run_turns import advance_clock, run_ready_turns
from judge.game.command import LineContext
from judge.game.effects import Effects
from judge.game.enter.starting import count_open_seats
from judge.game.limits import LIMITS
from judge.game.mail.circumstances import House, Sender
from judge.game.mail.decide import process_mail
from judge.game.past import PastTurn, PastTurns, Stand
from judge.game.proof.access import Tag
from judge.game.request import NAME, Named, Request
from judge.game.state import Game, Play, Seat, find_turn_code
from judge.hooks import Variant
from judge.language.script import split_mail
from judge.model.letter import GameLine, Notice
from judge.model.letter_kind import REPLY
from judge.model.pages import HelpPage
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.sections import HeardLine, Lines
from tests.game.memory import MemoryOf

START = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def address(power: str) -> str:
    return f"{power.lower()}@example.org"


class Club:
    """A judge without mail or store: values kept between the mails of a test."""

    def __init__(self) -> None:
        self.now = START
        self.games: dict[str, Game] = {}
        self.sent: list[Notice] = []
        self.past: dict[str, list] = {}
        self.dealt: dict[str, Position] = {}
        self.stands: dict[tuple[str, int], Stand] = {}
        self.fetched: list[str] = []
        self.count = 0
        self.held_after = timedelta(hours=6)
        self.limits = LIMITS

    def load(self, code: str, options: Mapping[str, str]) -> Variant | Reason:
        try:
            return library.load(code, options)
        except ValueError:
            return Reason("bad_option", (str(dict(options)),))

    def fetch(self, name: str) -> Game | None:
        self.fetched.append(name)
        return self.games.get(name)

    def fetch_past(self, name: str) -> PastTurns:
        self.fetched.append(f"past of {name}")
        return PastTurns(self.dealt[name], tuple(self.past.get(name, ())))

    def stand(self, name: str, number: int) -> Stand:
        return self.stands[name, number]

    def listing(self) -> tuple[GameLine, ...]:
        self.fetched.append("list")
        return tuple(
            GameLine(
                game=game.name,
                variant=game.variant.name,
                stage=game.stage.value,
                turn=find_turn_code(game),
                open_seats=count_open_seats(game) if game.disclosure.public_seat_count else 0,
                due=game.due_at if isinstance(game, Play) else None,
            )
            for game in self.games.values()
        )

    def variants(self) -> dict[str, Variant]:
        """The variants that the judge of this club knows."""
        return {"standard": library.load("standard")}

    def context(self, mail: Request, seed: int = 1) -> LineContext:
        sender = mail.sender
        playing = [g for g in self.games.values() if any(s.address == sender for s in g.seats)]
        names = tuple(game.name for game in playing)
        games = Named(NAME, self.fetch)
        memory = MemoryOf(games, names, self.fetch_past, self.stand, self.listing)
        house = House(
            variants=self.variants(),
            load=self.load,
            help={
                "index": HelpPage("# How to play\n\nText", ("help",)),
                "orders": HelpPage("# Orders\n\nMore"),
            },
            limits=self.limits,
        )
        return LineContext(self.now, seed, mail.key, mail, Sender(sender), memory, house, games)

    def mail(
        self,
        sender: str,
        text: str,
        seat: Seat | None = None,
        game: str = "ruhr",
        subject: str = "",
    ) -> Effects:
        """Send a mail; ``seat`` is the one whose reply address it is sent to."""
        self.count += 1
        tags = (Tag(game, seat.name, seat.secret),) if seat else ()
        request = Request(sender, f"<{self.count}@example.org>", subject, split_mail(text), tags)
        decision = process_mail(self.context(request, self.count))
        return self.done(run_ready_turns(decision, self.now))

    def done(self, decision: Effects) -> Effects:
        for game in decision.games:
            old = self.games.get(game.name)
            if isinstance(game, Play):
                self.dealt.setdefault(game.name, game.position)
                number = old.number if isinstance(old, Play) else 0
                if game.closed is not None and game.number > number > 0:
                    self.stands[game.name, number] = game.closed
                    assert game.played is not None
                    turn = PastTurn(number, game.closed.parent, self.now, game.played)
                    self.past.setdefault(game.name, []).append(turn)
            self.games[game.name] = game
        self.sent.extend(decision.notices)
        keys = [(n.heading.game if n.heading else "", n.key) for n in self.sent]
        assert len(keys) == len(set(keys)), "two notices with one key"
        return decision

    def tick(self, game: str = "ruhr") -> Effects | None:
        decision = advance_clock(self.games[game], self.now, self.held_after)
        return self.done(decision) if decision else None

    def seat(self, power: str, game: str = "ruhr") -> Seat:
        found = self.games[game]
        seat = found.find_seat_of_power(power) or found.find_seat_named(power)
        assert seat is not None
        return seat

    def say(self, power: str, text: str) -> Effects:
        """Answer a letter of the judge as the holder of a seat."""
        seat = self.seat(power)
        return self.mail(seat.address, text, seat)

    @property
    def game(self) -> Game:
        return self.games["ruhr"]

    def gather(self, *settings: str) -> None:
        """Create ``ruhr`` and let seven players join; it starts."""
        self.mail("master@example.org", "CREATE ruhr WITH confirm=off")
        for line in settings:
            self.say("m1", line)
        for power in POWERS:
            self.mail(address(power), f"JOIN ruhr AS {power}")

    def everybody_holds(self, *but: str) -> None:
        for power in POWERS:
            if power not in but:
                self.say(power, self.holds(power))

    def holds(self, power: str) -> str:
        game = self.game
        assert isinstance(game, Play)
        return "\n".join(f"{unit.at.province} hold" for unit in game.position.units_of(power))

    @staticmethod
    def reply(decision: Effects) -> Notice:
        (found,) = [notice for notice in decision.notices if notice.kind == REPLY]
        return found

    @staticmethod
    def heard(decision: Effects) -> list[HeardLine]:
        return [
            line
            for notice in decision.notices
            if notice.kind == REPLY
            for section in notice.sections
            if isinstance(section, Lines)
            for line in section.heard
        ]

    @staticmethod
    def codes(decision: Effects) -> list[str]:
        """The verdicts of all lines, with the code of the reason where there is one."""
        return [f"{h.verdict} {h.why.code}" if h.why else h.verdict for h in Club.heard(decision)]

    @staticmethod
    def told(decision: Effects, kind: str) -> dict[str, Notice]:
        """The notices of a kind by the seat that gets them."""
        return {notice.to.seat: notice for notice in decision.notices if notice.kind.name == kind}


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.fixture
def running(club: Club) -> Club:
    club.gather()
    return club
