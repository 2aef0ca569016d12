"""Orders told in sentences by somebody whose units are known: ``my fleet stays, the army in Paris
goes to Burgundy``.

What is read is for whoever offers it, and only where each word of weight has its part in it:
places, kinds of units, counts and negations. It is certain where every word of a sentence is, and
each of its clauses is one of the few that can be meant in one way.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, permutations
from typing import NamedTuple

from judge.language.lexicon import Lexicon
from judge.language.repeated_kind import repeat_kind
from judge.language.told_units import SILENT, THE_OTHER, Part, name_builds, name_units
from judge.language.told_words import (
    Forces,
    ToldWord,
    leave_out_powers,
    says_others_decide,
    split_certain_words,
    split_likely_words,
    split_told_words,
)
from judge.model.position import Unit

_WAYS = 24
"""So many ways in which a sentence can be meant are looked at."""
_CHOICES = 3
"""So many ways of removing units are told apart."""
_UNITS = ("u(?:,?u)*", "u(?:,u)*")
_GOES = ("m?(?P<to>t)", "(?:-?m-?|-)(?P<to>t)")
"""What ``U`` and ``G`` stand for in a clause: as it may be meant, and where nothing is in doubt."""
_CLAUSES: Mapping[str, tuple[tuple[str, bool, str], ...]] = {
    "standing": (
        ("forbid", False, r"um?nh(?!,?m?t)"),
        ("forbid", False, r"unm?t(?!,?m?t)"),
        ("forbid", False, r"n(?:mw)?m?t?t(?:,?nm?t)*(?!,?z?m?t)"),
        ("forbid", False, r"nm?twu"),
        ("forbid", False, r"n[sc]u?(?:m?t)?"),
        ("hold", False, r"n(?P<who>u(?:,?n?u)+)m"),
        ("move_all", False, r"m?(?P<who>U)x(?P<but>U)m?(?P<to>t)"),
        ("help", False, r"(?P<who>u)s(?P<helped>u)ws"),
        ("move_all", False, r"m?(?P<who>u(?:,u)+)m?(?P<to>t)"),
        ("move_any", False, r"m?(?P<who>u(?:,?o,?u)+)m?(?P<to>t)"),
        ("move_any", False, r"m?1(?P<who>u(?:,?o?,?u)+)m?(?P<to>t)"),
        ("move", False, r"(?P<to>t),?nm?t,?w?(?P<who>u)|nm?t,?(?P<to_>t)w?(?P<who_>u)"),
        ("move_either", False, r"m?(?P<to>t(?:,?o,?m?t)+),?w?(?P<who>u)"),
        ("help", False, r"(?P<who>u)h(?P<helped>u)w?s"),
        ("move_helped", True, r"m?(?P<who>u)G,?y(?P<helper>u)"),
        ("move_helped", True, r"(?P<who>u),y(?P<helper>u),G"),
        ("move_helped", True, r"m?(?P<who>u)G,?w(?P<helper>u)s"),
        ("move_helped", False, r"m?(?P<who>u)m?(?P<to>t),?w?sw?(?P<helper>u)"),
        ("move_helped", False, r"m(?P<to>t)w?(?P<who>u),?w?sw?(?P<helper>u)"),
        ("move_helped", False, r"m(?P<to>t)w?(?P<who>u),?w(?P<helper>u)sm?"),
        ("help", True, r"(?P<helped>t)G,?y(?P<who>U)"),
        ("help", True, r"(?P<helped>u),?y(?P<who>U)"),
        ("move_helped", True, r"(?P<to>t)a(?P<who>u),?y(?P<helper>u)"),
        ("move_helped", True, r"m-?(?P<to>t)[@w](?P<who>u),?y(?P<helper>u)"),
        ("move_helped", True, r"-?(?P<to>t)@(?P<who>u),?y(?P<helper>u)"),
        ("move_helped", True, r"m-?(?P<to>t)[@w](?P<who>u),?sw(?P<helper>u)"),
        ("hold_helped", True, r"(?P<helped>u)h,?y(?P<who>U)"),
        ("move_helped", False, r"m?(?P<to>[tu])[aw]?(?P<who>u),?y(?P<helper>u)"),
        ("help", False, r"(?P<to>[tu])a(?P<helped>t),?y(?P<who>u)"),
        ("help", False, r"(?P<helped>[ut])m?(?P<to>t)?,?y(?P<who>U)"),
        ("move", True, r"(?P<to>t)a(?P<who>u)-?m?"),
        ("move", True, r"(?P<to>t)-(?P<who>u)"),
        ("move", True, r"[w@](?P<who>u)G"),
        ("move", False, r"(?P<to>u)a(?P<who>u)"),
        ("move_carried", True, r"(?P<who>u)G,?(?:fw|g)(?P<helper>u)"),
        ("move_carried", True, r"m?(?P<who>u)G,?w(?P<helper>u)c(?!u)"),
        ("move_carried", True, r"(?P<who>u)f-(?P<to>t)w(?P<helper>u)"),
        ("move_carried", True, r"(?P<who>u)fw(?P<helper>u)-(?P<to>t)"),
        ("move_by_convoy", True, r"(?P<who>u)m?f-(?P<to>t)|(?P<who_>u)m?-(?P<to_>t)f"),
        ("move_carried", True, r"c(?P<who>u)-(?P<to>t)w(?P<helper>u)"),
        ("carry", True, r"(?P<who>u)-?c@?(?P<helped>[ut])-(?P<to>t)"),
        ("carry", False, r"(?P<who>u)c(?P<helped>[ut])m(?P<to>t)"),
        ("help_attack", True, r"(?P<who>U)-?s(?:m-?|-)(?P<to>t)"),
        ("help_attack", False, r"(?P<who>U)msm(?P<to>t)"),
        ("help", False, r"(?P<who>U)m?sm?(?P<helped>[ut])m?(?P<to>t)?"),
        ("help", True, r"(?P<who>U)-?s(?P<helped>[ut])(?:G|-?h)?(?:,*nm?-?t)?"),
        ("help_held", True, r"(?P<who>U)-?j"),
        ("help", False, r"s(?P<helped>[ut])m?(?P<to>t)?,?w(?P<who>u)"),
        ("help", False, r"sm(?P<helped>t)(?P<to>t),?w(?P<who>u)"),
        ("help_above", True, r"(?P<who>U)-?sm?"),
        ("carry_above", True, r"(?P<who>u)-?c(?:m?-?|-)(?P<to>t)"),
        ("move_from", True, r"m?(?P<helped>u)m(?P<who>u)-?(?P<to>t)"),
        ("redirect", False, r"z?m?(?P<to>t),?z?,?nm?(?P<from>t)(?!w?u)"),
        ("redirect", False, r"nm?(?P<from>t),?z?m?(?P<to>t)(?!w?u)"),
        ("redirect", False, r"nm?(?P<from>t),?(?:m(?P<who>u)|(?P<who_>u)t)m?(?P<to>t)"),
        ("redirect", False, r"(?P<from>t),?z(?P<to>t)|[rm](?P<from_>t)w?(?P<to_>t)"),
        ("move_open", False, r"zm?(?P<to>t)"),
        ("move", True, r"(?P<who>u)m?nm?-?t[|]m?-?(?P<to>t)"),
        ("hold", True, r"(?P<who>u)nm?-?t[|]h"),
        ("redirect", True, r"nm?-?(?P<from>t)[|]m?-?(?P<to>t)"),
        ("move", False, r"n(?P<who>u)m?t,?m?(?P<to>t)"),
        ("move", True, r"(?P<who>u)n[sh],?(?:m-?|-)(?P<to>t)"),
        ("move", False, r"(?P<who>u)n(?:m?t|h|s[ut]?(?:m?t)?),?m?(?P<to>t)"),
        ("move_either", False, r"i?m?(?P<who>u)(?:m,?|:)?(?P<to>t(?:,?o,?m?t)+)"),
        ("move_each", False, r"m?(?P<who>U):?m?(?P<to>t(?:,t)+)(?!w?u)"),
        ("move_each", True, r"(?P<who>u(?:,u)+)(?:-?m-?|-)(?P<to>t(?:,t)+)"),
        ("move", True, r"m?(?P<who>u)G(?:,*nm?-?t)?q?"),
        ("move", True, r"(?P<who>u),m-(?P<to>t)"),
        ("move", False, r"m?(?P<who>u)m?(?P<to>t),?nm?t"),
        ("move", False, r"nm?t,?m?(?P<to>t)w?(?P<who>u)"),
        ("carry_above", True, r"(?P<who>u)-?c(?!u)"),
        ("hold_named", True, r"(?P<who>u),?h,?:,?(?P<pairs>u(?:,u)*)h?"),
        ("hold_named", True, r"(?P<pairs>u(?:,u)+),?:,?(?P<who>u)h"),
        ("hold_named", True, r"(?P<who>u),(?P<pairs>u(?:,u)+),h"),
        ("hold_named", True, r"(?P<who>u)h(?P<pairs>u)(?:,?h)?"),
        ("hold", True, r"(?P<who>U)h,?h|h(?P<who_>u),?h|(?P<who__>U)h,nm"),
        ("hold", True, r"(?P<who>U),?x(?P<but>U)h"),
        ("hold", False, r"(?P<who>U),?x(?P<but>U)nh"),
        ("hold", False, r"snuw(?P<who>u),?h"),
        ("hold", False, r"(?P<who>u)snu,?h"),
        ("hold", False, r"(?P<who>u)ns[tu]?,?h"),
        ("forbid", False, r"s,?nu"),
        ("forbid", False, r"ns[tu]"),
        ("forbid", False, r"n,?h"),
        ("hold", False, r"nl(?P<who>u)|(?P<who_>U)nl|l(?P<who__>U)h"),
        ("hold", False, r"(?P<who>u):?nm?t,?h"),
        ("move", False, r"l(?P<who>u)m?(?P<to>t)"),
        ("keep", False, r"l(?P<who>U)q?|(?P<who_>U)q,?x(?P<but>U)"),
        ("hold", True, r"(?P<who>U)-?h(?:,?x(?P<but>U)|,*nm?-?t)?"),
        ("also", True, r"e(?P<who>U)|(?P<who_>u):?e"),
        ("hold_there", True, r"(?P<helped>u)h(?P<who>u)"),
        ("hold", True, r"hw?(?P<who>U)(?:,?x(?P<but>U))?"),
        ("hold", False, r"(?P<who>U)(?:n?h(?P<same>u)?|nm)"),
        ("hold", True, r"n(?P<who>u)m"),
        ("forbid", False, r"nm?u?m?t|nm?u"),
        ("move", True, r"m-?(?P<to>t)[@w](?P<who>u)"),
        ("move", True, r"-?(?P<to>t)@(?P<who>u)"),
        ("move", True, r"(?P<to>u)@(?P<who>u)"),
        ("move", True, r"-(?P<to>t)w(?P<who>u)"),
        ("move", True, r"m(?P<who>u)@(?P<to>t)"),
        ("move", True, r"(?:-|@)(?P<to>t)m(?P<who>u)"),
        ("move", True, r"-(?P<to>t)(?P<who>u)"),
        ("move", True, r"@(?P<who>u)-(?P<to>t)"),
        ("move", True, r"(?P<who>u)m,m-(?P<to>t)"),
        ("move", True, r"(?P<to>u)a(?P<who>u)m"),
        ("move_helped", True, r"y(?P<helper>u),?(?P<who>u)G"),
        ("help_above", True, r"y(?P<who>U)"),
        ("hold", True, r"(?P<who>u)h@(?P<same>u)"),
        ("keep", True, r"(?P<who>U)m?:?,?q+"),
        ("move", True, r"(?P<who>u):?(?P<to>t)"),
        ("move", False, r"m?(?P<who>u)(?:[,:]?m,?|:)?(?P<to>t)"),
        ("move", False, r"m?(?P<to>t)m?w?(?P<who>u)m?"),
        ("move", False, r"(?P<who>u)m(?P<to>u)"),
    ),
    "dislodged": (
        ("forbid", False, r"nm?u?m?tw?"),
        ("forbid", False, r"n,?m"),
        ("move_save", False, r"m?(?P<who>u)?m?x(?P<to>t)"),
        ("move", False, r"nm?t,?z?m?(?P<to>t)|z(?P<to_>t)"),
        ("move_either", False, r"i?m?(?P<who>u)?m?(?P<to>t(?:,?o,?m?t)+)"),
        ("move", True, r"(?P<who>u)?m?nm?-?t[|]m?-?(?P<to>t)"),
        ("move", True, r"nd(?P<who>u),?m-(?P<to>t)(?:,?n-?t)?"),
        ("move", True, r"m?(?P<who>u)G(?:,?n-?t)?"),
        ("move", True, r"m?-?(?P<to>t),?n-?t"),
        ("move", True, r"m?-?(?P<to>t)[@w](?P<who>u)"),
        ("move", True, r"mm?-?(?P<to>t)|-(?P<to_>t)"),
        ("move", False, r"l(?P<who>u)m?(?P<to>t)"),
        ("move", False, r"m?(?P<who>u)?m?(?P<to>t)w?(?:,?nm?t|,?m)?"),
        ("forbid", False, r"nu?d(?!u.)u?|und|(?:u|x)?nm?t(?:,?nm?t)*w?(?!,?z?m?t)"),
        ("move", True, r"-(?P<to>t)w"),
        ("move", True, r"m@(?P<who>u)-(?P<to>t)"),
        ("move", True, r"(?P<to>t)a(?P<who>u)m?"),
        ("move", True, r"(?:-|@)(?P<to>t)m(?P<who>u)"),
        ("disband", True, r"d(?P<who>u),?nm-?t"),
        ("disband", True, r"d(?P<who>u)|(?P<who_>u)d"),
        ("disband", True, r"m?dw?"),
        ("disband", False, r"m(?P<who>u)d"),
    ),
    "removals": (
        ("remove", False, r"(?P<but>U)k,n(?P<who>U)|k(?P<but_>U),n(?P<who_>U)"),
        ("remove", False, r"n(?P<but>u)[|](?P<who>U)d?|kux(?P<who_>U)"),
        ("remove", False, r"(?:\Ad?|d)(?P<who>U),?n(?P<but>U)|\A(?P<who_>U),x(?P<but_>U)"),
        ("keep", False, r"ku:(?P<who>U)"),
        ("remove", False, r"du:(?P<who>U)"),
        ("remove_either", False, r"\A(?P<who>u)x(?P<but>U)(?=[.]?$)"),
        ("remove_either", False, r"(?P<who>u(?:,?o,?u)+)d|d(?P<who_>u(?:,?o,?u)+)"),
        ("remove_either", False, r"1(?P<who>u(?:,?o?,?u)+)d|d1(?P<who_>u(?:,?o?,?u)+)"),
        ("remove", False, r"(?P<who>U),?d,d"),
        ("keep", True, r"k(?P<who>U)"),
        ("keep", False, r"[nk](?:n?d)?(?P<who>U)k?|(?P<who_>U)(?:k|n|nd)"),
        ("remove", False, r"(?:ud?|d)[:,](?P<who>U)"),
        ("remove", True, r"d(?P<who>U)"),
        ("remove", True, r"(?P<who>U)d"),
        ("remove", False, r"d(?P<who>U)(?:,?x(?P<but>U)d?|d)"),
        ("remove", False, r"(?P<who>U)[:,]d"),
        ("remove", False, r"(?P<who>U),?x(?P<but>U)d"),
        ("keep", False, r"knu,?x(?P<who>U)|nu,?x(?P<who_>U)k"),
        ("remove", False, r"dnu,?x(?P<who>U)|nu,?x(?P<who_>U)d"),
        ("keep", False, r"x(?P<who>U)"),
        ("also", True, r"e(?P<who>U)"),
    ),
    "builds": (
        ("waive_last", True, r"r?b?v+r?b?"),
        ("waive_one", False, r"1v+|v+1"),
        ("waive", False, r"n+b|bn|r?v+r?v?b?"),
        ("forbid", False, r"n+b?(?:[kp]|kp)?b?"),
        ("forbid", False, r"n+b?pkb?"),
        ("forbid", False, r"pnb?k?"),
        ("forbid", False, r"nk(?:,?nk)+"),
        ("announce", False, r"(?P<pairs>k(?:,k)*)(?=:b?[pk].)"),
        ("build_either", False, r"b?(?P<pairs>k(?:,?o,?k)+p)b?|b?(?P<pairs_>k1p(?:,?o?,?p)+)b?"),
        ("build_either", False, r"b?(?P<pairs>kp(?:,?o,?b?k?p)+)b?"),
        ("build_either", False, r"b?(?P<pairs>p(?:,?o,?p)+)(?P<kind>k)b?"),
        ("forbid", False, r"xb?kpb?"),
        ("forbid", False, r"xb?pkb?"),
        ("build_for", True, r"b?(?P<kind>k)b?,?(?P<at>p),?nb?k?(?P<from>p)"),
        ("build_for", True, r"nk?(?P<from>p),?b?(?P<kind>k)b?(?P<at>p)"),
        ("build_for", True, r"b?(?P<at>p),?nb?k?(?P<from>p)"),
        ("build", False, r"b?(?P<kind>k)b?,?(?P<at>p),?n+b?k?p|nk?p,?b?(?P<kind_>k)b?(?P<at_>p)"),
        ("build_open", False, r"b?(?P<kind>k)b?,?[xn](?P<at>p)"),
        ("build_open", False, r"b?a?(?P<kind>k)b?,?a|b?a(?P<kind_>k)"),
        ("keep", True, r"(?P<pairs>k?pk?(?:,k?pk?)*):?,?q+"),
        ("build", True, r"(?:b,?)?:?(?P<kind>k)b?,?(?P<at>p(?:,p)*)b?"),
        ("build", True, r"b?(?P<kind>k)b?(?P<at>p),?nk"),
        ("build", True, r"b?(?P<at>p),?(?P<kind>k),?nk"),
        ("build", True, r"b?(?P<at>p)b?(?P<kind>k)b?"),
        ("build", False, r"b?:?(?P<kind>k)b?:(?P<at>p(?:,p)*)b?"),
        ("build", False, r"b?(?P<at>p)[b:,](?P<kind>k)"),
        ("build", True, r"(?:b,?)?(?P<kind>k)b?[,:](?P<at>1p(?:,[1r]p)*)"),
        ("build", False, r"nk(?P<at>p),?(?P<kind>k)"),
        ("build", False, r"b?(?P<kind>k)nk(?P<at>p)"),
        ("build", False, r"[b1]b?(?P<at>p)"),
    ),
}  # fmt: skip
"""What clauses tell, by what is due: whether they can be meant in one way, if each of their words
is certain, and a letter for each of their parts. ``u`` are units, ``t`` is where they go, ``k`` a
kind, ``p`` a place, ``x`` what is left out, ``n`` what negates, ``z`` what says that another place
was meant, ``r`` that it takes the place of one, ``o`` stands between two of which one is meant,
``1`` before several, ``a`` for any place, ``|`` before what is meant instead; ``-`` and ``@`` say
only what stands behind them.
"""
_OF_ABOVE = ("help_above", "carry_above")
"""What is done for the only move that is told before."""
_BARE = re.compile(r"ut(?:,ut)+")
"""Units and where they go, with nothing between them, as nobody says anything else."""

_HELPED = re.compile(r" S \S+\Z")
_BEHIND_UNIT = 3
"""So many parts are a unit, a comma, and what stands before both."""
_BY_CONVOY = " via convoy"
_MOVE = re.compile(r"\w+ - .*")
_FROM_BEHIND = re.compile(r"s[-m]*t@t")
_MEANT = "z"
_SILENT = re.compile(r"[@-]\??")
_ENDS = (r"(?=[,.:]|$|(?<=t)[um])", r"(?=[,.:]|$)")
_ENDS_OF_BUILDS = r"(?=[,.:]|$|(?<=p)k)"
"""With these a clause ends; one of builds may go on with the next: ``fleet Brest army Paris``."""


class _Told(NamedTuple):
    """What a clause tells some units: what they ``do``, ``to`` where, and with which others."""

    does: str
    who: tuple[Part, ...] = ()
    to: tuple[str, ...] = ()
    other: Part | None = None
    but: tuple[Part, ...] = ()
    kind: str = ""
    is_bare: bool = False
    many: int = 1
    sites: tuple[str, ...] = ()
    pairs: tuple[Part, ...] = ()

    @property
    def places_kept(self) -> frozenset[str]:
        """The provinces of the units, or new units, of which their orders stand, "" for others."""
        named = (part for part in (*self.who, *self.pairs) if part.letter in "up")
        return frozenset(
            place
            for part in named
            for place in (
                [""] if part.many < 0 else [part.place, *(u.at.province for u in part.units)]
            )
            if place or part.many < 0
        )


Lines = tuple[str, ...]


def read_told_orders(text: str, forces: Forces, lexicon: Lexicon) -> tuple[Lines, ...]:
    """Return the lines of orders that a sentence may mean, in each of the ways in which it can be
    meant; none if a part of it has no place in them."""
    if (not forces.units and forces.due != "builds") or says_others_decide(text):
        return ()
    told = _read_clauses(_split_into_parts(text, forces, lexicon), forces.due)
    return _list_ways(told, forces) if told else ()


def only_forbids(text: str, forces: Forces, lexicon: Lexicon) -> bool:
    """Say whether a sentence tells units nothing but what they are not to do."""
    if not forces.units and forces.due != "builds":
        return False
    said = _split_into_parts(leave_out_powers(text, forces, lexicon), forces, lexicon)
    told = _read_clauses(said, forces.due) if any(part.letter in "nx" for part in said) else None
    others = [each for each in told or () if each.does != "forbid"]
    if not told or any(each.does != "keep" for each in others):
        return False
    return not _list_ways(told, forces)


def find_units_kept(text: str, forces: Forces, lexicon: Lexicon) -> frozenset[str]:
    """Return the provinces of the units, or new units, of which a sentence says that their orders
    stand, "" for the rest of them; none if it may say anything else."""
    tokens = split_certain_words(text, forces, lexicon) if forces.due != "removals" else None
    parts = _name_parts(tokens, forces) if tokens else None
    told = _read_clauses(parts, forces.due, is_certain=True) if parts else None
    if not told or any(each.does != "keep" for each in told):
        return frozenset()
    return frozenset().union(*(each.places_kept for each in told))


def _split_into_parts(text: str, forces: Forces, lexicon: Lexicon) -> list[Part]:
    """Return the parts of a sentence that tell something, none if it may tell something else."""
    return _name_told_parts(split_told_words(text, forces, lexicon), forces)


def _name_told_parts(tokens: Sequence[ToldWord] | None, forces: Forces) -> list[Part]:
    parts = _put_origin_first((tokens and _name_parts(tokens, forces)) or ())
    silent = SILENT | ({_MEANT} if any(part.letter == "u" for part in parts) else set())
    return [part for part in parts if part.letter not in silent]


def read_certain_orders(text: str, forces: Forces, lexicon: Lexicon) -> tuple[Lines, ...]:
    """Return the lines of orders like ``read_told_orders``; none if anything of a sentence may say
    something else."""
    if not forces.units and forces.due != "builds":
        return ()
    said = repeat_kind(text, lexicon) if forces.due == "builds" else text
    return _read_if_certain(said, forces, lexicon) or (
        _read_if_certain(text, forces, lexicon) if said != text else ()
    )


def read_likely_orders(text: str, forces: Forces, lexicon: Lexicon) -> tuple[Lines, ...]:
    """Return the lines of orders like ``read_certain_orders``, of words of which some are not
    certain: it must be known that the sentence gives orders. None that helps a unit to hold which
    is not the writer's: its move may be meant."""
    if not forces.units and forces.due != "builds":
        return ()
    tokens = split_likely_words(text, forces, lexicon)
    own = {str(unit.at.province) for unit in forces.units}
    for parts in ((tokens and _name_parts(tokens, forces)) or (), _name_told_parts(tokens, forces)):
        told = _read_clauses(parts, forces.due, is_certain=True)
        is_certain = told and _is_certain(told, bool(forces.above), is_bare=False)
        if told and is_certain and (ways := _list_ways(told, forces)):
            helping = [line for way in ways for line in way if _HELPED.search(line)]
            is_clear = all(line.rpartition(" S ")[2] in own for line in helping)
            return ways if is_clear else ()
    return ()


def _read_if_certain(text: str, forces: Forces, lexicon: Lexicon) -> tuple[Lines, ...]:
    tokens = split_certain_words(text, forces, lexicon)
    parts = _name_parts(tokens, forces) if tokens and tokens[-1].sign != "and" else None
    if not parts:
        return ()
    told = _read_clauses(parts, forces.due, is_certain=True)
    bare = _BARE.fullmatch("".join(part.letter for part in parts).strip(",."))
    if not told or not _is_certain(told, bool(forces.above), is_bare=bare is not None):
        return ()
    if len(told) == 1 and not forces.ordered and any(part.many < 0 for part in told[0].who):
        return ()  # the rest of what?
    ways = _list_ways(told, forces)
    most = 1 if forces.due == "removals" else _WAYS - 1
    return ways if len(ways) <= most else ()


def _put_origin_first(parts: Sequence[Part]) -> Sequence[Part]:
    """Return the parts with where a unit that is helped goes from before where it goes: ``helps
    England to the Channel from London``."""
    letters = "".join(part.letter for part in parts)
    swapped = list(parts)
    for found in _FROM_BEHIND.finditer(letters):
        at = found.end()
        swapped[at - 3], swapped[at - 1] = swapped[at - 1], swapped[at - 3]
    return swapped


def _is_certain(told: Sequence[_Told], follows_move: bool, *, is_bare: bool) -> bool:
    """Say whether clauses that can be meant in one way can be so together: what is left out of one
    is told in another, what is helped without a name is the only move, or that which the sentence
    follows."""
    moves = [each for each in told if each.does.startswith("move")]
    goals = [to for each in moves for to in each.to]
    sites = [site for each in moves for site in each.sites]
    left_out = {unit for each in told for part in each.but for unit in part.units}
    for at, each in enumerate(told):
        if (each.is_bare and not is_bare) or (each.does == "move" and _is_told_of_all(each)):
            return False
        if each.does in ("hold_there", "move_from") and not (
            each.other and {*each.who[0].units} <= {*each.other.units}
        ):
            return False
        if each.does == "hold_named" and {*each.who[0].units} != {
            unit for part in each.pairs for unit in part.units
        }:
            return False
        before = [to for one in told[:at] if one.does.startswith("move") for to in one.sites]
        aimed = [site for site in sites if site in each.sites]
        aimed = aimed if each.does not in _OF_ABOVE else before or sites
        if each.does in (*_OF_ABOVE, "help_attack") and len(aimed) + follows_move != 1:
            return False
        if each.does == "help" and not each.to and each.other and each.other.text in goals:
            return False
    return all(
        any(unit in part.units for each in told if not each.but for part in each.who)
        for unit in left_out
    )


def _is_told_of_all(told: _Told) -> bool:
    """Say whether a clause tells several units the same: ``both armies go to Burgundy``."""
    return any(part.many == 0 and len(part.units) > 1 for part in told.who)


def _name_parts(tokens: Sequence[ToldWord], forces: Forces) -> list[Part] | None:
    return name_builds(tokens) if forces.due == "builds" else name_units(tokens, forces)


def _list_ways(told: Sequence[_Told], forces: Forces) -> tuple[Lines, ...]:
    ways = _write_builds(told, forces) if forces.due == "builds" else _write_ways(told, forces)
    return tuple(dict.fromkeys(filter(None, islice(ways, _WAYS))))


@cache
def _compile_clauses(due: str, *, is_certain: bool) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the clauses that can be meant in one way, or all, those as they may be meant."""
    compiled = list[tuple[str, re.Pattern[str]]]()
    for does, in_one_way, clause in _CLAUSES[due]:
        if is_certain and not in_one_way:
            continue
        said = clause if is_certain else _SILENT.sub("", clause)
        said = said.replace("U", _UNITS[is_certain]).replace("G", _GOES[is_certain])
        ends = _ENDS_OF_BUILDS if due == "builds" else _ENDS[is_certain]
        compiled.append((does, re.compile(f"(?:{said}){ends}")))
    return tuple(compiled)


def _read_clauses(
    parts: Sequence[Part], due: str, *, is_certain: bool = False
) -> list[_Told] | None:
    """Return what the clauses of a sentence tell, None if one of them tells nothing."""
    clauses = _compile_clauses(due, is_certain=is_certain)
    parts = [part for part, above in zip(parts, (None, *parts), strict=False)
             if above is None or part.letter != above.letter or part.letter in "ut"]  # fmt: skip
    parts = _name_subjects_once(parts)
    letters = "".join(part.letter for part in parts)
    found: list[_Told] = []
    at = 0
    while at < len(letters):
        if letters[at] in ",.:":
            at += 1
            continue
        for does, clause in clauses:
            if match := clause.match(letters, at):
                told = _tell(does, match, parts)
                if does == "also":  # so does Tunis
                    if not found or found[-1].does not in ("hold", "remove"):
                        return None
                    told = told._replace(does=found[-1].does)
                elif does in ("help_above", "help_held"):
                    held = _find_unit_that_holds(found, is_said=does == "help_held")
                    if held is None and does == "help_held":
                        return None
                    told = told._replace(does="help", other=held) if held else told
                found.append(told)
                at = match.end()
                break
        else:
            return None
    return found


def _name_subjects_once(parts: Sequence[Part]) -> list[Part]:
    """Return the parts of a sentence with units named once that are named twice before it is said
    what they do: ``the third unit, the fleet in Brest, goes``, ``that is Brest, which goes``."""
    named: list[Part] = []
    is_said_again = False
    for part in parts:
        begins = len(named) < _BEHIND_UNIT or named[-_BEHIND_UNIT].letter in ",.:"
        if (
            begins
            and part.letter == "u"
            and len(part.units) == 1
            and [each.letter for each in named[-2:]] == ["u", ","]
            and named[-2].many == 1
            and {*part.units} <= {*named[-2].units}
        ):
            named[-2:] = [part]
            is_said_again = True
        elif not (is_said_again and part.letter == ","):
            named.append(part)
            is_said_again = False
    return named


def _find_unit_that_holds(told: Sequence[_Told], *, is_said: bool) -> Part | None:
    """Return the unit of which the last of some clauses says that it holds, if none before it tells
    of a move, or it ``is_said`` that it is helped to hold: ``supports it`` is said of that."""
    moves = any(each.to for each in told) and not is_said
    if not told or told[-1].does != "hold" or moves:
        return None
    who = told[-1].who
    return who[0] if len(who) == len(who[0].units) == 1 else None


def _tell(does: str, clause: re.Match[str], parts: Sequence[Part]) -> _Told:
    """Return what a clause tells by its parts."""

    def named(name: str, letters: str) -> tuple[Part, ...]:
        for group in (name, f"{name}_", f"{name}__"):
            if group in clause.re.groupindex and clause[group] is not None:
                start, end = clause.span(group)
                return tuple(part for part in parts[start:end] if part.letter in letters)
        return ()

    places = named("to", "tu") or named("at", "p")
    kinds = named("kind", "k")
    other = named("helped", "ut") or named("helper", "u") or named("from", "tp")
    return _Told(
        does,
        named("who", "u"),
        tuple(part.text or str(part.units[0].at.province) for part in places),
        other[0] if other else None,
        named("but", "u"),
        kinds[0].text if kinds else "",
        is_bare=clause[0].replace(":", "") == "ut",
        many=kinds[0].many if kinds else 1,
        sites=tuple(part.place for part in places),
        pairs=named("pairs", "kpu"),
    )


def _write_builds(told: Sequence[_Told], forces: Forces) -> Iterator[Lines]:
    """Yield the builds that clauses tell, in each way in which they can be meant; a kind stands for
    that of the one before."""
    ways: list[Lines] = [()]
    kind = ""
    taken = {site for each in told for site in each.sites}
    for each in told:
        has_kind = each.kind or not any(ways) or len(each.to) != 1
        kind = each.kind if has_kind else kind
        left = replace(forces, sites=tuple(site for site in forces.sites if site not in taken))
        ways = [(*way, *more) for way in ways for more in _list_builds(each, kind, way, left)]
    announced = {part.text for each in told if each.does == "announce" for part in each.pairs}
    for way in ways:
        if not announced or announced == {line.split()[1] for line in way}:
            yield way


def _list_builds(told: _Told, kind: str, lines: Lines, forces: Forces) -> Iterator[Lines]:
    """Yield the builds that a clause tells besides those of others, in each way in which it can be
    meant."""
    left = forces.count - len(lines)
    if told.does == "keep":
        yield from [()] if forces.ordered.issuperset(told.places_kept) else []
    elif told.does == "build_for" and forces.builds is not None:
        given_up = told.other.place if told.other else ""
        old = dict(forces.builds).get(given_up, "")
        others = (line for place, line in forces.builds if place not in (given_up, *told.sites))
        new = (f"BUILD {told.kind or old.split()[1]} {place}" for place in told.to)
        yield from [(*new, *others)] if old else []
    elif told.does == "waive_last":
        yield from [("WAIVE 1",)] if left == 1 else []
    elif told.does.startswith("waive"):
        yield (f"WAIVE {1 if told.does == 'waive_one' else left}",) if left > 0 else ()
    elif told.does == "build_either":
        yield from ((line,) for line in _write_pairs(told.pairs, kind))
    elif told.does == "build_open":
        sites = combinations(forces.sites, min(told.many, forces.count))
        yield from (tuple(f"BUILD {kind} {site}" for site in each) for each in sites)
    else:
        yield tuple(f"BUILD {kind} {place}".replace("  ", " ") for place in told.to)


def _write_pairs(pairs: Sequence[Part], kind: str) -> Iterator[str]:
    """Yield builds of each kind at the place that stands behind it, or behind several kinds."""
    kinds, above = [kind], ""
    for part in pairs:
        if part.letter == "k":
            kinds = [*kinds, part.text] if above == "k" else [part.text]
        else:
            yield from (f"BUILD {each} {part.text}".replace("  ", " ") for each in kinds)
        above = part.letter


def _write_ways(told: Sequence[_Told], forces: Forces) -> Iterator[Lines]:
    """Yield the orders that clauses tell, in each way in which they can be meant."""
    if forces.due == "removals":
        yield from _write_removals(told, forces)
        return
    own = [each for each in told if each.does != "forbid"]
    own.sort(key=lambda each: each.does in ("help", "carry") and each.other is not None)
    later = [each for each in own if any(part.many < 0 for part in each.who)]
    first = [each for each in own if each not in later]
    for orders in _choose(first + later, forces, {}):
        yield (*orders.values(), *_move_what_is_carried(told, forces, orders))


def _move_what_is_carried(
    told: Sequence[_Told], forces: Forces, orders: Mapping[Unit, str]
) -> Iterator[str]:
    """Yield the moves of the own armies that clauses tell fleets to carry somewhere, if nothing
    else is told of them."""
    for each in told:
        carried = each.other.units if each.other and each.does == "carry" and each.to else ()
        for unit in carried if len(carried) == 1 else ():
            if (
                unit in forces.units
                and unit not in orders
                and unit.at.province not in forces.ordered
            ):
                yield f"{unit.at.province} - {each.to[0]}{_BY_CONVOY}"


def _choose(
    told: Sequence[_Told], forces: Forces, orders: Mapping[Unit, str]
) -> Iterator[Mapping[Unit, str]]:
    """Yield the orders of units in each way in which clauses can be meant; no unit has two that
    differ."""
    if not told:
        yield orders
        return
    first, *others = told
    left = forces if first.does == "hold" else replace(forces, ordered=frozenset())
    groups = _list_groups(first.who, first.but, left, orders)
    if first.does in ("move_open", "redirect"):
        before = first.other.place if first.other else ""
        meant = {unit for part in first.who for unit in part.units} or {*forces.units}
        sent = [unit for unit, aim in forces.aims if aim == before and unit in meant]
        groups = ((unit,) for unit in (sent if before else forces.units))
    elif first.does == "move_any":
        groups = ((unit,) for part in first.who for unit in part.units)
    for units in groups:
        for lines in _write_lines(first, units, forces, orders):
            if any(orders.get(unit, line) != line for unit, line in lines.items()):
                continue
            yield from _choose(others, forces, {**orders, **lines})


def _list_groups(
    who: Sequence[Part], but: Sequence[Part], forces: Forces, orders: Mapping[Unit, str]
) -> Iterator[tuple[Unit, ...]]:
    """Yield the units that may be meant together."""
    if not who:
        yield from [forces.units] if len(forces.units) == 1 else []
        return
    out = {unit for part in but for unit in part.units}
    if any(len(_list_left(part, forces, orders)) != 1 for part in who if part.many == THE_OTHER):
        return
    fixed = [u for part in who if len(part.units) == 1 or part.many == 0 for u in part.units]
    fixed += [unit for part in who if part.many < 0 for unit in _list_left(part, forces, orders)]
    open_parts = [part for part in who if part.many > 0 and len(part.units) > 1]
    if len(open_parts) > 1 or any(part.many > 1 for part in open_parts):
        return
    chosen = [(unit,) for unit in open_parts[0].units if unit not in orders] if open_parts else [()]
    for each in chosen:
        group = tuple(dict.fromkeys(u for u in (*fixed, *each) if u not in out))
        if group:
            yield group


def _list_left(part: Part, forces: Forces, orders: Mapping[Unit, str]) -> list[Unit]:
    """Return the units of a part that are told nothing else."""
    return [
        unit for unit in part.units if unit not in orders and unit.at.province not in forces.ordered
    ]


def _write_lines(
    told: _Told, units: Sequence[Unit], forces: Forces, orders: Mapping[Unit, str]
) -> Iterator[Mapping[Unit, str]]:
    """Yield what a clause tells some units, in each way in which it can be meant."""
    places = [str(unit.at.province) for unit in units]
    goal = told.to[0] if told.to else ""
    if told.does == "keep" and all(unit.at.province in forces.ordered for unit in units):
        yield {}
    elif told.does in ("hold", "hold_there", "hold_named"):
        yield {unit: f"{unit.at.province} H" for unit in units}
    elif told.does == "hold_helped" and told.other and told.other.units[0] not in orders:
        held = told.other.units[0]
        helps = {unit: f"{unit.at.province} S {held.at.province}" for unit in units}
        yield {held: f"{held.at.province} H", **helps}
    elif told.does == "disband":
        yield {unit: f"{unit.at.province} disband" for unit in units}
    elif told.does == "move_from" and told.other and {*told.other.units} <= {*units}:
        yield {unit: f"{unit.at.province} - {goal}" for unit in told.other.units}
    elif told.does in ("move", "move_any", "move_open", "redirect") and len(units) == 1:
        yield {units[0]: f"{places[0]} - {goal}"}
    elif told.does == "move_either" and len(units) == 1:
        yield from ({units[0]: f"{places[0]} - {to}"} for to in told.to)
    elif told.does == "move_save" and len(units) == 1:
        sites = [site for site in forces.sites if site not in told.sites]
        yield from ({units[0]: f"{places[0]} - {to}"} for to in sites if len(sites) <= _CHOICES)
    elif told.does == "move_all" or (told.does == "move" and _is_told_of_all(told)):
        yield {unit: f"{unit.at.province} - {goal}" for unit in units}
    elif told.does == "move_by_convoy" and len(units) == 1:
        yield {units[0]: f"{places[0]} - {goal}{_BY_CONVOY}"}
    elif told.does == "move_each" and len(units) == len(told.to):
        for goals in permutations(told.to):
            yield {u: f"{u.at.province} - {to}" for u, to in zip(units, goals, strict=True)}
    elif told.does == "move_carried" and len(units) == 1 and told.other:
        move = f"{places[0]} - {goal}"
        for carrier in told.other.units:
            yield {units[0]: f"{move}{_BY_CONVOY}", carrier: f"{carrier.at.province} C {move}"}
    elif told.does == "move_helped" and len(units) == 1 and told.other:
        move = f"{places[0]} - {goal}"
        is_near = not forces.near or any((units[0], site) in forces.near for site in told.sites)
        for helper in told.other.units:
            if helper != units[0]:
                yield {units[0]: move, helper: f"{helper.at.province} S {move}"}
            if not is_near:  # with the help of the fleet in the Ionian
                yield {units[0]: f"{move}{_BY_CONVOY}", helper: f"{helper.at.province} C {move}"}
    elif told.does in ("help", "help_attack", "carry", *_OF_ABOVE):
        sign = "C" if told.does.startswith("carry") else "S"
        for helped in _list_helped(told, units, forces, orders):
            yield {unit: f"{unit.at.province} {sign} {helped}" for unit in units}


def _list_helped(
    told: _Told, units: Sequence[Unit], forces: Forces, orders: Mapping[Unit, str]
) -> Iterator[str]:
    """Yield what units may help that a clause tells to help."""
    moves = {
        unit: line.removesuffix(_BY_CONVOY)
        for unit, line in orders.items()
        if unit not in units and _MOVE.fullmatch(line)
    }
    goal = told.to[0] if told.to else ""
    if told.other is None:
        above = [*moves.values()] or [*filter(None, [forces.above])]
        fitting = [line for line in above if line.endswith(f" - {goal}" if goal else "")]
        yield from fitting if len(fitting) == 1 or told.does == "help_attack" else fitting[-1:]
        return
    helped = [(unit, str(unit.at.province)) for unit in told.other.units if unit not in units]
    for unit, place in helped:
        yield f"{place} - {goal}" if goal else moves.get(unit, place)
    if told.other.text:
        yield f"{told.other.text} - {goal}" if goal else told.other.text


def _write_removals(told: Sequence[_Told], forces: Forces) -> Iterator[Lines]:
    """Yield the removals that clauses tell: of named units, of some of a kind, or of all but those
    that stay."""
    kept = {unit for each in told if each.does == "keep" for p in each.who for unit in p.units}
    ways: list[tuple[Unit, ...]] = [()]
    for each in told:
        out = kept | {unit for part in each.but for unit in part.units}
        for part in each.who if each.does == "remove" else ():
            ways = [(*gone, *more) for gone in ways for more in _pick_units(part, out, gone)]
        if each.does == "remove_either":
            units = [unit for part in each.who for unit in part.units if unit not in out]
            ways = [(*gone, unit) for gone in ways for unit in units]
    if ways == [()] and kept:
        left = tuple(unit for unit in forces.units if unit not in kept)
        ways = [left] if len(left) == forces.count else []
    for gone in ways if len(ways) <= _CHOICES else ():
        if gone and kept.isdisjoint(gone) and len({*gone}) <= forces.count:
            yield tuple(f"REMOVE {unit.at.province}" for unit in dict.fromkeys(gone))


def _pick_units(
    part: Part, out: Collection[Unit], gone: Collection[Unit]
) -> Iterator[tuple[Unit, ...]]:
    """Yield the units that a part may mean but for those left ``out``; of several that are counted,
    and of the rest, none of those that are ``gone``."""
    is_named = part.many >= 0 and (part.many == 0 or len(part.units) == 1)
    left = tuple(u for u in part.units if u not in out and (is_named or u not in gone))
    yield from combinations(left, part.many) if part.many > 0 else [left]
