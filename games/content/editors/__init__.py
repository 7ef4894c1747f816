"""Editors in the admin: controls for the content of files, and desks for ordered lists."""
