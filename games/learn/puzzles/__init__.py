"""Puzzles, sets, the trainer, the Kayles drill, and ratings."""
