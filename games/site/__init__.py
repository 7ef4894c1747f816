"""Pages that combine areas: the home page, the page of a class, and a person's own page."""
