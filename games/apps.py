from importlib import import_module

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.core.checks import register

REGISTERING = (
    "games.teach.work.answering.doing",
    "games.teach.work.standings.revealing",
    "games.teach.classes.cards.issuing",
    "games.teach.classes.teaching",
    "games.explore.lab.requesting",
    "games.learn.progress.learnt",
    "games.learn.progress.proved",
    "games.learn.study.step_games",
    "games.teach.live.leading.hosting",
    "games.teach.live.rounds.pairs",
    "games.teach.tour",
    "games.teach.lti.launch.platform_keys",
    "games.teach.lti.launch.recording",
    "games.teach.lti.courses.course_people",
    "games.teach.lti.courses.sending",
    "games.people.ways_in",
    "games.people.name_fields",
    "games.people.lockout",
    "games.play.friends.friends",
    "games.play.programs.arena",
    "games.learn.puzzles.solving",
    "games.site.upkeep.content_checks",
    "games.web.watch.watching",
)
"""The modules that register something with a lower area when they are imported: what a match can
be part of, what does a piece of a job, what listens to a signal."""


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Marienbad"

    def ready(self) -> None:
        """Let everything register itself, so that it is there in every process and not only where
        the addresses are loaded."""
        for module in REGISTERING:
            import_module(module)

        from games.site.upkeep.condition import check_operator  # noqa: PLC0415

        register(check_operator)

        from games.people.browsers import remember_device  # noqa: PLC0415

        # After Django has noted the time of the sign-in, with which the device's is compared.
        user_logged_in.connect(remember_device)
