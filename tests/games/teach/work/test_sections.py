"""Sections: times of their own in one assignment, more time, tutors who see and grade their own."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from games.teach.classes.models import Membership, Staff
from games.teach.classes.sections import Section
from games.teach.work.models import AnotherTry, Assignment, GivenPoints, Override
from games.teach.work.standings.own_work import work_of
from games.teach.work.standings.revealing import is_revealed, reveals_at
from games.teach.work.windows import GRACE, SectionTimes

from .assignments import address, assignment, give, person, tried

pytestmark = [pytest.mark.days, pytest.mark.django_db]
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def now():
    return timezone.now().replace(second=0, microsecond=0)


@pytest.fixture
def violet(room, ann):
    return section_with(room, "Violet", ann)


@pytest.fixture
def amber(room, ben):
    return section_with(room, "Amber", ben)


@pytest.fixture
def tutor(room, violet):
    """Who looks after Violet."""
    client = person("tutor")
    violet.tutors.add(Staff.objects.create(classroom=room, user=client.user, role="tutor"))
    return client


def section_with(room, name, client):
    section = Section.objects.create(classroom=room, name=name)
    Membership.objects.filter(pk=client.membership.pk).update(section=section)
    client.membership.refresh_from_db()
    return section


def window_of(work, client):
    member = Membership.objects.select_related("user", "classroom").get(pk=client.membership.pk)
    return work_of(work, member).window


def words_of(client, url, **query):
    """The words of a page, without its tags."""
    return " ".join(strip_tags(text(client, url, **query)).split())


def text(client, url, **query):
    return " ".join(client.get(url, query).content.decode().split())


def on_the_clock(at):
    return timezone.localtime(at).strftime("%Y-%m-%dT%H:%M")


def test_each_section_has_its_own_times_in_one_assignment(teacher, ann, ben, violet, amber, now):
    work = assignment(
        violet.classroom, opens_at=now - DAY, due_at=now + DAY, closes_at=now + 2 * DAY
    )
    url = address(work, what="sections")
    page = text(teacher, url)
    assert page.index("Amber") < page.index("Violet")
    done = teacher.post(
        url,
        {
            f"opens-{amber.pk}": on_the_clock(now + HOUR),
            f"due-{amber.pk}": on_the_clock(now + 8 * DAY),
            f"closes-{amber.pk}": on_the_clock(now + 9 * DAY),
        },
        follow=True,
    )
    assert "1 of 2 sections has its own times." in " ".join(done.content.decode().split())
    assert SectionTimes.objects.count() == 1
    assert window_of(work, ann).due_at == now + DAY
    assert window_of(work, ben).due_at == now + 8 * DAY
    assert ann.get(address(work)).status_code == 200
    assert ben.get(address(work)).status_code == 404
    assert work.title in text(ann, "/assignments/")
    assert work.title not in text(ben, "/assignments/")
    SectionTimes.objects.update(opens_at=now - HOUR)
    assert ben.get(address(work)).status_code == 200
    assert work.title in text(ben, "/assignments/")


def test_a_section_that_begins_early_sees_it_while_the_class_waits(ann, ben, violet, amber, now):
    work = assignment(violet.classroom, opens_at=now + DAY)
    SectionTimes.objects.create(assignment=work, section=violet, opens_at=now - HOUR)
    assert ann.get(address(work)).status_code == 200
    assert ben.get(address(work)).status_code == 404
    give(ann, work, 1, move="2>1")
    assert ann.membership.attempts.count() == 1


def test_times_in_the_wrong_order_are_refused_with_what_was_typed(teacher, violet, now):
    work = assignment(violet.classroom, due_at=now + DAY, closes_at=now + 2 * DAY)
    typed = on_the_clock(now + 3 * DAY)
    page = teacher.post(address(work, what="sections"), {f"due-{violet.pk}": typed})
    assert page.status_code == 422
    assert "It closes before it is due." in page.content.decode()
    assert typed in page.content.decode()
    assert not SectionTimes.objects.exists()


def test_a_test_shows_nothing_right_while_a_section_may_still_write(ann, ben, violet, amber, now):
    work = assignment(violet.classroom, mode="check", closes_at=now - HOUR)
    assert is_revealed(work)
    SectionTimes.objects.create(assignment=work, section=amber, closes_at=now + HOUR)
    work = Assignment.objects.get(pk=work.pk)
    assert not is_revealed(work)
    assert reveals_at(work) == now + HOUR + GRACE
    assert "You got" not in text(ann, address(work))
    give(ben, work, 1, move="2>1")
    assert ben.membership.attempts.count() == 1
    give(ann, work, 1, move="2>1")
    assert ann.membership.attempts.count() == 0


def test_changing_times_after_the_answers_were_shown_opens_nothing(teacher, ben, amber, now):
    work = assignment(amber.classroom, mode="check", closes_at=now - HOUR)
    given = {f"closes-{amber.pk}": on_the_clock(now + DAY)}
    teacher.post(address(work, what="sections"), given)
    assert Assignment.objects.get().revealed_at is not None
    give(ben, work, 1, move="2>1")
    assert ben.membership.attempts.count() == 0


@pytest.mark.parametrize(
    ("asked", "due", "closes"),
    [
        ({"hours": "3"}, DAY + 3 * HOUR, 2 * DAY + 3 * HOUR),
        ({"until": 36 * HOUR}, 36 * HOUR, 2 * DAY),
        ({"until": 3 * DAY}, 3 * DAY, 3 * DAY),
    ],
)
def test_more_time_by_hours_and_to_a_clock_time_for_a_section_and_for_a_student(
    teacher, ann, ben, violet, now, asked, due, closes
):
    work = assignment(violet.classroom, due_at=now + DAY, closes_at=now + 2 * DAY)
    asked = {
        name: on_the_clock(now + value) if name == "until" else value
        for name, value in asked.items()
    }
    for client, whom in ((ann, {"sections": violet.pk}), (ben, {"students": ben.membership.pk})):
        assert window_of(work, client).due_at == now + DAY
        page = teacher.post(address(work, what="extend"), asked | whom, follow=True)
        assert "More time given." in page.content.decode()
        times = window_of(work, client)
        assert (times.due_at, times.closes_at) == (now + due, now + closes)
    assert SectionTimes.objects.count() == Override.objects.count() == 1


def test_more_time_needs_somebody_and_one_way_to_say_how_long(teacher, violet, now):
    work = assignment(violet.classroom, due_at=now + DAY)
    url = address(work, what="extend")
    both = {"hours": "3", "until": on_the_clock(now + DAY), "sections": violet.pk}
    for typed, refusal in (
        (both, "Write how many hours, or choose a time."),
        ({"sections": violet.pk}, "Write how many hours, or choose a time."),
        ({"hours": "3"}, "Tick a section or a student."),
    ):
        page = teacher.post(url, typed)
        assert page.status_code == 422
        assert refusal in page.content.decode()
    Assignment.objects.update(due_at=None)
    page = teacher.post(url, {"hours": "3", "sections": violet.pk}).content.decode()
    assert "This assignment has no due time and no closing time" in page
    assert not SectionTimes.objects.exists()


def test_hours_and_a_clock_time_for_one_student_on_the_students_page(teacher, ann, homework, now):
    Assignment.objects.update(due_at=now + DAY)
    url = address(homework, what=f"results/{ann.membership.pk}/grant")
    teacher.post(url, {"extra_days": "1", "extra_hours": "5"})
    assert window_of(homework, ann).due_at == now + 2 * DAY + 5 * HOUR
    until = on_the_clock(now + 4 * DAY)
    teacher.post(url, {"extra_days": "0", "extra_hours": "0", "extended_to": until})
    assert window_of(homework, ann).due_at == now + 4 * DAY
    assert until in text(teacher, address(homework, what=f"results/{ann.membership.pk}"))


def test_a_tutor_sees_the_students_of_the_own_section_and_nobody_else(
    tutor, ann, ben, violet, amber, homework
):
    room = f"/classes/{homework.classroom_id}/"
    pages = (room, f"{room}grades/", f"{room}grades.csv", address(homework, what="results"))
    more = (address(homework, what="extend"), f"{address(homework)}results/tidy.csv")
    for client in (ann, ben):
        tried(item=homework.items.first(), membership=client.membership, answer="2>1")
    for url in (*pages, *more, f"{address(homework)}results/another-try/"):
        response = tutor.get(url)
        assert response.status_code == 200, url
        told = b"".join(response).decode()
        assert ("Ann Archer" if url.endswith(".csv") else "Archer, Ann") in told, url
        assert "Baker" not in told, url
        assert "Amber" not in told, url
    for client, status in ((ann, 200), (ben, 404)):
        for url in (
            f"{room}people/{client.membership.pk}/work/",
            f"{room}parents/{client.membership.pk}/",
            f"{address(homework)}results/{client.membership.pk}/",
            f"{address(homework)}results/{client.membership.pk}/{homework.items.first().pk}/",
        ):
            assert tutor.get(url).status_code == status, url
    assert "2 students" not in text(tutor, room)


def test_a_tutor_grades_grants_and_extends_in_the_own_section_alone(
    teacher, tutor, ann, ben, violet, amber, homework, now
):
    Assignment.objects.update(due_at=now + DAY)
    for client in (ann, ben):
        give(client, homework, 1, move="2>1")
        results = f"{address(homework)}results/{client.membership.pk}/"
        tutor.post(f"{results}points/", {"points": "2", "why": "Well argued."})
        tutor.post(f"{results}grant/", {"extra_days": "1", "extra_hours": "0"})
        tutor.post(
            f"{address(homework)}results/another-try/",
            {"students": client.membership.pk, "why": "A fire drill."},
        )
        extended = {"hours": "2", "students": client.membership.pk}
        tutor.post(address(homework, what="extend"), extended)
    given = GivenPoints.objects.exclude(points=None)
    assert [row.membership for row in given] == [ann.membership]
    assert [row.membership for row in AnotherTry.objects.all()] == [ann.membership]
    [override] = Override.objects.all()
    assert (override.membership, override.more_time) == (ann.membership, DAY + 2 * HOUR)
    tutor.post(address(homework, what="extend"), {"hours": "2", "sections": amber.pk})
    tutor.post(address(homework, what="extend"), {"hours": "3", "sections": violet.pk})
    [row] = SectionTimes.objects.all()
    assert (row.section, row.due_at) == (violet, now + DAY + 3 * HOUR)


def test_a_tutor_changes_no_settings_and_publishes_nothing(tutor, room, violet, now):
    draft = assignment(room, publish=False)
    for what in ("edit", "settings", "publish", "archive", "sections", "lines"):
        assert tutor.post(address(draft, what=what), {"title": "Mine"}).status_code in (403, 405)
    draft.refresh_from_db()
    assert (draft.title, draft.published_at) == ("Homework", None)
    for url in ("settings", "people", "groups", "sections", "roster.csv", "cards"):
        page = tutor.get(f"/classes/{room.pk}/{url}" + ("" if "." in url else "/"))
        assert page.status_code == 403, url
    shown = text(tutor, f"/classes/{room.pk}/")
    assert room.join_code[:4] not in shown
    assert "New assignment" not in shown


def test_a_tutor_without_a_section_sees_no_student(room, ann, ben):
    client = person("newcomer")
    Staff.objects.create(classroom=room, user=client.user, role="tutor")
    shown = text(client, f"/classes/{room.pk}/")
    assert "You are a tutor and have no section yet." in shown
    assert "Archer" not in shown


def test_the_page_of_monday_names_only_the_students_of_the_tutors_sections(
    teacher, tutor, ann, ben, violet, amber, homework, now
):
    Assignment.objects.update(due_at=now + DAY)
    for url, named in ((teacher, True), (tutor, False)):
        shown = text(url, "/classes/")
        assert "Ann Archer" in shown
        assert ("Ben Baker" in shown) is named


def test_monday_names_those_whose_section_is_due(teacher, ann, ben, violet, amber, homework, now):
    Membership.objects.update(joined_at=now - 30 * DAY)  # no news
    Assignment.objects.update(due_at=now + 30 * DAY)
    SectionTimes.objects.create(assignment=homework, section=amber, due_at=now + DAY)
    shown = text(teacher, "/classes/")
    assert "Ben Baker" in shown
    assert "Ann Archer" not in shown


def test_results_grades_and_the_class_show_one_section(teacher, ann, ben, violet, amber, homework):
    room = f"/classes/{homework.classroom_id}/"
    for url in (room, f"{room}grades/", address(homework, what="results")):
        every = text(teacher, url)
        assert "Archer, Ann" in every
        assert "Baker, Ben" in every
        some = text(teacher, url, section=amber.pk)
        assert "Baker, Ben" in some, url
        assert "Archer, Ann" not in some, url
    rows = b"".join(teacher.get(f"{room}grades.csv", {"section": violet.pk})).decode()
    assert "Ann Archer" in rows
    assert "Violet" in rows
    assert "Ben Baker" not in rows


def test_a_question_is_told_for_one_section(teacher, ann, ben, violet, amber, homework):
    give(ann, homework, 1, move="3>0")
    give(ben, homework, 1, move="3>1")
    items = f"{address(homework)}results/items/"
    one = f"{address(homework)}results/questions/1/"
    assert "0 % – 2" in words_of(teacher, items)
    assert "0 of 2 students got it right at once" in words_of(teacher, one)
    assert "0 % – 1" in words_of(teacher, items, section=amber.pk)
    of_amber = words_of(teacher, one, section=amber.pk)
    assert "0 of 1 student got it right at once" in of_amber
    assert "leaving 1" in of_amber
    assert "leaving nothing" not in of_amber
    page = teacher.get(items, {"section": amber.pk}).content.decode()
    assert f'results/questions/1/?section={amber.pk}"' in page
    assert f"?section={amber.pk}&amp;sort=hardest" in page
    page = teacher.get(one, {"section": amber.pk}).content.decode()
    assert f'results/questions/2/?section={amber.pk}">Next question' in page
    assert "0 % – 2" in words_of(teacher, items, section="x")


def test_bars_and_signs_of_the_results_are_those_of_the_section(
    teacher, ann, ben, violet, amber, homework
):
    give(ben, homework, 2, choice="P")
    results = f"{address(homework)}results/"
    assert "4: solved by 1 of 2 students" in teacher.get(results).content.decode()
    of_violet = teacher.get(results, {"section": violet.pk}).content.decode()
    assert "4: solved by 0 of 1 students" in of_violet
    assert "solved by 1 of" not in of_violet


def test_a_student_is_in_one_section_and_changes_over(teacher, room, ann, ben, violet, amber):
    page = text(teacher, amber.get_absolute_url())
    assert "ann · now in Violet" in page
    both = [ann.membership.pk, ben.membership.pk]
    teacher.post(amber.get_absolute_url(), {"name": "Amber", "student": both, "had": str(both[1])})
    assert [*amber.memberships.order_by("real_name")] == [ann.membership, ben.membership]
    assert not violet.memberships.exists()
    assert "0 students" in text(teacher, f"/classes/{room.pk}/sections/")


def test_a_section_is_made_named_given_a_tutor_and_deleted(teacher, room, ann, violet, tutor):
    made = teacher.post(f"/classes/{room.pk}/sections/", {"name": "violet"})
    assert "This class already has a section with that name." in made.content.decode()
    post = Staff.objects.get(role="tutor")
    given = {"name": "Green", "tutors": post.pk, "had": "", "student": ann.membership.pk}
    teacher.post(violet.get_absolute_url(), given)
    violet.refresh_from_db()
    assert (violet.name, [*violet.tutors.all()]) == ("Green", [post])
    assert "tutor of Green" in text(teacher, f"/classes/{room.pk}/staff/")
    work = assignment(room, due_at=timezone.now() + DAY)
    SectionTimes.objects.create(assignment=work, section=violet, due_at=timezone.now() + 2 * DAY)
    assert "Their own times in 1 assignment end" in text(teacher, violet.get_absolute_url())
    teacher.post(f"{violet.get_absolute_url()}delete/")
    ann.membership.refresh_from_db()
    assert ann.membership.section is None
    assert window_of(work, ann).due_at == work.due_at


def test_in_an_archived_class_nobody_gives_time_or_points(teacher, tutor, ann, violet, homework):
    room = homework.classroom
    room.archived_at = timezone.now()
    room.save()
    Assignment.objects.update(due_at=timezone.now() + DAY)
    results = f"{address(homework)}results/{ann.membership.pk}/"
    for client in (teacher, tutor):
        for url, given in (
            (f"{results}points/", {"points": "2", "why": "Well argued."}),
            (f"{results}grant/", {"extra_days": "1", "extra_hours": "0"}),
            (address(homework, what="extend"), {"hours": "2", "sections": violet.pk}),
        ):
            assert client.post(url, given).status_code == 409, url
        assert "Give points" not in text(client, results)
    assert not Override.objects.exists()
    assert not GivenPoints.objects.exists()
