"""The content files of the course and the puzzles, and the code that reads them."""
