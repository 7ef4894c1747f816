"""Puzzles read: ratings, and what somebody has solved and is due to see again."""
