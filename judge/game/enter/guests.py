"""Those who have no seat in a game: how they stand to it, whom it is closed to, what they get."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from judge.game.command import LineContext
from judge.game.effects import Question
from judge.game.notices import build_heading
from judge.game.proof import access
from judge.game.proof.access import derive_secret
from judge.game.request import Request
from judge.game.state import BARRED, INVITED, Game, Guest, Preferences, Reliability, Role
from judge.language.script import split_mail
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import NEWS, OFFER
from judge.model.reason import Reason

AnyGame = TypeVar("AnyGame", bound=Game)


def find_guest(game: Game, *addresses: str) -> Guest | None:
    """Return how somebody at these addresses stands to a game; that it is closed goes first."""
    matching = [
        guest for guest in game.guests if access.is_among_addresses(guest.address, addresses)
    ]
    return min(
        matching, key=lambda guest: (guest.standing != BARRED, not guest.standing), default=None
    )


def describe_guest(game: Game, *addresses: str) -> str:
    """Return the standing of somebody at these addresses, "" if they have none."""
    guest = find_guest(game, *addresses)
    return guest.standing if guest else ""


def make_invitation_code(game: Game) -> str:
    """Return what whoever is given it joins with, as if they were invited."""
    return derive_secret(game.seed, game.name, "invitation")


def list_addresses_with_standing(game: Game, standing: str) -> tuple[str, ...]:
    """Return the addresses of those who stand so to a game."""
    return tuple(guest.address for guest in game.guests if guest.standing == standing)


def with_guest(
    game: AnyGame,
    address: str,
    standing: str,
    *,
    wish: str = "",
    prefers: Preferences = (),
    password: str = "",
) -> AnyGame:
    """Return the game with that standing of somebody, what they wish for, and the hash of their
    password."""
    old = find_guest(game, address) or Guest(address)
    new = replace(old, standing=standing, wish=wish, prefers=prefers, password=password)
    return _with_changed_guest(game, old, new)


def with_conduct_of_guest(game: AnyGame, address: str, conduct: Reliability) -> AnyGame:
    """Return the game with that conduct of somebody added to what is known of theirs."""
    old = find_guest(game, address) or Guest(address)
    total = Reliability(*map(sum, zip(old.conduct, conduct, strict=True)))
    return _with_changed_guest(game, old, replace(old, conduct=total))


def _with_changed_guest(game: AnyGame, old: Guest, new: Guest) -> AnyGame:
    """Return the game with one guest for another. A guest without standing and conduct is none."""
    rest = [guest for guest in game.guests if guest != old]
    if new.standing or any(new.conduct):
        rest.append(new)
    return replace(game, guests=tuple(rest))


def explain_refused_seat(game: Game, role: Role, context: LineContext) -> Reason | None:
    """Say why the sender of a mail may not have such a seat in a game.

    Who was invited need not be reliable.
    """
    standing = describe_guest(game, *context.addresses)
    if context.memory.is_sender_blocked():
        return Reason("blocked")
    if standing == BARRED:
        return Reason("barred", (game.name,))
    wanted = game.settings.reliability
    if role is not Role.PLAYER or standing == INVITED or not wanted:
        return None
    percentage = context.memory.find_reliability_of(context.sender.address).percentage
    about = (game.name, str(wanted), str(percentage))
    return Reason("unreliable", about) if percentage < wanted else None


def build_letter_to_outsider(
    game: Game, address: str, event: str, key: str, *news: Reason
) -> Notice:
    """Return a letter about a game to somebody without a seat in it."""
    sections = tuple(map(News, news))
    return Notice(
        NEWS, Recipient(address), event, f"{key}.{address}", build_heading(game), None, sections
    )


def offer_seat(
    game: Game, address: str, event: str, line: str, news: Reason, context: LineContext
) -> tuple[Notice, Question]:
    """Return a letter that offers a seat, and what is asked: YES in answer says the line."""
    request = Request(
        address, context.mail.message_id, "", split_mail(line), text=line, verdict="pass"
    )
    question = Question(access.derive_secret(context.seed, context.key, address), address, request)
    letter = build_letter_to_outsider(game, address, event, context.key, news)
    to = Recipient(address, secret=question.token)
    return replace(letter, kind=OFFER, to=to), question
