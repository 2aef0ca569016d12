"""Game records: read, run, compared, replayed, drawn and written."""
