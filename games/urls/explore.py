from django.urls import path

from games.views import explore

app_name = "explore"

urlpatterns = [
    # /explore/
    path("explore/", explore.start, name="start"),
    path("explore/<str:ruleset>/<str:position>/", explore.position, name="position"),
    path("errata/", explore.errata, name="errata"),
]
