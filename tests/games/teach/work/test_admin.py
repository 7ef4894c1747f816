"""Assignments in the admin: looked at by those who help, changed by nobody."""

import pytest

from games.teach.work.models import Assignment

from ...learn.lessons.curation import staff

pytestmark = pytest.mark.django_db
LIST = "/admin/games/assignment/"


def test_staff_who_help_see_what_was_set_and_no_student(homework, ann):
    helper = staff("helper", "view_assignment")
    assert homework.title in helper.get(LIST).content.decode()
    page = helper.get(f"{LIST}{homework.pk}/change/").content.decode()
    assert "nim 1+2+4, misere" in page
    assert "kayles 4" in page
    assert "the whole class" in page
    assert page.count('class="thumbnail') == 2
    assert "Ann Archer" not in page
    assert "_save" not in page


def test_whom_it_is_for_is_counted_not_named(homework, ann):
    homework.students.add(ann.membership)
    page = staff("helper", "view_assignment").get(f"{LIST}{homework.pk}/change/").content.decode()
    assert "1 student chosen" in page
    assert "Ann" not in page


def test_nobody_changes_or_deletes_one_here(homework, admin_client):
    for address in (f"{LIST}add/", f"{LIST}{homework.pk}/delete/"):
        assert admin_client.get(address).status_code == 403
    page = f"{LIST}{homework.pk}/change/"
    assert admin_client.post(page, {"title": "Changed"}).status_code == 403
    assert Assignment.objects.get().title == homework.title
    assert staff("nobody").get(LIST).status_code == 403
