"""Pages on which orders are made by touching the board."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

import judge
from judge.game.notices import find_view
from judge.game.person.person import Person
from judge.model.facts import CONTACT
from judge.model.position import Position
from judge.service.order_pages import OrderPages
from tests.road.office import Office, civilizations, gather, player
from tests.site.browser import Browser

pytestmark = pytest.mark.xdist_group("browser")  # started once

ADDRESS = "judge+ruhr.p4.abcdefgh.1@club.example.org"

# Follows what the page asks, from each unit, down to each order that it takes.
MAKE_ALL = """(() => {
  const made = [], lines = document.getElementById("lines");
  const asked = () => [...document.querySelectorAll("#asked button")];
  const begin = (at) => {
    document.getElementById("clear").click();
    document.querySelectorAll(".chosen li > button:first-child")[at].click();
  };
  const follow = (at, way) => {
    begin(at);
    for (const step of way) asked()[step].click();
    if (lines.value) return made.push(lines.value);
    const choices = asked().length - 1; // the last one gives up
    for (let step = 0; step < choices; step += 1) follow(at, [...way, step]);
  };
  document.querySelectorAll(".chosen li").forEach((_, at) => follow(at, []));
  document.getElementById("clear").click();
  return made;
})()"""


@pytest.fixture
def shelf(browser: Browser, tmp_path: Path) -> Iterator[Path]:
    """Where pages are written; whatever is done with them, the console stays empty."""
    yield tmp_path
    assert browser.errors == []


def open_page(browser: Browser, folder: Path, game: judge.Game, power: str) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in game.page(power).items():
        (folder / name).write_text(text, encoding="utf-8")
    with browser.loading():
        url = f"{(folder / 'index.html').as_uri()}#{ADDRESS}"
        browser.ask("Page.navigate", url=url)


def touch(browser: Browser, *codes: str) -> None:
    for code in codes:
        browser.say(
            f"document.querySelector('[data-space={code}]')"
            ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
        )


def choose(browser: Browser, order: str) -> None:
    texts = browser.say("[...document.querySelectorAll('#asked code')].map(c => c.textContent)")
    browser.say(f"document.querySelectorAll('#asked code')[{texts.index(order)}].click()")


def choose_moves(game: judge.Game, dice: random.Random) -> dict[str, list[str]]:
    """Any order for each unit; nothing in other phases, where not all that is possible is due."""
    if not game.turn.endswith("M"):
        return {}
    possible = {name: game.possible_orders(name) for name in game.powers}
    return {
        name: [dice.choice(texts) for place, texts in of_units.items() if place]
        for name, of_units in possible.items()
    }


def lines(browser: Browser) -> list[str]:
    return str(browser.say("document.getElementById('lines').value")).split("\n")


def test_orders_by_touch_are_what_the_judge_reads_from_the_mail(
    browser: Browser, shelf: Path
) -> None:
    game = judge.new_game("standard")
    open_page(browser, shelf / "page", game, "Germany")
    touch(browser, "KIE", "DEN", "BER", "KIE")
    assert lines(browser) == ["F KIE - DEN"], "to Kiel, or to the fleet there?"
    choose(browser, "A BER - KIE")
    touch(browser, "MUN", "MUN")
    assert lines(browser) == ["F KIE - DEN", "A BER - KIE", "A MUN H"]
    touch(browser, "MUN", "BUR")
    assert lines(browser) == ["F KIE - DEN", "A BER - KIE", "A MUN - BUR"], "in place of the other"
    assert browser.say("document.getElementById('missing').textContent") == "Nothing is missing."
    link = urlsplit(str(browser.say("document.getElementById('send').href")))
    assert unquote(link.path) == ADDRESS
    mail = parse_qs(link.query)
    assert mail["subject"] == [f"{game.title or 'Standard'} S1901M"]
    read = game.read_orders("Germany", mail["body"][0])
    assert read.missing == ()
    assert sorted(read.orders) == sorted(lines(browser))


def test_what_was_made_is_there_again_after_a_reload(browser: Browser, shelf: Path) -> None:
    open_page(browser, shelf / "page", judge.new_game("standard"), "France")
    touch(browser, "PAR", "BUR")
    assert "PAR" not in str(browser.say("document.getElementById('missing').textContent"))
    with browser.loading():
        browser.ask("Page.reload")
    assert lines(browser) == ["A PAR - BUR"]
    browser.say("document.getElementById('clear').click()")


def test_an_order_can_be_written_by_hand(browser: Browser, shelf: Path) -> None:
    open_page(browser, shelf / "page", judge.new_game("standard"), "Italy")
    browser.say(
        "(box => { box.value = 'a ven  - tri\\nA ROM - ven, please\\nhello'; "
        "box.dispatchEvent(new Event('input')); })(document.getElementById('lines'))"
    )
    missing = browser.say("document.getElementById('missing').textContent")
    assert missing == "Still missing: 1: F NAP."
    assert browser.say("document.querySelectorAll('#drawn .head').length") == 1


def test_what_would_happen_is_asked_by_mail(browser: Browser, shelf: Path) -> None:
    game = judge.new_game("standard")
    open_page(browser, shelf / "one", game, "Germany")
    touch(browser, "MUN", "BUR")
    assert asked_by_mail(browser) == ["WHAT IF", "A MUN - BUR", "END"]
    open_page(browser, shelf / "all", game, "")
    touch(browser, "MUN", "BUR", "PAR", "BUR")
    assert lines(browser) == ["A MUN - BUR", "A PAR - BUR"]
    assert asked_by_mail(browser) == [
        "WHAT IF", "Germany: A MUN - BUR", "France: A PAR - BUR", "END",
    ]  # fmt: skip


def asked_by_mail(browser: Browser) -> list[str]:
    link = urlsplit(str(browser.say("document.getElementById('trial').href")))
    return parse_qs(link.query)["body"][0].split("\r\n")


def test_too_much_for_a_link_can_be_copied(browser: Browser, shelf: Path) -> None:
    open_page(browser, shelf / "page", judge.new_game("standard"), "Russia")
    browser.say(
        "(box => { box.value = 'A MOS - UKR\\n'.repeat(150); "
        "box.dispatchEvent(new Event('input')); })(document.getElementById('lines'))"
    )
    assert browser.say("document.getElementById('send').getAttribute('aria-disabled')") == "true"
    assert not browser.say("document.getElementById('send').hasAttribute('href')")


def test_by_keyboard_alone(browser: Browser, shelf: Path) -> None:
    open_page(browser, shelf / "page", judge.new_game("standard"), "Turkey")
    for wanted in ("Army in Smyrna", "Armenia"):
        for _ in range(40):
            focused = browser.say("document.activeElement.closest('button')?.textContent")
            if wanted in str(focused):
                break
            browser.press("Tab")
        else:
            raise AssertionError(wanted)
        browser.press("Enter")
    assert lines(browser) == ["A SMY - ARM"]


@pytest.mark.parametrize("variant", ["standard", "gd", "ww4", "ancmed", "modern"])
def test_the_orders_made_by_touch_are_those_that_are_possible(
    browser: Browser, shelf: Path, variant: str
) -> None:
    game, dice = judge.new_game(variant), random.Random(7)
    for number in range(4):
        while not (able := [power for power in game.powers if any(game.possible_orders(power))]):
            game = game.play({})
        power = dice.choice(able)
        open_page(browser, shelf / str(number), game, power)
        possible = sorted(text for texts in game.possible_orders(power).values() for text in texts)
        assert sorted(browser.say(MAKE_ALL)) == possible
        game = game.play(choose_moves(game, dice))


def test_without_the_script_all_orders_stand_there(browser: Browser, shelf: Path) -> None:
    game = judge.new_game("standard")
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    open_page(browser, shelf / "page", game, "Austria")
    browser.ask("Emulation.setScriptExecutionDisabled", value=False)
    page = html.unescape(game.page("Austria")["index.html"])
    shown = re.findall(r"<li data-touches[^>]*><code>([^<]*)</code>", page)
    possible = [text for texts in game.possible_orders("Austria").values() for text in texts]
    assert sorted(shown) == sorted(possible)
    assert "script-src 'self'" in page and "noindex" in page and "no-referrer" in page
    assert not re.search(r"\sstyle=|<script>|<style", page)


def test_a_page_of_a_hidden_game_holds_what_its_reader_sees(shelf: Path) -> None:
    fog = judge.new_game("standard", {"sight": "near"})
    page = fog.page("England")["index.html"]
    assert "F LON" in page and "A TUR" not in page
    moved = fog.play({"Turkey": ["A CON - BUL"], "Russia": ["A MOS - LVN"]})
    still = fog.play({})
    pages = [json.dumps(game.page("England"), sort_keys=True) for game in (moved, still)]
    assert pages[0] == pages[1]


MOVES = """record all kinds of orders of a movement phase
variant standard
turn Spring 1902 moves
units France A PAR, A BRE, F ENG, F MAO, A SPA
units England F LON
"""
RETREATS = """record two who were dislodged
variant standard
turn Spring 1902 retreats
units France A PAR, A BUR
dislodged France A MUN from BER to RUH, KIE
dislodged France F BEL from HOL to PIC
dislodged England F LON from ENG to WAL
"""
ADJUSTMENTS = """record builds
variant standard
turn Fall 1902 adjustments
units Russia A MOS
units Italy A ROM, F NAP
centers Russia MOS, STP, SEV, WAR
centers Italy ROM
"""
REMOVALS = """record a removal
variant standard
turn Fall 1902 adjustments
units Italy A ROM, F NAP
units Russia A MOS
centers Italy ROM
centers Russia MOS, STP, SEV, WAR
"""
KINDS = [
    (MOVES, "France", "A PAR H"),
    (MOVES, "France", "A PAR - BUR"),
    (MOVES, "France", "A BRE - LON VIA"),
    (MOVES, "France", "F MAO S F ENG"),
    (MOVES, "France", "A PAR S A BRE - PIC"),
    (MOVES, "France", "F MAO - SPA/sc"),
    (MOVES, "France", "F ENG C A BRE - LON"),
    (MOVES, "France", "F MAO S F LON - ENG"),
    (RETREATS, "France", "A MUN - RUH"),
    (RETREATS, "France", "F BEL DISBAND"),
    (ADJUSTMENTS, "Russia", "BUILD F STP/nc"),
    (ADJUSTMENTS, "Russia", "BUILD A SEV"),
    (ADJUSTMENTS, "Russia", "WAIVE"),
    (REMOVALS, "Italy", "REMOVE F NAP"),
]


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Office:
    return gather(Office(tmp_path_factory.mktemp("begun"), pages="https://club.example/"))


@pytest.mark.parametrize("way", ["touch", "mouse", "keyboard"])
def test_the_receipt_has_each_kind_of_order_as_the_page_shows_it(
    begun: Office, browser: Browser, shelf: Path, way: str
) -> None:
    office, kept = begun.twin(shelf / "office"), dict[str, str]()
    for number, (record, power, order) in enumerate(KINDS):
        if number == 0 or record != KINDS[number - 1][0]:
            set_position(office, judge.read_game(record).position)
            follow_link(browser, office, shelf / str(number), power)
            kept = {}
        browser.say("document.getElementById('clear').click()")
        make_order(browser, order, way)
        assert lines(browser) == [order], browser.say(
            "document.getElementById('asked').textContent"
        )
        send_mail(browser, office, player(power))
        kept[order if record == ADJUSTMENTS else unit_of(order)] = order
        assert sorted(orders_in_receipt(office, player(power))) == sorted(kept.values())
        assert sorted(office.orders(power)) == sorted(kept.values())


def set_position(office: Office, position: Position) -> None:
    """Let the game of an office stand so."""
    with office.judge.database.write_transaction() as tx:
        now = replace(office.game(), position=position, orders={})
        office.judge.games.save_game(tx, now, office.now)


def follow_link(browser: Browser, office: Office, folder: Path, power: str) -> None:
    """Open a player's page by the address in their letter."""
    OrderPages(folder).write_pages_of_game(office.game(), {})
    letters = [letter.text for letter in office.sent if letter.to == player(power)]
    link = next(found for text in reversed(letters) if (found := re.search(r"order/\S+#\S+", text)))
    with browser.loading():
        browser.ask("Page.navigate", url=f"{folder.as_uri()}/{link[0]}")


def send_mail(browser: Browser, office: Office, sender: str) -> None:
    """Send what the page hands to the mail program."""
    link = urlsplit(str(browser.say("document.getElementById('send').href")))
    fields, to = parse_qs(link.query, strict_parsing=True), unquote(link.path)
    body = fields["body"][0].replace("\r\n", "\n")
    raw = office.compose(sender, body, to, fields["subject"][0], {})
    office.accept(raw, sender, (to,))
    office.run()


def orders_in_receipt(office: Office, reader: str) -> list[str]:
    """The orders that the last letter to somebody says they have given."""
    text = office.last(reader).text
    found = re.search(r"orders for [^|]*as they stand:\n\n((?:\| .*\n)+)", text)
    assert found, text
    return re.findall(r"^\| (\S.*)$", found[1], re.MULTILINE)  # remarks are indented


def unit_of(order: str) -> str:
    """The unit of an order, which has but one."""
    found = re.search(r"\b[AF] [A-Z]{3}", order)
    assert found, order
    return found[0]


def make_order(browser: Browser, order: str, way: str) -> None:
    """Make an order: by each space that it names on the board, or by the buttons of the list."""
    codes = re.findall(r"\b[A-Z]{3}\b", order.replace("VIA", ""))
    if way == "keyboard" or not codes:
        browser.say(
            f"[...document.querySelectorAll('.chosen button:first-child')].find(button =>"
            f" button.dataset.at === '{codes[0] if codes else ''}').focus()"
        )
        browser.press("Enter")
        codes = codes[1:]
    for code in codes:
        if way == "keyboard":
            browser.say(
                "[...document.querySelectorAll('#asked button')].find(button =>"
                f" button.dataset.at === '{code}')?.focus()"
            )
            browser.press("Enter")
        else:
            press_space(browser, code, way)
    offered = browser.say("[...document.querySelectorAll('#asked code')].map(c => c.textContent)")
    if order in offered:
        browser.say(f"document.querySelectorAll('#asked code')[{offered.index(order)}].click()")


def press_space(browser: Browser, code: str, way: str) -> None:
    x, y = browser.say(
        "(space => { space.scrollIntoView({block: 'center', inline: 'center'});"
        " const spot = new DOMPoint(space.dataset.x, space.dataset.y);"
        " const there = spot.matrixTransform(space.getScreenCTM());"
        " return [there.x, there.y]; })"
        f"(document.querySelector('[data-space={code}]'))"
    )
    if way == "mouse":
        for kind in ("mousePressed", "mouseReleased"):
            browser.ask(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
            )
    else:
        browser.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        browser.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


CHAIN = """record a bomb and those who carry it
variant gd
turn Winter 2101 moves
units US R SUS, N NAT, A SAH, AF EGY
centers US SUS
"""


def test_a_bomb_is_led_step_by_step_over_three_carriers(browser: Browser, shelf: Path) -> None:
    game = judge.read_game(CHAIN)
    open_page(browser, shelf / "page", game, "US")
    touch(browser, "SUS", "NAT", "SAH", "EGY", "SIO")
    touch(browser, "NAT", "SUS", "SAH")
    touch(browser, "SAH", "NAT", "EGY")
    choose(browser, "A SAH CARRY BOMB FROM NAT TO EGY")  # or it supports
    touch(browser, "EGY", "SAH", "SIO")
    assert lines(browser) == [
        "R SUS BOMB VIA NAT SAH EGY TO SIO",
        "N NAT CARRY BOMB FROM SUS TO SAH",
        "A SAH CARRY BOMB FROM NAT TO EGY",
        "AF EGY CARRY BOMB FROM SAH TO SIO",
    ]
    assert browser.say("document.getElementById('missing').textContent") == "Nothing is missing."
    link = urlsplit(str(browser.say("document.getElementById('send').href")))
    played = game.play({"US": parse_qs(link.query)["body"][0]}, strict=True)
    assert [each.fate for each in played.outcomes()] == ["stands"] * 4
    assert [each.code for each in played.outcomes()] == ["explodes", *["carries"] * 3]


BUILDS = """record a build in an empty center
variant ww4
turn Fall 1 adjustments
units Canada A CLG, A EDM
centers Canada CLG, EDM, VAN, SPA
"""


def test_a_fleet_is_built_on_a_coast(browser: Browser, shelf: Path) -> None:
    game = judge.read_game(BUILDS)
    open_page(browser, shelf / "page", game, "Canada")
    assert browser.say("document.getElementById('missing').textContent") == "Still missing: 2."
    touch(browser, "VAN")
    choose(browser, "BUILD F VAN")
    touch(browser, "SPA")
    choose(browser, "BUILD F SPA/nc")
    assert lines(browser) == ["BUILD F VAN", "BUILD F SPA/nc"]
    assert browser.say("document.getElementById('missing').textContent") == "Nothing is missing."
    read = game.read_orders("Canada", "\n".join(lines(browser)))
    assert read.missing == () and sorted(read.orders) == sorted(lines(browser))


@pytest.fixture(scope="session")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """Civilizations, of whom Akkad has asked for a page."""
    folder = tmp_path_factory.mktemp("hidden")
    office = civilizations(Office(folder, pages="https://club.example/"))
    office.answer(player("Akkad"), "SET MY PAGE ON")
    office.answer(player("Akkad"), "MAP")
    return office


def page_of_akkad(office: Office, folder: Path) -> Path:
    people = {player("Akkad"): Person(page=True)}
    OrderPages(folder).write_pages_of_game(office.game(), people)
    (page,) = folder.glob("order/*/*.html")
    return page


def open_page_of_akkad(browser: Browser, office: Office, folder: Path) -> None:
    page, address = page_of_akkad(office, folder), office.last(player("Akkad"))["Reply-To"]
    with browser.loading():
        browser.ask("Page.navigate", url=f"{page.as_uri()}#{address}")


def press_button(browser: Browser, words: str) -> None:
    found = f"find(one => one.textContent.startsWith({words!r}))"
    browser.say(f"[...document.querySelectorAll('button')].{found}.click()")


def test_offers_of_civilizations_are_chosen_like_orders(
    hidden: Office, browser: Browser, shelf: Path
) -> None:
    office = hidden.twin(shelf / "office")
    open_page_of_akkad(browser, office, shelf / "page")
    browser.say("document.getElementById('clear').click()")
    press_button(browser, "Your map for those of all the others")
    asked = browser.say("[...document.querySelectorAll('#asked button')].map(b => b.textContent)")
    assert asked == ["Babylon …", "Carthage …", "Cancel"], "nobody whom they have not met"
    press_button(browser, "Carthage")
    missing = str(browser.say("document.getElementById('missing').textContent"))
    touch(browser, "PAR", "GAS")
    assert lines(browser) == ["EXCHANGE MAPS WITH Carthage", "A PAR - GAS"]
    assert missing != str(browser.say("document.getElementById('missing').textContent"))
    assert "PAR" in missing, "an offer is no order"
    assert asked_by_mail(browser) == ["WHAT IF", "A PAR - GAS", "END"]
    send_mail(browser, office, player("Akkad"))
    assert orders_in_receipt(office, player("Akkad")) == ["A PAR - GAS"]
    assert "exchange maps" in office.last(player("Carthage")).flat.lower()
    office.answer(player("Carthage"), "ACCEPT")
    assert office.last(player("Akkad"))["Subject"].endswith("Map")


def test_each_offer_that_a_page_makes_is_understood(
    hidden: Office, browser: Browser, shelf: Path
) -> None:
    open_page_of_akkad(browser, hidden, shelf / "page")
    begins = ("OFFER", "GIVE", "EXCHANGE")
    made = [line for line in browser.say(MAKE_ALL) if line.startswith(begins)]
    assert {line.split()[0] for line in made} == {*begins}
    for number, line in enumerate(made):
        office = hidden.twin(shelf / f"office{number}")
        office.answer(player("Akkad"), line)
        told = office.last(player("Akkad")).flat
        have_met = "That cannot be offered now" in told  # the two know each other
        assert have_met == line.startswith("GIVE CONTACT") and ("Not taken" in told) == have_met


def test_a_page_of_civilizations_is_the_same_whatever_is_out_of_sight(
    hidden: Office, browser: Browser, shelf: Path
) -> None:
    office = hidden.twin(shelf / "office")
    game = office.game()
    own = next(seat for seat in game.players if seat.address == player("Akkad"))
    seen = find_view(game, own).seen
    before = page_of_akkad(office, shelf / "one").read_bytes()
    foreign = [at for at, unit in game.position.units.items() if unit.power not in own.powers]
    gone = {at: unit for at, unit in game.position.units.items() if at in seen or at not in foreign}
    assert len(gone) < len(game.position.units)
    strangers = frozenset(
        fact for fact in game.position.facts
        if fact.rule != CONTACT or {fact.about, fact.value} & {*own.powers}
    )  # fmt: skip
    assert strangers != game.position.facts
    emptied = replace(game.position, units=gone, facts=strangers)
    set_position(office, emptied)
    assert page_of_akkad(office, shelf / "two").read_bytes() == before
    open_page_of_akkad(browser, office, shelf / "three")
    text = str(browser.say("document.documentElement.outerHTML"))
    for stranger in ("Elam", "Hatti", "Judah", "Kush"):
        assert stranger not in text
    mine = {at: unit for at, unit in gone.items() if at != "PAR"}
    set_position(office, replace(emptied, units=mine))
    assert page_of_akkad(office, shelf / "four").read_bytes() != before, "what is in sight is shown"


def test_a_new_player_comes_from_the_first_letter_to_the_receipt(
    begun: Office, browser: Browser, shelf: Path
) -> None:
    """Nothing is written by hand, and no help is read: the page says what to do next."""
    office = begun.twin(shelf / "office")
    start = office.last(player("Turkey"))
    assert "Order on the map: https://club.example/order/" in start.text
    follow_link(browser, office, shelf / "page", "Turkey")
    browser.say("document.getElementById('clear').click()")

    def said(part: str) -> str:
        return str(browser.say(f"document.getElementById('{part}').textContent"))

    assert said("said") == "Touch one of your units, then where it shall go."
    for way in (("CON", "BUL"), ("SMY", "ARM"), ("ANK", "BLA")):
        touch(browser, *way)
    assert said("missing") == "Nothing is missing."
    browser.say(
        "document.getElementById('send').addEventListener('click', event => event.preventDefault())"
    )
    browser.say("document.getElementById('send').click()")
    assert "Your mail program has the letter now: send it there." in said("sent")
    send_mail(browser, office, player("Turkey"))
    receipt = office.last(player("Turkey")).text
    assert orders_in_receipt(office, player("Turkey")) == [
        "A CON - BUL",
        "A SMY - ARM",
        "F ANK - BLA",
    ]
    assert "Not taken" not in receipt and "Still without" not in receipt


def test_what_stands_above_a_board_is_told_below_where_it_would_be_cut(
    browser: Browser, shelf: Path
) -> None:
    top = "document.querySelector('#chart svg').viewBox.baseVal.y"
    told = "[document.getElementById('legend')].map(p => p.hidden ? '' : p.textContent)[0]"
    open_page(browser, shelf / "page", judge.new_game("standard"), "France")
    assert browser.say(told) == ""
    above = browser.say(top)
    assert above < 0
    browser.click("#closer")
    assert browser.say(top) == 0
    assert browser.say(told).startswith("AUS Austria, ENG England, FRA France,")
    browser.click("#farther")
    assert (browser.say(top), browser.say(told)) == (above, "")
