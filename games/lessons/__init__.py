"""The course: what its files may say, and what the solver says to it."""
