"""Moments in games at which people write: played up to there, or put so, with letters to answer."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path

from sqlalchemy import select

from judge.library import load
from judge.records import reader
from judge.records.run import run_record
from judge.store import schema
from tests.road import war
from tests.road.office import KEEPER, MASTER, POWERS, Office, civilizations, gather, player

FOLDER = tempfile.TemporaryDirectory(prefix="scenes-")

SPRING = {
    "Austria": "A Vie - Gal, A Bud - Ser, F Tri - Alb",
    "England": "F Edi - Nwg, F Lon - Nth, A Lvp - Yor",
    "France": "A Par - Bur, A Mar - Spa, F Bre - Mao",
    "Germany": "A Ber - Kie, A Mun - Ruh, F Kie - Den",
    "Italy": "A Ven H, A Rom - Apu, F Nap - Ion",
    "Russia": "A Mos - Stp, A War - Ukr, F Sev - Rum, F Stp/sc - Bot",
    "Turkey": "A Con - Bul, A Smy - Con, F Ank - Bla",
}
FALL = {
    "Austria": "A Gal H, A Ser - Gre, F Alb S A Ser - Gre",
    "England": "F Nwg S A Yor - Nwy, F Nth C A Yor - Nwy, A Yor - Nwy via convoy",
    "France": "A Bur H, A Spa H, F Mao - Por",
    "Germany": "A Kie - Hol, A Ruh H, F Den H",
    "Italy": "A Ven H, A Apu - Tun via convoy, F Ion C A Apu - Tun",
    "Russia": "A Stp H, A Ukr H, F Rum H, F Bot - Swe",
    "Turkey": "A Bul H, A Con H, F Bla H",
}
ATTACKED = (
    "turn Spring 1902 moves; units France A BUR, A MAR, F BRE; "
    "units Germany A RUH, A MUN, F KIE; units England F LON; units Italy A VEN; "
    "units Austria A TRI, A TYR; units Russia A MOS; units Turkey A CON; "
    "centers France PAR, MAR, BRE; centers Germany BER, MUN, KIE; centers England LON; "
    "centers Italy VEN; centers Austria VIE; centers Russia MOS; "
    "centers Turkey CON"
)
SHRUNK = (
    "turn Fall 1902 adjustments; units France A BUR, A MAR, F BRE, A GAS; "
    "units Germany A RUH, A MUN, F KIE; units England F LON; units Italy A VEN; "
    "units Austria A VIE; units Russia A MOS; units Turkey A CON; "
    "centers France PAR, BRE; centers Germany BER, MUN, KIE, MAR; centers England LON; "
    "centers Italy VEN; centers Austria VIE; centers Russia MOS; "
    "centers Turkey CON"
)
WINTER = (
    "turn Winter 2101 moves; units US A SUS, A EUS; units RF A RUS; units EU A EEU; "
    "units GA A SAH; units PR AF ISR"
)
BOMBS = (
    "turn Winter 2101 moves; units US R SUS, N NAT, A CUS, AF WUS; units GA A SAH, AF EGY; "
    "units PR AF TIB, N SIO; units RF A RUS; units EU A WEU"
)
ACTED = (
    "WAIT\nDRAW\nABSENCE Nov 20 to Nov 22\nMUTE Germany\nPRESS TO Italy ON RESULT: Well played!\n"
    "PLAN north\nA Par - Pic\nEND"
)
PRESSED = "Hello Germany,\n\nA Par - Pic suits me. What do you plan?\n\nFrance"


@cache
def made(scene: str) -> Office:
    """Return the office of a scene, of which there are twins."""
    office = _MAKERS[scene]()
    office.judge = replace(office.judge, keeper=KEEPER)
    return office


def twin(scene: str) -> Office:
    """Return an office of one's own at which things stand so."""
    own = made(scene)
    policy = own.policy
    office = own.twin(Path(tempfile.mkdtemp(dir=FOLDER.name)), policy)
    office.judge = replace(office.judge, keeper=KEEPER)
    return office


def _new(policy: str = "lenient") -> Office:
    return Office(Path(tempfile.mkdtemp(dir=FOLDER.name)), policy=policy)


def _spring() -> Office:
    return gather(_new())


def play(office: Office, orders: dict[str, str]) -> Office:
    """Send orders for all and have the turn processed, if that was not all that it waited for."""
    turn = office.game().position.turn
    for power, lines in orders.items():
        office.write(player(power), lines.replace(", ", "\n"), answering=player(power))
    office.run()
    if office.game().position.turn == turn:
        office.write(MASTER, "PROCESS", answering=MASTER)
        office.run()
    office.now += timedelta(hours=1)
    return office


def put(office: Office, board: str, variant: str = "standard") -> Office:
    """Put the board of ruhr as lines of a record say, and let all players have a letter of it."""
    text = "\n".join([f"variant {variant}", *board.split("; ")])
    before = next(iter(run_record(reader.parse_record(text, load)))).record.before
    with office.judge.database.write_transaction() as tx:
        game = office.judge.games.load_game(tx, "ruhr")
        assert game is not None
        office.judge.games.save_game(tx, replace(game, position=before), office.now)
    for seat in game.seats:
        if seat.address:
            office.write(seat.address, "STATUS", answering=seat.address)
    office.run()
    return office


def _fall() -> Office:
    return play(_spring(), SPRING)


def _builds() -> Office:
    return play(_fall(), FALL)


def _retreats() -> Office:
    attack = {
        "Germany": "A Mun - Bur, A Ruh S A Mun - Bur",
        "Austria": "A Tri - Ven, A Tyr S A Tri - Ven",
        "France": "A Bur H, A Mar H, F Bre H",
    }
    return play(put(_spring(), ATTACKED), attack)


def _removals() -> Office:
    return put(_spring(), SHRUNK)


def _press() -> Office:
    office = _spring()
    office.write(
        player("France"), f"PRESS TO Germany\n{PRESSED}\nENDPRESS", answering=player("France")
    )
    office.run()
    return office


def _asked() -> Office:
    """Turkey joins, and the judge asks whether it was they."""
    office = gather(_new(), POWERS[:6])
    office.judge = replace(office.judge, admission=office.judge.admission._replace(policy="normal"))
    office.policy = "normal"
    office.write(player("Turkey"), "JOIN ruhr AS Turkey", subject="hello")
    office.run()
    return office


def _after(scene: str, *mails: tuple[str, str]) -> Office:
    """Return a scene after some more mails in answer to the judge's letters."""
    office = twin(scene)
    for writer, text in mails:
        known = any(letter.to == writer for letter in office.sent)
        office.write(writer, text, subject="hello", answering=writer if known else None)
        office.run()
    return office


def _global() -> Office:
    office = _new()
    office.write(MASTER, "CREATE ruhr gd WITH confirm=off", subject="a game")
    for power in ("US", "RF", "SA", "EU", "GA", "PR"):
        office.write(player(power), f"JOIN ruhr AS {power}", subject="hello")
    office.run()
    return office


def _world_war() -> Office:
    office = _new()
    war.begin(office, "S10M")
    office.write(player("Cuba"), "STATUS", answering=player("Cuba"))
    office.run()
    return office


def _alarmed() -> Office:
    office = twin("spring")
    office.write("rogue@example.net", "A Par - Bur", answering=player("France"))
    office.run()
    return office


@cache
def secrets_of(scene: str) -> frozenset[str]:
    """Return the secrets of the seats as a scene begins."""
    office = twin(scene)
    with office.judge.database.read_transaction() as tx:
        found = frozenset(tx.execute(select(schema.seats.c.secret)).scalars())
    office.remove()
    return found


_FRANCE, _GERMANY = player("France"), player("Germany")
_MAKERS = {
    "spring": _spring,
    "fall": _fall,
    "builds": _builds,
    "retreats": _retreats,
    "removals": _removals,
    "press": _press,
    "open": lambda: gather(_new(), POWERS[:6]),
    "asked": _asked,
    "ordered": lambda: _after("spring", (_FRANCE, "A Par - Bur\nA Mar - Spa\nF Bre - Mao")),
    "gd": lambda: put(_global(), WINTER, "gd"),
    "gd war": lambda: put(_global(), BOMBS, "gd"),
    "civ": lambda: civilizations(_new()),
    "civ offer": lambda: _after("civ", (player("Akkad"), "EXCHANGE MAPS WITH Babylon")),
    "vote": lambda: _after("spring", (_FRANCE, "VOTE EXTEND 2 days")),
    "two votes": lambda: _after("vote", (_FRANCE, "VOTE PAUSE")),
    "poll": lambda: _after("spring", (_FRANCE, "POLL Shall we play on over Christmas?")),
    "invited": lambda: _after("open", (MASTER, "INVITE invited@example.net")),
    "alarm": _alarmed,
    "observed": lambda: _after("spring", ("watcher@example.net", "OBSERVE ruhr")),
    "ejected": lambda: _after("spring", (MASTER, "EJECT France")),
    "mastered": lambda: _after("spring", (MASTER, "SET CONFIRM ON")),
    "promoted": lambda: _after("mastered", (MASTER, "PROMOTE anna@example.net")),
    "comaster": lambda: _after("promoted", ("anna@example.net", "YES")),
    "acted": lambda: _after("ordered", (_FRANCE, ACTED)),
    "confirming": lambda: _after("mastered", (MASTER, "EJECT Italy")),
    "ended": lambda: _after("spring", (MASTER, "TERMINATE")),
    "offers": lambda: _after("spring", (_FRANCE, "A PAR - BUR?\nA MAR - SPA?\nF BRE - MAO?")),
    "ww4": _world_war,
}
