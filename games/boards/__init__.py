"""A position as lanes and pieces, and the words a page has for it."""
