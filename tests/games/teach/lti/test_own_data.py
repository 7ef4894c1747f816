"""What platforms say of somebody is theirs to read, and goes with their account."""

import pytest
from lti_tool.models import LtiMembership, LtiUser

from games.people.models import User

from .launches import linked, open_, words

pytestmark = pytest.mark.django_db


def test_the_file_of_own_data_says_as_whom_a_platform_knows_somebody(platform, ada, mia):
    linked(ada, platform)
    open_(mia, platform, "mia")
    assert mia.get("/me/export/").json()["from_platforms"] == [
        {
            "platform": "Moodle",
            "known_there_as": "mia",
            "name": "Mia Bauer",
            "courses": ["Algebra 1"],
        }
    ]


def test_an_account_without_a_password_is_deleted_by_its_name_with_all_that_is_known(
    platform, ada, mia
):
    linked(ada, platform)
    open_(mia, platform, "mia")
    name = LtiUser.objects.get(sub="mia").auth_user.username
    assert "Type your user name" in words(mia.get("/me/delete/"))
    refused = mia.post("/me/delete/", {"password": "mia"})
    assert refused.status_code == 422
    assert f"Your user name is {name}." in words(refused)
    assert mia.post("/me/delete/", {"password": name}).status_code == 302
    assert not User.objects.filter(username=name).exists()
    assert not LtiUser.objects.filter(sub="mia").exists()
    assert LtiMembership.objects.count() == 1, "Ada's"
    assert "Welcome to Marienbad" in words(ada.get(enter_again(ada, platform)))


def enter_again(client, platform):
    from .launches import begin, bring

    client.cookies.clear()
    return bring(client, begin(client, platform, "mia")).headers["Location"]


def test_who_has_no_password_chooses_one(platform, ada, mia):
    linked(ada, platform)
    open_(mia, platform, "mia")
    user = LtiUser.objects.get(sub="mia").auth_user
    page = words(mia.get("/accounts/password/"))
    assert f"With it, you can also sign in here as {user.username}." in page
    form = {"new_password1": "correct horse battery", "new_password2": "correct horse battery"}
    assert mia.post("/accounts/password/", form).status_code == 302
    assert mia.get("/me/export/").status_code == 200, "still signed in"
    user.refresh_from_db()
    assert user.check_password("correct horse battery")
    refused = mia.post("/accounts/password/", form)
    assert refused.status_code == 422, "from now on the old one is asked for"
