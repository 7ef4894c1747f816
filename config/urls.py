"""Every address of the site, by area."""

from django.contrib import admin
from django.urls import include, path

from games.views import health

urlpatterns = [
    path("", include("games.urls.play")),
    path("", include("games.urls.explore")),
    path("", include("games.urls.accounts")),
    path("", include("games.urls.lessons")),
    path("", include("games.urls.puzzles")),
    path("", include("games.urls.assignments")),
    path("", include("games.urls.classes")),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.permission_denied"
handler404 = "games.views.errors.not_found"
handler500 = "games.views.errors.server_error"
