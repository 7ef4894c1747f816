from django.urls import path

from games.site import class_page, content_checks, home, me, privacy

app_name = "site"

urlpatterns = [
    path("", home.home, name="home"),
    path("privacy/", privacy.privacy, name="privacy"),
    # /me/
    path("me/", me.me, name="me"),
    path("me/export/", me.export, name="export"),
    path("me/delete/", me.delete, name="delete"),
    # /classes/<classroom>/
    path("classes/<uuid:classroom_id>/", class_page.classroom, name="classroom"),
    # among the pages of the admin
    path("admin/games/lesson/checks/", content_checks.checks, name="checks"),
]
