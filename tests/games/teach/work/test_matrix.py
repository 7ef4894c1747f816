"""The table of results: who stands first, what the signs say, groups, names and pages."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.people.models import User
from games.teach.classes.models import Group, Membership
from games.teach.work.models import Assignment

from ...learn.lessons.lessons import PREDICT, lesson
from ...learn.lessons.lessons import give as give_step
from .assignments import address, assignment, form_token, give, member, person
from .matrix import matrix

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def page_of(client, found, **asked):
    return " ".join(client.get(address(found, what="results"), asked).content.decode().split())


@pytest.fixture
def carl(room):
    client = person("carl")
    client.membership = member(room, client, "Carl Cook")
    return client


@pytest.fixture
def worked(homework, ann, ben, carl):
    """Ann right at once and then wrong, Ben stuck at the first item, Carl not begun."""
    give(ann, homework, 1, move="3>3")
    give(ann, homework, 2, choice="N")
    for _ in range(4):
        give(ben, homework, 1, move="3>2")
    return homework


def test_who_needs_help_stands_first_then_who_has_not_begun(worked, teacher):
    assert [
        (line.name, line.need, line.signs, line.points) for line in matrix(teacher, worked)
    ] == [
        ("Baker, Ben", "stuck at 1", "✗○", "0"),
        ("Cook, Carl", "not started", "○○", "0"),
        ("Archer, Ann", "", "●✗", "1"),
    ]
    page = page_of(teacher, worked)
    assert "Need help: 1" in page
    assert "· not started: 1" in page


def test_students_stand_by_name_or_by_points_at_addresses_of_their_own(worked, teacher, room):
    member(room, person("cilek"), "Çilek Acar")
    by_name = [line.name for line in matrix(teacher, worked, sort="name")]
    assert by_name == ["Acar, Çilek", "Archer, Ann", "Baker, Ben", "Cook, Carl"]
    assert matrix(teacher, worked, sort="points")[0].name == "Archer, Ann"
    page = page_of(teacher, worked)
    for sort in ("name", "points"):
        assert f'href="?sort={sort}"' in page
    assert matrix(teacher, worked, sort="nonsense") == matrix(teacher, worked)


def test_signs_say_first_try_help_under_way_and_excused(homework, ann, ben, carl, room, teacher):
    hint = {"token": form_token(ann, homework, 1), "tier": "1"}
    ann.post(address(homework, 1, "hint"), hint)
    assert matrix(teacher, homework, sort="name")[0].signs == "…○"
    give(ann, homework, 1, move="3>3", token=hint["token"])
    give(ben, homework, 1, move="3>2")
    give(ben, homework, 1, move="3>3")
    grant = f"{address(homework)}results/{carl.membership.pk}/grant/"
    teacher.post(grant, {"extra_days": "0", "is_excused": "on"})
    lines = matrix(teacher, homework, sort="name")
    assert [line.signs for line in lines] == ["◐○", "◐○", "––"]
    assert lines[0].words[0] == "Completed, right, first try, with 1 hint"
    assert lines[1].words == ("Completed, right, 2 tries", "Not started")
    assert lines[2].statuses == ["Excused", "Excused"]
    assert [line.points for line in lines] == ["1", "1", "–"]


def test_a_lesson_is_under_way_then_right(ann, room, teacher):
    one = lesson(PREDICT, {**PREDICT, "title": "Again", "position": "3+3"})
    found = assignment(room, "nim 1+2 misere")
    found.items.create(order=2, lesson=one, points=2)
    first, second = one.live_steps
    give_step(ann, first, choice="P")
    [line] = matrix(teacher, found)
    assert (line.signs, line.points) == ("○…", "1")
    give_step(ann, second, choice="P")
    assert matrix(teacher, found)[0].signs == "○●"


def test_every_sign_opens_what_was_answered(worked, teacher, ben):
    [ben_line, *_] = matrix(teacher, worked)
    replay = teacher.get(address(worked, what="results") + ben_line.links[0]).content.decode()
    assert "Ben Baker" in replay
    assert replay.count("That loses.") == 4
    page = page_of(teacher, worked)
    stuck = re.search(r'stuck at <a\s+href="([^"]+)"', page)[1]
    assert stuck == ben_line.links[0]


def test_a_bar_over_each_item_says_how_many_solved_it(worked, teacher):
    page = page_of(teacher, worked)
    assert "1 + 2 + 4: solved by 1 of 3 students" in page
    assert "4: solved by 0 of 3" in page
    assert re.findall(r'<rect\s+y="(\d+)" width="12" height="(\d+)"', page) == [
        ("19", "9"),
        ("28", "0"),
    ]


@pytest.mark.parametrize(("number", "takes_all"), [(18, False), (19, True)])
def test_many_items_take_the_whole_width(room, ann, teacher, number, takes_all):
    made = assignment(room, *[f"nim 1+{size} misere" for size in range(2, number + 2)])
    page = page_of(teacher, made)
    assert ('<div class="results broad">' in page) is takes_all


def test_a_group_is_followed_alone(worked, teacher, room, ann, ben):
    group = Group.objects.create(classroom=room, name="Tuesday")
    group.memberships.add(ann.membership, ben.membership)
    assert [line.name for line in matrix(teacher, worked, group=group.pk)] == [
        "Baker, Ben",
        "Archer, Ann",
    ]
    page = page_of(teacher, worked, group=group.pk)
    assert "2 students, 2 questions" in page
    assert f'href="?sort=name&amp;group={group.pk}"' in page
    assert len(matrix(teacher, worked, group="12345")) == 3


def many(room, number):
    users = User.objects.bulk_create(User(username=f"s{n:03}") for n in range(number))
    Membership.objects.bulk_create(
        Membership(classroom=room, user=user, real_name=f"Zoë {user.username}") for user in users
    )


def test_fifty_students_a_page_and_a_name_is_found_without_its_accents(worked, teacher, room):
    many(room, 60)
    assert len(matrix(teacher, worked)) == 50
    later = matrix(teacher, worked, page=2)
    assert len(later) == 13
    page = page_of(teacher, worked, sort="name")
    assert 'href="?sort=name&amp;page=2"' in page
    assert "Page 1 of 2" in page
    assert [line.name for line in matrix(teacher, worked, name="zoe S03")] == [
        f"s03{n}, Zoë" for n in range(10)
    ]
    assert "No student has that name" in page_of(teacher, worked, name="Nobody")
    assert [line.name for line in matrix(teacher, worked, page="99")] == [
        line.name for line in later
    ]


def test_a_page_that_looks_again_hears_nothing_until_something_was_answered(worked, teacher, carl):
    where = address(worked, what="results")
    page = page_of(teacher, worked)
    again = re.search(r'data-poll="([^"]+)"', page)[1].replace("&amp;", "&")
    assert teacher.get(where + again, headers=HTMX).status_code == 204
    give(carl, worked, 1, move="3>3")
    changed = teacher.get(where + again, headers=HTMX)
    assert changed.status_code == 200
    assert "Need help: 1" in changed.content.decode()
    assert " · not started" not in " ".join(changed.content.decode().split())
    newer = re.search(r'data-poll="([^"]+)"', changed.content.decode())[1].replace("&amp;", "&")
    assert newer != again
    assert teacher.get(where + newer, headers=HTMX).status_code == 204
    # whoever follows that address without a script gets the page
    assert teacher.get(where + newer).status_code == 200


def test_a_check_tells_its_staff_when_students_will_see_what_was_right(room, ann, teacher):
    ends = timezone.now() + timedelta(hours=1)
    check = assignment(room, "nim 1+2+4 misere", mode=Assignment.Mode.TEST, closes_at=ends)
    give(ann, check, 1, move="3>2")
    [line] = matrix(teacher, check)
    assert (line.signs, line.need) == ("✗", "")
    assert "Students will see the right answers from" in page_of(teacher, check)
    assert "✗" not in ann.get(address(check, 1)).content.decode()
