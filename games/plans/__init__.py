"""Assignments before they belong to a class: copies, templates of one's own, unit plans."""
