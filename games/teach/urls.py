from django.urls import path

from games.teach import class_page, views

app_name = "teach"

urlpatterns = [
    path("teach/", views.teach, name="teach"),
    path("teach/ready/", views.ready, name="ready"),
    path("teach/tests/", views.tests, name="tests"),
    path("teach/tour/", views.tour, name="tour"),
    path("classes/looked/", views.looked, name="looked"),
    path("classes/<uuid:classroom_id>/first/", views.first, name="first"),
    path("classes/<uuid:classroom_id>/", class_page.classroom, name="classroom"),
    path(
        "classes/<uuid:classroom_id>/parents/<uuid:membership_id>/",
        class_page.parents,
        name="parents",
    ),
]
