"""The site's settings, quicker where that changes no answer, and with a watch over its queries:
where one line of a request reads rows of a model one by one, the test fails."""

import zeal

from config import settings as site
from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick
WHITENOISE_AUTOREFRESH = True  # each client starts the site, which would read every static file
SLOW_MS = 600_000  # a busy machine writes no lines that tests of the log would find
INSTALLED_APPS = [*site.INSTALLED_APPS, "zeal"]
MIDDLEWARE = [*site.MIDDLEWARE, "tests.settings.watch_queries"]
ZEAL_ALLOWLIST = [
    {"model": "games.Tally", "field": "get()"},  # each limit counts by itself
    {"model": "games.Override", "field": "get()"},  # each student is granted a try under a lock
    {"model": "games.Lesson", "field": "get()"},  # each lesson that moves keeps a version
]
ZEAL_NPLUSONE_THRESHOLD = 3  # two reads may be a before and an after
MAKE_A_CLASS = ("/teach/tour/",)
"""Addresses that make a class with its students' work, as its people would, one by one."""


def watch_queries(get_response):
    def middleware(request):
        if request.path in MAKE_A_CLASS:
            return get_response(request)
        with zeal.zeal_context():
            return get_response(request)

    return middleware
