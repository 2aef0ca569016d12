"""Offers: motions that only their parties hear of, decide on, and feel.

An offer is open until all parties have accepted, one has rejected it, the offerer has withdrawn
it, or the phase is processed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import ClassVar

from judge.game.effects import Effects
from judge.game.enter.starting import has_surviving_power
from judge.game.notices import announce_news, build_notice_to, find_view, make_turn_key, name_seat
from judge.game.orders.accepting import without_unit_orders
from judge.game.procedure import GameProcedure, OpenMatter, Step
from judge.game.proof.reaching import list_contact_addresses
from judge.game.sentences.marks import MarkedSentence
from judge.game.state import Play, Seat
from judge.language.word_lists import list_words
from judge.model.facts import (
    ShownSpace,
    collect_chosen_power_names,
    collect_contacts_of_powers,
    list_shown_spaces,
    shown_fact,
)
from judge.model.letter import News, Notice, PositionSection, Section
from judge.model.letter_kind import NEWS
from judge.model.motion import Motion
from judge.model.position import (
    Effect,
    Forgotten,
    Noted,
    Position,
    Transferred,
    Unit,
    apply_effects,
)
from judge.model.reason import Reason, Subject
from judge.model.turn import Phase
from judge.model.view import View
from judge.variants.civ.gifts import GIFTS
from judge.variants.civ.names import is_chosen_by_power

_OPENNESS = 0.25
"""In how many turns a robot offers something."""

NOBODY = "-"
"""Stands among the parties to an offer that is not passed on."""


def make_offer(
    game: Play, seat: Seat, kind: str, terms: Sequence[str], key: str
) -> Effects | Reason:
    """Make an offer, and tell the other parties."""
    if find_open_offer(game, seat) is not None:
        return Reason("offer_open")
    motion = Motion(kind, seat.name, tuple(terms))
    gift = GIFTS[kind]
    if refused := gift.explain_refusal(motion, game):
        return refused
    parties = tuple(
        _find_seat_of_power(game, power).name for power in gift.list_parties_to_offer(motion)
    )
    if gift.has_unmet_parties(motion, game):
        parties = (seat.name, NOBODY)
    motion = replace(motion, electorate=parties, ballots={seat.name: "yes"})
    game = replace(game, motions=(*game.motions, motion))
    about = _list_terms(motion, game)
    news = gift.news_to_parties.with_subjects(about)
    notices = _notify_parties(game, motion, "Offer", key, news, seat)
    return Effects((game,), gift.remark_to_offerer.with_subjects(about), notices=notices)


def answer_offer(game: Play, seat: Seat, accepted: bool, key: str) -> Effects | Reason:
    """Accept or reject the offer that is open to a seat; the last acceptance completes it."""
    motion = find_open_offer(game, seat)
    if motion is None or not has_surviving_power(game, seat):
        return Reason("offer_none")
    if motion.mover == seat.name:
        return Reason("offer_yours")
    if not accepted:
        game = _without_motion(game, motion)
        news = Reason("offer_rejected", _list_terms(motion, game))
        notices = _notify_parties(game, motion, "Offer Rejected", key, news, seat)
        return Effects((game,), Reason("offer_refused"), notices=notices)
    if not all(has_surviving_power(game, s) for s in game.seats if s.name in motion.electorate):
        return Effects(
            (_without_motion(game, motion),),
            Reason("offer_lapsed", _list_terms(motion, game)),
        )
    agreed = motion.with_ballot(seat.name, "yes")
    if not agreed.collect_seats_with_ballot("yes").issuperset(agreed.electorate):
        motions = tuple(agreed if m == motion else m for m in game.motions)
        return Effects((replace(game, motions=motions),), Reason("offer_accepted_by_you"))
    return _complete_offer(_without_motion(game, motion), agreed, key)


def withdraw_offer(game: Play, seat: Seat, key: str) -> Effects | Reason:
    """Take one's own offer back."""
    motion = find_open_offer(game, seat)
    if motion is None or motion.mover != seat.name:
        return Reason("offer_none" if motion is None else "offer_theirs")
    game = _without_motion(game, motion)
    news = Reason("offer_withdrawn", _list_terms(motion, game))
    notices = _notify_parties(game, motion, "Offer Withdrawn", key, news, seat)
    return Effects((game,), Reason("offer_taken_back"), notices=notices)


def find_open_offer(game: Play, seat: Seat) -> Motion | None:
    """Return the open offer to which a seat is a party."""
    return next((m for m in _list_open_offers(game) if seat.name in m.electorate), None)


class Offers(GameProcedure):
    """What becomes of open offers when the phase ends, a party goes, or the master steps in."""

    kinds: ClassVar[Mapping[str, Reason]] = {
        kind: gift.remark_on_yes for kind, gift in GIFTS.items()
    }

    def find_lines_meant(self, game: Play, seat: Seat, said: MarkedSentence) -> OpenMatter | None:
        """Return how somebody takes their open offer back, or turns one down that is open to them,
        or that it waits for their answer where they ask."""
        motion, words = find_open_offer(game, seat), {*said.words}
        if motion is None or "{place}" in words:
            return None
        is_own = motion.mover == seat.name
        speaks_of_offer = not words.isdisjoint(list_words("speaks_of_offers"))
        if said.asks:
            waits = speaks_of_offer and not is_own
            return OpenMatter(("ACCEPT", "REJECT"), Reason("offer_waits")) if waits else None
        surely = not words.isdisjoint(list_words("takes_offer_back"))
        if surely or (speaks_of_offer and not words.isdisjoint(list_words("may_take_offer_back"))):
            return OpenMatter(("WITHDRAW" if is_own else "REJECT",))
        return None

    def build_results_sections(self, before: Play, game: Play, seat: Seat) -> tuple[Section, ...]:
        """Tell a seat of its offer that the end of the phase finds open, and of the name that it
        has chosen for itself, once that is in use."""
        motion = find_open_offer(before, seat)
        names = collect_chosen_power_names(game.position.facts)
        called = [names[power] for power in seat.powers if _begins_to_bear_name(before, power)]
        lapsed = () if motion is None else _list_terms(motion, before)
        return (
            *(News(Reason("offer_lapsed", lapsed)) for _ in lapsed[:1]),
            *(News(Reason("name_in_use", (name,))) for name in called),
        )

    def close_proceedings(self, game: Play) -> Step:
        """Have robots accept what is open to them: nobody can tell by when they do, as a person
        may answer in the last minute."""
        notices: tuple[Notice, ...] = ()
        for motion in _list_open_offers(game):
            silent = [
                seat
                for seat in game.players
                if seat.name in motion.electorate and seat.name not in motion.ballots
            ]
            for seat in silent if all(seat.robot for seat in silent) else ():
                key = f"{make_turn_key(game)}.robots.{seat.name}"
                answered = answer_offer(game, seat, True, key)
                if isinstance(answered, Effects) and isinstance(answered.game, Play):
                    game, notices = answered.game, (*notices, *answered.notices)
        return game, notices

    def act_for_robot(self, game: Play, seat: Seat, dice: Random) -> Step:
        """At times offer to somebody whom one has met to exchange maps, or the contact of another.

        A robot gives no unit away.
        """
        met = sorted(collect_contacts_of_powers(game.position.facts, seat.powers))
        if not met or game.position.turn.phase is not Phase.MOVEMENT or dice.random() > _OPENNESS:
            return game, ()
        other, third = dice.choice(met), dice.choice(met)
        kind = "map_exchange" if third == other else "contact_gift"
        terms = (seat.powers[0], *dict.fromkeys((other, third)))
        offered = make_offer(game, seat, kind, terms, f"{make_turn_key(game)}.robots.{seat.name}")
        if isinstance(offered, Effects) and isinstance(offered.game, Play):
            return offered.game, offered.notices
        return game, ()

    def on_leave(self, game: Play, seat: Seat, key: str) -> Step:
        """Drop the offers to which a seat is a party that leaves or is eliminated.

        Whoever offered is notices alike whether the offer was passed on or not (CIV-13).
        """
        powers = set(seat.powers)
        motions = [
            m
            for m in _list_open_offers(game)
            if powers & set(GIFTS[m.kind].list_parties_to_offer(m))
        ]
        return _lapse_offers(game, motions, key, seat)

    def on_unit_gone(self, game: Play, unit: Unit, key: str) -> Step:
        """Drop the offers of a unit that stands there no more."""
        motions = [m for m in _list_open_offers(game) if unit.at.province in m.terms]
        return _lapse_offers(game, motions, key, None)


def _begins_to_bear_name(before: Play, power: str) -> bool:
    """Say whether a power bears a name of its own choice from this phase on."""
    first = before.variant.calendar.find_first_turn()
    return before.position.turn == first and is_chosen_by_power(before.position.facts, power)


def _lapse_offers(game: Play, motions: Iterable[Motion], key: str, but: Seat | None) -> Step:
    notices: tuple[Notice, ...] = ()
    for motion in motions:
        game = _without_motion(game, motion)
        news = Reason("offer_lapsed", _list_terms(motion, game))
        notices += _notify_parties(
            game, motion, "Offer Lapsed", f"{key}.lapsed.{motion.mover}", news, but
        )
    return game, notices


def _complete_offer(game: Play, motion: Motion, key: str) -> Effects:
    """Do what was agreed on, at once, and tell all whom it concerns."""
    gift = GIFTS[motion.kind]
    maps = tuple(
        _build_map_notice(
            game, _find_seat_of_power(game, whose), _find_seat_of_power(game, to), key
        )
        for whose, to in gift.list_maps_given(motion)
        if _find_seat_of_power(game, to).address  # a robot has it from what is noted
    )
    shown = [
        effect
        for whose, to in gift.list_maps_given(motion)
        for effect in _list_spaces_shown(game, _find_seat_of_power(game, whose), to)
    ]
    before, effects = game.position, (*gift.list_effects_on_board(motion, game), *shown)
    game = replace(game, position=apply_effects(before, effects))
    for effect in effects:
        if isinstance(effect, Transferred):
            game = without_unit_orders(game, effect.unit)
    news = gift.news_of_deal.with_subjects(_list_terms(motion, game))
    notices = _notify_parties(game, motion, "Offer Accepted", key, news, None)
    met = _build_contact_notices(game, before, key)
    return Effects((game,), Reason("offer_complete"), notices=(*notices, *maps, *met))


def _list_spaces_shown(game: Play, whose: Seat, to: str) -> Iterator[Effect]:
    """Yield what a power is to remember of another's map, and to forget of earlier ones: centers,
    and where units stand."""
    seen = find_view(game, whose)
    units = {unit.at.province: unit for unit in seen.units}
    codes = [c for c in sorted(seen.seen) if c in units or c in game.variant.map.centers]
    for space in list_shown_spaces(game.position.facts, to):
        if space.province in codes:
            yield Forgotten(shown_fact(to, space))
    for code in codes:
        space = ShownSpace(seen.turn.year, code, seen.owners.get(code, ""), units.get(code))
        yield Noted(shown_fact(to, space))


def _build_map_notice(game: Play, whose: Seat, to: Seat, key: str) -> Notice:
    """Return what one sees now as a notice to another."""
    seen = find_view(game, whose)
    driven = tuple(gone.unit for gone in seen.dislodged)
    bare = View(
        reader="",
        powers=(),
        turn=seen.turn,
        seen=seen.seen,
        units=seen.units,
        dislodged=(),
        owners=seen.owners,
        lost=seen.lost,
        facts=frozenset(fact for fact in seen.facts if fact.about in seen.seen),
        whole=False,
        dislodged_foreign=(*seen.dislodged_foreign, *driven),
        names=seen.names,
        watched=seen.watched,
    )
    news = News(Reason("map_of", (name_seat(whose),)))
    shown = build_notice_to(
        game, to, NEWS, "Map", f"{key}.map.{whose.name}", (news, PositionSection())
    )
    return replace(shown, view=bare)


def _build_contact_notices(game: Play, before: Position, key: str) -> tuple[Notice, ...]:
    """Tell those of new contacts who were no party to the deal."""
    notices = []
    for seat in game.players:
        new = collect_contacts_of_powers(
            game.position.facts, seat.powers
        ) - collect_contacts_of_powers(before.facts, seat.powers)
        if new and seat.address:
            news = [News(Reason("met", (power,))) for power in sorted(new)]
            ways = list_contact_addresses(game, seat, new)
            notices.append(
                build_notice_to(game, seat, NEWS, "Contact", f"{key}.met", (*news, *ways))
            )
    return tuple(notices)


def _list_terms(motion: Motion, game: Play) -> tuple[Subject, ...]:
    """Return the terms as subjects: powers, and a unit where a space is named."""
    return tuple(game.position.units.get(term, term) for term in motion.terms)


def _list_open_offers(game: Play) -> list[Motion]:
    return [motion for motion in game.motions if motion.kind in GIFTS]


def _find_seat_of_power(game: Play, power: str) -> Seat:
    seat = game.find_seat_of_power(power)
    assert seat is not None, "a party to an offer has a seat"
    return seat


def _without_motion(game: Play, motion: Motion) -> Play:
    return replace(game, motions=tuple(m for m in game.motions if m != motion))


def _notify_parties(
    game: Play, motion: Motion, event: str, key: str, news: Reason, but: Seat | None
) -> tuple[Notice, ...]:
    """Tell the parties to an offer, and the masters."""
    concerned = {*motion.electorate, *(seat.name for seat in game.masters)}
    if but is not None:
        concerned.discard(but.name)
    to = [seat for seat in game.seats if seat.name in concerned]
    return announce_news(game, event, key, news, to=to)
