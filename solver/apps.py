"""The only file of the solver that knows Django."""

from django.apps import AppConfig


class SolverConfig(AppConfig):
    name = "solver"
    verbose_name = "Game theory engine"
