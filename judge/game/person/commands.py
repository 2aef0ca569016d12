"""SET ADDRESS, I AM ALSO, SET SECRET, SEND SECRET: what somebody is known by; SET MY, MY DATA,
FORGET ME: what they want of the judge, and what it keeps of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from judge.game.clock.dates import parse_time, write_duration
from judge.game.command import InGame, LineContext, ReadCommand
from judge.game.effects import Effects, PersonalSetting, PersonChange
from judge.game.enter.seating import describe_way_in, list_seats_knowing_of_seat, with_new_secret
from judge.game.notices import build_notice_to, name_seat
from judge.game.person.person import Person
from judge.game.proof import access
from judge.game.proof.confirming import ask_address_to_confirm
from judge.game.proof.reaching import list_contact_addresses
from judge.game.setting_values import read_reminders, read_zone
from judge.game.state import Game, Seat, Stage
from judge.model.letter import News, Notice, Recipient, Section
from judge.model.letter_kind import ALARM, NEWS, SECRET
from judge.model.reason import Reason


class SetAddress(InGame):
    """SET ADDRESS address: all your seats move to a new address, which has to confirm it."""

    harms = True

    address: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Move, once the new address has said so; each seat gets a new secret, and a letter."""
        old, new = actor.address, self.address.casefold()
        if context.mail.confirmed != new:
            asked = ask_address_to_confirm(new, game, actor, f"SET ADDRESS {new}", context)
            return replace(
                asked, notices=(*asked.notices, _build_old_address_warning(old, new, context.key))
            )
        games, notices = [], []
        for name in dict.fromkeys((game.name, *context.memory.list_games_of_sender())):
            moved_game = context.games[name]
            moved = [
                replace(with_new_secret(moved_game, seat, context), address=new, bounces=0)
                for seat in access.list_seats_of_addresses(moved_game, old)
            ]
            for seat in moved:
                moved_game = moved_game.with_seat(seat)
            games.append(moved_game)
            notices += [
                letter
                for seat in moved
                for letter in _build_new_address_letters(moved_game, seat, context.key)
            ]
        change = PersonChange("moved", old, new)
        remark = Reason("address_set", (new,))
        return Effects(tuple(games), remark, notices=tuple(notices), persons=(change,))


def _build_new_address_letters(game: Game, seat: Seat, key: str) -> list[Notice]:
    """Return what a seat that has moved is told, and those who have its address."""
    own_news = [News(Reason("address_yours"))]
    letters = [build_notice_to(game, seat, NEWS, "New Address", key, own_news)]
    if game.stage is Stage.ENDED or not game.disclosure.addresses:
        return letters
    return letters + [
        build_notice_to(game, reader, NEWS, "New Address", key, rows)
        for reader in list_seats_knowing_of_seat(game, seat)
        if reader.name != seat.name and (rows := list_contact_addresses(game, reader, seat.powers))
    ]


def _build_old_address_warning(old: str, new: str, key: str) -> Notice:
    """Return what the old address is told at once, lest somebody else take its seats away."""
    news = (News(Reason("address_asked", (new,))),)
    return Notice(ALARM, Recipient(old), "Address", f"{key}.moving", sections=news)


class Also(InGame):
    """I AM ALSO address: mail from there is yours, too; the address has to confirm it."""

    address: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Know a person at a second address, once it has said so."""
        new = self.address.casefold()
        if context.mail.confirmed != new:
            return ask_address_to_confirm(new, game, actor, f"I AM ALSO {new}", context)
        change = PersonChange("also", actor.address, new)
        return Effects(remark=Reason("also_set", (new,)), persons=(change,))


class SetSecret(InGame):
    """SET SECRET NEW: a new reply address for your seat; the old one is dead at once."""

    harms = True

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Change the secret; the seat's own address is told wherever the word came from."""
        seat = with_new_secret(game, actor, context)
        game, news = game.with_seat(seat), Reason("secret_set")
        home = access.is_among_addresses(seat.address, context.addresses)
        contacts = () if game.disclosure.addresses else list_contact_addresses(game, seat)
        ways: tuple[Section, ...] = (describe_way_in(game, seat), *contacts)
        if home:
            return Effects((game,), news, sections=ways)
        letter = build_notice_to(
            game, seat, NEWS, "New Reply Address", context.key, (News(news), *ways)
        )
        return Effects((game,), news, notices=(letter,))


class SendSecret(ReadCommand):
    """SEND SECRET [game]: have your reply address mailed, and a line that does without."""

    asks = False

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Write to the sender's seats at their own addresses; others are told nothing of them."""
        most = context.house.limits.games_per_mail
        names = (game.name,) if game else context.memory.list_games_of_sender()[:most]
        notices = tuple(
            build_notice_to(
                own_game,
                seat,
                SECRET,
                "Your Reply Address",
                context.key,
                [describe_way_in(own_game, seat)],
            )
            for own_game in (context.games[name] for name in names)
            for seat in access.list_seats_of_addresses(own_game, *context.addresses)
        )
        return Effects(remark=Reason("secret_sent"), notices=notices)


OWN = ("TIMEZONE", "REMINDERS", "CALENDAR", "DIGEST", "PAGE", "NAME", "ANSWERS")
_NAMES = {
    "timezone": "zone",
    "reminder": "reminders",
    "calendars": "calendar",
    "ics": "calendar",
    "pages": "page",
    "answer": "answers",
}

MOST_LETTERS = 40
"""A name has no more."""

_SWITCH = {"on": True, "yes": True, "off": False, "no": False}

Setting = tuple[object, Reason]
"""A value, and what is told of it."""


class SetMy(InGame):
    """SET MY TIMEZONE Asia/Kolkata, SET MY REMINDERS 6h, 1h, SET MY CALENDAR OFF: yours, in all of
    your games."""

    name: str = ""
    value: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Change a person's own settings. Their games are saved, so that it is known anew when time
        asks something of them."""
        name = _NAMES.get(self.name, self.name)
        if name not in _READERS:
            return Reason("no_own_setting", (self.name.upper(), *OWN))
        read, examples = _READERS[name]
        setting = read(self.value.strip(" ."))
        if setting is None:
            return Reason("bad_value", (self.name, self.value or "nothing", examples))
        value, remark = setting
        if name == "name" and value and context.memory.is_name_taken(str(value)):
            return Reason("own_name_taken", (str(value),))
        other_games = (
            context.games[game_name]
            for game_name in context.memory.list_games_of_sender()
            if game_name != game.name
        )
        running = tuple(
            other_game for other_game in other_games if other_game.stage is Stage.ACTIVE
        )
        change = PersonalSetting(actor.address, name, value)
        return Effects((game, *running), remark, settings=(change,))


def describe_person_settings(person: Person) -> Iterator[Reason]:
    """Yield what somebody has set for themselves."""
    if person.zone:
        yield Reason("own_zone", (person.zone,))
    if person.reminders is not None:
        yield Reason("own_reminders", tuple(map(write_duration, person.reminders)))
    if person.digest is not None:
        yield Reason("own_digest", (f"{person.digest:%H:%M}",))
    if not person.calendar:
        yield Reason("own_calendar_off")
    if person.name:
        yield Reason("own_name", (person.name,))
    if person.page is not None:
        yield Reason("own_page_on" if person.page else "own_page_off")
    if not person.answers:
        yield Reason("own_answers_off")


def _parse_zone_setting(value: str) -> Setting | None:
    if value.casefold() in {"off", "none", "game"}:
        return "", Reason("own_zone_off")
    zone = read_zone(value)
    return (zone, Reason("own_zone", (zone,))) if zone else None


def _parse_reminders_setting(value: str) -> Setting | None:
    if value.casefold() in {"on", "game", "default"}:
        return None, Reason("own_reminders_on")
    ahead = read_reminders(value)
    if ahead is None:
        return None
    return ahead, Reason("own_reminders", tuple(map(write_duration, ahead)))


def _parse_digest_setting(value: str) -> Setting | None:
    if value.casefold() in {"off", "none", "no", "each"}:
        return None, Reason("own_digest_off")
    digest_time = parse_time(value)
    return (digest_time, Reason("own_digest", (f"{digest_time:%H:%M}",))) if digest_time else None


def _parse_calendar_setting(value: str) -> Setting | None:
    on = _SWITCH.get(value.casefold())
    return None if on is None else (on, Reason("own_calendar_on" if on else "own_calendar_off"))


def _parse_page_setting(value: str) -> Setting | None:
    if value.casefold() in {"game", "default"}:
        return None, Reason("own_page_game")
    on = _SWITCH.get(value.casefold())
    return None if on is None else (on, Reason("own_page_on" if on else "own_page_off"))


def _parse_answers_setting(value: str) -> Setting | None:
    on = _SWITCH.get(value.casefold())
    return None if on is None else (on, Reason("own_answers_on" if on else "own_answers_off"))


def _parse_name_setting(value: str) -> Setting | None:
    if value.casefold() in {"off", "none", "nobody"}:
        return "", Reason("own_name_off")
    name = " ".join(value.split())
    fits = 2 <= len(name) <= MOST_LETTERS and all(c.isalpha() or c in " '.-" for c in name)
    return (name, Reason("own_name", (name,))) if fits else None


_READERS: Mapping[str, tuple[Callable[[str], Setting | None], str]] = {
    "zone": (_parse_zone_setting, "Europe/Berlin, Asia/Kolkata, off"),
    "reminders": (_parse_reminders_setting, "6 hours; or 24h, 6h; or off; or game"),
    "calendar": (_parse_calendar_setting, "on, off"),
    "digest": (_parse_digest_setting, "18:00, 6pm, off"),
    "name": (_parse_name_setting, "Ada, J. Smith, off"),
    "page": (_parse_page_setting, "on, off, game"),
    "answers": (_parse_answers_setting, "on, off"),
}
"""A person's settings: how a value is read, and examples."""


class MyData(InGame):
    """MY DATA: all that the judge keeps about you, in all games."""

    asks = True

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Tell a person's addresses, seats, press and mail."""
        seats = [
            Reason("kept_seat", (own_game.name, name_seat(seat), own_game.stage.value))
            for own_game in (context.games[name] for name in context.memory.list_games_of_sender())
            for seat in access.list_seats_of_addresses(own_game, *context.addresses)
        ]
        facts = (
            Reason("kept_addresses", context.addresses),
            *seats,
            *context.memory.list_personal_data(),
        )
        return Effects(sections=tuple(News(fact) for fact in facts))


class ForgetMe(InGame):
    """FORGET ME: your addresses and mails go out of all that is over; you have to confirm it."""

    harms = True

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Empty the person's seats in games that are over; what they still play stays."""
        if context.mail.confirmed != actor.address:
            return ask_address_to_confirm(actor.address, game, actor, "FORGET ME", context)
        names = dict.fromkeys((game.name, *context.memory.list_games_of_sender()))
        games = [context.games[name] for name in names]
        over = [own_game for own_game in games if own_game.stage is Stage.ENDED]
        running_names = tuple(
            own_game.name for own_game in games if own_game.stage is not Stage.ENDED
        )
        change = PersonChange("forget", actor.address, actor.address)
        emptied = tuple(_without_person(own_game, context.addresses) for own_game in over)
        remark = Reason("forgotten", running_names)
        return Effects(emptied, remark, persons=(change,))


def _without_person(game: Game, addresses: tuple[str, ...]) -> Game:
    """Return a game in which nobody at these addresses has a seat."""
    for seat in access.list_seats_of_addresses(game, *addresses):
        game = game.with_seat(replace(seat, address="", secret="", password=""))
    erased_guests = [
        guest for guest in game.guests if access.is_among_addresses(guest.address, addresses)
    ]
    return replace(game, guests=tuple(guest for guest in game.guests if guest not in erased_guests))
