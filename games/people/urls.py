from django.urls import path

from games.people import card_views as cards
from games.people import code_views as codes
from games.people import recovery_views as recovery
from games.people import views as accounts

app_name = "people"

urlpatterns = [
    # /accounts/
    path("accounts/signup/", accounts.signup, name="signup"),
    path("accounts/login/", accounts.signin, name="login"),
    path("accounts/logout/", accounts.signout, name="logout"),
    path("accounts/fresh/", accounts.fresh, name="fresh"),
    path("accounts/password/", accounts.password, name="password"),
    path("accounts/time-zone/", accounts.time_zone, name="time-zone"),
    path("accounts/forgotten/", recovery.forgotten, name="forgotten"),
    path("accounts/codes/", recovery.recovery_codes, name="codes"),
    path("accounts/devices/", cards.devices, name="devices"),
    path("accounts/devices/mine/", cards.my_devices, name="my-devices"),
    path("accounts/devices/end/", cards.end_devices, name="end-devices"),
    path("accounts/devices/<uuid:device_id>/end/", cards.end_device, name="end-device"),
    path("enter/", codes.enter, name="enter"),
    # /card/
    path("card/<str:card_code>/", cards.card, name="card"),
]
