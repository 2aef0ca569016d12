"""Games in which nobody knows who else is there: what is kept from whom, and names as typed.

The codes of powers are characters that nobody can send: in a mail they are dropped, and the names
that its writer knows are put in their place.
"""

from __future__ import annotations

import re
import unicodedata

from judge.game.notices import view_of
from judge.game.state import Game, Seat
from judge.language.script import LONGEST, Item
from judge.model.view import View

_CARRIES_TEXT = re.compile(r"\s*(?:white |gr[ea]y )?(?:press|broadcast)\b", re.IGNORECASE)


def spoken_names(seen: View | None) -> dict[str, str]:
    """Return the names that a reader may use in his mails, and the codes they stand for."""
    if seen is None:
        return {}
    usable = {*seen.powers, *seen.contacts} if not seen.whole else {*seen.names}
    return {name: code for code, name in seen.names.items() if code in usable}


def translated(item: Item, game: Game | None, seat: Seat | None) -> Item:
    """Return the item with the codes of powers in place of the names that its writer may use.

    The words of press are left alone, so are lines that are too long to be read, and so is
    everything where powers go by the map's names.
    """
    if game is None or game.disclosure.public_seats or len(item.line.text) > LONGEST:
        return item
    names = spoken_names(view_of(game, seat))
    text = "".join(c for c in item.line.text if unicodedata.category(c) != "Co")
    head, colon, body = text, "", ""
    if _CARRIES_TEXT.match(text):
        head, colon, body = text.partition(":")
    if names:
        known = sorted(map(re.escape, names), key=len, reverse=True)
        codes = {name.casefold(): code for name, code in names.items()}
        head = re.sub(
            rf"(?<![\w@])(?:{'|'.join(known)})\b(?![\w.+-]*@)",  # not in somebody's address
            lambda found: codes.get(found[0].casefold(), found[0]),
            head,
            flags=re.IGNORECASE,
        )
    return item._replace(line=item.line._replace(text=f"{head}{colon}{body}"))
