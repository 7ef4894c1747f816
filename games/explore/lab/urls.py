from django.urls import path

from games.explore.lab import apart_views as distinguisher
from games.explore.lab import requesting
from games.explore.lab.claims import views as conjecture
from games.explore.lab.quotients import views as quotients
from games.explore.lab.rules import views as rules

app_name = "lab"

urlpatterns = [
    path("lab/", rules.index, name="index"),
    path("lab/lenses/", conjecture.lenses, name="lenses"),
    path("lab/conditions/", conjecture.conditions, name="conditions"),
    path("lab/reach/", conjecture.reach, name="reach"),
    path("lab/conjectures/", conjecture.conjectures, name="conjectures"),
    path("lab/distinguisher/", distinguisher.distinguisher, name="distinguisher"),
    path("lab/forms/", distinguisher.forms, name="forms"),
    path("lab/partizan/", rules.partizan, name="partizan"),
    path("lab/workshop/", quotients.workshop, name="workshop"),
    path("lab/studies/", requesting.ask, name="ask"),
    path("lab/studies/<uuid:study_id>/", requesting.study, name="study"),
    path("lab/studies/<uuid:study_id>/stop/", requesting.end, name="stop"),
    path("lab/quotients/", quotients.index, name="quotients"),
    path("lab/quotients/<str:ruleset>/", quotients.page, name="quotient"),
    path("lab/quotients/<str:ruleset>/quotient.json", quotients.data, name="quotient-json"),
    path("lab/quotients/<str:ruleset>/quotient.tex", quotients.paper, name="quotient-tex"),
    path("lab/quotients/<str:ruleset>/graph.svg", quotients.picture, name="quotient-graph"),
    path("lab/save/", rules.save, name="save"),
    path("lab/saved/<int:saved_id>/delete/", rules.forget, name="forget"),
    path("lab/<str:ruleset>/rows/<int:size>/", rules.row, name="row"),
    # Any rules; this pattern must come last
    path("lab/<str:ruleset>/", rules.rules, name="rules"),
]
