"""Lessons in the admin: edit, check, publish and restore them."""
