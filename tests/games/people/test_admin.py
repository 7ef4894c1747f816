"""Whoever runs the site can help people who forgot their password."""

import pytest
from django.contrib.auth.models import Group, Permission

from games.people.models import User

pytestmark = pytest.mark.django_db


def test_an_admin_sets_a_new_password(admin_client, alice):
    listed = admin_client.get("/admin/games/user/").content.decode()
    assert "alice" in listed
    page = admin_client.get(f"/admin/games/user/{alice.pk}/change/")
    assert page.status_code == 200
    new = {
        "password1": "a better password 1",
        "password2": "a better password 1",
        "usable_password": "true",
    }
    changed = admin_client.post(f"/admin/games/user/{alice.pk}/password/", new)
    assert changed.status_code == 302
    assert User.objects.get(pk=alice.pk).check_password("a better password 1")


def test_others_are_not_let_in(signed_in, client):
    for browser in (signed_in, client):
        response = browser.get("/admin/games/user/")
        assert response.status_code == 302
        assert "/admin/login/" in response.url


NEW = {"password1": "a better pass 1", "password2": "a better pass 1", "usable_password": "true"}


@pytest.fixture
def helper(client):
    """Somebody of the staff who may change users and groups, and is no superuser."""
    helper = User.objects.create_user("helper", is_staff=True)
    may = Permission.objects.filter(content_type__model__in=["user", "group"])
    helper.user_permissions.set(may)
    client.force_login(helper)
    return client


def everything_asked_for(user):
    return {"username": user.username, "is_active": "on", "is_staff": "on", "is_superuser": "on"}


def test_who_may_change_users_gives_nobody_rights_themselves_included(helper, alice):
    for user in (alice, User.objects.get(username="helper")):
        asked = everything_asked_for(user) | {"user_permissions": ["1"], "first_name": "Changed"}
        asked |= {"last_login_0": "", "last_login_1": ""}
        asked |= {"date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}
        before = (user.is_staff, user.user_permissions.count())
        assert helper.post(f"/admin/games/user/{user.pk}/change/", asked).status_code == 302
        after = User.objects.get(pk=user.pk)
        assert after.first_name == "Changed"
        assert not after.is_superuser
        assert (after.is_staff, after.user_permissions.count()) == before


@pytest.mark.parametrize("rights", [{"is_staff": True}, {"is_superuser": True}])
def test_nor_takes_over_the_account_of_who_has_rights(helper, rights):
    other = User.objects.create_user("other", password="an old password 1", **rights)
    assert helper.post(f"/admin/games/user/{other.pk}/password/", NEW).status_code == 403
    assert helper.post(f"/admin/games/user/{other.pk}/change/", {}).status_code == 403
    assert helper.post(f"/admin/games/user/{other.pk}/delete/", {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": other.pk, "post": "yes"}
    helper.post("/admin/games/user/", chosen)
    assert User.objects.get(pk=other.pk).check_password("an old password 1")


def test_nor_writes_groups_of_rights(helper):
    group = Group.objects.create(name="Curators")
    assert helper.post("/admin/auth/group/add/", {"name": "Mine"}).status_code == 403
    asked = {"name": "Curators", "permissions": ["1"]}
    assert helper.post(f"/admin/auth/group/{group.pk}/change/", asked).status_code == 403
    assert not group.permissions.exists()


def test_but_helps_who_has_no_rights_to_a_new_password(helper, alice):
    assert helper.post(f"/admin/games/user/{alice.pk}/password/", NEW).status_code == 302
    assert User.objects.get(pk=alice.pk).check_password("a better pass 1")


def test_a_superuser_gives_rights(admin_client, alice):
    asked = everything_asked_for(alice) | {"last_login_0": "", "last_login_1": ""}
    asked |= {"date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}
    assert admin_client.post(f"/admin/games/user/{alice.pk}/change/", asked).status_code == 302
    assert User.objects.get(pk=alice.pk).is_superuser
