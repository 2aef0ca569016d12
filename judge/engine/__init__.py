"""The adjudicator: orders and a position in, a PhaseRecord out. It knows no variant."""
