"""Games as other programs keep them, read as records and written."""
