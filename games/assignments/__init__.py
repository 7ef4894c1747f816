"""Assignments read: typed lines, what is due when, how far everybody is, and files of it."""
