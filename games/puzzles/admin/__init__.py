"""Puzzles and sets of them in the admin."""
