"""The course: lessons as they are stored, checked, published and studied."""
