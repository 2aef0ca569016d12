"""Orders on their way in: taken, completed, restated, and what might be sent instead."""
