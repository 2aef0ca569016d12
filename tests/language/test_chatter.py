"""What people write beside orders: known by patterns, word by word."""

from __future__ import annotations

import pytest

from judge.language.chatter import is_chatter
from judge.language.referring import list_sentences

POWERS = frozenset({"austria", "england", "germany", "italy", "russia", "turkey"})
IDLE = (
    "Nothing original, I know.",
    "It's my grand strategy.",
    "I know Gascony looks odd, it's on purpose.",
    "No ifs, no buts",
    "These are my final orders and I shall not touch them again.",
    "Could you please confirm that you got them?",
    "I hope it is written correct.",
    "Apologies for the capitals",
    "STOP SHOUTING I KNOW. MY CAPS LOCK IS BROKEN",
    "typed w/ frozen fingers",
    "ngl kinda nervous about this one",
    "england's gonna be so mad",
    "To be honest I feel rather sorry for Austria.",
    "I don't want a war with England in the first year.",
    "My colleagues are jealous.",
    "He is better now.",
    "I'm told that Germany is a teacher and Italy a lawyer.",
    "I was in a bad mood because of a thing at work that has nothing to do with you.",
    "Please note that I am away from Thursday to Sunday and won't read mail.",
    "Two done, three to go...",
    "Yee-haw!",
    "Patria o muerte",
    "What a splendid silly game.",
    "Well, that was unpleasant.",
    "Lemme see.",
    "Grumpily,",
    "With cordial greetings,",
    "Car dead",
    "No, I haven't gone mad.",
    "I have the flu and can't think",
    "I'm typing with one thumb, baby is asleep on the other arm",
    "Only one order from me for now",
    "I haven't heard from Germany yet",
    "If not, please tell me what I did wrong",
    "After much deliberation (and two espressos)",
)
MEANT = (
    "These are my old orders.",
    "These are the German orders.",
    "These are orders for Italy.",
    "They are my son's.",
    "What a joke this is",
    "Well, that was a joke.",
    "Hypothetically,",
    "Jokingly,",
    "No, I have gone mad.",
    "There's a method to this list",
    "I'm typing this for Italy",
    "I have the flu and can't play",
    "Until the autumn",
    "I haven't heard from Germany whether he agrees",
    "If not, I hold",
    "After the next turn",
    "My brother is in command.",
    "My wife says I should wait.",
    "Sent by my brother",
    "Germany wants me to.",
    "Germany would hate this.",
    "Germany has sent me orders.",
    "I know it is wrong.",
    "I am not sure about my move.",
    "I shall change them again.",
    "I am going to Burgundy.",
    "I am moving to Spain on Monday.",
    "So much for Burgundy",
    "The rest stays.",
    "The rest is wrong.",
    "Sorry for the wrong orders",
    "It would be better.",
    "It was only a joke.",
    "No reply yet",
    "Dear Germany,",
    "Italy",
    "Sorry",
    "let them wait",
    "I don't mean it.",
    "Could you please confirm that you ignore these?",
)


@pytest.mark.parametrize("sentence", IDLE)
def test_sentence_says_nothing_of_orders(sentence: str) -> None:
    assert all(is_chatter(each, POWERS) for each in list_sentences(sentence))


@pytest.mark.parametrize("sentence", MEANT)
def test_sentence_may_say_something_of_orders(sentence: str) -> None:
    assert not is_chatter(sentence, POWERS)


def test_every_pattern_is_found_by_how_it_begins() -> None:
    assert is_chatter("Sehr Patria o muerte") is False
    assert is_chatter("Vive la republique")


def test_what_is_long_or_joined_often_is_none() -> None:
    joined = " and ".join(["it is on purpose"] * 4)
    assert is_chatter(joined)
    assert not is_chatter(f"{joined} and it is on purpose")
    assert not is_chatter("Very, " * 60 + "odd")
