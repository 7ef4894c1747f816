from django.urls import path

from games.lab import conditions_views as conditions
from games.lab import conjecture_views as conjecture
from games.lab import distinguisher_views as distinguisher
from games.lab import lenses_views as lenses
from games.lab import partizan_views as partizan
from games.lab import quotient_views as quotients
from games.lab import reach_views as reach
from games.lab import row_views as row
from games.lab import rules_views as rules
from games.lab import saving_views as saving
from games.lab import views
from games.lab import workshop_views as workshop

app_name = "lab"

urlpatterns = [
    path("lab/", rules.index, name="index"),
    path("lab/lenses/", lenses.lenses, name="lenses"),
    path("lab/conditions/", conditions.conditions, name="conditions"),
    path("lab/reach/", reach.reach, name="reach"),
    path("lab/conjectures/", conjecture.conjectures, name="conjectures"),
    path("lab/distinguisher/", distinguisher.distinguisher, name="distinguisher"),
    path("lab/partizan/", partizan.partizan, name="partizan"),
    path("lab/workshop/", workshop.workshop, name="workshop"),
    path("lab/studies/", views.ask, name="ask"),
    path("lab/studies/<uuid:study_id>/", views.study, name="study"),
    path("lab/studies/<uuid:study_id>/stop/", views.end, name="stop"),
    path("lab/quotients/", quotients.index, name="quotients"),
    path("lab/quotients/<str:ruleset>/", quotients.page, name="quotient"),
    path("lab/quotients/<str:ruleset>/quotient.json", quotients.data, name="quotient-json"),
    path("lab/quotients/<str:ruleset>/quotient.tex", quotients.paper, name="quotient-tex"),
    path("lab/quotients/<str:ruleset>/graph.svg", quotients.picture, name="quotient-graph"),
    path("lab/save/", saving.save, name="save"),
    path("lab/saved/<int:saved_id>/delete/", saving.forget, name="forget"),
    path("lab/<str:ruleset>/rows/<int:size>/", row.row, name="row"),
    # Any rules; this pattern must come last
    path("lab/<str:ruleset>/", rules.rules, name="rules"),
]
