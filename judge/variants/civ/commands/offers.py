"""Offers to other civilizations: made, accepted, rejected and withdrawn."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import permutations
from typing import ClassVar

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.language.lexicon import find_power
from judge.language.reader import read_place
from judge.language.word_lists import WordPattern
from judge.language.writer import write_unit
from judge.model.command import CommandLine
from judge.model.facts import collect_chosen_power_names, collect_contacts_of_powers
from judge.model.map import Map
from judge.model.reason import Reason
from judge.model.turn import Phase
from judge.model.view import View
from judge.variants.civ import offers


class Offering(PlayerCommand):
    """An offer, of the kind of motion that ``kind`` names."""

    kind: ClassVar[str]

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Make the offer in the name of the actor's power."""
        terms = self.read_terms(game, actor)
        if isinstance(terms, Reason):
            return terms
        return offers.make_offer(game, actor, self.kind, (actor.powers[0], *terms), context.key)

    @abstractmethod
    def read_terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Return to whom the offer is made and what is offered, or what is wrong with the words."""


_GIVEN_TO = WordPattern(r"\s+%(given_to)s$")


def split_gift(gift: str) -> tuple[str, str]:
    """Part what is given from whom it is given to: ``A BUR to x``."""
    gift_words, _, party = gift.rpartition(" ")
    return _GIVEN_TO.pattern.sub("", gift_words).strip(), party


def find_met_powers(game: Play, actor: Seat, *named: str) -> list[str] | Reason:
    """Return the powers named, or refuse the first word that means nobody whom the actor has met.

    Those whom they have met are suggested by their names, and nobody else.
    """
    facts = game.position.facts
    names_by_power = collect_chosen_power_names(facts)
    by_name = {
        names_by_power[power].casefold(): power
        for power in collect_contacts_of_powers(facts, actor.powers)
    }
    powers = []
    for word in named or ("",):
        power = find_power(game.variant.map, word) or ""
        if power not in by_name.values():
            near = get_close_matches(word.casefold(), by_name, n=1)
            if near:
                return Reason("offer_nearly", (word, names_by_power[by_name[near[0]]]))
            return Reason("offer_nobody")
        powers.append(power)
    return powers


def list_names_of_met_powers(view: View) -> Sequence[str]:
    """Return the names by which the reader of a View calls those whom they have met."""
    return sorted(name for name, power in view.usable_names.items() if power in view.contacts)


class OfferMap(Offering):
    """OFFER MAP TO name: offer what you see."""

    kind = "map_gift"
    party: str = ""

    @classmethod
    def list_lines_to_choose(cls, view: View, game_map: Map) -> Iterator[CommandLine]:
        """Yield one for each whom the reader has met."""
        for name in list_names_of_met_powers(view):
            yield CommandLine(f"OFFER MAP TO {name}", (name,))

    def read_terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer what one sees."""
        return find_met_powers(game, actor, self.party)


class ExchangeMaps(Offering):
    """EXCHANGE MAPS WITH name, name: your map for those of all the others."""

    kind = "map_exchange"
    parties: str = ""

    @classmethod
    def list_lines_to_choose(cls, view: View, game_map: Map) -> Iterator[CommandLine]:
        """Yield one for each whom the reader has met; with several it is written by hand."""
        for name in list_names_of_met_powers(view):
            yield CommandLine(f"EXCHANGE MAPS WITH {name}", (name,))

    def read_terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer what one sees for what all the others see."""
        words = [w for w in re.split(r"[\s,&+]+|\band\b", self.parties) if w]
        parties = find_met_powers(game, actor, *words)
        return parties if isinstance(parties, Reason) else list(dict.fromkeys(parties))


class GiveContact(Offering):
    """GIVE CONTACT name TO name: offer to make the one known to the other."""

    kind = "contact_gift"
    gift: str = ""

    @classmethod
    def list_lines_to_choose(cls, view: View, game_map: Map) -> Iterator[CommandLine]:
        """Yield one for each two whom the reader has met, and for each of them as the third."""
        for third, party in permutations(list_names_of_met_powers(view), 2):
            yield CommandLine(f"GIVE CONTACT {third} TO {party}", (third, party))

    def read_terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer to make somebody known."""
        third, party = split_gift(self.gift)
        if not third:
            return Reason("offer_whom")
        parties = find_met_powers(game, actor, third, party)
        if isinstance(parties, Reason):
            return parties
        return Reason("offer_nobody") if third == party else [*reversed(parties)]


class GiveUnit(Offering):
    """GIVE UNIT A BUR TO name: offer a unit."""

    harms = True

    kind = "unit_gift"
    gift: str = ""

    @classmethod
    def list_lines_to_choose(cls, view: View, game_map: Map) -> Iterator[CommandLine]:
        """Yield one for each unit that may be given, and whom the reader has met."""
        if view.turn.phase is Phase.ADJUSTMENTS:
            return
        for unit in view.units:
            place = unit.at.province
            is_free = place not in game_map.centers or place in view.lost
            for name in (
                list_names_of_met_powers(view) if unit.power in view.powers and is_free else ()
            ):
                yield CommandLine(
                    f"GIVE UNIT {write_unit(unit, game_map)} TO {name}", (place, name)
                )

    def read_terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer a unit."""
        unit_words, party = split_gift(self.gift)
        place = read_place(unit_words, game.variant)
        if not place:
            return Reason("offer_what")
        parties = find_met_powers(game, actor, party)
        return parties if isinstance(parties, Reason) else [*parties, place]


class AnswerToOffer(PlayerCommand):
    """What is said to an offer in one word, which is the rule of the command."""

    @classmethod
    def list_lines_to_choose(cls, view: View, game_map: Map) -> Iterator[CommandLine]:
        """Yield the word; whether an offer is open stands in letters alone."""
        yield CommandLine(cls.__name__.upper())


class Accept(AnswerToOffer):
    """ACCEPT: agree to the offer that is open to you."""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Accept it; the last acceptance completes it."""
        return offers.answer_offer(game, actor, True, context.key)


class Reject(AnswerToOffer):
    """REJECT: refuse the offer that is open to you."""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Refuse it."""
        return offers.answer_offer(game, actor, False, context.key)


class Withdraw(AnswerToOffer):
    """WITHDRAW: take your own offer back."""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Take it back."""
        return offers.withdraw_offer(game, actor, context.key)
