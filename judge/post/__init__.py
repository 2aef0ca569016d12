"""Mail on its way in and out: reading, guarding, receiving, building, sending."""
