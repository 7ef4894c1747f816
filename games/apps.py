from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Marienbad"

    def ready(self) -> None:
        """Let whatever a match can be part of hear how it ended."""
        from games.services import homework, lessons, puzzles  # noqa: F401, PLC0415
