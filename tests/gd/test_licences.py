"""Credits for arsenals: earned by ordering all units to hold, spent by building (GD XII.1)."""

US = "United States"


def test_gd_17_all_units_ordered_to_hold_earn_a_license(tell):
    told = tell("US A SUS H\nUS N CAR H\nRF A RUS H\nRF A URA - WSI")
    assert told.facts("gd.license") == {(US, "W2101M")}


def test_gd_17_missing_orders_earn_nothing(tell):
    assert not tell("units US A SUS, A EUS\nUS A SUS H").facts("gd.license")


def test_gd_17_void_orders_that_became_holds_earn_nothing(tell):
    assert not tell("US A SUS H\nUS A EUS - BRA").facts("gd.license")


def test_gd_17_a_power_without_units_earns_nothing(tell):
    assert not tell("units US A SUS").facts("gd.license")


def test_gd_34_bombs_supports_and_convoys_are_no_holds(tell):
    for order in ("US A EUS S A SUS", "US N EUS C A SUS - BRA", "US R EUS bomb NAT"):
        assert not tell(f"US A SUS H\n{order}").facts("gd.license")


def test_gd_34_a_units_last_order_counts(tell):
    assert tell("US A SUS - EUS\nUS A SUS H").facts("gd.license")
    assert not tell("US A SUS H\nUS A SUS - EUS").facts("gd.license")


def test_gd_34_unplayed_powers_earn_nothing(tell):
    told = tell("options players=5\nturn Winter 2101 moves\nunits EU A BRI, A WEU\nUS A SUS H")
    assert told.facts("gd.license") == {(US, "W2101M")}


def test_a_driven_out_unit_was_still_ordered_to_hold(tell):
    """GD XII.1: the order counts, not what comes of it."""
    told = tell("US A SUS H\nSA A MEX - SUS\nSA A WUS S A MEX - SUS")
    assert told.facts("gd.license") == {(US, "W2101M")}


def test_gd_17_each_season_earns_another_and_none_lapses(tell):
    told = tell(
        "US A SUS H\nturn Spring 2101 moves\nUS A SUS H\nturn Summer 2101 moves\nUS A SUS - EUS"
    )
    assert told.facts("gd.license") == {(US, "W2101M"), (US, "S2101M")}


def test_gd_17_an_arsenal_spends_one(tell):
    told = tell(
        "turn Spring 2105 adjustments\n"
        "centers US SUS, CUS\n"
        "facts gd.license 'United States' W2101M\n"
        "facts gd.license 'United States' F2102M\n"
        "facts gd.license 'Russian Federation' W2101M\n"
        "US build R SUS  stands\n"
    )
    assert len(told.facts("gd.license")) == 2
    assert ("Russian Federation", "W2101M") in told.facts("gd.license")


def test_gd_17_two_arsenals_spend_two(tell):
    told = tell(
        "turn Spring 2105 adjustments\n"
        "centers US SUS, CUS, WUS\n"
        "facts gd.license 'United States' W2101M\n"
        "facts gd.license 'United States' F2102M\n"
        "US build R SUS  stands\n"
        "US build R CUS  stands\n"
        "US build R WUS  void: no_license\n"
    )
    assert not told.facts("gd.license")


def test_gd_17_another_powers_license_is_no_good(tell):
    tell(
        "turn Spring 2105 adjustments\n"
        "centers US SUS\n"
        "facts gd.license 'Russian Federation' W2101M\n"
        "US build R SUS  void: no_license\n"
    )
