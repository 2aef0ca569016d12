"""Who is writing: secrets, passwords, and the proof that a mail comes from the holder of a seat.

A seat is proved by its registered address together with the secret of its reply address, or by
its password from any address. Nothing else is obeyed, and a refusal tells a stranger nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from judge.game.proof.standing import Standing
from judge.game.state import Game, Role, Seat
from judge.language.lexicon import find_power
from judge.language.word_lists import list_words
from judge.model.map import Map
from judge.model.reason import Reason

HIGHEST = 9999
"""The highest number of a seat: no more fits into a reply address."""

LONGEST_NAME = 8
"""So many letters are kept of the name of a seat that somebody claims."""

_SECRET = "[a-z2-7]{16}"


class Tag(NamedTuple):
    """What a seat's reply address says; ``relay``: it leads from that seat to another player.

    ``number`` is that of the turn in which the letter was written that gave it, 0 if it gave one
    for all turns.
    """

    game: str
    seat: str
    secret: str
    relay: bool = False
    number: int = 0


class Credentials(NamedTuple):
    """What a mail says about its writer.

    ``tags`` are read from the addresses it was sent to, ``power`` (a name, a letter, a seat's
    name) and ``password`` from a sign-on; ``standing`` is what speaks for the sender's address.
    """

    sender: str
    tags: tuple[Tag, ...] = ()
    power: str = ""
    password: str = ""
    standing: Standing = Standing()

    @property
    def addresses(self) -> tuple[str, ...]:
        """All addresses of the sender."""
        return (self.sender, *self.standing.addresses)


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody whose word is obeyed as that of ``seat``; None is a stranger, who may look only.

    ``alarm`` is what the owner of the seat has to be told about it. ``by_secret``: the mail came
    from the seat's own address and to its reply address.
    """

    seat: Seat | None = None
    alarm: Reason | None = None
    by_secret: bool = False


@dataclass(frozen=True, slots=True)
class RefusedClaim:
    """A claim that is not believed: what the sender is answered, whose seat it was about (in
    which game), and what its owner is told. ``asks`` is the address at which the claim may be
    confirmed, "" if it cannot be. ``tried`` are the passwords and secrets that were wrong,
    ``named`` the seat that they were tried at, be there one of that name or not."""

    why: Reason
    game: str = ""
    seat: Seat | None = None
    alarm: Reason | None = None
    asks: str = ""
    tried: frozenset[str] = frozenset()
    named: str = ""


def parse_reply_tag(local_part: str) -> Tag | None:
    """Return the tag in the local part of an address, with or without ``judge+`` before it."""
    form = rf"(?:.*\+)?([a-z0-9]{{1,32}})\.([a-z]\d{{1,4}})\.(to\.)?({_SECRET})(?:\.(\d{{1,4}}))?"
    parts = re.fullmatch(form, local_part.lower(), re.ASCII)
    return Tag(parts[1], parts[2], parts[4], bool(parts[3]), int(parts[5] or 0)) if parts else None


def parse_answer_token(local_part: str) -> str:
    """Return the token of the address at which a letter that asks is answered, "" if it is none."""
    parts = re.fullmatch(rf"(?:.*\+)?yes\.({_SECRET})", local_part.lower())
    return parts[1] if parts else ""


def derive_secret(seed: int | str, *label: str) -> str:
    """Return a secret of 80 bits in small letters; the same seed and label give the same one."""
    return base64.b32encode(_hash_seed_and_label(seed, *label)[:10]).decode().lower()


def derive_number(seed: int, *label: str) -> int:
    """Return a number of 128 bits; the same seed and label give the same one."""
    return int.from_bytes(_hash_seed_and_label(seed, *label)[:16])


def _hash_seed_and_label(seed: int | str, *label: str) -> bytes:
    return hashlib.sha256(f"{seed}|{'|'.join(label)}".encode()).digest()


def relay_secret(seat: Seat, addressee: Seat) -> str:
    """Return the secret of the address at which the holder of a seat writes to that of another.

    It tells nothing of the other seat, and nobody but the holder of the first can use it.
    """
    return derive_secret(seat.secret, "to", addressee.name)


def is_relay_from(tag: Tag, secrets: Mapping[str, str]) -> bool:
    """Say whether an address leads from its seat to another of the game, whose secrets these are by
    the names of their seats."""
    secret = secrets.get(tag.seat, "")
    ways = (derive_secret(secret, "to", other) for other in secrets if secret)
    return any(hmac.compare_digest(tag.secret, way) for way in ways)


def is_relay_between(tag: Tag, seat: Seat, addressee: Seat) -> bool:
    """Say whether an address is the one at which the holder of a seat writes to that of another."""
    return hmac.compare_digest(tag.secret, relay_secret(seat, addressee))


def is_password_weak(password: str) -> bool:
    """Say whether a password is too easily guessed to be kept; none at all is not."""
    return bool(password) and (len(password) < 4 or " " in password)


def hash_password(password: str, salt: str) -> str:
    """Return a password as it may be kept; the empty one stays empty."""
    if not password:
        return ""
    return f"scrypt${salt}${_digest_password(password, salt)}"


def is_right_password(password: str, password_hash: str) -> bool:
    """Say whether a password is the one that was kept; an empty one never is."""
    if not password or not password_hash:
        return False
    _, salt, digest = password_hash.split("$")
    return hmac.compare_digest(_digest_password(password, salt), digest)


def is_same_address(first: str, second: str) -> bool:
    """Say whether two addresses are those of the same person, as far as their spelling says."""
    return bool(first) and first.strip().casefold() == second.strip().casefold()


def is_among_addresses(address: str, addresses: Iterable[str]) -> bool:
    """Say whether an address is one of those of a person."""
    return any(is_same_address(address, candidate) for candidate in addresses)


def find_seat(game: Game, name: str) -> Seat | None:
    """Return the seat that a sign-on names: a power (name, alias, letter), M, GM, or a seat."""
    word = name.strip().casefold()
    if not word:
        return None
    if word == "m" or word in list_words("master"):
        return next(iter(game.masters), None)
    power = find_power(game.variant.map, name) if game.disclosure.public_power_names else None
    if power:
        return game.find_seat_of_power(power)
    return game.find_seat_named(word)


def resolve_power(game: Game, typed: str) -> str:
    """Return the power that is meant, by its key or however it is written, "" if it is none."""
    game_map = game.variant.map
    return typed if typed in game_map.powers else find_power(game_map, typed) or ""


def is_seat_name(word: str) -> bool:
    """Say whether a seat may bear such a name."""
    return re.fullmatch(r"[a-z]\d{1,4}", word.strip().casefold(), re.ASCII) is not None


def find_player_seat(game: Game, typed: str) -> Seat | None:
    """Return the player's seat that is meant: by its power, or by its name."""
    seat = game.find_seat_of_power(resolve_power(game, typed)) or game.find_seat_named(
        typed.casefold()
    )
    return seat if seat is not None and seat.role is Role.PLAYER else None


def split_wish_and_password(wish: str, game_map: Map | None) -> tuple[str, str]:
    """Part the power that somebody wishes for from a password behind it, if there is one."""
    wish = wish.strip()
    head, _, last = wish.rpartition(" ")
    is_power = game_map is not None and find_power(game_map, wish) is not None
    return (head, last) if head and not is_power else (wish, "")


def list_seats_of_addresses(game: Game, *addresses: str) -> tuple[Seat, ...]:
    """Return the seats registered for any of these addresses, players' first."""
    order = [Role.PLAYER, Role.MASTER, Role.OBSERVER]
    matching = [seat for seat in game.seats if is_among_addresses(seat.address, addresses)]
    return tuple(sorted(matching, key=lambda seat: order.index(seat.role)))


def is_player_or_master(game: Game, *addresses: str) -> bool:
    """Say whether somebody at these addresses plays or is the master; observers look on."""
    return any(seat.role is not Role.OBSERVER for seat in list_seats_of_addresses(game, *addresses))


def has_all_seats(game: Game, *addresses: str) -> bool:
    """Say whether somebody at these addresses has as many players' seats as one person may have in
    the game. A master has all, unless robots alone are in the others."""
    roles = [seat.role for seat in list_seats_of_addresses(game, *addresses)]
    robots_alone = bool(game.players) and all(
        seat.robot and not seat.address for seat in game.players
    )
    if Role.MASTER in roles and not robots_alone:
        return True
    return roles.count(Role.PLAYER) >= max(game.settings.seats, 1)


def identify_actor(claim: Credentials, game: Game) -> Actor | RefusedClaim:
    """Say whose word a mail is in that game, or why it is nobody's.

    Right secret, in the reply address or as a password, and registered address: obeyed. Right
    password: obeyed from anywhere, and the owner hears of it when the address is not theirs. The
    registered address alone is enough if the mail server vouches for it. What is right but in
    doubt has to be confirmed at the registered address. Anything less is not obeyed; the owner of
    a seat that somebody else claimed is told.
    """
    seat = _find_claimed_seat(claim, game)
    secrets = frozenset(tag.secret for tag in claim.tags if tag.game == game.name)
    tried = secrets | ({claim.password} if claim.password else frozenset())
    if seat is None or not seat.address:
        return _refuse_claim_to_nobody(claim, game, seat, tried)
    home = is_among_addresses(seat.address, claim.addresses)
    by_secret = home and _has_secret_of_seat(claim, game, seat)
    guesses = claim.password or (not home and secrets)
    if not by_secret and guesses and claim.standing.closed(game.name, seat.name):
        return RefusedClaim(Reason("passwords_closed", (game.name,)), game.name, seat)
    if by_secret or is_right_password(claim.password, seat.password):
        doubt = claim.standing.explain_doubt(seat.address, game.settings.policy, home=home)
        if doubt is not None:
            return RefusedClaim(doubt, game.name, seat, asks=seat.address)
        alarm = None if home else Reason("alarm_password", (claim.sender,))
        return Actor(seat, alarm, by_secret=by_secret)
    if home and claim.standing.is_vouched_for(game.settings.policy):
        return Actor(seat)
    return _refuse_without_proof(claim, game, seat, tried, home=home)


def _has_secret_of_seat(claim: Credentials, game: Game, seat: Seat) -> bool:
    """Say whether the seat's secret is in the reply address, or is given as a password."""
    return any(
        (tag.game, tag.seat) == (game.name, seat.name)
        and hmac.compare_digest(tag.secret, seat.secret)
        for tag in claim.tags
    ) or hmac.compare_digest(claim.password.casefold().encode(), seat.secret.encode())


def _refuse_without_proof(
    claim: Credentials, game: Game, seat: Seat, tried: frozenset[str], *, home: bool
) -> RefusedClaim:
    """Say what is wrong with a claim to a seat that nothing proves; its owner is told of one from
    elsewhere."""
    if home:
        wrong = "wrong_password" if claim.password else "proof_needed"
        if any(re.fullmatch(_SECRET, guess, re.IGNORECASE) for guess in tried):
            wrong = "secret_outdated"
        return RefusedClaim(Reason(wrong, (game.name,)), game.name, seat, tried=tried)
    keyed = _has_secret_of_seat(claim, game, seat)
    why = Reason("wrong_sender" if keyed else "not_proved", (game.name,))
    alarm = Reason("alarm_secret" if keyed else "alarm_claim", (claim.sender,))
    return RefusedClaim(why, game.name, seat, alarm, tried=tried - {seat.secret})


def _refuse_claim_to_nobody(
    claim: Credentials, game: Game, seat: Seat | None, tried: frozenset[str]
) -> RefusedClaim:
    """Refuse a claim to a seat that nobody holds, or that is not there, with the same words and as
    soon as one to any other: wrong passwords tell nothing of which seats there are."""
    tagged = next((tag.seat for tag in claim.tags if tag.game == game.name), "")
    named = seat.name if seat else (claim.power.strip().casefold() or tagged)[:LONGEST_NAME]
    if tried and claim.standing.closed(game.name, named):
        return RefusedClaim(Reason("passwords_closed", (game.name,)), game.name, named=named)
    why = Reason("not_proved", (game.name,))
    return RefusedClaim(why, game.name, tried=tried, named=named)


def _find_claimed_seat(claim: Credentials, game: Game) -> Seat | None:
    """Return the seat that is meant: the one named, the tag's, or the sender's own."""
    if claim.power:
        named = find_seat(game, claim.power)
        sender_seats = list_seats_of_addresses(game, *claim.addresses)
        return next((s for s in sender_seats if named in game.masters and s in game.masters), named)
    tagged = [game.find_seat_named(tag.seat) for tag in claim.tags if tag.game == game.name]
    if tagged:
        return tagged[0]
    own_seats = list_seats_of_addresses(game, *claim.addresses)
    if own_seats or not claim.password or claim.standing.closed(game.name, ""):
        return own_seats[0] if own_seats else None
    return next(
        (seat for seat in game.seats if is_right_password(claim.password, seat.password)), None
    )


def _digest_password(password: str, salt: str) -> str:
    return hashlib.scrypt(password.encode(), salt=salt.encode(), n=1024, r=8, p=1).hex()


def explain_role_needed(who: Role, seat: Seat) -> Reason:
    """Say to a seat of another role who alone may do something, and what it can do instead."""
    if who is Role.MASTER:
        return Reason("master_only", seat.powers)
    return Reason("player_only_as" if seat.role is Role.MASTER else "player_only")
