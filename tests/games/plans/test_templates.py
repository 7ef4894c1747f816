"""Templates of one's own: kept, given to a colleague, used, deleted."""

import pytest
from django.urls import reverse

from games.assignments.models import Assignment
from games.classes.models import Staff
from games.plans.models import Plan, PlannedAssignment

from ..assignments.assignments import address, assignment, classroom, member, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher():
    return person("teacher")


@pytest.fixture
def colleague():
    client = person("colleague")
    classroom(client, "Her class")
    return client


@pytest.fixture
def template(teacher):
    room = classroom(teacher, "Secret class name")
    homework = assignment(room, "nim 1+2+4 misere", "kayles 4 misere", about="Take your time.")
    homework.students.add(member(room, person("eve"), "Eve Secret"))
    teacher.post(address(homework, what="template"))
    return Plan.objects.get()


def page(client, where):
    return client.get(where).content.decode()


def link(client, template):
    client.post(reverse("plans:share", args=[template.pk]), {"do": "share"})
    template.refresh_from_db()
    return reverse("plans:shared", args=[template.code])


def test_saved_it_stands_among_ones_own_with_its_positions(teacher, colleague, template):
    shown = page(teacher, "/templates/")
    assert "Homework" in shown
    assert "2 questions" in shown
    assert shown.count('class="thumbnail"') == 2
    assert "Homework" not in page(colleague, "/templates/")
    assert colleague.get(template.get_absolute_url()).status_code == 404


def test_an_assignment_is_made_from_it_after_its_first_one_is_gone(teacher, template):
    room = classroom(teacher, "8c")
    Assignment.objects.all().delete()
    response = teacher.post(template.get_absolute_url(), {"classes": [room.pk]})
    [made] = room.assignments.all()
    assert response.url.startswith(address(made, what="edit"))
    assert [item.position for item in made.items.all()] == ["1+2+4", "4"]
    assert made.about == "Take your time."


def test_renamed_what_is_made_from_it_has_the_new_name(teacher, template):
    where = reverse("plans:rename", args=[template.pk])
    refused = teacher.post(where, {"title": " "})
    assert refused.status_code == 422
    assert "Give the assignment a title." in refused.content.decode()
    teacher.post(where, {"title": "Week 3"})
    room = classroom(teacher, "8c")
    teacher.post(template.get_absolute_url(), {"classes": [room.pk]})
    assert room.assignments.get().title == "Week 3"


def test_a_link_gives_it_to_a_colleague_without_class_or_student(teacher, colleague, template):
    where = link(teacher, template)
    assert f"http://testserver{where}" in page(teacher, template.get_absolute_url())
    shown = page(colleague, where)
    assert "Homework" in shown
    assert "Take your time." in shown
    assert shown.count('class="thumbnail"') == 2
    assert "Secret" not in shown


def test_the_link_is_for_those_who_teach(client, teacher, template):
    where = link(teacher, template)
    assert client.get(where).url.startswith("/accounts/login/")
    assert person("student").get(where).status_code == 403
    assistant = person("assistant")
    Staff.objects.create(classroom=classroom(teacher), user=assistant.user, role="assistant")
    assert assistant.get(where).status_code == 403


def test_a_colleague_keeps_a_copy_or_puts_it_into_a_class_at_once(teacher, colleague, template):
    where = link(teacher, template)
    response = colleague.post(f"{where}take/")
    taken = Plan.objects.get(owner=colleague.user)
    assert response.url == taken.get_absolute_url()
    assert taken.code is None
    room = Staff.objects.get(user=colleague.user).classroom
    colleague.post(where, {"classes": [room.pk]})
    assert room.assignments.get().items.count() == 2
    teacher.post(reverse("plans:delete", args=[template.pk]))
    assert Plan.objects.get() == taken
    assert "2 questions" in page(colleague, "/templates/")


def test_a_link_that_was_withdrawn_opens_nothing_and_another_one_is_new(
    teacher, colleague, template
):
    where = link(teacher, template)
    assert link(teacher, template) == where
    teacher.post(reverse("plans:share", args=[template.pk]), {"do": "withdraw"})
    for method in (colleague.get, colleague.post):
        assert method(where).status_code == 404
    assert colleague.post(f"{where}take/").status_code == 404
    assert link(teacher, template) != where
    assert colleague.get(where).status_code == 404


def test_deleted_what_was_made_from_it_stays(teacher, template):
    assert "Assignments made" in page(teacher, template.get_absolute_url())
    response = teacher.post(reverse("plans:delete", args=[template.pk]))
    assert "The template is deleted." in page(teacher, response.url)
    assert not PlannedAssignment.objects.exists()
    assert Assignment.objects.count() == 1


def test_it_stands_in_the_file_of_ones_own_data_and_goes_with_the_account(teacher, template):
    [entry] = teacher.get("/me/export/").json()["templates"]
    assert entry["title"] == "Homework"
    assert entry["items"] == ["nim 1+2+4", "kayles 4"]
    assert entry["shared"] is False
    teacher.user.staffed.all().delete()
    teacher.post("/me/delete/", {"password": "correct horse battery"})
    assert not Plan.objects.exists()
