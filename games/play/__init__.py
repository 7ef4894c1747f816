"""A match read: its table, hints, review, and how somebody stands against each opponent."""
