"""What comes back of the judge's own letters is not obeyed, however a mail program quotes it."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from tests.road.office import Letter, Office, gather

FRANCE = "france@example.org"
FIRST = "A Par - Bur\nA Mar - Xyzzy\nF Bre - Mao"
ABOVE, BELOW, BETWEEN = "above", "below", "between"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Office:
    return gather(Office(tmp_path_factory.mktemp("quotes")))


@pytest.fixture
def office(begun: Office, tmp_path: Path) -> Office:
    return begun.twin(tmp_path)


def as_lines(html: str) -> str:
    """HTML as a program shows it that knows no styles: a line for each block, blanks for cells."""
    body = re.sub(r"(?s).*<body[^>]*>|</body>.*|<!--.*?-->", "", html)
    body = re.sub(r"</(?:p|div|h1|h2|li|tr|table)>|<br>", "\n", body)
    body = re.sub(r"<li[^>]*>", "\u2022 ", body)
    body = re.sub(r"</td>", "  ", body)
    text = re.sub(r"<[^>]+>", "", body).replace("&middot;", "\u00b7").replace("&quot;", '"')
    return "\n".join(line for line in (line.strip() for line in text.splitlines()) if line)


def quote(letter: Letter, way: str) -> str:
    """The letter without any mark of quotation."""
    if way == "its HTML":
        return as_lines(letter.html)
    if way == "its HTML, wrapped":
        return re.sub(r"(.{24}\S*) ", r"\1\n", as_lines(letter.html))
    return re.sub(r"(?m)^[>|] ?", "", letter.text)


@pytest.mark.parametrize(
    ("cited", "place"),
    [
        *product(("In-Reply-To", "References"), (ABOVE, BELOW, BETWEEN)),
        ("", ABOVE),
        ("", BELOW),
    ],
)
@pytest.mark.parametrize("way", ["its text", "its HTML", "its HTML, wrapped"])
def test_a_receipt_without_marks_is_not_obeyed(
    office: Office, way: str, place: str, cited: str
) -> None:
    receipt = office.answer(FRANCE, FIRST)[0]
    old = quote(receipt, way)
    assert re.search("(?i)A PAR - BUR", old)
    new = "A Par - Pic"
    if place == BETWEEN:
        head, order, rest = re.split(r"(F BRE - MAO\n)", old, maxsplit=1)
        text = f"{head}{order}{new}\n{rest}"
    else:
        text = f"{new}\n\n{old}" if place == ABOVE else f"{old}\n\n{new}"
    headers = {cited: receipt["Message-ID"]} if cited else {}
    office.write(FRANCE, text, subject="Re: orders", answering=FRANCE, headers=headers)
    answer = office.run()[0]
    assert sorted(office.orders("France")) == ["A PAR - PIC", "F BRE - MAO"]
    assert "> A Par - Pic\n" in answer.text
    assert "Not taken" not in answer.text
    assert "Quoted lines" not in answer.text  # of lines that are known to be ours nobody is told


def test_a_letter_to_somebody_else_is_no_letter_to_compare_with(office: Office) -> None:
    """Nobody learns from what is cut what stands in another's letter."""
    secret = office.answer(FRANCE, FIRST)[0]
    guess = as_lines(secret.html).partition("\n")[2]  # a headline would be known without it
    office.write("england@example.org", guess, answering="england@example.org",
                 headers={"In-Reply-To": secret["Message-ID"]})  # fmt: skip
    assert "Quoted lines" not in office.run()[0].text


def test_lines_of_a_letter_may_be_sent_back(office: Office) -> None:
    receipt = office.answer(FRANCE, FIRST)[0]
    text = "A PAR - BUR\nF BRE - MAO\nA Mar H"
    office.write(FRANCE, text, answering=FRANCE, headers={"In-Reply-To": receipt["Message-ID"]})
    answer = office.run()[0]
    assert "Quoted lines" not in answer.text and "> F BRE - MAO\n" in answer.text
    assert sorted(office.orders("France")) == ["A MAR H", "A PAR - BUR", "F BRE - MAO"]
