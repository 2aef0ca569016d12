"""Commands of civilizations: naming one's own, homes, and offers to others."""
