"""What instructors do: classes, assignments, courses of platforms, live rooms."""
