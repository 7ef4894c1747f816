"""Lessons in the admin: writing, checking, publishing, going back."""
