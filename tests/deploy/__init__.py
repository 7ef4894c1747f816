"""A school's server as processes of one machine, attacked and broken: ``make test-deploy``."""
