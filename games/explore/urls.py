from django.urls import path

from games.explore import errata_views as errata
from games.explore import views as explore

app_name = "explore"

urlpatterns = [
    # /explore/
    path("explore/", explore.start, name="start"),
    path("explore/<str:ruleset>/<str:position>/", explore.position, name="position"),
    path("errata/", errata.page, name="errata"),
]
