"""What combines areas: the first page, the page of a class, somebody's own page and data."""
