"""Who learns and teaches where: classes, rosters, groups, staff, join codes."""
