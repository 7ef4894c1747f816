from django.urls import path

from games.site import me, offline
from games.site import views as site_views
from games.site.upkeep import condition_views, content_checks
from games.teach import class_page, parents, views

app_name = "site"

urlpatterns = [
    path("", site_views.home, name="home"),
    path("privacy/", site_views.privacy, name="privacy"),
    path("story/", site_views.story, name="story"),
    path("offline/", offline.offline, name="offline"),
    path("worker.js", offline.worker, name="worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    # /teach/
    path("teach/", views.teach, name="teach"),
    path("teach/ready/", views.ready, name="ready"),
    path("teach/tour/", views.tour, name="tour"),
    # /me/
    path("me/", me.me, name="me"),
    path("me/export/", me.export, name="export"),
    path("me/delete/", me.delete, name="delete"),
    # /classes/
    path("classes/looked/", views.looked, name="looked"),
    # /classes/<classroom>/
    path("classes/<uuid:classroom_id>/", class_page.classroom, name="classroom"),
    path(
        "classes/<uuid:classroom_id>/parents/<uuid:membership_id>/",
        parents.parents,
        name="parents",
    ),
    path("classes/<uuid:classroom_id>/first/", views.first, name="first"),
    # Pages of the admin
    path("admin/games/lesson/checks/", content_checks.checks, name="checks"),
    path("admin/condition/", condition_views.condition, name="condition"),
]
