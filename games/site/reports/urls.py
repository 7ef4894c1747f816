from django.urls import path

from games.site.reports import views as reports

app_name = "reports"

urlpatterns = [
    path("puzzles/<uuid:puzzle_id>/report/", reports.puzzle, name="puzzle"),
    path("learn/<slug:lesson_slug>/<int:number>/report/", reports.step, name="step"),
    path("sources/<slug:paper_key>/<slug:item_key>/report/", reports.statement, name="statement"),
    path("theory/questions/<slug:slug>/report/", reports.question, name="question"),
]
