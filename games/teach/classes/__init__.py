"""Classes: students, staff, groups, sections, rosters, join codes."""
