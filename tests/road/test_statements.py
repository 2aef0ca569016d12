"""How much is asked of the database for one mail."""

from __future__ import annotations

import pytest

from judge.service.waiting import read_waiting_mail
from tests.road.office import Office, player
from tests.statements import counted_statements

ORDERS = "A Par - Bur\nF Bre - Mao\nA Mar H"


@pytest.mark.databases("sqlite", "postgresql")
def test_a_mail_of_orders_takes_few_statements(office: Office) -> None:
    """From its bytes to the receipt, with a picture; its address has proved itself before. Judges
    who share a database ask once more: whether another mail can be read now. Another mail of orders
    has been read before: what took a judge long, as its first one may, is noted by one more."""
    office.answer(player("England"), "F Lon - Nth\nF Edi - Nwg\nA Lvp H")
    (status,) = office.answer(player("France"), "GET STATUS")
    to = status["Reply-To"]
    raw = office.compose(player("France"), ORDERS, to, "orders", {})
    with counted_statements(office.judge.database) as statements:
        office.accept(raw, player("France"), (to,))
        read_waiting_mail(office.judge, office.now)
    assert len(office.orders("France")) == 3
    assert sum(statement.startswith("INSERT INTO pictures") for statement in statements) == 1
    most = 12 if office.judge.database.is_single_judge else 13
    assert len(statements) <= most, "\n".join(statements)
