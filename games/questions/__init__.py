"""Questions about a position: goals, tasks, hints, grading."""
