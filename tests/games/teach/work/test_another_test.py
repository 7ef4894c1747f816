"""Another test of the same kind for one student who was ill, beside the rest of the class."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from games.questions.shown_question import ShownQuestion
from games.teach.classes.models import Membership
from games.teach.work.grades.grades import Grades
from games.teach.work.models import Assignment, Override
from games.teach.work.standings.own_work import work_of

from .assignments import address, assignment, classroom, give, member, person
from .test_own_positions import own, right, students, varied
from .test_results import page_of

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
LINES = ("nim 4+6 normal", "nim 5+7+9 misere who")


@pytest.fixture
def over(room, ann, ben):
    """A test that is over: Ann did it and Ben was ill."""
    found = assignment(
        room, *LINES, mode="check", due_at=timezone.now() + DAY, closes_at=timezone.now() + DAY
    )
    for number in (1, 2):
        item = own(found, ann, number)
        give(ann, found, number, **answer(item))
    past = timezone.now() - DAY
    Membership.objects.update(joined_at=past - DAY)
    Assignment.objects.filter(pk=found.pk).update(due_at=past, closes_at=past)
    found.refresh_from_db()
    return found


def answer(item, *, is_right=True):
    if item.goal != "move":
        other = {"N": "P", "P": "N"}[right(item)]
        return {"choice": right(item) if is_right else other}
    return {"move": right(item)}


def ask(teacher, found, client, *, key=None, days=1, **more):
    due = (timezone.localtime(timezone.now()) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M")
    url = f"{address(found)}results/{client.membership.pk}/another-test/"
    posted = {"due_at": due, "form_key": key or uuid.uuid4(), **more}
    return teacher.post(url, posted, follow=True)


def second_of(found):
    return Assignment.objects.exclude(pk=found.pk).get()


def total(room, client):
    _, lines = Grades(room, {}).everybody()
    return next(line.total for line in lines if line.student.pk == client.membership.pk)


def test_the_student_gets_a_test_with_other_positions_and_nobody_else_does(
    over, room, teacher, ann, ben
):
    assert f"Another test for {ben.membership.real_name}" in page_of(
        teacher, f"{address(over)}results/{ben.membership.pk}/"
    )
    said = ask(teacher, over, ben).content.decode()
    assert "Given. The student sees this test now, and the first one is excused." in said
    second = second_of(over)
    assert second.title == "Homework, again: Ben Baker"
    assert second.title in ben.get("/assignments/").content.decode()
    assert second.title not in ann.get("/assignments/").content.decode()
    for page in (address(second), address(second, 1)):
        assert ben.get(page).status_code == 200
        assert ann.get(page).status_code == 404
    assert give(ann, second, 1, move="1>0").status_code == 404
    first, again = (work_of(found, ben.membership).cells for found in (over, second))
    for old, new in zip(first, again, strict=True):
        assert old.item.rows != new.item.rows
        kind = ("ruleset", "convention", "goal", "points")
        assert [getattr(old.item, name) for name in kind] == [
            getattr(new.item, name) for name in kind
        ]
        facts = [ShownQuestion(item).facts for item in (old.item, new.item)]
        assert facts[0].outcome == facts[1].outcome
        assert len(facts[0].winning) == len(facts[1].winning)


def test_grades_and_files_count_the_second_and_show_the_first_as_excused(
    over, room, teacher, ann, ben
):
    assert (total(room, ann), total(room, ben)) == (100.0, 0.0)
    ask(teacher, over, ben)
    second = second_of(over)
    assert (total(room, ann), total(room, ben)) == (100.0, None)
    give(ben, second, 1, **answer(own(second, ben, 1)))
    give(ben, second, 2, **answer(own(second, ben, 2), is_right=False))
    past = timezone.now() - timedelta(hours=1)
    Assignment.objects.filter(pk=second.pk).update(due_at=past, closes_at=past)
    assert (total(room, ann), total(room, ben)) == (100.0, 50.0)
    _, lines = Grades(room, {}).everybody()
    assert [[entry.words for entry in line.entries] for line in lines] == [["2", "–"], ["–", "1"]]
    canvas = teacher.get(f"/classes/{room.pk}/grades/files/canvas.csv").getvalue().decode()
    ends = [row.rsplit(",", 2)[1:] for row in canvas.splitlines()]
    assert ends[-2:] == [["2", ""], ["EX", "1"]]
    # Ben reads it too, and Ann reads nothing of it.
    assert "You’re excused from it." in ben.get(address(over)).content.decode()
    assert "You’re excused from it." not in ann.get(address(over)).content.decode()


def test_nobody_in_the_class_had_those_positions(room, teacher, ann, ben):
    found = varied(room, *LINES, mode="check", closes_at=timezone.now() + DAY)
    everybody = [ann, ben, *students(room, 12)]
    ask(teacher, found, ben)
    second = second_of(found)
    for number in (1, 2):
        given = {own(found, one, number).rows for one in everybody}
        assert len(given) == 14
        assert own(second, ben, number).rows not in given | {own(found, ben, number).rows}


def test_the_same_form_twice_gives_one_test(over, teacher, ben):
    key = uuid.uuid4()
    ask(teacher, over, ben, key=key)
    ask(teacher, over, ben, key=key)
    assert Assignment.objects.count() == 2
    assert Override.objects.get(membership=ben.membership).is_excused


def test_more_time_that_was_given_stays(over, teacher, ben):
    Override.objects.create(assignment=over, membership=ben.membership, extra_days=2)
    ask(teacher, over, ben)
    kept = Override.objects.get()
    assert (kept.extra_days, kept.is_excused) == (2, True)


def test_a_question_without_another_position_is_named_and_asked_again_if_wanted(
    room, teacher, ann, ben
):
    """1+2 has no other position of its kind."""
    found = assignment(
        room, LINES[0], "nim 1+2 misere", mode="check", closes_at=timezone.now() + DAY
    )
    said = ask(teacher, found, ben)
    assert said.status_code == 422
    assert "Question 2 has no other position of the same kind." in said.content.decode()
    assert not Override.objects.exists()
    assert Assignment.objects.count() == 1
    assert 'name="keeps_old"' in said.content.decode()
    ask(teacher, found, ben, keeps_old="on")
    second = second_of(found)
    assert own(second, ben, 1).position != "4+6"
    assert own(second, ben, 2).position == "1+2"


def test_a_time_that_has_passed_and_a_missing_one_are_refused(over, teacher, ben):
    assert "This time has passed" in ask(teacher, over, ben, days=-1).content.decode()
    assert "Say when it is due." in ask(teacher, over, ben, due_at="").content.decode()
    assert Assignment.objects.count() == 1


def test_practice_and_drafts_offer_none(room, teacher, ben):
    practice = assignment(room, *LINES)
    draft = assignment(room, *LINES, mode="check", publish=False)
    for found in (practice, draft):
        url = f"{address(found)}results/{ben.membership.pk}/"
        assert "Another test for" not in page_of(teacher, url)
        assert ask(teacher, found, ben).status_code == 422
    assert Assignment.objects.count() == 2


def test_a_student_of_another_class_gets_none(over, teacher):
    stranger = person("stranger")
    stranger.membership = member(classroom(teacher, "7c"), stranger)
    assert ask(teacher, over, stranger).status_code == 404
