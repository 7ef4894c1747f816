"""Puzzles, sets, ratings and reviews."""
