"""Passwords in what a mail says: they do not go back over the wire."""

from __future__ import annotations

import re

from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text
from judge.language.word_lists import list_words
from judge.model.sections import HeardLine

PASSWORD = re.compile(r"(\bpassword:?\s+)(\S+)", re.IGNORECASE)
"""A password in a line that is offered."""
_WORD = re.compile(r"[^\s,;:\"()<>]*\w[^\s,;:\"()<>]*")
"""A word of a sentence, as a password may be one."""


def hide_password(line: str) -> str:
    """Return a command with stars in place of the password in it."""
    return PASSWORD.sub(r"\1****", line)


def hide_what_may_be_password(sentence: str) -> str:
    """Return a sentence, with stars in place of each word that may be a password if it is about
    one: any that stands where passwords do, and any with a digit that no sentence of ours has."""
    found = list(_WORD.finditer(sentence))
    words = [fold_text(one[0]).casefold().strip(".!?'") for one in found]
    small, links = list_words("beside_password"), list_words("before_password")
    named = [i for i, word in enumerate(words) if "password" in word]
    if not named:
        return sentence
    hidden = {i for i in range(1, len(words)) if named[0] < i and words[i - 1] in links}
    for i in named:
        start = i
        while start and words[start - 1] in small:
            start -= 1
        if any(word in links for word in words[start:i]):
            hidden.add(start - 1)
    pieces, end = [], 0
    for i, (one, word) in enumerate(zip(found, words, strict=True)):
        is_odd = word not in load_phrases().vocabulary and any(map(str.isdigit, word))
        is_safe = word in small or not (i in hidden or is_odd)
        pieces += [sentence[end : one.start()], one[0] if is_safe else "****"]
        end = one.end()
    return "".join([*pieces, sentence[end:]])


def hide_passwords_in_reasons(heard: HeardLine) -> HeardLine:
    """Return a line of the transcript whose reason quotes no password of another line."""
    why = heard.why
    if why is None or why.code == "said_so":
        return heard
    about = (hide_what_may_be_password(one) if isinstance(one, str) else one for one in why.about)
    return heard._replace(why=why.with_subjects(tuple(about)))
