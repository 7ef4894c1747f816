from django.urls import path

from games.site import me, views
from games.site.upkeep import condition, content_checks

app_name = "site"

urlpatterns = [
    path("", views.home, name="home"),
    path("privacy/", views.privacy, name="privacy"),
    path("accessibility/", views.accessibility, name="accessibility"),
    path("story/", views.story, name="story"),
    path("offline/", views.offline, name="offline"),
    path("worker.js", views.worker, name="worker"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("me/", me.me, name="me"),
    path("me/proved/", me.proved, name="proved"),
    path("me/export/", me.export, name="export"),
    path("me/delete/", me.delete, name="delete"),
    # Pages of the admin
    path("admin/games/lesson/checks/", content_checks.checks, name="checks"),
    path("admin/condition/", condition.condition, name="condition"),
]
