from django.urls import path

from games.teach.lti.courses import views as classes
from games.teach.lti.launch import choosing_views as choosing
from games.teach.lti.launch import views as launches

app_name = "lti"

urlpatterns = [
    path("classes/<uuid:classroom_id>/course/", classes.roster, name="roster"),
    path("classes/<uuid:classroom_id>/course/send/", classes.send, name="send"),
    path("classes/<uuid:classroom_id>/course/<uuid:job_id>/", classes.people, name="people"),
    path("lti/keys.json", launches.keys, name="keys"),
    path("lti/login/", launches.login, name="login"),
    path("lti/login/<uuid:platform>/", launches.login, name="login-of"),
    path("lti/register/<str:registration_code>/", classes.registration, name="register"),
    path("lti/launch/", launches.launch, name="launch"),
    path("lti/<uuid:handshake_id>/", launches.enter, name="enter"),
    path("lti/<uuid:handshake_id>/join/", launches.join, name="join"),
    path("lti/<uuid:handshake_id>/class/", launches.course, name="course"),
    path("lti/<uuid:handshake_id>/choose/", choosing.choose, name="choose"),
]
