"""Commands as people type them."""

import pytest

from judge.game.clock.deadlines import Pause, Resume, SetDeadline, SetLength
from judge.game.clock.turn_changes import Preview, Process
from judge.game.enter.create import Create
from judge.game.enter.join import GameCommand, Join, Observe, Signon, Takeover
from judge.game.enter.resign import Resign
from judge.game.master.ban import Eject
from judge.game.master.mastery import ViewCommand
from judge.game.master.set import Set
from judge.game.master.start import SeatPlayer, Start, Terminate
from judge.game.master.undo import Correct
from judge.game.orders.carrying import Clear, Nowait, Wait
from judge.game.press.writing import Broadcast, Press
from judge.game.reports.help import Help
from judge.game.reports.history import History
from judge.game.reports.status import List, Status
from judge.game.votes.ballot import Agree, Concede, DrawCommand
from judge.language.command_values import MASTER, Recipients
from judge.language.statement import CommandStatement, UnreadStatement
from judge.model.reason import Reason
from judge.model.turn import Phase


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("HELP", Help()),
        ("help orders.", Help(topic="orders")),
        ("CREATE MyGame", Create(game="MyGame")),
        (
            "create MyGame civ on standard with rome = fleet, press none password FoO",
            Create(
                game="MyGame",
                variant="civ",
                map="standard",
                options=(("rome", "fleet"), ("press", "none")),
                password="FoO",
            ),
        ),
        (
            "CREATE ?MyGame secret standard",
            Create(game="MyGame", password="secret", variant="standard"),
        ),
        (
            "create MyGame password FoO like Other with press grey",
            Create(game="MyGame", model="Other", options=(("press", "grey"),), password="FoO"),
        ),
        ("CREATE MyGame with rome", Create(game="MyGame", options=(("rome", ""),))),
        ("join MyGame", Join(game="MyGame")),
        ("JOIN MyGame as France", Join(game="MyGame", wish="France")),
        ("JOIN MyGame as France Qu1x", Join(game="MyGame", wish="France Qu1x")),
        (
            "join game MyGame France password Qu1x",
            Join(game="MyGame", wish="France", password="Qu1x"),
        ),
        ("SIGNON ?Foo bar", Signon(power="?", game="Foo", password="bar")),
        ("SIGN ON FFoo BaR", Signon(power="F", game="Foo", password="BaR")),
        ("sign on France foo x", Signon(power="France", game="foo", password="x")),
        ("signon France@foo x", Signon(power="France", game="foo", password="x")),
        ("signon MFoo", Signon(power="M", game="Foo")),
        ("OBSERVE Foo", Observe(game="Foo")),
        ("take over Foo as Italy", Takeover(game="Foo", wish="Italy")),
        ("game Foo", GameCommand(game="Foo")),
        ("clear", Clear()),
        ("clear orders", Clear()),
        ("status", Status()),
        ("summary Foo", Status(game="Foo")),
        ("LIST Foo", List(game="Foo")),
        ("list games", List()),
        ("history", History()),
        (
            "HISTORY Foo FROM S1901M TO F1902M",
            History(game="Foo", since="S1901M", until="F1902M"),
        ),
        ("history since S1901M", History(since="S1901M")),
        ("Please wait.", Wait()),
        ("set wait", Wait()),
        ("nowait, please", Nowait()),
        ("SET NOWAIT", Nowait()),
        ("no-wait!", Nowait()),
        ("press to France", Press(to=Recipients(("France",)))),
        (
            "Press to france, Germany and English",
            Press(to=Recipients(("France", "Germany", "England"))),
        ),
        ("press to F G E", Press(to=Recipients(("France", "Germany", "England")))),
        ("press to FGE", Press(to=Recipients(("France", "Germany", "England")))),
        ("press to all", Press(to=Recipients(everybody=True))),
        ("grey press to all", Press(to=Recipients(everybody=True), grey=True)),
        ("press to the GM", Press(to=Recipients((MASTER,)))),
        ("press to master and Italy", Press(to=Recipients((MASTER, "Italy")))),
        (
            "press to all but France, Italy",
            Press(to=Recipients(everybody=True, but=("France", "Italy"))),
        ),
        (
            "press to everyone except Turkey",
            Press(to=Recipients(everybody=True, but=("Turkey",))),
        ),
        ("broadcast", Broadcast()),
        ("broadcast grey", Broadcast(grey=True)),
        ("draw", DrawCommand(vote="yes")),
        ("vote draw no", DrawCommand(vote="no")),
        ("DIAS", DrawCommand(vote="yes")),
        ("set draw", DrawCommand(vote="yes")),
        ("propose draw", DrawCommand(vote="yes")),
        ("no draw", DrawCommand(vote="no")),
        ("draw withdraw", DrawCommand(vote="withdraw")),
        ("draw of France and Italy", DrawCommand(members=("France", "Italy"))),
        ("play on", DrawCommand(vote="continue")),
        ("agree no", Agree(vote="no")),
        ("concede to the French", Concede(power="France")),
        ("concede to nothing", Concede(power="")),
        ("resign", Resign()),
        ("start", Start()),
        ("pause game", Pause()),
        ("resume", Resume()),
        ("process", Process()),
        ("process s1901m", Process(turn="s1901m")),
        ("process Fall 1905 movement", Process(turn="F1905M")),
        ("preview", Preview()),
        ("terminate", Terminate()),
        ("eject Italy", Eject(player="Italy")),
        ("view as Italy", ViewCommand(player="Italy")),
        ("view as Italy STATUS", ViewCommand(player="Italy", report="status")),
        (
            "seat new@example.org as Italy",
            SeatPlayer(address="new@example.org", wish="Italy"),
        ),
        ("SET DEADLINE 2030-10-01 18:00", SetDeadline(date="2030-10-01 18:00")),
        ("set deadline to Friday 20:00", SetDeadline(date="Friday 20:00")),
        ("SET MOVE LENGTH 3 days", SetLength(phase=Phase.MOVEMENT, length="3 days")),
        ("set retreats 24h", SetLength(phase=Phase.RETREATS, length="24h")),
        ("set build length = 1d", SetLength(phase=Phase.ADJUSTMENTS, length="1d")),
        ("SET ZONE Europe/Berlin", Set(name="zone", value="Europe/Berlin")),
        ("set deadline time 18:00", Set(name="time", value="18:00")),
        ("SET PRESS NONE", Set(name="press", value="NONE")),
        ("set no press", Set(name="press", value="none")),
        ("set nmr to wait", Set(name="nmr", value="wait")),
        ("SET ROME = FLEET", Set(name="rome", value="FLEET")),
        ("correct remove A PAR", Correct(change="remove A PAR")),
    ],
)
def test_commands(read, typed, command):
    (said,) = read(typed)
    assert isinstance(said, CommandStatement)
    assert said.command == command


def test_press_on_one_line(read):
    (said,) = read("Press to France: Do we still have a deal, my friend?")
    body = "Do we still have a deal, my friend?"
    assert said.command == Press(to=Recipients(("France",)), body=body)


@pytest.mark.parametrize(
    ("typed", "why", "hints"),
    [
        ("JOINN MyGame", Reason("unknown_command", ("JOINN",)), ("JOIN MyGame",)),
        ("stauts Foo", Reason("unknown_command", ("stauts",)), ("STATUS Foo",)),
        ("press to Frnace: hi", Reason("unknown_power", ("Frnace",)), ("press to France: hi",)),
        ("concede to Trukey", Reason("unknown_power", ("Trukey",)), ("concede to Turkey",)),
        ("press to all but Narnia", Reason("unknown_power", ("Narnia",)), ()),
        ("draw maybe", Reason("unknown_power", ("maybe",)), ()),
        ("concede", Reason("unfinished", ("a power",)), ()),
    ],
)
def test_misspelled_commands(read, typed, why, hints):
    (found,) = read(typed)
    assert isinstance(found, UnreadStatement)
    assert found.why == why
    assert found.hints == hints
