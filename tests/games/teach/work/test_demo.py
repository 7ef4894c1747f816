"""The demo class: realistic, and gone without a trace."""

import pytest
from django.core.management import call_command

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import StepAttempt
from games.people.models import User
from games.teach import demo
from games.teach.classes.models import Classroom, Membership
from games.teach.work.models import Assignment, ItemAttempt, Start
from games.teach.work.standings.cells import Status
from games.teach.work.standings.reports import report
from games.teach.work.standings.settling import differences

from ...world import every_row

pytestmark = pytest.mark.django_db


@pytest.fixture
def installed(db):
    LessonFiles.load()


def test_the_demo_shows_every_status_and_many_mistakes(installed, client, capsys):
    call_command("demo")
    said = capsys.readouterr().out.split()
    name, password = said[said.index("as") + 1], said[-1]
    assert (
        client.post("/accounts/login/", {"username": name, "password": password}).status_code == 302
    )
    homework = Assignment.objects.get(title="Who takes the last one?")
    told = report(homework)
    assert len(told.rows) == len(demo.STUDENTS) == 12
    statuses = {cell.status for row in told.rows for cell in row.cells}
    assert statuses == {status for status in Status if status.is_scored}
    habits = set(ItemAttempt.objects.exclude(misconception="").values_list("misconception"))
    assert len(habits) >= 5
    assert StepAttempt.objects.exists()
    for page in ("results/", "results/items/", "edit/"):
        assert client.get(f"{homework.get_absolute_url()}{page}").status_code == 200
    assert "need" in client.get(Classroom.objects.get().get_absolute_url()).content.decode()


def test_only_who_answered_has_handed_the_test_in(installed):
    demo.build()
    handed_in = set(Start.objects.values_list("membership__real_name", flat=True))
    answered = ItemAttempt.objects.filter(item__assignment__mode="check")
    assert handed_in == set(answered.values_list("membership__real_name", flat=True))
    assert handed_in == set(demo.STUDENTS) - {"Wren"}
    for work in Assignment.objects.all():
        assert not differences(work)


def answers():
    return [
        (one.membership.real_name, str(one.item), one.answer)
        for one in ItemAttempt.objects.order_by("membership__real_name", "item__order", "answer")
    ]


def test_every_demo_is_the_same_and_goes_without_a_row_or_anybody_elses_things(alice):
    User.objects.filter(pk=alice.pk).update(username="demo-instructor")
    before = every_row()
    demo.build()
    first = answers()
    assert first
    made = demo.build()
    assert answers() == first
    assert made.name == "demo-instructor-2"
    assert Membership.objects.count() == 12
    call_command("demo", "--remove")
    assert every_row() == before
