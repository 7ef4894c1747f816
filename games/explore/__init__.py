"""The analysis board, and what checking the sources found."""
