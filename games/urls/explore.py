from django.urls import path

from games.views import errata, explore

app_name = "explore"

urlpatterns = [
    # /explore/
    path("explore/", explore.start, name="start"),
    path("explore/<str:ruleset>/<str:position>/", explore.position, name="position"),
    path("errata/", errata.page, name="errata"),
]
