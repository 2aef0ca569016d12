"""Letters as mail: subjects, threads, HTML, and what may not stand in them."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import formataddr
from html.parser import HTMLParser

import pytest

from judge.language.reader import read_item
from judge.language.script import split_mail
from judge.language.statement import DoubtfulStatement, UnreadStatement
from judge.letters.compose import write_letter
from judge.letters.render import cut_page
from judge.library import load
from judge.model.letter import (
    Addresses,
    Chronicle,
    Correspondent,
    GameLine,
    Heading,
    Listing,
    News,
    Notice,
    OrderSet,
    Page,
    PositionSection,
    PressText,
    Recipient,
    SeatLine,
    StandingSection,
)
from judge.model.letter_kind import (
    ALARM,
    LATE,
    NEWS,
    OVER,
    PRESS,
    REMINDER,
    REPLY,
    RESULTS,
    START,
)
from judge.model.map import Location
from judge.model.position import Unit
from judge.model.reason import Reason
from judge.model.sections import Growth, HeardLine, Lines
from judge.model.turn import Phase, Turn
from judge.model.when import describe_moment, format_sent_date, format_stamp
from judge.views import build_view
from tests.letters.games import (
    HOUSE,
    STANDARD,
    board,
    heading,
    letter,
    opening,
    past,
    play,
    random_game,
    results,
    seen,
)
from tests.letters.jdip_rules import Reader


@pytest.fixture
def fight():
    """A season with a bounce, a dislodged unit and an order that is void."""
    before = board(
        "S1902M", Austria="A TYR, A TRI, A SER", Italy="A VEN, F NAP", Turkey="A BUL, F BLA"
    )
    return play(
        before,
        Austria="A TYR S A TRI - VEN, A TRI - VEN, A SER - GRE",
        Italy="A VEN H, F NAP - ROM",
        Turkey="A BUL - GRE, F BLA - MOS",
    )


def test_your_own_news_stand_first(fight):
    record, after = fight
    text = results(after, record, "Italy").text
    own = text[: text.index("Movement results")]
    assert "Your army in Venice held." in own
    assert "It was dislodged by the Austrian army in Trieste" in own
    assert "Retreat your army in Venice to" in own
    assert "Saturday 28 March 2026, 21:00 (Europe/Vienna) = 20:00 UTC" in own
    assert "Serbia" not in own


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        ("A TYR H, A TRI H", "All your orders succeeded."),
        ("A TYR H", "Your order succeeded; no order came for 1 unit."),
        ("A TYR - VEN, A TRI H", "1 of your 2 orders succeeded."),
        ("A TYR - VEN, A TRI - VEN", "None of your orders succeeded."),
        ("", "No orders came from you."),
    ],
)
def test_the_first_sentence(orders, told):
    before = board("S1902M", Austria="A TYR, A TRI", Italy="A VEN")
    given = {"Austria": orders} if orders else {}
    record, after = play(before, **given, Italy="A VEN H")
    assert f"Austria in Spring of 1902: {told}\n" in results(after, record, "Austria").text


def test_every_failure_has_its_reason_below(fight):
    record, after = fight
    text = results(after, record, "Italy").text
    below = " ".join(text[text.index("The next phase of") :].replace("|", " ").split())
    assert "Austria: Army Serbia -> Greece bounced with the Turkish army in Bulgaria" in below
    assert "Turkey: Army Bulgaria -> Greece bounced with the Austrian army in Serbia" in below
    assert "Turkey: Fleet Black Sea -> Moscow was void: " in below


def test_a_reader_without_a_power_gets_the_results_alone(fight):
    record, after = fight
    text = results(after, record).text
    assert "Your" not in text[: text.index("Movement results")]
    assert Reader(STANDARD.map).result(text).orders


def test_a_long_letter_stays_under_the_limit():
    """34 units which all fail, half of them the reader's own."""
    places = [p for p in STANDARD.map.provinces if STANDARD.map.list_places_for_kind("army", p)][
        :34
    ]
    units = {"Austria": places[:17], "Turkey": places[17:]}
    texts = {power: [f"A {place}" for place in held] for power, held in units.items()}
    before = board("F1905M", **{power: ", ".join(held) for power, held in texts.items()})
    orders = {
        power: ", ".join(f"{text} S A {'SEV' if text != 'A SEV' else 'WAR'} - MOS" for text in held)
        for power, held in texts.items()
    }
    record, after = play(before, **orders)
    text = results(after, record, "Austria").text
    assert len(Reader(STANDARD.map).result(text).orders) == 34
    assert "those of all in the HTML part" in text


def test_subject_ids_and_thread():
    view = seen(opening(), None, "Austria")
    first = letter(START, opening(), view, event="S1901M Game Starting")
    again = letter(START, opening(), view, event="S1901M Game Starting")
    other = letter(NEWS, opening(), event="S1901M Deadline")
    assert first.subject == "JUDGE:demo - S1901M Game Starting"
    assert first == again
    assert first.message_id != other.message_id
    assert first.message_id.endswith("@example.org>")
    assert first.reply_to == "judge+demo.p1.s3cret.2@example.org"
    assert first.sender == formataddr((HOUSE.name, "judge@example.org"))
    assert dict(first.headers)["References"] == dict(other.headers)["References"]
    later = letter(NEWS, replace(opening(), turn=Turn(1902, "fall", Phase.MOVEMENT)))
    threads = [dict(one.headers)["References"].split() for one in (first, later)]
    assert threads[0][0] == threads[1][0] and threads[0][1] != threads[1][1]
    assert dict(first.headers)["Auto-Submitted"] == "auto-generated"
    assert dict(first.headers)["Precedence"] == "list"
    assert dict(first.headers)["List-Id"] == "<demo.judge.example.org>"
    assert dict(first.headers)["X-Auto-Response-Suppress"] == "All"
    assert "s3cret" not in first.text + first.html + first.subject


def test_other_seats_have_other_ids_and_threads():
    one = Notice(NEWS, Recipient("a@example.org", "p1"), "News", "n1", heading(opening()))
    two = replace(one, to=Recipient("b@example.org", "p2"))
    ours, theirs = (write_letter(notice, STANDARD, HOUSE) for notice in (one, two))
    assert ours.message_id != theirs.message_id
    assert dict(ours.headers)["References"] != dict(theirs.headers)["References"]


def test_nobody_can_tell_ids_and_threads_without_the_judges_secret():
    """Whoever could might send a mail with the id of the next results before they are there."""
    notice = Notice(NEWS, Recipient("a@example.org", "p1"), "News", "n1", heading(opening()))
    public, mine, mine_again, other = (
        write_letter(notice, STANDARD, HOUSE._replace(secret=secret))
        for secret in ("", "mine", "mine", "other")
    )
    assert mine == mine_again
    for one in (public, other):
        assert one.message_id != mine.message_id
        assert dict(one.headers)["References"] != dict(mine.headers)["References"]


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("orders", "Re: orders"),
        ("RE: orders", "RE: orders"),
        ("", "Re: JUDGE:demo - Orders"),
        ("a\r\nBcc: x@example.org", "Re: a Bcc: x@example.org"),
    ],
)
def test_replies_keep_the_askers_subject(asked, answered):
    reply = letter(REPLY, opening(), event="Orders", answering="<q@example.net>", subject=asked)
    assert reply.subject == answered
    fields = dict(reply.headers)
    assert fields["In-Reply-To"] == "<q@example.net>"
    assert fields["References"].endswith(" <q@example.net>")
    assert fields["Auto-Submitted"] == "auto-replied"


def test_receipt():
    army, place = ("England", "army", Location("LVP")), Location("MOS")
    why = Reason("not_adjacent", (Unit(*army), place))
    heard = Lines(
        (
            HeardLine("F Edi - Nwg", "taken"),
            HeardLine("A Lvp - Mos", "refused", why, ("A LVP - YOR", "A LVP - EDI")),
        )
    )
    orders = OrderSet("England", (("F EDI - NWG", ()),), ("A LVP",), wait=True)
    reply = letter(REPLY, opening(), None, heard, orders, answering="<q@example.net>")
    text = reply.text
    assert "> A Lvp - Mos\n  Not taken. Moscow is no neighbor of the English army in" in text
    assert "\n  | 2. A LVP - EDI\n" in text
    assert "\n| F EDI - NWG\n" in text
    assert "Still without an order: A LVP" in text
    assert "You asked to wait" in text
    assert "Saturday 28 March 2026, 21:00" in text
    assert "A LVP - EDI" in reply.html and "not taken" in reply.html


def test_a_line_of_several_orders_is_shown_once():
    """Each of its orders has an outcome of its own; where all are well there is one to tell."""
    line = HeardLine("F Edi - Nwg, A Lvp - Yor", "taken")
    reply = letter(REPLY, opening(), None, Lines((line, line)), answering="<q@example.net>")
    assert reply.text.count("F Edi - Nwg") == 1
    assert reply.html.count("F Edi - Nwg") == 1


def test_press_is_told_in_its_writers_words_but_cannot_pose_as_the_judge():
    said = "Hallo \u00e0 tous\n\nMovement results for Spring of 1901.\nF Edi - Nwg"
    text = letter(PRESS, opening(), None, PressText("France", ("England",), said)).text
    assert "France writes to England:" in text
    assert "| Hallo \u00e0 tous\n|\n| Movement results" in text
    assert "\n| F Edi - Nwg\n" in text


def test_strange_characters_in_press_do_no_harm():
    record, after = next(random_game(0, 1))
    said = PressText("France", ("England",), "\ue000Italy\ue000 \x00\x07 \u202e")
    mail = letter(PRESS, after, seen(after, record, "Austria"), said)
    assert "<table" not in mail.html
    assert mail.text.endswith("\n")


def test_anonymous_press_names_nobody():
    text = letter(PRESS, opening(), None, PressText("", ("England",), "psst")).text
    assert "Somebody who gives no name writes to England:" in text


def test_press_that_can_be_answered_directly_says_so():
    said = PressText("France", ("England",), "psst", direct=True)
    text = letter(PRESS, opening(), None, said).text
    assert "just reply: the judge carries your words to France" in " ".join(text.split())


def test_a_draw_closes_the_game_for_readers_of_the_mail():
    position = replace(opening(), ended=None)
    head = replace(heading(position), stage="ended", due=None)
    notice = Notice(NEWS, Recipient("a@example.org", "p1"), "Draw", "draw", head)
    text = write_letter(notice, STANDARD, HOUSE).text
    assert "\nThe game is over.\n" in text
    assert ":: Deadline" not in text


def every_letter():
    """One of each kind, with each section."""
    turns = list(random_game(3, 12))
    record, position = turns[-1]
    view = seen(position, record, "Austria")
    quiet = seen(position, None, "Austria")
    why = Reason("no_order")
    seats = (
        SeatLine("p1", "player", ("Austria",), ("ordered",), 3, 4),
        SeatLine("m1", "master", ()),
    )
    sections = (
        Lines((HeardLine("F <b>EDI</b>", "refused", why, ("x & y",)),), (why,)),
        OrderSet("Austria", (("A VIE H", (why,)),), ("A BUD",), True),
        Page("Help", "# Title\n\nSome `code`, **strong** <b>.\n\n- a\n- b\n\n    F LON - NTH"),
        News(why),
        StandingSection(seats, (("press", "white"),), (why,)),
        PositionSection(),
        Chronicle(past(turns, "Austria")),
        PressText("France", ("England",), "<script>alert(1)</script>"),
        Listing((GameLine("demo", "standard", "active", "S1901M", 2),)),
        Addresses(
            (Correspondent(("Italy",), "", "to.s3cret"), Correspondent(("Master",), "m@x")), True
        ),
    )
    yield letter(REPLY, position, quiet, *sections, answering="<q@example.net>")
    yield letter(RESULTS, position, view)
    yield letter(START, position, quiet, sections[4])
    for kind in (PRESS, NEWS, REMINDER, LATE, ALARM):
        yield letter(kind, position, None, sections[3])
    stranger = Recipient("stranger@example.org")
    yield write_letter(Notice(REPLY, stranger, "List", "1", sections=(Listing(()),)), None, HOUSE)


class Tags(HTMLParser):
    """Complains about tags that are not closed in order."""

    void = frozenset({"meta", "br", "hr", "img"})

    def __init__(self):
        super().__init__()
        self.open = []
        self.seen = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("mail", list(every_letter()))
def test_html_is_whole_and_careful(mail):
    tags = Tags()
    tags.feed(mail.html)
    assert not tags.open
    names = [name for name, _ in tags.seen]
    assert names.count("h1") == 1
    assert len(mail.html) < 100_000
    assert "color-scheme" in mail.html and "prefers-color-scheme: dark" in mail.html
    assert "<script" not in mail.html and "<b>" not in mail.html
    for name, attrs in tags.seen:
        if name == "th":
            assert attrs["scope"] in ("col", "row")
    assert "max-width: 600px" in re.sub(r":\s*", ": ", mail.html)


def test_the_last_letter_of_a_long_game_of_many_is_not_clipped():
    variant = load("ww4")
    powers = tuple(variant.map.powers)
    years = tuple((f"Year {year}", tuple(range(36))) for year in range(1, 61))
    sections = (News(Reason("game_over", ("ruhr",))), Growth(powers, years))
    heading = Heading("ruhr", "World War IV", "ended", "UTC")
    to = Recipient("texas@example.org")
    notice = Notice(OVER, to, "Game Over", "over.1", heading, sections=sections)
    notice = replace(notice, view=ww4_view(variant))
    html = write_letter(notice, variant, HOUSE).html
    assert len(html.encode()) < 95_000
    tags = Tags()
    tags.feed(html)
    assert not tags.open
    rows = re.search(r"<pre[^>]*>(.*?)</pre>", html, re.S)
    assert rows and rows[1].count("United States") >= 5  # sixty years, a few at a time


def ww4_view(variant):
    opening = variant.rules.opening.deal_position(variant.map, list(variant.map.powers), 1)
    return build_view(["Texas"], opening, None, variant, "p1")


@pytest.mark.parametrize("limit", [600, 900, 1500])
def test_a_page_is_cut_behind_a_whole_line(limit):
    rows = "".join(f"<tr><td>Row {n} &lt;\u00e9</td></tr>" for n in range(60))
    page = f"<html><body><div><p>First</p><div><table>{rows}</table></div></div></body></html>"
    cut = cut_page(page, limit)
    assert len(cut.encode()) <= limit
    tags = Tags()
    tags.feed(cut)
    assert not tags.open
    assert cut.startswith(page[: limit // 2])
    assert cut.count("<tr>") == cut.count("</td></tr>") > 3
    assert "The rest stands in the plain text" in cut
    assert cut_page(page, 10_000) == page


def test_html_of_a_very_long_mail_is_not_clipped():
    heard = Lines(tuple(HeardLine("x" * 190, "refused", Reason("prose")) for _ in range(200)))
    mail = letter(REPLY, opening(), None, heard, answering="<q@example.net>")
    assert len(mail.html) < 100_000
    assert "The rest stands in the plain text" in mail.html
    assert mail.text.count("> xxx") == 200


@pytest.mark.parametrize("mail", list(every_letter()))
def test_prose_is_wrapped(mail):
    loose = [line for line in mail.text.split("\n") if len(line) > 79]
    assert all(re.match(r"(>|\w+: (Army|Fleet)|History|:: )", line) for line in loose), loose


@pytest.mark.parametrize("mail", list(every_letter()))
def test_a_letter_that_comes_back_unquoted_is_not_obeyed(mail):
    """Only the fixed layout holds lines that could be read, and its orders name their power."""
    obeyed = [
        item.line.text
        for phase in Phase
        for item in split_mail(mail.text).items
        for said in read_item(item, STANDARD, phase)
        if not isinstance(said, UnreadStatement | DoubtfulStatement)
        and not re.match(r"([A-Z]\w+: |The deadline for )", item.line.text)
    ]
    assert obeyed == []


def test_times_are_right_across_summer_time():
    winter = datetime(2026, 3, 28, 20, tzinfo=UTC)
    summer = datetime(2026, 3, 29, 19, tzinfo=UTC)
    assert describe_moment(winter, "Europe/Vienna").startswith("Saturday 28 March 2026, 21:00 ")
    assert describe_moment(summer, "Europe/Vienna").startswith("Sunday 29 March 2026, 21:00 ")
    assert describe_moment(winter, "UTC") == "Saturday 28 March 2026, 20:00 UTC"
    late = describe_moment(winter, "Asia/Tokyo")
    assert late == "Sunday 29 March 2026, 05:00 (Asia/Tokyo) = Saturday 20:00 UTC"
    assert format_stamp(summer, "Europe/Vienna") == "Sun Mar 29 2026 21:00:00 +0200"
    assert (
        format_sent_date(datetime(2004, 1, 1, tzinfo=UTC))
        == "Thu Jan  1 00:00:00 2004 (1072915200)"
    )
