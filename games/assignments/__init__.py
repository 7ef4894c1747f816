"""What is set, done and graded: typed lines, deadlines, answers, results, files."""
