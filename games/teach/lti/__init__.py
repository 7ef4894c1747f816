"""LTI 1.3: courses on platforms such as Moodle and Canvas open this site and get its grades."""
