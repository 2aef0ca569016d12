"""What players could try in order to learn who else is there: bounds, names, passwords, times."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from typing import cast

from sqlalchemy import Connection

from judge.game.clock.run_turns import process_turn
from judge.game.effects import Effects
from judge.game.limits import LIMITS, Limits
from judge.game.state import Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.letters.compose import write_letter
from judge.library import load
from judge.model.facts import CONTACT, collect_chosen_power_names, collect_contacts_of_powers
from judge.model.letter import Letter
from judge.model.position import Fact
from judge.service.compose.letters import Composer, Occasion
from judge.service.compose.pictures import TOGETHER
from judge.store.outbox import OutMail
from judge.store.repository import Repository
from tests.secrecy.worlds import DUE, HOUSE, NOW, civ, gd, mail, me, world

Heard = tuple[object, ...]
FEW = 8
"""So many letters a mail may cause here; the bound is met by lines of any kind."""

LINES = (
    "ABSENCE Dec 2 to Dec 5", "BROADCAST\nhello\nENDBROADCAST", "PRESS TO ALL\nhello\nENDPRESS",
    "PRESS TO {met}\nhello\nENDPRESS", "EXCHANGE MAPS WITH {met}, {also}", "OFFER MAP TO {met}",
    "WAIT", "RESIGN", "DRAW", "CONCEDE TO {met}",
)  # fmt: skip


def bounded(seed: int) -> tuple[Heard, Heard] | None:
    """A mail that is near its bound of letters, where strangers have left, those met have met each
    other, or mute me, or not."""
    chance = random.Random(seed)
    game = replace(world(chance, chance.choice((civ, gd))()).game, motions=())
    mine = me(game.variant)
    met = sorted(collect_contacts_of_powers(game.position.facts, [mine]))
    if len(met) < 2 or not game.position.has_survived(mine):
        return None
    names = collect_chosen_power_names(game.position.facts)
    one, other = chance.sample(met, 2)
    lines = [
        line.format(met=names[one], also=names[other])
        for line in (LINES[0], *chance.sample(LINES[1:], 3))
    ]
    return tuple(
        tuple(
            (line, letters_to_me(_mail_at_bound(as_it_is, line, before), game.variant))
            for line in lines
            for before in range(FEW + 1)
        )
        for as_it_is in (game, _otherwise(game, met, chance))
    )  # type: ignore[return-value]  # there are two worlds


def _mail_at_bound(game: Play, line: str, before: int) -> Effects:
    press = "".join("PRESS TO Master\nhello\nENDPRESS\n" for _ in range(before))
    return mail(game, press + line, past=False, limits=LIMITS._replace(letters_per_mail=FEW))


def _otherwise(game: Play, met: list[str], chance: random.Random) -> Play:
    """Let strangers leave, those whom I have met stay and meet each other or not, or mute me."""
    mine, seats = me(game.variant), []
    for seat in game.seats:
        if seat.role is Role.PLAYER and mine not in seat.powers:
            if seat.powers[0] not in met:
                seat = replace(seat, address="" if seat.address else f"{seat.name}@example.org")
            elif chance.random() < 0.5:
                seat = replace(seat, muted=(mine,))
        seats.append(seat)
    between = {Fact(CONTACT, *each) for each in permutations(met, 2)}
    facts = game.position.facts
    facts = facts - between if between & facts else facts | between
    return replace(game, seats=tuple(seats), position=replace(game.position, facts=facts))


def guessed(seed: int) -> tuple[Heard, Heard] | None:
    """Passwords tried for the number of a seat, by a player and by a stranger, where there is such
    a seat, where it is vacant, or where there is none."""
    chance = random.Random(seed)
    game = world(chance, chance.choice((civ, gd))()).game
    mine = game.find_seat_of_power(me(game.variant))
    others = [seat for seat in game.players if seat != mine]
    assert mine is not None
    seat = chance.choice(others)
    vacant = replace(seat, address="")
    gone = replace(seat, name=f"p{chance.randint(1000, 9999)}")
    there = replace(seat, address=seat.address or "somebody@example.org")
    lines = [f"SIGNON {seat.name} ruhr wrong{number}" for number in range(14)]
    stranger = replace(mine, name=seat.name, secret="a" * 16)  # his mail goes to their address
    limits, heard = LIMITS._replace(wrong_passwords_per_hour=chance.choice((5, 10))), []
    for as_it_is in (there, chance.choice((vacant, gone))):
        seats = tuple(as_it_is if each == seat else each for each in game.seats)
        here = replace(game, seats=seats, orders={}, motions=())
        written = "\n".join(lines)
        heard.append((
            letters_to_me(mail(here, written, past=False, limits=limits), here.variant),
            letters_to_me(
                mail(here, written, past=False, seat=stranger, limits=limits), here.variant
            ),
        ))  # fmt: skip
    return heard[0], heard[1]


def named_alike(seed: int) -> tuple[Heard, Heard] | None:
    """Names of my own choice in the first Winter, that others have chosen before me or not."""
    chance = random.Random(seed)
    arena = chance.choice((civ, gd))()
    form = arena.form
    position = form.rules.opening.deal_position(form.map, tuple(form.map.powers), seed)
    game = replace(
        world(chance, arena).game, position=position, orders={}, motions=(), played=None, seed=seed
    )
    mine = game.find_seat_of_power(me(form))
    others = [seat for seat in game.players if seat != mine and seat.address]
    tried = ["Atlantis", "Thule", "Utopia", "Atlantis"]
    worlds = [game, game]
    for seat, name in zip(chance.sample(others, 3), tried, strict=False):
        for which, chosen in enumerate((name, f"{name}ia")):
            done = mail(worlds[which], f"NAME {chosen}", past=False, seat=seat)
            worlds[which] = cast(Play, done.games[0])
    text = "\n".join(f"NAME {name}\nSTATUS {number}" for number, name in enumerate(tried))
    ours, theirs = (letters_to_me(mail(each, text, past=False), form) for each in worlds)
    return ours, theirs


SAID = (
    "BROADCAST\nIs anybody here?\nENDBROADCAST", "BROADCAST GREY\nWho?\nENDBROADCAST",
    "ABSENCE Dec 2 to Dec 5", "WAIT", "DRAW", "POLL Who is there?", "RESIGN",
)  # fmt: skip


def looking_on(seed: int) -> tuple[Heard, Heard] | None:
    """What somebody hears who looks on: players write to all, or not, and the turn ends."""
    chance = random.Random(seed)
    game = world(chance, chance.choice((civ, gd))()).game
    friend = Seat("o1", Role.OBSERVER, "me@example.org", "o" * 16)
    seats = tuple(
        replace(seat, address="other@example.org") if seat.address == friend.address else seat
        for seat in game.seats
    )
    game = replace(game, seats=(*seats, friend))
    writer = chance.choice([seat for seat in game.players if seat.address])
    return _hear_while(game, writer, friend)


def strangers_writing(seed: int) -> tuple[Heard, Heard] | None:
    """What I hear while somebody whom I have not met writes of all kinds, or nothing."""
    chance = random.Random(seed)
    game = world(chance, chance.choice((civ, gd))()).game
    mine = game.find_seat_of_power(me(game.variant))
    met = collect_contacts_of_powers(game.position.facts, [me(game.variant)])
    unmet = [s for s in game.players if s.address and s != mine and s.powers[0] not in met]
    if not unmet or mine is None:
        return None
    return _hear_while(game, chance.choice(unmet), mine)


def _hear_while(game: Play, writer: Seat, reader: Seat) -> tuple[Heard, Heard] | None:
    """Return what a reader hears of a turn in which somebody writes, and if they do not."""
    game = replace(game, motions=(), settings=replace(game.settings, press="both"))
    heard = []
    for said in ((), SAID):
        here, told = game, list[object]()
        for number, text in enumerate(said):
            done = mail(here, text, past=False, seat=writer, key=f"{number}")
            told += letters_to_me(done, game.variant)
            here = cast(Play, done.games[0]) if done.games else here
        told += letters_to_me(
            mail(here, "STATUS\nLIST ruhr", past=False, seat=reader), game.variant
        )
        ended, notices = process_turn(here, DUE, "deadline")
        told += letters_to_me(Effects((ended,), notices=notices), game.variant)
        met = collect_contacts_of_powers(ended.position.facts, reader.powers)
        if ended.stage is not Stage.ACTIVE or writer.powers[0] in met:
            return None
        heard.append(tuple(told))
    return heard[0], heard[1]


def listed(seed: int) -> tuple[Heard, Heard] | None:
    """A letter to all whom its writer has met, who has met somebody unknown to me or not."""
    chance = random.Random(seed)
    game = replace(world(chance, chance.choice((civ, gd))()).game, motions=())
    mine = me(game.variant)
    met = collect_contacts_of_powers(game.position.facts, [mine])
    friends = [s for s in game.players if s.address and s.powers[0] in met]
    friends = [s for s in friends if game.position.has_survived(s.powers[0])]
    unmet = [s for s in game.players if s.address and s.powers[0] not in met | {mine}]
    if not friends or not unmet or not game.position.has_survived(mine):
        return None
    friend, stranger = chance.choice(friends), chance.choice(unmet)
    both = {Fact(CONTACT, *each) for each in permutations((friend.powers[0], stranger.powers[0]))}
    text = chance.choice(("PRESS TO ALL", "BROADCAST")) + "\nhello\nEND PRESS"
    ours, theirs = (
        letters_to_me(
            mail(replace(game, position=replace(game.position, facts=facts)), text, False, friend),
            game.variant,
        )
        for facts in (game.position.facts | both, game.position.facts - both)
    )
    return ours, theirs


def arriving(seed: int) -> tuple[Heard, Heard] | None:
    """When my letter with the results leaves in each of some turns: with how many drawn before it,
    and after how many others, where that is not drawn anew each time."""
    chance = random.Random(seed)
    arena = chance.choice((civ, gd))()
    game = replace(world(chance, arena).game, motions=())
    fewer = [seat for seat in game.players if me(game.variant) not in seat.powers][:4]
    vacant = {seat.name for seat in fewer}
    seats = [seat for seat in game.seats if me(game.variant) not in seat.powers]
    seats += [seat for seat in game.seats if me(game.variant) in seat.powers]  # I joined last
    game = replace(game, seats=tuple(seats))
    alone = replace(
        game,
        seats=tuple(replace(seat, address="") if seat.name in vacant else seat for seat in seats),
    )
    return _times(game), _times(alone)


def _times(game: Play) -> Heard:
    composer = Composer(HOUSE, Repository(load), Limits(), lambda bits: 1)
    places, heard, drawn = [], [], set[object]()
    writer = next(
        (seat for seat in game.players if seat.address and me(game.variant) not in seat.powers),
        None,
    )
    for number in range(6):
        game = replace(game, number=number + 1, due_at=DUE)
        after, notices = process_turn(game, DUE, "deadline")
        effects = Effects((after,), notices=notices)
        occasion = Occasion(NOW, {}, {game.name: game}, at_once=True)
        made = composer.compose_letters(cast(Connection, None), effects, occasion)
        mails = [each for _, each in made.mails]
        mine = next(at for at, each in enumerate(mails) if each.recipient == "me@example.org")
        needed = [_needed(each, made.contents) for each in mails]
        before = set[str]().union(*needed[: mine + 1])
        drawn.add(before == set[str]().union(*needed) or len(before))
        places.append(mine)
        if writer is not None:
            heard.append(_place_of_press(composer, _met_by_all(game), writer))
    return tuple(sorted(map(str, drawn))), _is_drawn_anew(places), _is_drawn_anew(heard)


def _is_drawn_anew(places: list[int]) -> object:
    return places[0] if len({*places}) == 1 else "drawn anew"


def _met_by_all(game: Play) -> Play:
    met = {Fact(CONTACT, *pair) for pair in permutations(game.variant.map.powers, 2)}
    settings = replace(game.settings, press="both")
    position = replace(game.position, facts=game.position.facts | met)
    return replace(game, settings=settings, position=position, orders={})


def _place_of_press(composer: Composer, game: Play, writer: Seat) -> int:
    """Return after how many others my letter leaves that somebody writes to everybody."""
    effects = mail(game, "BROADCAST\nhello\nENDBROADCAST", past=False, seat=writer)
    occasion = Occasion(
        NOW, {}, {each.name: game for each in effects.games}, {game.name: game}, at_once=True
    )
    made = composer.compose_letters(cast(Connection, None), effects, occasion)
    readers = [each.recipient for _, each in made.mails]
    return readers.index("me@example.org") if "me@example.org" in readers else -1


def _needed(each: OutMail, contents: object) -> set[str]:
    """Return the digests of the pictures that are drawn before a mail leaves."""
    assert isinstance(contents, dict)
    found = set[str]()
    for digest, form, *_ in each.pictures or ():
        listed = contents[digest].splitlines() if form == TOGETHER else [f"{digest} {form}"]
        found |= {line.split()[0] for line in listed}
    return found


def letters_to_me(effects: Effects, form: Variant) -> tuple[Letter, ...]:
    """Return every letter that goes to me, whole."""
    return tuple(
        write_letter(notice, form, HOUSE)
        for notice in effects.notices
        if notice.to.address == "me@example.org"
    )


TRIES: dict[str, tuple[int, int, Callable[[int], tuple[Heard, Heard] | None]]] = {
    "bounds met": (2, 2, bounded),
    "passwords tried": (1, 4, guessed),
    "names chosen alike": (1, 4, named_alike),
    "looking on": (1, 4, looking_on),
    "strangers writing": (1, 4, strangers_writing),
    "readers listed": (1, 4, listed),
    "arrivals": (1, 1, arriving),
}
"""Each with how many of a round are of it, and how many pairs a case has."""
