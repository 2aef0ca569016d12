"""Games of Global Diplomacy for two to six players, created and begun by mail."""

import pytest

from judge.game.state import Stage
from tests.road import laws
from tests.road.office import MASTER, Office

SEATS = {
    2: ({"United States", "South American Alliance", "Greater African Union"},),
    3: ({"United States", "South American Alliance"},),
    4: ({"United States"}, {"People's Republic of Asia"}),
    5: ({"United States"}, {"Greater African Union"}),
    6: ({"European Union"},),
}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    return Office(tmp_path_factory.mktemp("fresh"))


@pytest.mark.parametrize("players", SEATS)
def test_gd_9_a_game_begins_with_as_many_players_as_it_is_for(fresh, tmp_path, players):
    office = fresh.twin(tmp_path)
    office.write(MASTER, f"CREATE ruhr gd WITH players={players}")
    office.run()
    for n in range(players):
        assert office.game().stage is Stage.FORMING
        office.write(f"p{n}@example.org", "JOIN ruhr")
        letters = office.run()
    game = office.game()
    assert game.stage is Stage.ACTIVE
    assert len(game.players) == players
    held = [set(seat.powers) for seat in game.players]
    assert all(side in held for side in SEATS[players])
    laws.check(letters, office)
    starts = [one for one in letters if one.subject == "JUDGE:ruhr - W2101B Game Starting"]
    assert len(starts) == players + 1
    nobody = {4: "Played by nobody", 5: "Played by nobody"}.get(players)
    status = office.answer("p0@example.org", "STATUS")[0]
    assert nobody is None or nobody in status.flat
    office.close()
