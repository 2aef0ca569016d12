"""How mail programs send an answer: what was typed, and the letter that it answers below it.

What is typed is plain lines; ``~~this~~`` is struck out, and lines with tabs are a table. A
program makes of it the parts of a mail as that program would.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from tests.road.office import JUDGE, Letter

WORDS = tomllib.loads((Path(__file__).parent / "programs.toml").read_text(encoding="utf-8"))
LANGUAGES = tuple(WORDS["phone"])
NAME = "The judge at example.org"
DATE = {"day": "Tue", "date": "Nov 3, 2026", "time": "09:00", "name": NAME, "mail": JUDGE}


class Parts(NamedTuple):
    """The texts of a mail; either may be empty."""

    plain: str
    html: str


class Answer(NamedTuple):
    """What was typed, in which language, and what it answers."""

    text: str
    language: str
    letter: Letter

    def wrote(self, program: str) -> str:
        return str(WORDS["wrote"][program][self.language]).format(**DATE)

    @property
    def heads(self) -> list[tuple[str, str]]:
        names = WORDS["heads"][self.language]
        subject = self.letter.subject
        return list(
            zip(
                names,
                (f"{NAME} <{JUDGE}>", "03.11.2026 09:00", self.letter.to, subject),
                strict=True,
            )
        )

    def word(self, what: str) -> str:
        return str(WORDS[what][self.language])

    @property
    def old(self) -> str:
        """What is inside the body of the letter's HTML."""
        return _cut_body(self.letter.html)

    @property
    def typed(self) -> str:
        """What was typed, as programs put it into plain text: what is struck out has no mark."""
        return re.sub(r"~~(.+?)~~", r"\1", self.text)

    def quoted(self, mark: str = "> ") -> str:
        return "\n".join(f"{mark}{line}".rstrip() for line in self.letter.text.splitlines())


@cache
def _cut_body(html: str) -> str:
    return re.sub(r"(?s).*<body[^>]*>|</body>.*|<!--.*?-->", "", html)


def fill(raw: bytes, answer: Answer, writer: str) -> bytes:
    """Return a whole mail with the letter that it answers, and who writes it to whom, in place of
    the marks for these; what stands before the quoted text stands before each line of it."""
    quoted = [line.encode() for line in answer.letter.text.splitlines()]
    raw = re.sub(
        rb"(?m)^(.*)@QUOTED_PLAIN@", lambda mark: b"\n".join(mark[1] + q for q in quoted), raw
    )
    marks = {
        "@FROM@": writer,
        "@TO@": answer.letter["Reply-To"],
        "@REFERENCE@": answer.letter["Message-ID"],
        "@QUOTED_HTML@": answer.old,
    }
    for mark, text in marks.items():
        raw = raw.replace(mark.encode(), text.encode())
    return raw.replace(b"\n", b"\r\n")


def blocks(text: str, line: str, blank: str, strike: tuple[str, str], joint: str = "") -> str:
    """Return lines as HTML: ``line`` has %s where one goes; tabs make a table."""
    made: list[str] = []
    rows: list[str] = []
    for one in [*text.splitlines(), None]:
        if one is not None and "\t" in one:
            cells = "".join(f"<td>{inline(cell, strike)}</td>" for cell in one.split("\t"))
            rows.append(f"<tr>{cells}</tr>")
            continue
        if rows:
            made.append(f'<table border="0" cellspacing="0"><tbody>{"".join(rows)}</tbody></table>')
            rows = []
        if one is not None:
            made.append(line % inline(one, strike) if one.strip() else blank)
    return joint.join(made)


def inline(text: str, strike: tuple[str, str]) -> str:
    shown = escape(text, quote=False).replace("  ", "&nbsp; ")
    return re.sub(r"~~(.+?)~~", rf"{strike[0]}\1{strike[1]}", shown)


S, DEL, STRIKE = ("<s>", "</s>"), ("<del>", "</del>"), ("<strike>", "</strike>")
STYLE = ('<span style="text-decoration: line-through;">', "</span>")
LINE = ('<span style="text-decoration-line:line-through">', "</span>")
CLASS = ('<span class="gone">', "</span>")


def page(body: str, style: str = "") -> str:
    sheet = f"<style>{style}</style>" if style else ""
    meta = '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">'
    return f"<html><head>{meta}{sheet}</head><body>{body}</body></html>"


def gmail(answer: Answer, strike: tuple[str, str] = S) -> Parts:
    wrote = answer.wrote("gmail")
    new = blocks(answer.text, "<div>%s</div>", "<div><br></div>", strike)
    html = (
        f'<div dir="ltr">{new}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(wrote)}<br></div>'
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid '
        f'rgb(204,204,204);padding-left:1ex"><u></u>{answer.old}</blockquote></div>'
    )
    return Parts(f"{answer.typed}\n\n{wrote}\n\n{answer.quoted()}\n", html)


def gmail_phone(answer: Answer) -> Parts:
    plain, html = gmail(answer, STRIKE)
    return Parts(plain, html.replace('dir="ltr"', 'dir="auto"', 1))


def outlook(answer: Answer) -> Parts:
    new = blocks(
        answer.text,
        '<p class="MsoNormal">%s<o:p></o:p></p>',
        '<p class="MsoNormal"><o:p>&nbsp;</o:p></p>',
        S,
    )
    head = "<br>".join(f"<b>{name}:</b> {escape(value)}" for name, value in answer.heads)
    html = (
        f'<div class="WordSection1">{new}<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div>'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f'<p class="MsoNormal">{head}<o:p></o:p></p></div></div>{answer.old}</div>'
    )
    plain = "\n".join(f"{name}: {value}" for name, value in answer.heads)
    return Parts(f"{answer.typed}\n\n{plain}\n\n{answer.letter.text}", page(html))


def outlook_web(answer: Answer) -> Parts:
    new = blocks(
        answer.text,
        '<div class="elementToProof" style="font-size: 12pt;">%s</div>',
        '<div class="elementToProof"><br></div>',
        LINE,
    )
    head = "<br>".join(f"<b>{name}:</b> {escape(value)}" for name, value in answer.heads)
    html = (
        f'{new}<div id="appendonsend"></div><hr style="display:inline-block;width:98%" '
        f'tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">{head}</font>'
        f"<div>&nbsp;</div></div><div>{answer.old}</div>"
    )
    plain = "\n".join(f"{name}: {value}" for name, value in answer.heads)
    rule = "_" * 32
    return Parts(f"{answer.typed}\n\n{rule}\n{plain}\n\n{answer.letter.text}", page(html))


def outlook_phone(answer: Answer) -> Parts:
    word = answer.word("outlook")
    plain, html = outlook_web(answer)
    link = f'<div id="ms-outlook-mobile-signature"><a href="https://aka.ms/x">{word}</a></div>'
    html = html.replace('<div id="appendonsend">', f'{link}<div id="appendonsend">')
    return Parts(plain.replace("_" * 32, f"{word}<https://aka.ms/x>\n{'_' * 32}", 1), html)


def apple(answer: Answer) -> Parts:
    wrote = answer.wrote("apple")
    new = blocks(answer.text, "%s", "", STYLE, "<br>")
    html = (
        f'<div style="overflow-wrap: break-word;">{new}<br id="lineBreakAtBeginningOfMessage">'
        f'<div><br><blockquote type="cite"><div>{escape(wrote)}</div>'
        f'<br class="Apple-interchange-newline"><div>{answer.old}</div></blockquote></div>'
        "<br></div>"
    )
    return Parts(f"{answer.typed}\n\n> {wrote}\n> \n{answer.quoted()}\n", page(html))


def iphone(answer: Answer) -> Parts:
    wrote, word = answer.wrote("apple"), answer.word("phone")
    new = blocks(answer.text, "<div>%s</div>", "<div><br></div>", STRIKE)
    html = (
        f'<div dir="auto">{new}<div><br></div><div dir="ltr">{word}</div><div dir="ltr"><br>'
        f'<blockquote type="cite">{escape(wrote)}<br><br></blockquote></div>'
        f'<blockquote type="cite"><div dir="ltr">{answer.old}</div></blockquote></div>'
    )
    return Parts(f"{answer.typed}\n\n{word}\n\n> {wrote}\n> \n{answer.quoted('> ')}\n", page(html))


def thunderbird(answer: Answer) -> Parts:
    return Parts(f"{answer.typed}\n\n{answer.wrote('thunderbird')}\n{answer.quoted()}\n", "")


def thunderbird_html(answer: Answer) -> Parts:
    wrote = answer.wrote("thunderbird")
    new = blocks(answer.text, "%s", "", S, "<br>")
    html = (
        f'<p>{new}</p><div class="moz-cite-prefix">{escape(wrote)}<br></div>'
        f'<blockquote type="cite" cite="mid:1@example.org">{answer.old}</blockquote>'
    )
    return Parts(f"{answer.typed}\n\n{wrote}\n{answer.quoted()}\n", page(html))


def thunderbird_below(answer: Answer) -> Parts:
    """The answer below what is quoted, as some like it."""
    return Parts(f"{answer.wrote('thunderbird')}\n{answer.quoted()}\n\n{answer.typed}\n", "")


def yahoo(answer: Answer) -> Parts:
    wrote = answer.wrote("gmail")
    new = blocks(
        answer.text, '<div dir="ltr" data-setdir="false">%s</div>', "<div><br></div>", LINE
    )
    html = (
        f'<div class="yahoo-style-wrap" style="font-size:16px;">{new}<div><br></div></div>'
        '<div id="yahoo_quoted_1234567890" class="yahoo_quoted"><div style="color:#26282a;">'
        f"<div>{escape(wrote)}</div><div><br></div><div><br></div><div>{answer.old}</div>"
        "</div></div>"
    )
    return Parts(f"{answer.typed}\n\n{wrote}\n\n{answer.letter.text}", page(html))


def proton(answer: Answer) -> Parts:
    wrote = answer.wrote("gmail")
    new = blocks(
        answer.text,
        '<div style="font-family: Arial; font-size: 14px;">%s</div>',
        '<div style="font-family: Arial;"><br></div>',
        DEL,
    )
    html = (
        f'{new}<div class="protonmail_quote">{escape(wrote)}<br><blockquote '
        f'class="protonmail_quote" type="cite">{answer.old}</blockquote><br></div>'
    )
    return Parts(f"{answer.typed}\n\n{wrote}\n\n{answer.quoted()}\n", html)


def gmx(answer: Answer) -> Parts:
    """No plain text at all, and a style sheet."""
    new = blocks(answer.text, "<div>%s</div>", "<div>&nbsp;</div>", CLASS)
    head = "<br/>".join(f"<b>{name}:</b>&nbsp;{escape(value)}" for name, value in answer.heads)
    html = (
        f'<div style="font-family: Verdana;font-size: 12.0px;">{new}<div>&nbsp;<div '
        'name="quote"'
        ' style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div>'
        f'{head}</div><div name="quoted-content">{answer.old}</div></div></div></div>'
    )
    return Parts("", page(html, ".gone { color: #999; text-decoration: line-through }"))


def android(answer: Answer) -> Parts:
    word, rule = answer.word("android"), answer.word("original")
    new = blocks(answer.text, '<div dir="auto">%s</div>', '<div dir="auto"><br></div>', DEL)
    head = "".join(f"<div>{name}: {escape(value)} </div>" for name, value in answer.heads)
    html = (
        f'{new}<div><br></div><div id="composer_signature"><div>{word}</div></div>'
        f"<div><br></div><div>{rule}</div>{head}<div><br></div>{answer.old}"
    )
    plain = "\n".join(f"{name}: {value}" for name, value in answer.heads)
    return Parts(f"{answer.typed}\n\n{word}\n\n{rule}\n{plain}\n\n{answer.letter.text}", page(html))


def mutt(answer: Answer) -> Parts:
    """What is quoted is left out."""
    return Parts(f"{answer.typed}\n\n-- \nJ. Doe\n", "")


PROGRAMS: dict[str, Callable[[Answer], Parts]] = {
    "gmail": gmail,
    "gmail phone": gmail_phone,
    "outlook": outlook,
    "outlook web": outlook_web,
    "outlook phone": outlook_phone,
    "apple": apple,
    "iphone": iphone,
    "thunderbird": thunderbird,
    "thunderbird html": thunderbird_html,
    "thunderbird below": thunderbird_below,
    "yahoo": yahoo,
    "proton": proton,
    "gmx": gmx,
    "android": android,
    "mutt": mutt,
}
WITHOUT_HTML = ("thunderbird", "thunderbird below", "mutt")


def mail(program: str, answer: Answer, number: int, now: datetime) -> bytes:
    """Return the mail that answers a letter by a program."""
    plain, html = PROGRAMS[program](answer)
    made = EmailMessage(policy=SMTP)
    made["From"] = answer.letter.to
    made["To"] = answer.letter["Reply-To"]
    made["Subject"] = f"Re: {answer.letter.subject}"
    made["Date"] = now
    made["Message-ID"] = f"<{number}.people@example.org>"
    made["In-Reply-To"] = answer.letter["Message-ID"]
    made["References"] = answer.letter["Message-ID"]
    if plain:
        made.set_content(plain, cte="quoted-printable" if number % 2 else "base64")
    if html and plain:
        made.add_alternative(html, subtype="html")
    elif html:
        made.set_content(html, subtype="html")
    return made.as_bytes()
