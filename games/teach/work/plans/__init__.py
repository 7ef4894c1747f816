"""Assignments that do not belong to a class yet: copies, templates and unit plans."""
