"""Whoever runs the site can help people who forgot their password."""

import pytest

from games.models import User

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
