"""The links of letters by which their readers get no more of them, followed (RFC 8058).

Whoever looks at one does nothing yet. Whoever presses its button has the judge write to itself what
they could have mailed, and it is obeyed as a mail is: kept with one commit, done with the next.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from judge.game.proof.secret_links import SAYS, UnsubscribeLink, parse_link_suffix
from judge.letters.identity import UNSUBSCRIBE, JudgeIdentity
from judge.letters.render import make_template_environment
from judge.post.http_in import HttpAnswer
from judge.post.incoming import WEB, Accept, Envelope
from judge.store import queries
from judge.store.database import Database


def unsubscribe_responder(
    database: Database, identity: JudgeIdentity, accept: Accept
) -> Callable[[str, str], HttpAnswer]:
    """Return what answers a method and a path.

    A link that is good no more is answered like one that is: nobody learns which there are, and a
    button may be pressed twice.
    """
    template = make_template_environment().get_template("unsubscribe.html.j2")

    def answer_request(method: str, path: str) -> HttpAnswer:
        place, _, end = path.partition("?")[0].rpartition("/")
        link = parse_link_suffix(end)
        if link is None or f"{place.rpartition('/')[2]}/" != UNSUBSCRIBE:
            return HttpAnswer(HTTPStatus.NOT_FOUND, "")
        if method == "POST":
            _follow_link(link, database, identity, accept)
        page = template.render(link=link, said=SAYS[link.what], done=method == "POST")
        return HttpAnswer(HTTPStatus.OK, page)

    return answer_request


def _follow_link(
    link: UnsubscribeLink, database: Database, identity: JudgeIdentity, accept: Accept
) -> None:
    """Write to the judge what a link says, if it is good. The same in the same state of the game
    is the same mail, which is kept but once."""
    with database.read_transaction() as tx:
        seat = queries.find_seat_holder(tx, link.game, link.seat)
    if seat is None or not link.is_made_with_secret(seat.secret):
        return
    to = identity.make_reply_address(link.game, link.seat, seat.secret)
    mail = (
        f"From: {seat.address}\r\nTo: {to}\r\nSubject: {SAYS[link.what]}\r\n"
        f"Message-ID: <{link.token}.{seat.version}@{identity.domain}>\r\n\r\n"
    )
    accept(mail.encode("ascii"), Envelope(seat.address, (to,), WEB))
