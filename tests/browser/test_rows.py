"""Controls do not lie on words."""

import pytest

from games.people.models import User

from .hands import signed_in

pytestmark = pytest.mark.browser


def test_the_ring_of_a_field_leaves_its_label_whole(page, site):
    page.goto(f"{site}/accounts/login/")
    page.focus("#id_username")
    between, ring = page.evaluate(
        """() => {
          const field = document.querySelector("#id_username");
          const range = document.createRange();
          range.selectNodeContents(document.querySelector("label[for=id_username]"));
          const style = getComputedStyle(field);
          return [
            field.getBoundingClientRect().top - range.getBoundingClientRect().bottom,
            parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset),
          ];
        }"""
    )
    assert between >= ring - 3  # the letters end some pixels above the end of their line


def test_the_buttons_of_the_lessons_in_the_admin_leave_the_title_whole(page, site):
    signed_in(page, site, User.objects.create_superuser("admin"))
    page.goto(f"{site}/admin/games/lesson/")
    title = page.locator("#content > h1").bounding_box()
    tools = page.locator(".object-tools").bounding_box()
    assert tools["y"] >= title["y"] + title["height"]
