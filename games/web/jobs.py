"""The old home of the jobs: a task that waited in the database during an update knows this path."""

from games.web.background.jobs import carry_on

__all__ = ["carry_on"]
