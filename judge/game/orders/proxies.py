"""PROXY: a unit that somebody else may order for a while."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from judge.game.clock.dates import parse_when
from judge.game.command import LineContext, MisspelledWord, Outcome, PlayerCommand
from judge.game.effects import Effects
from judge.game.notices import announce_news, build_notice_to, find_view
from judge.game.state import Play, Proxy, Seat
from judge.language import suggestions
from judge.language.lexicon import find_power
from judge.language.reader import read_line
from judge.language.statement import Line, OrderStatement
from judge.language.word_lists import WordPattern
from judge.language.writer import write_unit
from judge.model.letter import News
from judge.model.letter_kind import NEWS
from judge.model.position import Moved, Removed, Transferred, Unit
from judge.model.reason import Reason
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase

_LENT = WordPattern(
    r"(?P<unit>.+?)\s+%(lent_to)s\s+(?P<power>.+?)(?:\s+%(lent_until)s\s+(?P<until>.+)"
    r"|\s+%(lent_for)s\s+(?P<turns>\d{1,2})\s+%(counted_turns)s)?"
)
_NOBODY = ("nobody", "none", "no one")


class ProxyCommand(PlayerCommand):
    """PROXY unit TO power [FOR 3 turns | UNTIL time]: let them order it; TO NOBODY ends that."""

    of_turn = True
    harms = True
    lent: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Outcome:
        """Note it, and tell both; it is for this turn, if nothing else is said. Orders that they
        have given for the unit stay until its owner gives another."""
        parted = _LENT.pattern.fullmatch(self.lent.strip(" ."))
        if parted is None:
            return Reason("bad_proxy")
        unit = _find_unit(game, actor, parted["unit"])
        if unit is None:
            return _explain_no_unit(game, actor, parted["unit"])
        if not game.settings.proxy:
            return Reason("no_proxies", (game.name,))
        if not game.disclosure.public_power_names:
            return Reason("proxies_hidden")
        game = without_expired_proxies(game, context.now)
        if parted["power"].casefold() in _NOBODY:
            return _take_proxy_back(game, unit, context)
        to = find_power(game.variant.map, parted["power"])
        if to is None or game.find_seat_of_power(to) is None:
            return Reason("no_power", (parted["power"], game.name, *game.variant.map.powers))
        if to in actor.powers:
            return Reason("proxy_to_self")
        proxy = Proxy(unit.power, unit.at.province, to, game.number)
        limited = _with_time_limit(proxy, parted["until"], parted["turns"], game, context.now)
        if isinstance(limited, Reason):
            return limited
        name = write_unit(unit, game.variant.map)
        news = _describe_span(game, limited, _GIVEN, (name, unit.power, to))
        others = tuple(each for each in game.proxies if each != find_proxy(game, unit))
        return _tell_both(replace(game, proxies=(*others, limited)), to, news, context.key)


def _take_proxy_back(game: Play, unit: Unit, context: LineContext) -> Outcome:
    """Let nobody but its owner order a unit, and tell both."""
    name, old = write_unit(unit, game.variant.map), find_proxy(game, unit)
    if old is None:
        return Reason("not_lent", (name,))
    others = tuple(each for each in game.proxies if each != old)
    news = Reason("proxy_taken_back", (name, unit.power))
    return _tell_both(replace(game, proxies=others), old.to, news, context.key)


def _with_time_limit(
    proxy: Proxy, until: str | None, turns: str | None, game: Play, now: datetime
) -> Proxy | Reason:
    """Return a proxy that ends when it was said: at a moment, or after so many turns."""
    if until:
        moment = parse_when(until, ZoneInfo(game.settings.zone), now)
        if moment is None or moment <= now:
            return Reason("bad_date", (until,))
        return proxy._replace(number=None, until=moment)
    if not turns:
        return proxy
    if not int(turns):
        return Reason("bad_proxy")
    return proxy._replace(number=game.number + int(turns) - 1)


class _Spans(NamedTuple):
    """What is said of a proxy that holds for this turn, for several, or until a moment."""

    turn: Reason
    turns: Reason
    moment: Reason


_GIVEN = _Spans(Reason("proxy_given"), Reason("proxy_given_for"), Reason("proxy_given_until"))
_THERE = _Spans(Reason("proxy_there"), Reason("proxy_there_for"), Reason("proxy_there_until"))


def _describe_span(game: Play, proxy: Proxy, spans: _Spans, about: tuple[str, ...]) -> Reason:
    """Return what is said of a proxy, by how long it holds."""
    if proxy.until is not None:
        return spans.moment.with_subjects((*about, f"{proxy.until:%Y-%m-%d %H:%M} UTC"))
    turns = 1 + (proxy.number or game.number) - game.number
    if turns == 1:
        return spans.turn.with_subjects(about)
    return spans.turns.with_subjects((*about, str(turns)))


def _find_unit(game: Play, actor: Seat, typed: str) -> Unit | None:
    """Return the unit of a seat that is named."""
    statements = read_line(Line(1, f"{typed} holds"), game.variant, Phase.MOVEMENT)
    orders = [each.order for each in statements if isinstance(each, OrderStatement)]
    places = {order.unit.at.province for order in orders[:1]}
    units = (unit for power in actor.powers for unit in game.position.units_of(power))
    return next((unit for unit in units if unit.at.province in places), None)


def _explain_no_unit(game: Play, actor: Seat, typed: str) -> MisspelledWord:
    """Say that a seat has no such unit, and which of those that it sees may be meant."""
    units = find_view(game, actor).units
    names = {write_unit(unit, game.variant.map).casefold() for unit in units}
    near = suggestions.list_similar_names(typed.casefold(), names)
    why = Reason("no_unit_to_lend", (typed,))
    return MisspelledWord(why, typed, tuple(name.upper() for name in near))


def _tell_both(game: Play, to: str, news: Reason, key: str) -> Effects:
    """Return the game, with the news for who may order the unit; the owner reads the answer."""
    other = game.find_seat_of_power(to)
    seats = [other] if other is not None and other.address else []
    notices = announce_news(game, "Proxy", key, news, to=seats)
    return Effects((game,), news, notices=notices)


def without_expired_proxies(game: Play, now: datetime) -> Play:
    """Return the game without the proxies of earlier turns, and those whose time is over."""
    valid = tuple(
        each
        for each in game.proxies
        if (each.number is None or game.number <= each.number)
        and (each.until is None or now < each.until)
    )
    return game if valid == game.proxies else replace(game, proxies=valid)


def follow_units(proxies: Iterable[Proxy], record: PhaseRecord) -> tuple[Proxy, ...]:
    """Return proxies after a turn: each is where its unit is then, those of units that are gone or
    obey another power are none."""
    before = record.before
    waiting = {each.unit.at.province: each.unit for each in before.dislodged}
    followed = []
    for proxy in proxies:
        places = (before.units, waiting)
        units = (place.get(proxy.province) for place in places)
        unit = next((each for each in units if each and each.power == proxy.power), None)
        for effect in record.effects:
            if isinstance(effect, Moved) and effect.unit == unit:
                unit = effect.unit_after_move
            elif isinstance(effect, Removed | Transferred) and effect.unit == unit:
                unit = None
        if unit is not None:
            followed.append(proxy._replace(province=unit.at.province))
    return tuple(followed)


def find_proxy(game: Play, unit: Unit) -> Proxy | None:
    """Return by which proxy somebody else may order a unit."""
    return next(
        (e for e in game.proxies if (e.power, e.province) == (unit.power, unit.at.province)), None
    )


def describe_proxies(game: Play, seat: Seat, now: datetime) -> tuple[News, ...]:
    """Return which units of a seat others may order now, and which of others' it may."""
    return tuple(
        News(_describe_span(game, each, _THERE, (each.power, each.province, each.to)))
        for each in without_expired_proxies(game, now).proxies
        if {each.power, each.to} & {*seat.powers}
    )


def build_proxy_letter(game: Play, seat: Seat, order_text: str, unit: Unit, key: str) -> Effects:
    """Return the letter that tells the owner of a unit how somebody else has ordered it."""
    owner = game.find_seat_of_power(unit.power)
    if owner is None or not owner.address or owner.name == seat.name:
        return Effects()
    why = Reason("proxy_ordered", (seat.powers[0], order_text))
    return Effects(notices=(build_notice_to(game, owner, NEWS, "Proxy", key, (News(why),)),))


def without_proxy_of_unit(game: Play, unit: Unit) -> Play:
    """Return the game with nobody to order a unit but its owner."""
    return replace(
        game,
        proxies=tuple(each for each in game.proxies if each.province != unit.at.province),
    )
