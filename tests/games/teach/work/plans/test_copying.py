"""An assignment given again: in other classes, on other days, without anybody who had it."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.teach.classes.models import Group
from games.teach.work.models import Assignment, Item

from ..assignments import address, assignment, classroom, member, person

pytestmark = [pytest.mark.days, pytest.mark.django_db]

BERLIN = ZoneInfo("Europe/Berlin")


def at(*when, zone=BERLIN):
    return datetime(*when, tzinfo=zone)


@pytest.fixture
def teacher():
    return person("teacher")


@pytest.fixture
def room(teacher):
    return in_zone(classroom(teacher), "Europe/Berlin")


def in_zone(room, name):
    room.time_zone = name
    room.save()
    return room


@pytest.fixture
def homework(room):
    return assignment(
        room,
        opens_at=at(2026, 3, 23, 8),
        due_at=at(2026, 3, 30, 20),
        closes_at=at(2026, 4, 1, 20, 30),
        about="Show your reasons.",
        hints=False,
    )


def copy(client, found, *rooms, **fields):
    return client.post(
        address(found, what="copy"), {"classes": [one.pk for one in rooms], **fields}
    )


def times(made):
    local = [
        timezone.localtime(one, BERLIN) for one in (made.opens_at, made.due_at, made.closes_at)
    ]
    return [f"{one:%d %b %H:%M}" for one in local]


def test_a_copy_opens_on_the_day_chosen_and_the_rest_follows(teacher, room, homework):
    other = in_zone(classroom(teacher, "8c"), "Europe/Berlin")
    group = Group.objects.create(classroom=room, name="Advanced")
    homework.groups.add(group)
    homework.students.add(member(room, person("ann")))
    response = copy(teacher, homework, other, dates="start", start="2026-09-07")
    [made] = other.assignments.all()
    assert response.url == address(made, what="edit") + "?done=copied"
    assert times(made) == ["07 Sep 08:00", "14 Sep 20:00", "16 Sep 20:30"]
    assert (made.title, made.about, made.hints) == ("Homework", "Show your reasons.", False)
    assert not made.is_published
    assert not made.groups.exists()
    assert not made.students.exists()
    assert [item.asked for item in made.items.all()] == [
        item.asked for item in homework.items.all()
    ]
    assert not set(made.items.values_list("pk")) & set(homework.items.values_list("pk"))


def test_another_time_zone_opens_at_its_own_eight_o_clock(teacher, homework):
    far = in_zone(classroom(teacher, "8c"), "America/New_York")
    copy(teacher, homework, far, dates="keep")
    made = far.assignments.get()
    assert made.opens_at == at(2026, 3, 23, 8, zone=ZoneInfo("America/New_York"))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        # The clocks of Berlin go forward on 29 March and back on 25 October 2026.
        ({"by": "30", "unit": "7"}, ["19 Oct 08:00", "26 Oct 20:00", "28 Oct 20:30"]),
        ({"by": "2", "unit": "1"}, ["25 Mar 08:00", "01 Apr 20:00", "03 Apr 20:30"]),
        ({"by": "-1", "unit": "7"}, ["16 Mar 08:00", "23 Mar 20:00", "25 Mar 20:30"]),
    ],
)
def test_a_shift_keeps_the_hour_on_the_wall(teacher, room, homework, fields, expected):
    copy(teacher, homework, room, dates="shift", **fields)
    made = Assignment.objects.exclude(pk=homework.pk).get()
    assert times(made) == expected


def test_the_dates_can_stay_or_be_left_out(teacher, room, homework):
    copy(teacher, homework, room, dates="keep")
    same = Assignment.objects.exclude(pk=homework.pk).get()
    assert times(same) == times(homework)
    same.delete()
    copy(teacher, homework, room, dates="none")
    bare = Assignment.objects.exclude(pk=homework.pk).get()
    assert (bare.opens_at, bare.due_at, bare.closes_at) == (None, None, None)


def test_the_dates_are_shown_before_and_nothing_is_made_by_looking(teacher, room, homework):
    other = in_zone(classroom(teacher, "8c"), "Europe/Berlin")
    far = in_zone(classroom(teacher, "In Tokyo"), "Asia/Tokyo")
    rooms = [one.pk for one in (room, other, far)]
    asked = {"foresee": 1, "classes": rooms, "dates": "shift", "by": 30, "unit": 7}
    shown = teacher.get(address(homework, what="copy"), asked).content.decode()
    assert "<strong>7b, 8c</strong>" in shown
    assert "<strong>In Tokyo</strong>" in shown
    for text in ("Berlin time", "Tokyo time", "Mon 19 Oct 2026, 08:00", "Mon 26 Oct 2026, 20:00"):
        assert text in shown
    part = teacher.get(address(homework, what="copy"), asked, headers={"HX-Request": "true"})
    assert ">Copy</button>" in part.content.decode()  # the same where only the part is renewed
    past = {"foresee": 1, "classes": [room.pk], "dates": "start", "start": "2020-01-06"}
    shown = teacher.get(address(homework, what="copy"), past).content.decode()
    assert "in the past" in shown
    assert Assignment.objects.count() == 1


def test_of_an_archived_assignment_in_an_archived_class(teacher, room, homework):
    for one in (room, homework):
        one.archived_at = timezone.now()
        one.save()
    now = classroom(teacher, "8c")
    shown = teacher.get(address(homework, what="edit")).content.decode()
    assert address(homework, what="copy") in shown
    copy(teacher, homework, now, dates="start", start="2026-09-07")
    [made] = now.assignments.all()
    assert made.archived_at is None
    assert copy(teacher, homework, room, dates="keep").status_code == 422


def test_into_several_classes_all_or_none(teacher, room, homework):
    other, theirs = classroom(teacher, "8c"), classroom(person("stranger"), "9d")
    for bad in ((room, theirs), (theirs,), ()):
        response = copy(teacher, homework, *bad, dates="keep")
        assert response.status_code == 422
        assert Assignment.objects.count() == 1
    response = copy(teacher, homework, room, other, dates="keep")
    assert (room.assignments.count(), other.assignments.count()) == (2, 1)
    said = teacher.get(response.url).content.decode()
    assert "Done. The drafts are in" in said
    assert other.get_absolute_url() in said


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"dates": "start", "start": ""}, "Choose the first day."),
        ({"dates": "start", "start": "7 Sept"}, "Write the day like this: 2026-11-30."),
        ({"dates": "start", "start": "9999-12-31"}, "Choose a day between 2000 and 2099."),
        ({"dates": "shift", "by": ""}, "Say how many days or weeks later"),
        ({"dates": "shift", "by": "99999"}, "less than or equal to 1000"),
    ],
)
def test_days_that_are_none_are_refused_in_a_sentence(teacher, room, homework, fields, problem):
    response = copy(teacher, homework, room, **fields)
    assert response.status_code == 422
    assert problem in response.content.decode()
    assert Assignment.objects.count() == 1


def test_what_has_no_dates_asks_for_none(teacher, room):
    bare = assignment(room)
    shown = teacher.get(address(bare, what="copy")).content.decode()
    assert 'name="dates"' not in shown
    copy(teacher, bare, room)
    assert Item.objects.count() == 4


def test_what_was_dropped_is_not_copied(teacher, homework):
    homework.items.filter(order=1).update(dropped_at=at(2026, 3, 24))
    copy(teacher, homework, homework.classroom, dates="none")
    made = Assignment.objects.exclude(pk=homework.pk).get()
    assert [(item.order, item.ruleset) for item in made.items.all()] == [(1, "kayles")]


def test_points_and_settings_go_along(teacher, room):
    check = assignment(room, mode="check", minutes=30, closes_at=at(2026, 4, 1, 20), weight=3)
    check.items.filter(order=2).update(points=5)
    shown = teacher.get(address(check, what="copy")).content.decode()
    assert "Choose the day on which it closes" in shown
    copy(teacher, check, room, dates="start", start="2026-11-02")
    made = Assignment.objects.exclude(pk=check.pk).get()
    assert (made.mode, made.minutes, made.weight) == ("check", 30, 3)
    assert list(made.items.values_list("points", flat=True)) == [1, 5]
    assert made.closes_at == at(2026, 11, 2, 20)
