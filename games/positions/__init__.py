"""A position on the page: its board, its words, its limits, the theories looking at it."""
