"""What stands beside orders and puts none in doubt is known by all its words, and no word more."""

from __future__ import annotations

import pytest

from judge.language.innocent import cut_idioms, presents_orders
from judge.language.mail_lines import Locality
from judge.language.power_names import PowerNames

HERE = Locality(
    own=frozenset({"france", "french", "ruhr"}),
    powers=PowerNames(
        dict.fromkeys({"france", "germany", "england", "italy", "austria", "russia", "turkey"}, "")
    ),
    turn=("spring", "1901"),
)

PRESENTING = """
Pursuant to the deadline, please find hereunder the orders of his majesty's government:
You'll find my orders underneath. They're pretty standard.
Judge, these are final.
Please process the following for me.
I am sending my moves early because I will be hiking without reception until Sunday.
Orders for France:
French moves
Below are my orders for the spring turn.
Here's what I came up with:
This is what I want to do:
The orders of France for this turn are as follows:
Attached you will find my orders
I submit the following orders for Spring 1901
Please accept my humble orders
Please enter these:
Please enter these for France
After long thought, here are my orders
After a lot of thought I've settled on these:
With great pleasure I present my orders:
My orders, such as they are:
Sorry for the delay, here are my orders.
Sorry it took so long. My moves:
My first ever orders!
Moves for spring, France
I hereby order the following:
Let me give you my orders then
Final orders from France
Here we go with the opening
The moves
So, my orders are:
My army and fleet orders
These are my orders for the season.
Here are my three orders
I'm handing in my orders on time for once
Orders below.
See below for my orders.
See my orders below
As promised on the phone, my moves
I'd like to submit the following
I would like the following orders to be entered
Time for my orders
In this mail you find my orders.
"""

OTHERS = """
In reply to the question of Germany, here are my moves
Given that Germany may attack, these are my orders if he does
My orders were
My brother's orders
The orders of Germany
My next orders
Here are orders I rejected
My orders from last year
These are not my orders
My orders for fall
Here are my thoughts
My old orders
These are my orders if Germany agrees
I would have sent these
I am thinking about these
Here is what Germany wants
My wife gave me these
I found these on the web
These are Germany's orders
Please process the following after the deadline
Please find attached a draft of my orders
Here are my orders, but do not use them yet
My orders, maybe
My orders?
Orders for tomorrow
Please send my orders to Italy
Please forward these orders to Germany
The following orders are wrong
I got these from a friend
My orders in the other game
Here are the orders for the other game
Orders for 1902
Orders for the next turn
I am sending these for Germany
I'm sending these to Italy
I send these as a joke
Find my orders for the game Calais
I have these from Italy
Sorry, these orders are from the wrong game
This is the opening of a friend
My orders as of yesterday
Here are my orders as a test
My orders in case Germany attacks
These are the orders of my brother
Here is the standard opening of a beginner
Here are my moves from the tournament
These are my orders in a dream
Present my orders to the king
I play these in another game
I play the following only against Italy
Here are my orders to my son
My order to the pizza place
This is great:
Great opening!
Good move
See this:
See these moves
Great moves!
They
After the spring turn:
These for you, Italy
Play these only if needed
I play these if Germany agrees
The list of my sins
Here is my list of enemies
My set of rules:
My move is to ask you first
My first move as a spectator
Take these with a grain of salt
Please take these back
Please record these as rejected
Enter these as alternatives
Here is the order of battle
I'd like to play these next year
I would like these to be checked first
I would like these explained
Here are my moves for tomorrow's game
Here they are, but wait for my word
This is my opening against England
I settled on this, but I may change it
These are my orders, unless you object
Sending my moves to the printer
I am sending these to you for comment
I am sending these from the future
My orders for Germany
Orders of Italy
Orders, Italy
My moves and Italy's
Here is the set I am not sending
Here are my orders. Don't use them.
Orders: see my next mail
I decided on this and then changed my mind
Below are my orders and my brother's
My instructions to my lawyer
"""


@pytest.mark.parametrize("line", PRESENTING.strip().splitlines())
def test_line_presents_the_orders_of_its_writer(line: str) -> None:
    assert presents_orders(line, HERE)


@pytest.mark.parametrize("line", OTHERS.strip().splitlines())
def test_line_may_speak_of_other_orders(line: str) -> None:
    assert not presents_orders(line, HERE)


@pytest.mark.parametrize(
    "line",
    [
        "Until next time!",
        "Cheers, mate",
        "P.S. Happy new year, everyone!",
        "See you on the other side. Good luck!",
        "Viele Grüße",
        "HOPE THIS ARRIVES IN TIME",
        "Fingers crossed :-)",
    ],
)
def test_nothing_is_left_of_what_says_nothing(line: str) -> None:
    assert not cut_idioms(line)


@pytest.mark.parametrize(
    "line",
    [
        "Until next time nothing moves",
        "Good luck to nobody",
        "Fingers crossed that this is not read",
        "Hope this arrives too late",
        "That's it for Paris",
        "-",
        "",
    ],
)
def test_what_goes_on_stays_whole(line: str) -> None:
    assert cut_idioms(line) == line


def test_the_other_sentences_of_a_line_stay() -> None:
    said = "Good luck! Paris is still open. Cheers"
    assert cut_idioms(said) == "Paris is still open."
