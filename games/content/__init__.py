"""The files of the course and its puzzles, and how a file is read."""
