"""The page of a class, the first screen of every day: who is stuck and where, who has not started,
what is due, a strip of marks for each student, and the habit behind the mistakes."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.people.models import User
from games.teach.classes.models import Membership, Staff
from games.teach.work.models import Assignment

from .work.assignments import address, assignment, classroom, give, member, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def kay():
    return person("mr-kay")


@pytest.fixture
def room(kay):
    return classroom(kay, "8b")


@pytest.fixture
def people(room):
    """Ann, Ben and Carl, by first name."""
    clients = {name: person(name) for name in ("ann", "ben", "carl")}
    names = {"ann": "Ann Archer", "ben": "Ben Baker", "carl": "Carl Cook"}
    for name, client in clients.items():
        client.membership = member(room, client, names[name])
    return clients


@pytest.fixture
def homework(room):
    soon = timezone.now() + timedelta(days=2)
    return assignment(room, "nim 1+2+4 misere", "kayles 4 misere who", due_at=soon)


@pytest.fixture
def worked(homework, people):
    """Ann right at once, then wrong; Ben stuck at the first question; Carl has done nothing."""
    give(people["ann"], homework, 1, move="3>3")
    give(people["ann"], homework, 2, choice="N")
    for _ in range(4):
        give(people["ben"], homework, 1, move="3>2")
    return homework


def page_of(client, room, **asked):
    page = client.get(f"/classes/{room.pk}/", asked)
    assert page.status_code == 200
    return " ".join(unescape(page.content.decode()).split())


def lines(page):
    """Each line of the list: name, marks, total and place."""
    shown = []
    for line in page.partition('class="facts glance"')[2].partition("</table>")[0].split("<tr")[2:]:
        cell = {
            name: " ".join(re.sub("<[^>]*>", "", found[1]).split()) if found else ""
            for name in ("glance-total", "glance-where")
            for found in [re.search(f'class="{name}">(.*?)</td>', line)]
        }
        name = re.search(r"<th[^>]*>\s*<a [^>]*>([^<]*)</a>", line)[1]
        marks = re.findall(r"bead-(\w+)", line)
        shown.append((name, marks, cell["glance-total"], cell["glance-where"]))
    return shown


def test_who_is_stuck_stands_first_with_the_place_and_who_has_not_started_next(worked, kay, room):
    page = page_of(kay, room)
    assert lines(page) == [
        ("Baker, Ben", ["wrong", "blank"], "0 %", "question 1 of Homework, 4 wrong"),
        ("Cook, Carl", ["blank", "blank"], "–", "not started"),
        ("Archer, Ann", ["first", "wrong"], "50 %", "today"),
    ]
    said = re.sub("<[^>]*>", "", page)
    assert "1 student is stuck" in " ".join(said.split())
    assert "1 student has not started" in " ".join(said.split())
    assert "Cook, Carl." in said
    assert "2 questions, 33 % right at the first try" in " ".join(said.split())
    assert "due " in said


def test_who_hears_the_page_hears_each_strip_as_a_sentence(worked, kay, room):
    page = page_of(kay, room)
    assert '<span class="only-heard">Homework: 1 right at once, 1 wrong</span>' in page
    assert '<span class="only-heard">Homework: 2 not yet</span>' in page
    links = re.findall(r'<a class="strip" [^>]*>', page)
    assert len(links) == 3
    assert all('tabindex="-1"' in link and 'aria-hidden="true"' in link for link in links)
    assert 'title="2. Started, wrong, first try"' in page


def test_a_strip_and_a_place_open_the_answers_and_a_name_opens_the_student(
    worked, kay, room, people
):
    page = page_of(kay, room)
    for client in people.values():
        one = client.membership
        opened, work = (
            f"/assignments/{worked.pk}/results/{one.pk}/",
            f"/classes/{room.pk}/people/{one.pk}/work/",
        )
        assert f'<a class="strip" href="{opened}"' in page
        assert f'href="{work}"' in page
        for address_of_one in (opened, work):
            assert one.real_name in kay.get(address_of_one).content.decode()
    place = re.search(r'glance-where"> ?<a href="([^"]+)"', page)[1]
    assert kay.get(place).content.decode().count("That loses.") == 4


def test_the_list_stands_by_name_or_by_who_was_not_seen_for_longest(worked, kay, room, people):
    by_name = [name for name, *_ in lines(page_of(kay, room, sort="name"))]
    assert by_name == ["Archer, Ann", "Baker, Ben", "Cook, Carl"]
    early = timezone.now() - timedelta(days=3)
    ann = people["ann"].membership
    ann.standings.update(last_at=early)
    seen = lines(page_of(kay, room, sort="seen"))
    assert [name for name, *_ in seen] == ["Cook, Carl", "Archer, Ann", "Baker, Ben"]
    assert seen[1][3] == timezone.localtime(early).strftime("%A")
    assert lines(page_of(kay, room, sort="nonsense")) == lines(page_of(kay, room))


def test_helping_a_student_takes_them_off_the_list_of_the_stuck(worked, kay, room, people):
    ben, first = people["ben"].membership, worked.items.first()
    kay.post(f"/assignments/{worked.pk}/results/{ben.pk}/{first.pk}/seen/")
    page = page_of(kay, room)
    assert "0</b> students are stuck" in page
    assert lines(page)[0][0] == "Cook, Carl"


def test_a_closed_assignment_leaves_nobody_stuck_and_nobody_idle(worked, kay, room):
    over = timezone.now() - timedelta(hours=1)
    Assignment.objects.filter(pk=worked.pk).update(due_at=over, closes_at=over)
    page = page_of(kay, room)
    assert "0</b> students are stuck" in page
    assert "0</b> students have not started" in page
    marks = {name: found for name, found, *_ in lines(page)}
    assert marks["Archer, Ann"] == ["first", "wrong"]


def test_an_excused_student_is_neither_idle_nor_stuck(worked, kay, room, people):
    for name in ("ben", "carl"):
        key = people[name].membership.pk
        grant = f"{address(worked)}results/{key}/grant/"
        kay.post(grant, {"extra_days": "0", "is_excused": "on"})
    page = page_of(kay, room)
    assert "0</b> students are stuck" in page
    assert "0</b> students have not started" in page
    assert ["excused", "excused"] in [marks for _, marks, *_ in lines(page)]


def test_what_is_not_for_a_student_is_no_strip_of_theirs(worked, kay, room, people):
    for_ann = assignment(room, "nim 1+3 misere")
    for_ann.students.set([people["ann"].membership])
    marks = {name: found for name, found, *_ in lines(page_of(kay, room))}
    assert len(marks["Archer, Ann"]) == 3
    assert len(marks["Baker, Ben"]) == 2


def test_strips_leave_room_for_the_names(room, people, kay, homework):
    """Thirty marks at most, the assignment that is due next before all others."""
    later = timezone.now() + timedelta(days=9)
    long = [f"nim 1+{n} normal" for n in range(2, 31)]
    assignment(room, *long, due_at=later)
    page = page_of(kay, room)
    head = page.partition("<thead>")[2].partition("</thead>")[0]
    assert head.count("/results/") == 1
    assert f"/assignments/{homework.pk}/results/" in head


def test_the_habit_of_most_students_stands_on_its_board_with_what_to_do(room, kay, people):
    found = assignment(room, "nim 1+1+2 misere", "nim 1+1+1+2 misere", "nim 1+1+3 misere")
    plays = {1: "3>0", 2: "4>1", 3: "3>0"}  # each leaves an even number of ones
    for name in ("ann", "ben"):
        for number, move in plays.items():
            give(people[name], found, number, move=move)
    page = page_of(kay, room)
    card = page.partition('id="mistake-title"')[2].partition("</section>")[0]
    assert "2 students: Ann Archer, Ben Baker." in card
    five = re.search(r'id="set-five" href="([^"]+)"> ?Give these 2 students five positions', card)[
        1
    ]
    assert "positions to test the habit" in kay.get(five).content.decode()
    wall = unescape(re.search(r'href="([^"]+ruleset=nim[^"]+)"', card)[1])
    offered = kay.get(wall).content.decode()
    assert "rows of 1, 1 and 2 matches" in offered or "rows of 1, 1 and 3 matches" in offered


def test_the_habit_is_counted_once_until_somebody_answers(kay, room, people):
    """Looking again, or at the next page, reads no answers; one more answer is seen at once."""
    found = assignment(room, "nim 1+1+2 misere", "nim 1+1+1+2 misere", "nim 1+1+3 misere")
    plays = {1: "3>0", 2: "4>1", 3: "3>0"}
    for name in ("ann", "ben"):
        for number, move in plays.items():
            give(people[name], found, number, move=move)
    for look in range(2):
        with CaptureQueriesContext(connection) as asked:
            page = page_of(kay, room)
        assert "2 students: Ann Archer, Ben Baker." in page
        answers = [one for one in asked if '"games_attempt"."misconception"' in one["sql"]]
        assert len(answers) == 1 - look
    for number, move in plays.items():
        give(people["carl"], found, number, move=move)
    assert "3 students: Ann Archer, Ben Baker" in page_of(kay, room)
    # Without a student it is counted anew.
    Membership.objects.filter(pk=people["carl"].membership.pk).update(archived_at=timezone.now())
    assert "2 students: Ann Archer, Ben Baker." in page_of(kay, room)


def test_what_is_over_stands_below_what_is_open_for_a_student(room, people):
    over = assignment(room, "nim 1+2 misere", mode="check")
    past = timezone.now() - timedelta(days=1)
    Assignment.objects.filter(pk=over.pk).update(title="Over", due_at=past, closes_at=past)
    assignment(room, "nim 1+3 misere")
    page = page_of(people["ann"], room)
    assert 0 < page.index("Homework") < page.index("Over")


def test_an_assistant_reads_it_and_a_student_of_the_class_does_not(worked, kay, room, people):
    helper = person("helper")
    Staff.objects.create(classroom=room, user=helper.user, role="assistant")
    assert lines(page_of(helper, room)) == lines(page_of(kay, room))
    own = page_of(people["ann"], room)
    assert "Baker" not in own
    assert "glance" not in own
    stranger = person("stranger")
    classroom(stranger, "9a")
    assert stranger.get(f"/classes/{room.pk}/").status_code == 404


def test_user_names_and_groups_are_behind_people(worked, kay, room, people):
    room.groups.create(name="Tuesday").memberships.add(people["ann"].membership)
    assert "Tuesday" not in page_of(kay, room)
    text = kay.get(f"/classes/{room.pk}/people/").content.decode()
    for told in ("Archer, Ann", ">ann<", "Tuesday", "Paste names"):
        assert told in text
    helper = person("helper")
    Staff.objects.create(classroom=room, user=helper.user, role="assistant")
    text = helper.get(f"/classes/{room.pk}/people/").content.decode()
    assert "Archer, Ann" in text
    assert "Paste names" not in text


def test_a_hundred_lines_a_page_in_as_many_queries_as_three(
    worked, kay, room, django_assert_max_num_queries
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as few:
        page_of(kay, room)
    users = User.objects.bulk_create(User(username=f"s{n:03}") for n in range(150))
    Membership.objects.bulk_create(
        Membership(classroom=room, user=user, real_name=f"Zoë {user.username}") for user in users
    )
    with django_assert_max_num_queries(len(few)):
        assert len(lines(page_of(kay, room))) == 100
    second = lines(page_of(kay, room, page=2))
    assert len(second) == 53
    assert second[-1][0] == "Archer, Ann"
