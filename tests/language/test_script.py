"""From a mail's text to its lines."""

from judge.game.press.writing import Press
from judge.language.command_values import Recipients
from judge.language.reader import read_item
from judge.language.script import Item, split_mail
from judge.language.statement import CommandStatement, Line, UnreadStatement
from judge.model.reason import Reason
from judge.model.turn import Phase


def texts(mail: str) -> list[str]:
    return [item.line.text for item in split_mail(mail).items]


def test_lines_keep_their_numbers_and_quotes_are_passed_over():
    script = split_mail("F Edi - Nwg\n\n> A Lvp - Yor\n| x\nA Lvp - Cly\n")
    assert script.items == (Item(Line(1, "F Edi - Nwg")), Item(Line(5, "A Lvp - Cly"), paragraph=3))
    assert script.cut == ()


def test_signoff_ends_the_mail_and_what_follows_is_counted():
    for leave in ("SIGNOFF", "Sign off.", "END", "Thanks!", "Best regards,", "--"):
        script = split_mail(f"F Edi - Nwg\n{leave}\nA Lvp - Yor\n\nJohn\n")
        assert [item.line.text for item in script.items] == ["F Edi - Nwg"]
        assert script.cut == (Reason("after_signoff", ("2",)),)
    assert split_mail("F Edi - Nwg\nSIGNOFF\n").cut == ()


def test_press_is_kept_as_it_was_typed():
    mail = (
        "PRESS TO France, Germany\n"
        "  Dear both \u2013\n\n"
        "A Par - Bur is what I fear.\n"
        "> quoted\n"
        "ENDPRESS\n"
        "F Edi - Nwg\n"
        "broadcast\n"
        "Hear, hear\n"
        "end of broadcast.\n"
        "A Lvp - Yor\n"
    )
    items = split_mail(mail).items
    assert [item.line for item in items] == [
        Line(1, "PRESS TO France, Germany"),
        Line(7, "F Edi - Nwg"),
        Line(8, "broadcast"),
        Line(11, "A Lvp - Yor"),
    ]
    assert items[0].body == "Dear both \u2013\n\nA Par - Bur is what I fear.\n> quoted"
    assert items[2].body == "Hear, hear"
    assert items[1].body is None


def test_press_runs_to_the_end_or_to_signoff():
    assert split_mail("press to Italy\nhello\n\nthere\n").items[0].body == "hello\n\nthere"
    script = split_mail("press to Italy\nhello\nSIGNOFF\nA Lvp - Yor\n")
    assert script.items == (Item(Line(1, "press to Italy"), "hello"),)
    assert script.cut == (Reason("after_signoff", ("1",)),)


def test_press_on_one_line():
    script = split_mail("Press to Italy: hello: there\nA Lvp - Yor\n")
    assert script.items == (
        Item(Line(1, "Press to Italy"), "hello: there", is_unended=True),
        Item(Line(2, "A Lvp - Yor")),
    )
    script = split_mail("Press to Italy: hello\nthere\nEND PRESS\nA Lvp - Yor")
    assert script.items[0].body == "hello\nthere"
    assert len(script.items) == 2
    two = split_mail("press to Italy: a\npress to France\nb\nendpress\n")
    assert [item.body for item in two.items] == ["a", "b"]


def test_text_below_a_misspelled_press_is_no_order(standard):
    script = split_mail("Prees to France\nA Par - Bur would be unkind\nF Edi - Nwg\n")
    (item,) = script.items
    (found,) = read_item(item, standard, Phase.MOVEMENT)
    assert isinstance(found, UnreadStatement)
    assert found.hints == ("PRESS to France",)


def test_prose_about_press_is_no_press():
    assert texts("Press coverage of this game is so very bad, don't you think?\nF Edi - Nwg") == [
        "Press coverage of this game is so very bad, don't you think?",
        "F Edi - Nwg",
    ]


def test_the_body_goes_with_the_command(standard):
    (item,) = split_mail("press to all\nhello\n").items
    (said,) = read_item(item, standard, Phase.MOVEMENT)
    assert isinstance(said, CommandStatement)
    assert said.command == Press(to=Recipients(everybody=True), body="hello")


def test_wrapped_orders_are_joined():
    assert texts("F Edi supports\nA Lvp - Cly\nA Lon -\nYorkshire\n") == [
        "F Edi supports A Lvp - Cly",
        "A Lvp - Cly",
        "A Lon - Yorkshire",
    ]
    assert texts("These are the moves I want to\nA Lvp - Cly") == [
        "These are the moves I want to",
        "A Lvp - Cly",
    ]


def test_a_mail_has_so_many_lines():
    script = split_mail("F Edi - Nwg\n" * 250)
    assert len(script.items) == 200
    assert script.cut == (Reason("too_many_lines", ("200",)),)


def test_a_move_by_convoy_does_not_await_another_line():
    script = split_mail("A Mar - Spa via convoy\nA Par H\nF Bre C\nA Lon - Gas")
    assert [item.line.text for item in script.items] == [
        "A Mar - Spa via convoy",
        "A Par H",
        "F Bre C A Lon - Gas",
        "A Lon - Gas",
    ]
    assert [item.line.doubt is None for item in script.items] == [True, True, False, False]


def test_long_lines_are_read_as_far_as_they_are_not_too_much() -> None:
    script = split_mail("\n".join(["A Par - Bur " * 40] * 100))
    assert len(script.items) == 26  # the last of them goes over 12,000 characters
    assert script.cut == (Reason("too_many_lines", ("26",)),)
    press = "PRESS TO ALL\n" + "hello there\n" * 2_000 + "ENDPRESS\nA Par - Bur"
    assert [item.line.text for item in split_mail(press).items] == ["PRESS TO ALL", "A Par - Bur"]
