"""Lines in which somebody puts an order of theirs right: ``no wait, A MAR - SPA``, ``A MAR - SPA is
what I meant``, ``Change of plan for the fleet: F BRE - MAO instead``, ``make the last one MAO``; or
asks of a unit themselves and answers: ``And Paris? A PAR - BUR``."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from judge.language.lexicon import Lexicon
from judge.language.spelling import fold_text, normalize_line, squeeze_name, write_name_pattern
from judge.language.word_lists import WordPattern, list_words, read_count

UNCHANGED = "unchanged"
"""How it is written of a unit that its order stands."""
_FOR_UNIT = r"(?: %(amends_for)s [^:,.]{3,30})?"
_AMENDS = (
    r"(?:%(amends)s|(?:%(amends_wish)s )?(?:%(amends_only)s )?%(amends_count)s"
    r" (?:(?:%(amends_small)s )?%(amends_changes)s|%(amends_things)s)"
    r"(?: %(amends_in)s(?: %(earlier_who)s %(earlier_sent)s)?(?: %(sent_when)s)?)?)"
)
_BEFORE = WordPattern(
    rf"\W*(?>(?:(?P<says>{_AMENDS}(?= ?{_FOR_UNIT}[,.:;!-])|%(amends_straight)s)"
    rf"|%(amends_leads)s|%(postscripts)s)(?!\w)(?:{_FOR_UNIT}(?=[:,]))?[\s,.:;!-]+)+"
)
_ANNOUNCES = WordPattern(
    r"\W*(?>(?:%(amends_leads)s|%(interjections)s|%(amends_wish)s|%(amends_only)s|%(amends_count)s"
    r"|%(amends_small)s|%(articles)s)(?!\w)\W*)*(?:%(amends_changes)s)(?!\w)"
    r"(?P<of>[^:,.;]*?)[\s.]*(?:[:,]|\Z)"
)
_SENT_EARLIER = WordPattern(
    r"(?<!\w)(?:%(earlier_who)s %(earlier_sent)s(?: %(sent_when)s)?|%(sent_when)s)(?!\w)"
)
_WORDS = re.compile(r"[^\W_]+(?:['-][^\W_]*)*")
_CORRECTED = WordPattern(
    r"(?P<first>[^()/#?]{4,59}?[^()/#?\s,.:;!*-])[\s,.:;(!*-]++"
    r"(?>(?:(?P<says>(?:%(amends)s)(?= ?[,.:;!)-])|%(amends_inline)s)"
    r"|%(amends_leads)s|%(interjections)s)(?!\w)[\s,.:;!()*-]+)+(?P<second>\S.{1,60}?)[\s.!)]*"
)
_OF_UNIT = WordPattern(r" %(amends_for)s (?:%(articles)s )?(?P<unit>[^:,.]{3,30})[:,]\s*\Z")
_IT = WordPattern(r"%(told_it)s(?!\w)")
_NAMED_BEFORE = WordPattern(r"(?<!\w)%(told_it)s(?!\w)(?:'\w+)?")
_BEHIND = WordPattern(
    r"(?:(?<![\s,;(-])[\s,;(-]++(?:%(amends_behind)s"
    r"|(?:%(amends_not)s) (?:(?:%(told_to)s|the) )*(?P<old>[^\W_][\w /-]*?))){1,3}[\s.!)]*\Z"
)
_MERELY = WordPattern(r"(?:(?<![\s,])[\s,]++%(amends_ends)s)*[\s.!]*\Z")
_ASKS_OF = WordPattern(r"\W*(?:%(asks_of_unit)s )?(?P<unit>[^\W_][\w .-]{2,30})\? +(?P<order>\S.*)")


_WHICH = (
    r"(?:the )?(?:(?P<ordinal>%(amends_ordinals)s|%(amends_last)s)(?: (?:%(amends_row)s))?"
    r"|(?:%(amends_row)s|#) ?#?(?P<number>\d{1,2}|%(numbers)s))"
)
_AMENDS_WHICH = WordPattern(
    rf"\W*(?P<says>(?>(?:{_AMENDS}|%(amends_leads)s)(?!\w)[\s,.:;!-]+)*"
    rf"(?:(?:%(amends_verbs)s) )?){_WHICH}(?!\w)(?P<wrong>(?: (?:%(amends_wrong)s))?)"
    r"(?>[\s,.:;!-]+(?:%(amends_leads)s)(?!\w))*[\s,.:;!-]+"
    r"(?P<to>(?>(?:%(amends_to)s|%(amends_straight)s)(?!\w)[\s:,]+)*)(?P<order>\S.*)"
)
_UNCHANGED = WordPattern(
    r"\W*(?:(?:%(told_change_of)s) (?P<who>[^,.;:]{2,60}?),? %(told_no_change)s"
    r"|%(told_no_change)s (?:%(told_change_of)s) (?P<who_>[^,.;:]{2,60}))[\s.!]*"
)
_STILL = WordPattern(r"\b%(told_still)s ")
_DENIES = WordPattern(r"(?<!\w)%(told_denies)s(?!\w) ?")
_FOR_GOOD = WordPattern(r",? (?<!\w)%(told_denied_for_good)s(?!\w)")
_INTERJECTION = r"\W*(?>(?:%(amends_leads)s|%(denial_leads)s)\W+)*"
_INTERJECTIONS = WordPattern(rf"\A{_INTERJECTION}")
_PLACE = r"(?:%(articles)s )?(?P<{}>[^,.;:]{{2,40}})"
_DENIES_DEED = WordPattern(
    rf"{_INTERJECTION}(?:%(calls_off)s (?:%(articles)s |%(possessors)s )?"
    r"(?:(?:(?P<moves>%(deeds_moves)s)|(?P<supports>%(deeds_supports)s)"
    r"|(?P<convoys>%(deeds_convoys)s)|(?P<holds>%(deeds_holds)s))"
    rf"(?: %(deeds_of)s {_PLACE.format('place')})?|{_PLACE.format('place_')})"
    rf"|(?:(?P<moves_>%(denies_going)s)|%(denies_building)s) {_PLACE.format('place__')})"
    r"(?: %(amends_behind)s)*\W*"
)
_CALLS_OFF = WordPattern(
    r"\W*(?>%(amends_leads)s\W+)*(?:%(drops_who)s )?(?:%(drops_orders)s|%(calls_back)s) "
)
_SINGLES_OUT = WordPattern(
    r"\W*(?>%(amends_leads)s\W+)*(?:%(keeps_all)s(?: %(keeps_as)s)?,? %(keeps_but)s"
    r"|(?:%(sees_slip)s )?%(forgets_unit)s(?: about)?|%(alters_unit)s)"
    r" (?P<unit>[^,.;:]{3,40}?)(?:,? %(singled_out_ends)s)?"
)
_REPLACES = WordPattern(
    r"\W*(?>%(amends_leads)s\W+)*(?:%(told_replaces)s) (?P<old>[^,.;:]{3,60}?)"
    r" (?:%(told_replaced_by)s) "
    r"(?P<new>[^,.;:]{3,60})"
)
_REMAKES = WordPattern(
    r"\W*(?>%(amends_leads)s\W+)*(?:%(told_remakes)s) (?P<old>[^,.;:]{3,60}?)"
    r" (?:(?:%(told_replaced_by)s) )?(?:an|a) (?P<kind>[^\W\d_]+)(?: %(amends_behind)s)*"
)
_DROPS = WordPattern(
    r"\W*(?>%(amends_leads)s\W+)*(?:(?:%(drops_who)s )?(?:%(drops_orders)s) (?:(?:%(drops_all)s)"
    r"(?: (?:%(earlier_who)s %(earlier_sent)s))?(?: (?:%(sent_when)s))?"
    r"|(?:%(drops_of)s) (?P<unit>[^,.;:]{3,40}?)|(?P<unit_>[^,.;:]{3,40}?)'s? orders?))"
    r"(?:,? (?:%(amends_behind)s))*"
    r"|\W*(?>%(amends_leads)s\W+)*(?:(?:%(replaces_verbs)s) (?:%(replaced_whole)s)"
    r" (?:%(replaced_with)s)|(?:%(replacers)s) (?:%(replaces_verbs)ss?) (?:%(replaced_whole)s))\W*"
)
_PROMISES = WordPattern(
    r"\W*(?>%(amends_leads)s\W+)*(?:(?:%(promises)s) (?:%(promised)s)"
    r"|(?:%(promised)s)(?: (?:%(promised_for)s))? (?:%(follow_verbs)s))"
    r"(?:,? (?:%(follow_times)s))*"
)
_WROTE = WordPattern(
    r"\W*(?>%(amends_leads)s\W+)*(?:%(wrote)s) (?P<old>[^,.;:]{3,40}?)"
    r"(?: (?:%(wrote_for)s) (?P<unit>[^,.;:]{3,40}?))?,? (?:%(meant_instead)s)"
    r" (?P<new>[^,.;:]{3,60}?)(?: (?:%(amends_behind)s))*\W*"
)
_SUPPORT_IS = WordPattern(
    r"\W*(?:%(articles)s )?(?:%(support_from)s) (?P<unit>[^,.;:]{3,40}?)"
    r" (?:%(support_is_for)s) (?P<what>[^.;:]{3,80})"
)
_REST = WordPattern(r"(?<=\w)[\s.,;!(-]+(?:%(amends_rest)s)[\s.!)]*\Z")


class AmendedOrder(NamedTuple):
    """What somebody says instead of an order of theirs: an order, or only where a unit goes.

    ``old`` is the province that they name as the former one, "" if they name none, ``said`` all
    that they say behind the words that announce it, and ``unit`` whom they name with the former.
    """

    text: str
    old: str
    said: str
    unit: str = ""


class DeedDenied(NamedTuple):
    """What somebody calls off: "moves", "supports", "convoys" or "holds", "" if they do not say,
    and the province that they name with it, "" if they name none."""

    kind: str
    place: str


class AmendedRow(NamedTuple):
    """What is said instead of the order in one of the lines above, by its row from 0, -1 for the
    last: an order, or only where its unit goes."""

    row: int
    text: str


def find_amended_row(text: str) -> AmendedRow | None:
    """Return the line with which somebody says by its place in their list that they put it right,
    and how; None if they say no such thing, or more."""
    folded = _REST.pattern.sub("", fold_text(text))
    said = _AMENDS_WHICH.pattern.fullmatch(folded)
    if said is None or not (said["says"] or said["wrong"] or said["to"]):
        return None
    if said["number"]:
        row = read_count(said["number"]) - 1
    else:
        ordinals = list_words("amends_ordinals")
        row = ordinals.index(said["ordinal"]) if said["ordinal"] in ordinals else -1
    behind = _BEHIND.pattern.search(folded, said.start("order"))
    end = behind.start() if behind and not behind["old"] else len(folded)
    return AmendedRow(row, text[said.start("order") : end].strip(" .!"))


def find_amended_order(text: str, lexicon: Lexicon) -> AmendedOrder | None:
    """Return the order with which somebody says that they put one right, None if they say no such
    thing, or more."""
    folded = _REST.pattern.sub("", fold_text(text))
    if wrote := _WROTE.pattern.fullmatch(folded):
        old = lexicon.places.get(squeeze_name(wrote["old"]), "")
        return AmendedOrder(wrote["new"], old, text, wrote["unit"] or "") if old else None
    before = _BEFORE.pattern.match(folded)
    start = before.end() if before else 0
    behind = _BEHIND.pattern.search(folded, start)
    old = lexicon.places.get(squeeze_name(behind["old"] or ""), "") if behind else ""
    if behind and behind["old"] and not old:
        return None
    if not (behind or (before and before["says"])):
        return None
    said = text[start : behind.start() if behind else len(folded)].strip()
    unit, it = _OF_UNIT.pattern.search(folded[:start]), _IT.pattern.match(fold_text(said))
    said = f"{unit['unit']}{said[it.end() :]}" if unit and it else said  # Vienna: it goes to
    return AmendedOrder(said, old, text[start:])


def find_corrected(text: str) -> tuple[str, str] | None:
    """Return an order and what somebody says at once that it should have been, with no more between
    the two than that: ``A PAR - BUR, no wait, A PAR - PIC``; None if they say no such thing."""
    said = _CORRECTED.pattern.fullmatch(fold_text(text))
    if said is None or not said["says"]:
        return None
    return text[slice(*said.span("first"))], text[slice(*said.span("second"))]


def write_out_amendment(text: str) -> str:
    """Return a sentence that says of units that nothing changes, or of a new unit that it takes the
    place of another, or whom a support is for, in the words in which others say so: ``Paris
    unchanged``."""
    folded = fold_text(text)
    if support := _SUPPORT_IS.pattern.fullmatch(folded.rstrip(" .!")):
        (verb,) = list_words("supports_whom")
        return f"{support['unit']} {verb} {support['what']}"
    if said := _UNCHANGED.pattern.fullmatch(folded):
        group = "who" if said["who"] else "who_"
        return f"{text[slice(*said.span(group))]} {UNCHANGED}"
    if replaced := find_replaced(text):
        old, new = replaced
        return write_replacement(new, old)
    return text


def write_replacement(new: str, old: str) -> str:
    """Return a sentence which says that something new takes the place of something old."""
    return f"{new.rstrip(' .!')} instead of {old}"


def find_replaced(text: str) -> tuple[str, str] | None:
    """Return what somebody replaces, and by what, as they say it; None if they do not."""
    folded = fold_text(text).rstrip(" .!")
    said = _REPLACES.pattern.fullmatch(folded) or _WROTE.pattern.fullmatch(folded)
    return (text[slice(*said.span("old"))], text[slice(*said.span("new"))]) if said else None


def promises_orders(text: str) -> bool:
    """Say whether somebody says of new orders only that they will come."""
    return _PROMISES.pattern.fullmatch(fold_text(text).strip(" .!")) is not None


def find_kind_changed(text: str) -> tuple[str, str]:
    """Return the new unit of which somebody says that it is to be of another kind, and the word for
    that: ``Make the fleet in Brest an army``; "" if they say no such thing."""
    said = _REMAKES.pattern.fullmatch(fold_text(text).strip(" .!"))
    return (said["old"], said["kind"]) if said else ("", "")


def find_unit_dropped(text: str) -> str | None:
    """Return the unit, as it is called, of which somebody drops the order, "" for all units; None
    if they drop nothing, or say more."""
    said = _DROPS.pattern.fullmatch(fold_text(text).strip(" .!"))
    return (said["unit"] or said["unit_"] or "") if said else None


def leave_out_denial(text: str) -> str:
    """Return the order that a clause denies, "" if it denies none: ``Paris go to Burgundy`` of
    ``Paris does not go to Burgundy any more``."""
    plain = _INTERJECTIONS.pattern.sub("", normalize_line(text))
    affirmed = _DENIES.pattern.sub("", plain, count=1)
    return _FOR_GOOD.pattern.sub("", affirmed).strip() if affirmed != plain else ""


def find_deed_denied(text: str, lexicon: Lexicon) -> DeedDenied | None:
    """Return what a clause calls off, and no more: ``Scrap the attack on Belgium``."""
    said = _DENIES_DEED.pattern.fullmatch(fold_text(text))
    if said is None:
        return None
    found = {name.rstrip("_"): word for name, word in said.groupdict().items() if word}
    place = lexicon.places.get(squeeze_name(found.pop("place", "")), "")
    is_known = place or not (said["place"] or said["place_"] or said["place__"])
    return DeedDenied(next(iter(found), ""), place) if is_known else None


def calls_off_deed(text: str) -> bool:
    """Say whether a sentence does no more than call off what is ordered, and not only forbid it."""
    return _CALLS_OFF.pattern.match(fold_text(text)) is not None


def find_unit_singled_out(text: str) -> str:
    """Return the unit, as it is called, of which a clause says no more than that something is told
    of it below: ``Keep everything but Paris``; "" if it says no such thing."""
    said = _SINGLES_OUT.pattern.fullmatch(fold_text(text).strip(" .!"))
    return said["unit"] if said else ""


def name_unit_meant(text: str, unit: str) -> str:
    """Return a clause with the unit in place of the first word by which one is meant that was named
    before."""
    return _NAMED_BEFORE.pattern.sub(f"{unit} ", text, count=1)


def leave_out_still(text: str) -> str:
    """Return a sentence without the word that says of an order that it is the one which stands."""
    return _STILL.pattern.sub("", text)


def names_province(text: str, code: str, lexicon: Lexicon) -> bool:
    """Say whether a text names a province, and not only a unit that may be there."""
    names = [name for name, named in lexicon.places.items() if named == code]
    return re.search(rf"(?<!\w){write_name_pattern(names)}", fold_text(text)) is not None


def amends_something_else(text: str, names: Collection[str]) -> bool:
    """Say whether a text begins by announcing a change which may not be one of its writer's own
    orders for the turn: ``Correction for Fall 1902:``, ``Correction to my press:``. The ``names``
    are the words by which these are called: of places, units and the turn."""
    announced = _ANNOUNCES.pattern.match(fold_text(text))
    if announced is None:
        return False
    words = _WORDS.findall(_SENT_EARLIER.pattern.sub(" ", announced["of"]).replace("-", " "))
    return not {*words} <= {*list_words("amended_own"), *names}


def find_places_announced(text: str, lexicon: Lexicon) -> frozenset[str]:
    """Return the provinces that a text names where it begins by announcing a change."""
    announced = _ANNOUNCES.pattern.match(fold_text(text))
    place = re.compile(rf"(?<!\w){lexicon.patterns['PLACE']}(?!\w)")
    named = place.finditer(announced["of"]) if announced else ()
    return frozenset(lexicon.places[squeeze_name(found[0])] for found in named)


def announces_amendment(text: str, lexicon: Lexicon) -> bool:
    """Say whether a line says that something is put right, and no more: ``Change of plan:``."""
    if amends_something_else(text, lexicon.words - lexicon.power_words):
        return False
    before = _BEFORE.pattern.fullmatch(f"{fold_text(text).rstrip(' .:!-')}:")
    return before is not None and bool(before["says"])


def split_answer_of_unit(text: str, lexicon: Lexicon) -> tuple[str, str]:
    """Return the unit's province that somebody asks of themselves, and the order with which they
    answer; "" if they do not."""
    asked = _ASKS_OF.pattern.fullmatch(fold_text(text))
    place = lexicon.places.get(squeeze_name(asked["unit"]), "") if asked else ""
    if asked is None or not place:
        return "", ""
    start = asked.start("order")
    end = _MERELY.pattern.search(fold_text(text), start)
    return place, text[start : end.start() if end else None]
