from django.urls import path

from games.teach.work.plans import views
from games.teach.work.plans.views import TemplateSheet
from games.teach.work.urls import writing_paths

app_name = "plans"

urlpatterns = [
    path("assignments/<uuid:assignment_id>/copy/", views.copy, name="copy"),
    path("assignments/<uuid:assignment_id>/template/", views.save, name="save"),
    # Unit plans that come with the site
    path("plans/", views.index, name="index"),
    path("plans/<slug:plan_slug>/", views.plan, name="plan"),
    # Own templates
    path("templates/", views.templates, name="templates"),
    path("templates/<uuid:template_id>/", views.template, name="template"),
    *writing_paths("templates/<uuid:template_id>/", TemplateSheet),
    path("templates/<uuid:template_id>/share/", views.share, name="share"),
    path("templates/<uuid:template_id>/delete/", views.delete, name="delete"),
    # Templates of colleagues
    path("templates/shared/<str:share_code>/", views.shared, name="shared"),
    path("templates/shared/<str:share_code>/take/", views.take, name="take"),
]
