"""The language of orders and commands: what people type, and the canonical text of it."""
