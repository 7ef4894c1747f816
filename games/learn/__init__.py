"""The course and the puzzles: what they say, who has come how far, and the pages of both."""
