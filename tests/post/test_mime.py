"""Reading mail: who, to whom, what; and that nothing raises."""

from __future__ import annotations

import pytest

from judge.model.reason import Reason
from judge.post.incoming import Envelope
from judge.post.mime import identify_mail, read_mail
from judge.post.strip import strip_quotes_and_signature
from judge.post.words import decode_bytes, read_html, unflow_text

OWN = ("judge@example.org",)


def mail(body: str = "", *fields: str) -> bytes:
    return "\r\n".join((*fields, "", body)).encode()


@pytest.mark.parametrize(
    ("fields", "sender"),
    [
        (["From: France <France@Example.org>"], "france@example.org"),
        (["From: france@example.org (France)"], "france@example.org"),
        (['From: "Paris, F" <france@example.org>'], "france@example.org"),
        (["From: =?utf-8?q?Fran=C3=A7ais?= <france@example.org>"], "france@example.org"),
        (["From: france@example.org <france@example.org>"], "france@example.org"),
        (["From: a@example.org, b@example.org"], ""),
        (["From: a@example.org", "From: a@example.org"], ""),
        (["From: a@example.org)b@example.com"], ""),
        (["From: a@example.org <b@example.com>"], ""),
        (["From: Fran\u00e7ais <fran\u00e7ais@example.org>"], ""),
        (["From: undisclosed"], ""),
        (["From:"], ""),
        ([], ""),
    ],
)
def test_the_sender_is_one_address_or_none(fields: list[str], sender: str) -> None:
    assert read_mail(mail("STATUS", *fields), OWN).sender == sender


def test_recipients_are_in_order_of_trust() -> None:
    raw = mail(
        "",
        "To: Judge <judge+to@example.org>, other@example.org",
        "X-Original-To: judge+original@example.org",
        "Cc: judge+cc@example.org",
        "Delivered-To: judge+delivered@example.org",
    )
    envelope = Envelope("france@example.org", ("Judge+RCPT@example.org",))
    assert read_mail(raw, OWN, envelope).recipients == (
        "judge+rcpt@example.org",
        "judge+delivered@example.org",
        "judge+original@example.org",
        "judge+to@example.org",
        "other@example.org",
        "judge+cc@example.org",
    )


def test_subject_and_id_are_decoded() -> None:
    raw = mail(
        "",
        "From: france@example.org",
        "Subject: =?iso-8859-1?q?Z=FCge?= =?utf-8?b?4oaS?=",
        "\tund mehr",
        "Message-ID: <[x]@example.org>",
    )
    found = read_mail(raw, OWN)
    assert found.subject == "Züge→ und mehr"
    assert found.message_id == "<[x]@example.org>"


def test_raw_utf8_in_fields_is_read() -> None:
    raw = mail("", "From: Fran\u00e7ais <france@example.org>", "Subject: Z\u00fcge")
    assert read_mail(raw, OWN).subject == "Züge"
    assert read_mail(raw, OWN).sender == "france@example.org"


def test_an_id_that_cannot_be_cited_is_none() -> None:
    assert read_mail(mail("", "Message-ID: <no blanks allowed>"), OWN).message_id == ""
    assert read_mail(mail("", f"Message-ID: <{'x' * 900}@example.org>"), OWN).message_id == ""


def test_identity_does_not_depend_on_the_way() -> None:
    fields = ["From: france@example.org", "Date: Tue, 03 Nov 2026 10:00:00 +0100"]
    direct = mail("STATUS", *fields)
    routed = mail("STATUS\r\n", "Received: from somewhere", *fields).replace(b"\r\n", b"\n")
    assert identify_mail(direct) == identify_mail(routed)
    assert identify_mail(direct) != identify_mail(mail("HELP", *fields))
    assert identify_mail(direct) != identify_mail(
        mail("STATUS", "Message-ID: <x@example.org>", *fields)
    )
    assert identify_mail(direct).digest == read_mail(direct, OWN).digest


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        ("A Par \u2013 Bur".encode(), "utf-8", "A Par \u2013 Bur"),
        ("A Par \u2013 Bur".encode(), "", "A Par \u2013 Bur"),
        ("A Par \u2013 Bur".encode(), "iso-8859-1", "A Par \u2013 Bur"),
        ("A Par \u2013 Bur".encode("cp1252"), "us-ascii", "A Par \u2013 Bur"),
        ("A Par \u2013 Bur".encode("cp1252"), "utf-8", "A Par \u2013 Bur"),
        ("A Par → Bur".encode("utf-16"), "utf-16", "A Par → Bur"),
        ("A Par \u2013 Bur".encode(), "no-such-charset", "A Par \u2013 Bur"),
        ("A Par \u2013 Bur".encode(), "rot13", "A Par \u2013 Bur"),
        ("\ufeffA Par".encode(), '"UTF-8"', "A Par"),
        (b"A Par \x81 Bur", "utf-8", "A Par \x81 Bur"),
        (b"A Par +2AA- Bur", "utf-7", "A Par +2AA- Bur"),
        (b"A Par \\ud800 Bur", "unicode_escape", "A Par \\ud800 Bur"),
        (b"A Par-Bur", "punycode", "A Par-Bur"),
    ],
)
def test_any_charset_is_decoded(data: bytes, charset: str, text: str) -> None:
    assert decode_bytes(data, charset) == text


def test_flowed_lines_are_joined_at_equal_depth_only() -> None:
    flowed = "A Par - \nBur\n> quoted \n> more\n>> deeper\n from here\n-- \nFrance"
    assert unflow_text(flowed) == ("A Par - Bur\n> quoted more\n>> deeper\nfrom here\n-- \nFrance")


def test_a_player_may_write_lists_that_look_like_fields() -> None:
    text = "England: F Edi - Nwg\nFrance: A Par - Bur\nGermany: A Mun - Ber\nRussia: A War H"
    assert strip_quotes_and_signature(text, OWN).text == text


def test_a_heading_between_bars_is_not_history() -> None:
    text = "----- Orders -----\nA Par - Bur\n_______________\nF Bre - Mid"
    assert strip_quotes_and_signature(text, OWN).text == text


def test_what_was_cut_is_counted_and_shown() -> None:
    text = "A Par - Bur\n\nOn 3 Nov 2026, judge@example.org wrote:\n> A Par H\n> F Bre H\n-- \nF"
    found = read_mail(mail(text), OWN)
    assert found.text == "A Par - Bur"
    assert found.cut == (
        Reason("cut_quote", ("2", "A Par H / F Bre H")),
        Reason("cut_signature", ("1", "F")),
    )


def test_what_is_quoted_of_our_letter_is_not_told() -> None:
    letter = (
        b"Content-Type: text/plain\n\nYou are France, and this is how things stand.\nF BRE - MAO\n"
    )
    quoted = "> You are France, and this is\n> how things stand.\n> F BRE - MAO"
    head = "On 3 Nov 2026, judge@example.org wrote:\n"
    for more, cut in (("", ()), ("\n> A Par H", (Reason("cut_quote", ("1", "A Par H")),))):
        answer = mail(f"A Par - Bur\n\n{head}{quoted}{more}", "In-Reply-To: <1@example.org>")
        assert read_mail(answer, OWN, sent=lambda *_: letter).cut == cut


def test_of_what_was_cut_orders_are_shown_first_and_no_passwords() -> None:
    quoted = ["Hello all", "SIGNON Fruhr opensesame", "Your password is: opensesame", *"123456"]
    text = "\n".join(["A Par - Bur", *(f"> {line}" for line in [*quoted, "x" * 99, "F Bre H"])])
    assert read_mail(mail(text), OWN).cut == (
        Reason("cut_quote", ("11", "F Bre H / Hello all / 1 / 2 / ...")),
    )


def test_hidden_text_is_not_read() -> None:
    html = (
        "<p>A Par - Bur</p><div style='color: red; DISPLAY : none'>F Bre - Mao<p>x</div>"
        "<p hidden>F Bre - Eng</p><p style='visibility:hidden'>F Bre - Pic</p>"
        "<p style='mso-hide:all'>F Bre H</p><blockquote><p hidden>old</p></blockquote>"
        "<p style='display:block'>A Mar - Spa</p>"
    )
    found = read_mail(mail(html, "Content-Type: text/html"), OWN)
    assert found.text.split() == ["A", "Par", "-", "Bur", "A", "Mar", "-", "Spa"]
    assert found.cut == (
        Reason("cut_hidden", ("5", "F Bre - Mao / F Bre - Eng / F Bre - Pic / F Bre H / ...")),
    )


@pytest.mark.parametrize(
    "html",
    [
        "<style>p.x, .y { Display: none !important }</style><p class=x>NO</p>",
        "<style><!-- a{color:red} .Hid{font-size:0} --></style><b class='q Hid'>NO</b>",
        "<p style='font-size: 0px'>NO</p>",
        "<p style='opacity:0'>NO</p>",
        "<p style='color: #FFFFFF; margin:0'>NO</p>",
        "<font color=white>NO</font>",
        "<p style='font-size:1px'>NO</p>",
        "<p style='position:absolute; left: -9999px'>NO</p>",
        "<p style='max-height:0; overflow:hidden'>NO</p>",
        "<p style='background-color: #eee; color: #eee'>NO</p>",
        "<table bgcolor='#FFFFFF'><tr><td><font color=white>NO</font></table>",
        "<div style='background:#fff'><span style='color:rgb(255, 255, 255)'>NO</span></div>",
    ],
)
def test_what_rules_and_colors_hide_is_not_read(html: str) -> None:
    found = read_mail(mail(f"<p>A Par - Bur</p>{html}", "Content-Type: text/html"), OWN)
    assert found.text.strip() == "A Par - Bur"
    assert found.cut == (Reason("cut_hidden", ("1", "NO")),)


@pytest.mark.parametrize(
    "html",
    [
        "<style>@media (max-width:9px){.x{display:none}}</style><p class=x>YES</p>",
        "<style>.y{display:none}</style><p class=x>YES</p>",
        "<p style='font-size:0.9em;opacity:0.8'>YES</p>",
        "<table bgcolor=#000000><tr><td><font color=white>YES</font></table>",
        "<div style='background-color:navy'><p><i style='color:white'>YES</i></div>",
        "<style>.d{background:#222}</style><p class=d><i style='color:white'>YES</i>",
        "<p style='background-color:white;color:black'>YES</p>",
    ],
)
def test_what_can_be_seen_is_read(html: str) -> None:
    found = read_mail(mail(f"<p>A Par - Bur</p>{html}", "Content-Type: text/html"), OWN)
    assert found.text.split() == ["A", "Par", "-", "Bur", "YES"] and not found.cut


def two_versions(plain: str, html: str) -> bytes:
    return mail(
        f"--b\r\nContent-Type: text/plain\r\n\r\n{plain}\r\n"
        f"--b\r\nContent-Type: text/html\r\n\r\n{html}\r\n--b--\r\n",
        "Content-Type: multipart/alternative; boundary=b",
    )


def test_of_two_versions_with_other_orders_none_is_obeyed() -> None:
    plain = "A Par - Bur\r\nA Mar - Spa"
    same = "<ol><li>A&nbsp;Par - <b>Bur</b><li>A Mar &ndash; Spa</ol><p>Bye</p>"
    assert read_mail(two_versions(plain, same), OWN).over is None
    for other in ("<p>A Par - Pic<p>A Mar - Spa", "<p>A Mar - Spa", f"{same}<p>F Bre H</p>"):
        why = read_mail(two_versions(plain, other), OWN).over
        assert why is not None and why.code == "mail_versions_differ"


def test_orders_are_read_where_they_stand() -> None:
    found = read_mail(two_versions("Please look at the formatted mail.", "<p>A Par - Bur"), OWN)
    assert (found.text, found.over) == ("A Par - Bur", None)


def test_what_a_version_quotes_or_hides_is_no_other_order() -> None:
    plain = "A Par - Bur\r\n> A Mar H\r\nF Bre H"
    html = "<p>A Par - Bur<blockquote type=cite>A Mar - Spa</blockquote><p hidden>F Bre H"
    assert read_mail(two_versions(plain, html), OWN).over is None


@pytest.mark.parametrize(
    ("body", "attached", "differ"),
    [
        ("A Par - Bur", "A Par - Pic", True),
        ("A Par - Bur", "1. A Par-Bur", False),
        ("A Par - Bur", "Deadline: Friday", False),
        ("See the attached file.", "A Par - Pic", False),
    ],
)
def test_an_attachment_with_other_orders_leaves_none(
    body: str, attached: str, differ: bool
) -> None:
    raw = mail(
        f"--b\r\nContent-Type: text/plain\r\n\r\n{body}\r\n"
        f"--b\r\nContent-Type: text/plain; name=x.txt\r\n\r\n{attached}\r\n--b--\r\n",
        "Content-Type: multipart/mixed; boundary=b",
    )
    over = read_mail(raw, OWN).over
    assert (over is not None and over.code == "mail_attachment_differs") == differ


@pytest.mark.parametrize("blank", ["<div>&nbsp;</div>", "<div><br></div>", "<div>\xa0 </div>"])
def test_a_line_with_nothing_but_a_space_parts_paragraphs(blank: str) -> None:
    read = read_html(f"<div>A Par - Bur</div>{blank}<div>Thinking aloud:</div><div>A Mar H</div>")
    assert read.text == "A Par - Bur\n\nThinking aloud:\nA Mar H"


def test_all_written_in_white_was_written_on_a_dark_screen() -> None:
    html = "<div style='color:#fff'>A Par - Bur</div><blockquote type=cite>old</blockquote>"
    found = read_mail(mail(html, "Content-Type: text/html"), OWN)
    assert found.text.strip() == "A Par - Bur"


def test_attachments_are_named_not_read() -> None:
    raw = mail(
        "--b\r\nContent-Type: text/plain\r\n\r\nSTATUS\r\n"
        "--b\r\nContent-Type: text/plain; name=x\r\n"
        'Content-Disposition: attachment; filename="=?utf-8?q?z=C3=BCge=2Etxt?="\r\n\r\n'
        "A Par - Bur\r\n--b--\r\n",
        "Content-Type: multipart/mixed; boundary=b",
    )
    found = read_mail(raw, OWN)
    assert found.text == "STATUS"
    assert found.cut == (Reason("cut_attachment", ("züge.txt",)),)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"no headers at all\nA Par - Bur\n",
        b"\xff\xfe\x00\x01" * 100,
        b"From: " + b"(" * 50_000,
        b"From: " + b'"' * 50_000 + b"@",
        b"Subject: =?utf-8?b?!!!?=\n\n",
        b"Subject: =?x-none?q?=ff?=\n\n",
        b"Content-Type: text/plain; charset*=bad''%ff\n\nx",
        b"Content-Type: ;;;=\n\nx",
        b"Content-Transfer-Encoding: base64\n\n!!!!\xff",
        b"Content-Transfer-Encoding: uuencode\n\nbegin\nxx",
        b"Content-Type: text/html\n\n" + b"<div>" * 10_000,
        b"Content-Type: text/html\n\n" + b"<blockquote><b>x" * 10_000,
        b"Content-Type: multipart/mixed; boundary=\n\n--\n",
        b"Content-Disposition: attachment; filename*0*=x''%zz\n\n",
        b"Content-Disposition: attachment; filename*=unicode_escape''%5Cud800\n\n",
        b"Content-Type: text/plain; charset=utf-7\n\n+2AA-",
        b"Date: Tue, 99 Nov 99999 99:99:99 +9999\n\n",
        b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3000)
        ),
        b"".join(
            b"Content-Type: multipart/alternative; boundary=b%d\n\n--b%d\n" % (n, n)
            for n in range(600)
        ),
        b"Content-Type: message/rfc822\n\n" * 3000,
        b"\n" + b"-" * 200_000,
        b"\n" + b"a" * 200_000 + b":",
        b"\n" + b"1" * 200_000,
        b"\n" + b"- " * 100_000 + b"-",
        b"\n-----BEGIN PGP SIGNED MESSAGE-----\n\n" + b"-----BEGIN PGP SIGNATURE-----\n" * 5000,
    ],
    ids=lambda raw: repr(raw[:24]),
)
def test_garbage_is_read_without_a_word(raw: bytes) -> None:
    found = read_mail(raw, OWN)
    names = [str(name) for reason in found.cut for name in reason.about]
    "".join([found.text, *names]).encode("utf-8")


def test_what_stands_above_a_quoted_line_does_not_go_on_below_it() -> None:
    assert (
        strip_quotes_and_signature("A Par -\n> To answer, just reply\nPic", OWN).text
        == "A Par -\n\nPic"
    )


def test_what_crosses_out_counts_behind_many_attributes() -> None:
    many = " ".join(f"data-{number}='{number} > 1'" for number in range(300))
    read = read_html(f'<p {many} style="text-decoration: line-through">A Par - Bur</p><p>A Mar H')
    assert (read.text.strip(), read.struck) == ("A Mar H", ("A Par - Bur",))
