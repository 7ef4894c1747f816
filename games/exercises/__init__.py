"""What can be asked about a position: goals, tasks, hints, grading."""
