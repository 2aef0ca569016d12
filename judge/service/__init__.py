"""The daemon's work: the only place with a clock and with chance."""
