"""Puzzles, sets, the trainer, and ratings."""
