"""Long theory, computed in the background and kept for everybody."""
