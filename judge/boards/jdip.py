"""Reading a variant pack of jDip: ``variants.xml``, the borders that it names, and the picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from judge.boards.draft import Country, Draft, SourceError, SourceLine, Space, UnplayablePart
from judge.boards.svg import read_svg
from judge.boards.xml import Element, read_xml
from judge.library.files import suggest_name

_SEASONS = {"spring": "fall", "fall": "spring"}
"""The season that is left where a space is shut in the other."""

_BUILDS = {"VALUE_BUILDS_HOME_ONLY": "homes", "VALUE_BUILDS_ANY_OWNED": "owned"}
_WINGS = {"VALUE_WINGS_ENABLED": True, "VALUE_WINGS_DISABLED": False}
_UNITS = {"army": "A", "fleet": "F", "wing": "W"}


def read_pack(path: Path) -> list[Draft]:
    """Return the boards of a pack. Raises SourceError with each line that is wrong."""
    root = read_xml(path)
    pictures = {row["id"]: row["URI"] for row in root.find_elements("MAP_DEFINITION")}
    boards = [
        _read_board(variant, path.parent, pictures) for variant in root.find_elements("VARIANT")
    ]
    if not boards:
        raise SourceError(f"{path.name}: there is no VARIANT in it")
    return boards


def _read_board(variant: Element, folder: Path, pictures: dict[str, str]) -> Draft:
    board = next(variant.find_elements("MAP"), None)
    if board is None:
        raise SourceError(f"{variant.place}: a VARIANT wants a MAP")
    file = _find_pack_file(folder, board["adjacencyURI"], board.place)
    borders = read_xml(file)
    source = f"{variant.place.file}, {file.name}"
    draft = Draft(variant["name"], source, _read_spaces(borders), {})
    _note_lines(draft, borders, variant)
    _read_shut_borders(borders, draft)
    _drop_impassable_spaces(draft)
    for row in variant.find_elements("POWER"):
        names = [name.strip() for name in row.get("altnames").split(",") if name.strip()]
        draft.powers[row["name"]] = Country(row["name"], row["adjective"], aliases=names)
        if row.get("active", "true") == "false":
            draft.unplayed.append(row["name"])
    _read_centers_and_units(variant, draft)
    _read_starting_time(variant, draft)
    _read_rules(variant, draft)
    graphic = next((candidate for candidate in board.find_elements("MAP_GRAPHIC")), None)
    if graphic is not None and graphic["ref"] in pictures:
        draft.geometry = read_svg(
            _find_pack_file(folder, pictures[graphic["ref"]], graphic.place), draft
        )
    draft.tidy_aliases()
    return draft


def _read_spaces(root: Element) -> dict[str, Space]:
    spaces: dict[str, Space] = {}
    lines: dict[str, SourceLine] = {}
    codes = _collect_codes_by_name(root)
    for row in root.find_elements("PROVINCE"):
        code = row["shortname"].upper()
        if code in spaces:
            raise SourceError(f"{row.place}: {code} stands here twice")
        space = spaces[code] = Space(code, row["fullname"])
        lines[code] = row.place
        space.aliases = [element["name"] for element in row.find_elements("UNIQUENAME")]
        space.ferries = row.get("isConvoyableCoast") == "true"
        for borders in row.find_elements("ADJACENCY"):
            by = borders.get("type", "mv")
            targets = {_read_location(word, codes) for word in borders["refs"].split()} - {code}
            if by == "mv":
                space.land |= targets
            else:
                space.water.setdefault("" if by == "xc" else by, set()).update(targets)
        space.sea = not any(
            element.get("type", "mv") == "mv" for element in row.find_elements("ADJACENCY")
        )
    problems = [
        f"{lines[space.code]}: {space.code} borders on {target}, {wrong}"
        for space in spaces.values()
        for target in sorted({*space.land, *(t for ts in space.water.values() for t in ts)})
        if (wrong := _explain_bad_target(target, spaces))
    ]
    if problems:
        raise SourceError(*problems)
    return spaces


def _explain_bad_target(target: str, spaces: Mapping[str, Space]) -> str:
    """Say why nothing can border on a space or coast, "" if it can."""
    code, _, coast = target.partition("/")
    if code not in spaces:
        return f"which is not there{suggest_name(code, spaces)}"
    if coast and coast not in spaces[code].water:
        return f"which is no coast of {spaces[code].name}"
    return ""


def _note_lines(draft: Draft, borders: Element, variant: Element) -> None:
    """Keep where spaces, powers and the centers to win with are written."""
    for row in borders.find_elements("PROVINCE"):
        draft.lines[row["shortname"].upper()] = draft.lines[row["fullname"]] = row.place
    for row in variant.find_elements("POWER"):
        draft.lines[row["name"]] = row.place
    for row in variant.find_elements("WINNING_SUPPLY_CENTERS"):
        draft.lines["win"] = row.place


def _collect_codes_by_name(root: Element) -> dict[str, str]:
    """Return the short names of spaces by all their names, in capitals."""
    codes: dict[str, str] = {}
    for row in root.find_elements("PROVINCE"):
        names = [row["fullname"], *(element["name"] for element in row.find_elements("UNIQUENAME"))]
        codes |= {name.upper(): row["shortname"].upper() for name in names}
    return codes | {code: code for code in codes.values()}


def _read_location(word: str, codes: Mapping[str, str]) -> str:
    name, _, coast = word.replace("-", "/").partition("/")
    code = codes.get(name.upper(), name.upper())
    return f"{code}/{coast.lower()}" if coast and coast != "mv" else code


def _read_shut_borders(root: Element, draft: Draft) -> None:
    """Take over the borders that are shut at times; list those that are unlike ours."""
    kinds = {row["id"]: row for row in root.find_elements("BORDER")}
    for province in root.find_elements("PROVINCE"):
        for name in province.get("borders").split():
            row = kinds.get(name)
            if row is None:
                raise SourceError(f"{province.place}: there is no BORDER {name}")
            attribute_names = {key for key in row.attributes if key not in ("id", "description")}
            season = row.get("season").lower()
            if attribute_names == {"season"} and season in _SEASONS:
                draft.open[province["shortname"].upper()] = _SEASONS[season]
            elif (
                attribute_names == {"from", "baseMoveModifier"} and row["baseMoveModifier"] == "-1"
            ):
                for origin in row["from"].upper().split():
                    draft.narrows[frozenset((origin, province["shortname"].upper()))] = 0
            else:
                rest = ", ".join(f"{key} {row.get(key)}" for key in sorted(attribute_names))
                text = f"a border of {province['shortname'].upper()}: {rest}"
                draft.unplayable.append(UnplayablePart(row.place, text))


def _drop_impassable_spaces(draft: Draft) -> None:
    for code, space in list(draft.spaces.items()):
        if not space.land and not any(space.water.values()):
            draft.impassable.append(space.name)
            del draft.spaces[code]


def _read_centers_and_units(variant: Element, draft: Draft) -> None:
    powers = {
        word.casefold(): power
        for power in draft.powers.values()
        for word in (*power.aliases, power.name)
    }

    def find_power_in_row(row: Element, key: str) -> Country | None:
        name = row.get(key, "none").casefold()
        if name not in powers and name != "none":
            raise SourceError(f"{row.place}: there is no power {name}{suggest_name(name, powers)}")
        return powers.get(name)

    for row in variant.find_elements("SUPPLYCENTER"):
        space = _read_space(row, draft)
        space.center = True
        if home := find_power_in_row(row, "homepower"):
            home.homes.append(space.code)
        if owner := find_power_in_row(row, "owner"):
            owner.owned = [*(owner.owned or ()), space.code]
    for power in draft.powers.values():
        if power.owned is not None and set(power.owned) == set(power.homes):
            power.owned = None
    for row in variant.find_elements("INITIALSTATE"):
        space, country = _read_space(row, draft), find_power_in_row(row, "power")
        unit = row["unit"].lower()
        if country is None or unit not in _UNITS:
            draft.unplayable.append(UnplayablePart(row.place, f"a {unit} in {space.code}"))
            continue
        coast = row.get("unitcoast").lower().strip("/-")
        draft.wings |= unit == "wing"
        at = f"{space.code}/{coast}" if coast and coast in space.water else space.code
        country.units.append(f"{_UNITS[unit]} {at}")


def _read_space(row: Element, draft: Draft) -> Space:
    code = draft.find_code_of_space(row["province"])
    if code not in draft.spaces:
        raise SourceError(
            f"{row.place}: there is no space {code}{suggest_name(code, draft.spaces)}"
        )
    return draft.spaces[code]


def _read_starting_time(variant: Element, draft: Draft) -> None:
    for row in variant.find_elements("STARTINGTIME"):
        words = re.findall(r"\w+", row["turn"])
        if len(words) == 3 and words[1].isdigit():
            draft.year = int(words[1])
            if [words[0].lower(), words[2].lower()] == ["spring", "movement"]:
                continue
            if words[2].lower() == "adjustment":
                draft.opening = ("winter B",)
                continue
        text = f"a game that begins with {row['turn']}"
        draft.unplayable.append(UnplayablePart(row.place, text))


def _read_rules(variant: Element, draft: Draft) -> None:
    for row in variant.find_elements("WINNING_SUPPLY_CENTERS"):
        draft.wins = _read_number(row)
    for row in variant.find_elements("GAME_LENGTH"):
        draft.years = _read_number(row)
    for row in variant.find_elements("YEARS_WITHOUT_SC_CAPTURE"):
        draft.quiet = _read_number(row)
    for row in variant.find_elements("RULEOPTION"):
        if row["name"] == "OPTION_BUILDS" and row["value"] in _BUILDS:
            draft.builds = _BUILDS[row["value"]]
        elif row["name"] == "OPTION_WINGS" and row["value"] in _WINGS:
            draft.wings |= _WINGS[row["value"]]
        else:
            draft.unplayable.append(UnplayablePart(row.place, f"{row['name']} {row['value']}"))


def _read_number(row: Element) -> int:
    if not row["value"].isdigit():
        raise SourceError(f"{row.place}: {row.name} wants a number, not {row['value']}")
    return int(row["value"])


def _find_pack_file(folder: Path, name: str, place: SourceLine) -> Path:
    """Return the file of that name in the folder of the pack."""
    if not re.fullmatch(r"\w[\w .-]*", name):
        raise SourceError(f"{place}: {name} is no name of a file of this folder")
    if not (folder / name).is_file():
        raise SourceError(f"{place}: there is no file {name} beside {place.file}")
    return folder / name
