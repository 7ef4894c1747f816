"""All addresses of the site, by area."""

from django.contrib import admin
from django.urls import include, path

from games.site.upkeep.condition import metrics
from games.web.watch import health

urlpatterns = [
    path("", include("games.site.urls")),
    path("", include("games.teach.urls")),
    path("", include("games.play.urls")),
    path("", include("games.explore.urls")),
    path("", include("games.explore.lab.urls")),
    path("", include("games.people.urls")),
    path("", include("games.learn.urls")),
    path("", include("games.learn.puzzles.urls")),
    path("", include("games.teach.work.urls")),
    path("", include("games.teach.work.plans.urls")),
    path("", include("games.teach.classes.urls")),
    path("", include("games.teach.tournaments.urls")),
    path("", include("games.teach.lti.urls")),
    path("live/", include("games.teach.live.urls")),
    path("", include("games.site.reports.urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
]

handler400 = "games.web.errors.bad_request"
handler403 = "games.web.errors.permission_denied"
handler404 = "games.web.errors.not_found"
handler500 = "games.web.errors.server_error"
