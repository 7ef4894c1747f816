from django.urls import path

from games.views import accounts

app_name = "accounts"

urlpatterns = [
    # /accounts/
    path("accounts/signup/", accounts.signup, name="signup"),
    path("accounts/login/", accounts.signin, name="login"),
    path("accounts/logout/", accounts.signout, name="logout"),
    path("accounts/fresh/", accounts.fresh, name="fresh"),
    path("accounts/password/", accounts.password, name="password"),
    # /me/
    path("me/", accounts.me, name="me"),
    path("me/export/", accounts.export, name="export"),
    path("me/delete/", accounts.delete, name="delete"),
]
