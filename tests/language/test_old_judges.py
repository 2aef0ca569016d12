"""Every command and setting of the old judges has its line on the page of HELP about them."""

from __future__ import annotations

from judge.language.old_judges import OldLine, find_old_line, read_old_lines
from judge.language.reader import read_line
from judge.language.script import split_mail
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    Line,
    OrderStatement,
    UnreadStatement,
)
from judge.library import load
from judge.model.reason import Reason
from judge.model.turn import Phase
from tests.each import check_each

KNOWN = """
HELP; GET; SEND ME; GET PACKAGE; GET DEDICATION; VERSION; LIST; LIST FULL; SUMMARY; STATUS;
HISTORY; WHO IS; WHO GAME; INFO PLAYER; MAP; REGISTER; I AM ALSO; SIGN ON ?; SIGNON; OBSERVE;
WATCH; CREATE ?; HELLO; LOGIN; PHASE; IF; ELSE; ENDIF; CLEAR; BROADCAST; PRESS TO; PRESS WHITE;
PRESS GREY; POSTAL PRESS; ENDPRESS; ENDBROADCAST; DIARY RECORD; DIARY LIST; DIARY READ;
DIARY DELETE; RESIGN; WITHDRAW; RESUME; SIGN OFF; BECOME MASTER; BECOME; PROCESS; PREDICT;
ROLLBACK; UNSTART; FORCE BEGIN; EJECT; PROMOTE; PAUSE; SUSPEND; TERMINATE; SETUP; ADJUST; RECORD;
FIXID; NOCONTROL; SET ADDRESS; SET PASSWORD; SET WAIT; SET NOWAIT; SET PREFERENCE; SET ABSENCE;
SET HOLIDAY; SET VACATION; SET DRAW; SET CONCEDE; SET BROADCAST; SET MOVE CLOCK; SET MOVE MIN;
SET MOVE NEXT; SET MOVE GRACE; SET MOVE DELAY; SET MOVE DAYS; SET RETREAT; SET ADJUST;
SET STRICT GRACE; SET STRICT WAIT; SET MAX ABSENCE; SET SUMMER; SET DEADLINE; SET GRACE;
SET START; SET NMR; SET CD; SET LATE COUNT; SET LATE PRESS; SET GRACE PRESS; SET MUST ORDER;
SET NO PRESS; SET NONE; SET WHITE; SET GREY; SET WHITE/GREY; SET GREY/WHITE; SET PARTIAL;
SET PARTIAL MAY; SET PARTIAL FAKES; SET NO FAKE; SET OBSERVER ANY; SET OBSERVER WHITE;
SET OBSERVER NO; SET POSTAL PRESS; SET MINOR PRESS; SET BLANK PRESS; SET TOUCH PRESS;
SET ALL PRESS; SET NORMAL PRESS; SET WATCH ALL PRESS; SET MANUAL START; SET AUTO START;
SET MANUAL PROCESS; SET AUTO PROCESS; SET PLAYERS; SET POWERS; SET PRFLIST; SET PRFBOTH;
SET PRFRAND; SET BLANK BOARD; SET EMPTY BOARD; SET AUTO CREATE; SET ACCESS; SET LEVEL;
SET DEDICATION; SET ONTIMERAT; SET RESRAT; SET ALLOW; SET DENY; SET APPROVAL; SET APPROVED;
SET NOT APPROVED; SET LIST; SET PUBLIC; SET NOLIST; SET UNLIST; SET PRIVATE; SET MODERATED;
SET UNMODERATED; SET QUIET; SET SECRET; SET SHOW; SET REVEAL; SET BCENTRES; SET DIAS;
SET CONCESSIONS; SET CENTERS; SET ALLIED WIN; SET CAPTURE WIN; SET RESUME; SET PROXY;
SET ANY CENTRES; SET ONE CENTRES; SET HOME CENTRES; SET ANY DISBAND; SET NORMAL DISBAND;
SET AUTO DISBAND; SET DISBAND; SET TRANSFORM; SET ATTACK TRANSFORM; SET COASTAL CONVOYS;
SET STRICT CONVOY; SET PORTAGE; SET DUALITY; SET HOME TRANSFER; SET NEUTRALS; SET HONG KONG;
SET GATEWAYS; SET RAILWAYS; SET AIR LIFTS; SET ADJACENCY; SET ASSASSINS; SET BANK; SET LOANS;
SET DICE; SET FAMINE; SET FORTRESS; SET GARRISON; SET MACH2; SET MONEY; SET PLAGUE; SET SPECIAL;
SET STORMS; SET BASIC; SET ADVANCED; SET VARIANT; SET NOT VARIANT; SET COMMENT; SET RATED;
SET UNRATED; SET BN; SET MN; SET EP; TAKEOVER; MONITOR; SET ZONE; SET NOZONE; PURGE; RENAME;
REVEAL; FORM; ACTIVATE; PREVIEW; ROLLFORWARD; DUMMY; REVIVE; OFFICIAL; SET UNLISTED; PROPOSE;
SET WARN
"""
"""How the lines begin that nJudge and the DPjudge know."""

BEGINNINGS = [line.strip() for line in KNOWN.replace("\n", " ").split(";")]
STANDARD = load("standard")
FILLED = {
    "game": "ruhr", "secret": "foobar", "address": "me@example.net", "date": "Tue Dec 1 18:00",
    "turn": "F1901M", "later": "F1902M", "n": "24", "text": "something", "file": "press",
    "standard": "standard", "pdf": "pdf", "gif": "gif", "ps": "ps",
}  # fmt: skip


def test_it_has_its_line() -> None:
    check_each(((beginning,) for beginning in BEGINNINGS), check_line)


def check_line(beginning: str) -> None:
    assert any(f"{old.line} ".startswith(f"{beginning} ") or old.line.startswith(beginning)
               for old in read_old_lines())  # fmt: skip


def test_it_is_read_as_the_page_says() -> None:
    assert len(read_old_lines()) > 300
    check_each(((old,) for old in read_old_lines()), check_reading)


def check_reading(old: OldLine) -> None:
    line = " ".join(FILLED.get(word, word) for word in old.line.split(" "))
    said = read_line(Line(1, line), STANDARD, Phase.MOVEMENT)
    if old.refused:
        (unread,) = said
        assert isinstance(unread, UnreadStatement) and unread.why == Reason(
            "old_line", (old.refused,)
        )
    elif old.instead:
        found = find_old_line(line)
        assert found is not None
        assert said == read_line(Line(1, line), STANDARD, Phase.MOVEMENT)
        (meant,) = read_line(Line(1, found.instead), STANDARD, Phase.MOVEMENT)
        (done,) = said
        assert isinstance(meant, CommandStatement) and isinstance(done, CommandStatement)
        assert done.command == meant.command
    elif split_mail(line).items and not line.startswith(("ENDPRESS", "ENDBROADCAST", "HELLO")):
        assert all(
            isinstance(one, CommandStatement | ConditionStatement | OrderStatement) for one in said
        ), said


def test_it_does_not_stand_above_what_a_variant_says() -> None:
    civ = load("civ")
    (said,) = read_line(Line(1, "WITHDRAW"), civ, Phase.MOVEMENT)
    assert isinstance(said, CommandStatement)
