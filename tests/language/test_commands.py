"""Commands as people type them."""

import pytest

from judge.language.statement import Command, Unread
from judge.model.reason import Reason


def _seat(seat, power, game, password):
    return {"seat": seat, "power": power, "game": game, "password": password}


@pytest.mark.parametrize(
    ("typed", "name", "values"),
    [
        ("HELP", "help", {}),
        ("help orders.", "help", {"topic": "orders"}),
        ("CREATE MyGame", "create", {"game": "MyGame"}),
        (
            "create MyGame civ on standard with rome = fleet, press = none password FoO",
            "create",
            {
                "game": "MyGame",
                "variant": "civ",
                "map": "standard",
                "options": "rome=fleet,press=none",
                "password": "FoO",
            },
        ),
        (
            "CREATE ?MyGame secret standard",
            "create",
            {"game": "MyGame", "password": "secret", "variant": "standard"},
        ),
        ("join MyGame", "join", {"game": "MyGame"}),
        ("JOIN MyGame as France", "join", {"game": "MyGame", "power": "France"}),
        (
            "join game MyGame France password Qu1x",
            "join",
            {"game": "MyGame", "power": "France", "password": "Qu1x"},
        ),
        ("SIGNON ?Foo bar", "signon", _seat("?Foo", "?", "Foo", "bar")),
        ("SIGN ON FFoo BaR", "signon", _seat("FFoo", "F", "Foo", "BaR")),
        ("sign on France foo x", "signon", {"power": "France", "game": "foo", "password": "x"}),
        ("signon France@foo x", "signon", _seat("France@foo", "France", "foo", "x")),
        ("signon MFoo", "signon", {"seat": "MFoo", "power": "M", "game": "Foo"}),
        ("OBSERVE Foo", "observe", {"game": "Foo"}),
        ("take over Foo as Italy", "takeover", {"game": "Foo", "power": "Italy"}),
        ("game Foo", "game", {"game": "Foo"}),
        ("clear", "clear", {}),
        ("clear orders", "clear", {}),
        ("status", "status", {}),
        ("summary Foo", "status", {"game": "Foo"}),
        ("LIST Foo", "list", {"game": "Foo"}),
        ("list games", "list", {}),
        ("history", "history", {}),
        (
            "HISTORY Foo FROM S1901M TO F1902M",
            "history",
            {"game": "Foo", "start": "S1901M", "end": "F1902M"},
        ),
        ("history since S1901M", "history", {"start": "S1901M"}),
        ("Please wait.", "wait", {}),
        ("set wait", "wait", {}),
        ("nowait, please", "nowait", {}),
        ("SET NOWAIT", "nowait", {}),
        ("no wait!", "nowait", {}),
        ("press to France", "press", {"to": "France"}),
        ("Press to france, Germany and English", "press", {"to": "France,Germany,England"}),
        ("press to F G E", "press", {"to": "France,Germany,England"}),
        ("press to FGE", "press", {"to": "France,Germany,England"}),
        ("press to all", "press", {"to": "ALL"}),
        ("press to the GM", "press", {"to": "MASTER"}),
        ("press to master and Italy", "press", {"to": "MASTER,Italy"}),
        ("press to all but France, Italy", "press", {"to": "ALL", "but": "France,Italy"}),
        ("press to everyone except Turkey", "press", {"to": "ALL", "but": "Turkey"}),
        ("broadcast", "broadcast", {}),
        ("draw", "draw", {"vote": "yes"}),
        ("vote draw no", "draw", {"vote": "no"}),
        ("DIAS", "draw", {"vote": "yes"}),
        ("set draw", "draw", {"vote": "yes"}),
        ("propose draw", "draw", {"vote": "yes"}),
        ("no draw", "draw", {"vote": "no"}),
        ("draw withdraw", "draw", {"vote": "withdraw"}),
        ("concede to the French", "concede", {"power": "France"}),
        ("concede to nothing", "concede", {"power": ""}),
        ("resign", "resign", {}),
        ("start", "start", {}),
        ("pause game", "pause", {}),
        ("resume", "resume", {}),
        ("process", "process", {}),
        ("preview", "preview", {}),
        ("terminate", "terminate", {}),
        ("eject Italy", "eject", {"power": "Italy"}),
        ("SET DEADLINE 2030-10-01 18:00", "set_deadline", {"date": "2030-10-01 18:00"}),
        ("set deadline to Friday 20:00", "set_deadline", {"date": "Friday 20:00"}),
        ("SET MOVE LENGTH 3 days", "set_length", {"phase": "M", "length": "3 days"}),
        ("set retreats 24h", "set_length", {"phase": "R", "length": "24h"}),
        ("set build length = 1d", "set_length", {"phase": "B", "length": "1d"}),
        ("SET ZONE Europe/Berlin", "set", {"name": "zone", "value": "Europe/Berlin"}),
        ("set deadline time 18:00", "set", {"name": "time", "value": "18:00"}),
        ("SET PRESS NONE", "set", {"name": "press", "value": "NONE"}),
        ("set no press", "set", {"name": "press", "value": "none"}),
        ("set nmr to wait", "set", {"name": "nmr", "value": "wait"}),
        ("SET ROME = FLEET", "set", {"name": "rome", "value": "FLEET"}),
    ],
)
def test_commands(read, typed, name, values):
    (found,) = read(typed)
    assert isinstance(found, Command)
    assert (found.name, dict(found.values)) == (name, values)


def test_press_on_one_line(read):
    (found,) = read("Press to France: Do we still have a deal, my friend?")
    assert isinstance(found, Command)
    assert (found.name, found.values["to"]) == ("press", "France")
    assert found.body == "Do we still have a deal, my friend?"


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
    assert isinstance(found, Unread)
    assert found.why == why
    assert found.hints == hints
