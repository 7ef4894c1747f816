"""The course: what is stored, checked, published, done."""
