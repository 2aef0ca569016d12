"""Writes the pages of those who let it be shown how they play, each when it has changed."""

from __future__ import annotations

from pathlib import Path

from judge.site.folder import remove_other_files, write_site_files
from judge.site.pages import Site
from judge.site.person import (
    FOLDER,
    PersonOnShow,
    list_of_persons,
    names_of_pages,
    person_file,
)
from judge.store import club_rows
from judge.store.database import Database


class PersonPages:
    """Keeps these pages as results, ratings and names are."""

    def __init__(self, database: Database, folder: Path, site: Site) -> None:
        self._database, self._folder, self._site = database, folder, site
        self._seen: object = None
        self._stamps: dict[int, tuple[str, str]] = {}

    def write_changes(self, is_listing_new: bool) -> None:
        """Write the pages of those of whom something has changed; ``is_listing_new``: other games
        are listed than before. Raises OSError.
        """
        with self._database.read_transaction() as tx:
            names = club_rows.list_named_persons(tx)
            seen = (names, club_rows.count_results(tx))
            if seen == self._seen and not is_listing_new:
                return
            stamps = club_rows.stamps_of_persons(tx)
            pages = names_of_pages({who: names[who] for who in names if who in stamps})
            now = {who: (name, stamps[who] + names[who]) for who, name in pages.items()}
            changed = {
                who: PersonOnShow(
                    names[who],
                    club_rows.results_of_person(tx, who),
                    club_rows.ratings_of_person(tx, who),
                )
                for who in pages
                if self._stamps.get(who) != now[who]
            }
        files = [person_file(self._site, pages[who], person) for who, person in changed.items()]
        listed = list_of_persons(self._site, [(names[who], page) for who, page in pages.items()])
        write_site_files(self._folder, [*files, listed])
        kept = {"index.html", *(f"{page}.html" for page in pages.values())}
        remove_other_files(self._folder / FOLDER, kept)
        self._seen, self._stamps = seen, now
