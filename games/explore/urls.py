from django.urls import path

from games.explore import picture_views as picture
from games.explore import start_views as start
from games.explore import views as explore
from games.explore.lab import apart_views as company
from games.explore.maps import views as maps
from games.explore.theory import errata_views as errata
from games.explore.theory import papers
from games.explore.theory import program_views as program
from games.explore.theory import theory_views as theory

app_name = "explore"

urlpatterns = [
    # /explore/
    path("explore/", start.start, name="start"),
    path("explore/<str:ruleset>/<str:position>/", explore.position, name="position"),
    path("explore/<str:ruleset>/<str:position>/frame.svg", picture.picture, name="picture"),
    path("explore/<str:ruleset>/<str:position>/embed/", picture.embed, name="embed"),
    # /maps/
    path("maps/", maps.index, name="maps"),
    path("maps/<str:ruleset>/", maps.page, name="map"),
    path("maps/<str:ruleset>/map.svg", maps.picture, name="map-picture"),
    # /theory/
    path("theory/", theory.index, name="theories"),
    path("theory/company/", company.company, name="company"),
    path("theory/questions/", errata.questions, name="questions"),
    path("theory/<slug:key>/", theory.theory, name="theory"),
    path("sources/", papers.index, name="sources"),
    path("sources/checker.py", papers.checking_program, name="checking-program"),
    path("sources/<slug:paper_key>/", papers.source, name="source"),
    path("sources/<slug:paper_key>/<slug:item_key>/", papers.item, name="source-item"),
    path(
        "sources/<slug:paper_key>/<slug:item_key>/certificate.jsonl",
        papers.certificate,
        name="certificate",
    ),
    path("errata/", errata.page, name="errata"),
    path("errata/program/", program.page, name="program"),
    path("errata/<slug:erratum_key>/", errata.entry, name="erratum"),
]
