from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Marienbad"

    def ready(self) -> None:
        """Let whatever a match can be part of, and whoever listens, register itself."""
        from games.assignments import doing  # noqa: F401, PLC0415
        from games.classes import noting as of_classes  # noqa: F401, PLC0415
        from games.lab import finding  # noqa: F401, PLC0415
        from games.lab import studying as of_the_lab  # noqa: F401, PLC0415
        from games.lessons import asked, learnt, studying  # noqa: F401, PLC0415
        from games.live import hosting  # noqa: F401, PLC0415
        from games.people import noting as of_people  # noqa: F401, PLC0415
        from games.people.devices import remember_device  # noqa: PLC0415
        from games.puzzles import solving  # noqa: F401, PLC0415

        # After Django has noted the time of the sign-in, with which the device's is compared.
        user_logged_in.connect(remember_device)
