"""Commands of civilizations: naming one's own, and offers to others."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import ClassVar

from judge.game.commands.base import LineContext, PlayerCommand
from judge.game.decision import CommandResult
from judge.game.state import Motion, Play, Seat
from judge.game.votes import offers
from judge.game.votes.motions import rules_of
from judge.language.grammar import grammar
from judge.language.lexicon import power_named
from judge.language.reader import read_place
from judge.model.facts import NAME, contacts, names
from judge.model.map import Location
from judge.model.order import Build
from judge.model.position import Fact, Forgotten, Noted, apply
from judge.model.reason import Reason

OFFICES = frozenset(
    {"gm", "master", "masters", "gamemaster", "moderator", "judge", "observer", "observers"}
    | {"player", "players", "all", "everybody", "everyone", "world", "nobody", "none", "nothing"}
    | {"unowned", "neutral", "vacant", "stranger"}
)
"""Words that letters and lines of press use for others than civilizations."""


@dataclass(frozen=True, slots=True)
class CivName(PlayerCommand):
    """NAME word: what one's civilization is called, in the first phase."""

    verb: ClassVar[str] = "civname"
    called: str = ""

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Take the name if nobody bears it; who does is not told."""
        if game.position.turn != game.variant.calendar.first():
            return Reason("name_too_late")
        word = self.called.strip().strip("\"'")
        word = word[:1].upper() + word[1:]
        taken = {name.casefold() for name in names(game.position.facts).values()}
        known = grammar(game.variant)
        words = known.spoken | {w for texts in known.keywords.values() for w in texts} | OFFICES
        if not re.fullmatch(r"[A-Za-z][a-zA-Z'-]{2,19}", word) or word.casefold() in taken | words:
            return Reason("name_refused")
        (power,) = actor.powers
        old = Fact(NAME, power, names(game.position.facts)[power])
        position = apply(game.position, (Forgotten(old), Noted(Fact(NAME, power, word))))
        return CommandResult(replace(game, position=position), Reason("name_given", (word,)))


@dataclass(frozen=True, slots=True)
class Homes(PlayerCommand):
    """HOMES x, y: which of the centers gained are home centers."""

    verb: ClassVar[str] = "homes"
    centers: str = ""

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Make the exchange; builds ordered where none can be any more are dropped."""
        words = [w for w in re.split(r"\s*(?:[,;&+]|\band\b)\s*", self.centers.strip(" :.")) if w]
        named = list(dict.fromkeys(read_place(word, game.variant) for word in words))
        if not named or not all(named):
            return Reason("homes_what")
        (power,) = actor.powers
        motion = Motion("homes", actor.name, (power, *named))
        rules = rules_of(game, motion.kind)
        if refused := rules.admit(motion, game):
            return refused
        position = apply(game.position, rules.outcome(motion, game))
        homes = position.homes[power]
        kept = tuple(
            order
            for order in game.orders.get(power, ())
            if not isinstance(order, Build) or order.unit.at.province in homes
        )
        game = replace(game, position=position, orders={**game.orders, power: kept})
        later = set(named) - set(homes)
        why = Reason("homes_wished" if later else "homes_named", tuple(map(Location, homes)))
        return CommandResult(game, why)


@dataclass(frozen=True, slots=True)
class _Offering(PlayerCommand):
    """An offer, of the kind of motion that ``kind`` names."""

    kind: ClassVar[str]

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Make the offer in the name of the actor's power."""
        terms = self.terms(game, actor)
        if isinstance(terms, Reason):
            return terms
        return offers.propose(game, actor, self.kind, (actor.powers[0], *terms), scene.key)

    @abstractmethod
    def terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Return to whom the offer is made and what is offered, or what is wrong with the words."""


@dataclass(frozen=True, slots=True)
class OfferMap(_Offering):
    """OFFER MAP TO x."""

    verb: ClassVar[str] = "offer_map"
    kind: ClassVar[str] = "map_gift"
    party: str = ""

    def terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer what one sees."""
        return _met(game, actor, self.party)


@dataclass(frozen=True, slots=True)
class ExchangeMaps(_Offering):
    """EXCHANGE MAPS WITH x, y."""

    verb: ClassVar[str] = "exchange_maps"
    kind: ClassVar[str] = "map_exchange"
    parties: str = ""

    def terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer what one sees for what all the others see."""
        others = [w for w in re.split(r"[\s,&+]+|\band\b", self.parties) if w]
        parties = _met(game, actor, *others)
        return parties if isinstance(parties, Reason) else list(dict.fromkeys(parties))


@dataclass(frozen=True, slots=True)
class GiveUnit(_Offering):
    """GIVE UNIT A BUR TO x."""

    verb: ClassVar[str] = "give_unit"
    kind: ClassVar[str] = "unit_gift"
    gift: str = ""

    def terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer a unit."""
        what, party = _parted(self.gift)
        place = read_place(what, game.variant)
        if not place:
            return Reason("offer_what")
        parties = _met(game, actor, party)
        return parties if isinstance(parties, Reason) else [*parties, place]


@dataclass(frozen=True, slots=True)
class GiveContact(_Offering):
    """GIVE CONTACT y TO x."""

    verb: ClassVar[str] = "give_contact"
    kind: ClassVar[str] = "contact_gift"
    gift: str = ""

    def terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer to make somebody known."""
        third, party = _parted(self.gift)
        if not third:
            return Reason("offer_whom")
        parties = _met(game, actor, third, party)
        if isinstance(parties, Reason):
            return parties
        return Reason("offer_nobody") if third == party else [*reversed(parties)]


@dataclass(frozen=True, slots=True)
class Accept(PlayerCommand):
    """ACCEPT the offer that is open."""

    verb: ClassVar[str] = "accept"
    yes: ClassVar[bool] = True

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Answer it."""
        return offers.answer(game, actor, self.yes, scene.key)


@dataclass(frozen=True, slots=True)
class Reject(Accept):
    """REJECT it."""

    verb: ClassVar[str] = "reject"
    yes: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Withdraw(PlayerCommand):
    """WITHDRAW one's own offer."""

    verb: ClassVar[str] = "withdraw"

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Take it back."""
        return offers.withdraw(game, actor, scene.key)


COMMANDS = (CivName, Homes, OfferMap, ExchangeMaps, GiveUnit, GiveContact, Accept, Reject, Withdraw)


def _parted(gift: str) -> tuple[str, str]:
    """Part what is given from whom it is given to: ``A BUR to x``."""
    what, _, party = gift.rpartition(" ")
    return re.sub(r"\s+(to|with)$", "", what, flags=re.IGNORECASE).strip(), party


def _met(game: Play, actor: Seat, *named: str) -> list[str] | Reason:
    """Return the powers named, or refuse the first word that means nobody whom the actor has met.

    Those whom they have met are suggested by their names, and nobody else.
    """
    facts = game.position.facts
    called = names(facts)
    met = {called[power].casefold(): power for power in contacts(facts, actor.powers)}
    powers = []
    for word in named or ("",):
        power = power_named(game.variant.map, word) or ""
        if power not in met.values():
            near = get_close_matches(word.casefold(), met, n=1)
            return Reason("offer_nearly", (met[near[0]],)) if near else Reason("offer_nobody")
        powers.append(power)
    return powers
