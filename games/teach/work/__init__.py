"""Assignments: typed lines, deadlines, answers, results, files."""
