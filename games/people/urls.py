from django.urls import path

from games.people import views as accounts
from games.people import ways_in_views

app_name = "people"

urlpatterns = [
    # /accounts/
    path("accounts/signup/", accounts.signup, name="signup"),
    path("accounts/login/", accounts.signin, name="login"),
    path("accounts/logout/", accounts.signout, name="logout"),
    path("accounts/fresh/", accounts.fresh, name="fresh"),
    path("accounts/password/", accounts.password, name="password"),
    path("accounts/time-zone/", accounts.time_zone, name="time-zone"),
    path("accounts/forgotten/", ways_in_views.forgotten, name="forgotten"),
    path("accounts/codes/", ways_in_views.recovery_codes, name="codes"),
    path("accounts/devices/", ways_in_views.devices, name="devices"),
    path("accounts/devices/mine/", ways_in_views.my_devices, name="my-devices"),
    path("accounts/devices/end/", ways_in_views.end_devices, name="end-devices"),
    path("accounts/devices/<uuid:device_id>/end/", ways_in_views.end_device, name="end-device"),
    path("enter/", ways_in_views.enter, name="enter"),
    # /card/
    path("card/<str:card_code>/", ways_in_views.card, name="card"),
]
