"""What mistakes have in common, told from chance, and the positions that tell whether it is so."""

from itertools import product

import pytest
from django.utils.html import strip_tags

from games.questions.shown_question import ShownQuestion
from games.questions.signs import EXACT, chance_of
from games.teach.classes.models import Membership
from games.teach.classes.sections import Section
from games.teach.work.models import Assignment
from games.teach.work.results.mistakes import misconceptions
from games.teach.work.standings.reports import report
from solver import answer
from solver.teaching import HABITS, habits

from .assignments import address, assignment, give, member, person
from .forms import PageForm

pytestmark = pytest.mark.django_db

LINES = ("nim 3+4+6 misere", "nim 3+5+7 misere", "nim 2+5+6 misere")


@pytest.fixture
def grabbed(room, ann, ben):
    """Ann and Ben take all they can; Cem makes another mistake."""
    cem = person("cem")
    cem.membership = member(room, cem, "Cem Can")
    found = assignment(room, *LINES)
    found.cem = cem
    for place in (1, 2, 3):
        give(ann, found, place, move="3>0")
    for place in (1, 2):
        give(ben, found, place, move="3>0")
    give(cem, found, 1, move="1>1")
    return found


def words(response):
    return " ".join(strip_tags(response.content.decode()).split())


def where_of(found, habit="grab"):
    return f"{address(found)}results/habits/{habit}/"


def form_of(client, found):
    """The form of the page that proposes positions."""
    return PageForm(client.get(where_of(found)), "setting")


def positions(found):
    return list(found.items.order_by("order").values_list("position", flat=True))


def brute(chances, times):
    """The same by every way in which draws can fall."""
    total = 0.0
    for fall in product((0, 1), repeat=len(chances)):
        if sum(fall) >= times:
            way = 1.0
            for hit, chance in zip(fall, chances, strict=True):
                way *= chance if hit else 1 - chance
            total += way
    return total


@pytest.mark.parametrize(
    ("chances", "times"),
    [([0.25] * 8, 7), ([0.1, 0.2, 0.5, 1.0, 0.05], 3), ([1 / 12] * 2, 2), ([1.0, 1.0, 0.1], 3)],
)
def test_the_chance_of_so_many_is_that_of_every_way_they_can_fall(chances, times):
    assert chance_of(chances, times) == pytest.approx(brute(chances, times))


def test_beyond_many_slips_the_chance_is_bounded_from_above(monkeypatch):
    chances = [0.1, 0.2, 0.3] * 3
    exact = chance_of(chances, 5)
    monkeypatch.setattr("games.questions.signs.EXACT", 0)
    assert exact < chance_of(chances, 5) < 0.3
    assert chance_of(chances, 1) == 1.0
    assert len(chances) < EXACT


def test_the_habits_of_a_section_are_those_of_its_students(grabbed, room, teacher, ann, ben):
    sections = [Section.objects.create(classroom=room, name=name) for name in ("Red", "Blue")]
    for student, section in zip((ann, grabbed.cem), sections, strict=True):
        Membership.objects.filter(pk=student.membership.pk).update(section=section)
    red, blue = sections
    results = f"{address(grabbed)}results/"
    everybody, of_red, of_blue = (
        teacher.get(results, asked) for asked in ({}, {"section": red.pk}, {"section": blue.pk})
    )
    assert "Taking as much as you can, 2 students" in words(everybody)
    assert "Taking as much as you can, 1 student " in words(of_red)
    assert "3 of 3 mistakes fit this habit" in words(of_red)
    assert "Habits behind the mistakes" not in words(of_blue)
    link = f"{where_of(grabbed)}?section={red.pk}"
    assert link in of_red.content.decode()
    form = PageForm(teacher.get(link), "setting")
    assert form.fields["students"] == [str(ann.membership.pk)]
    form.press(teacher, "Publish now")
    made = Assignment.objects.exclude(pk=grabbed.pk).get()
    assert [one.real_name for one in made.students.all()] == ["Ann Archer"]


def test_a_habit_is_told_with_what_chance_would_show_and_by_whom(grabbed, teacher):
    [seen] = misconceptions(report(grabbed))
    assert (seen.misconception.key, seen.times, seen.slips) == ("grab", 5, 6)
    # One of twelve losing moves of 3 + 4 + 6, of 3 + 5 + 7 and of 2 + 5 + 6 takes the most.
    losing = []
    for item in grabbed.items.all():
        facts = ShownQuestion(item).facts
        losing.append(len(facts.legal) - len(facts.winning))
    assert losing == [12, 12, 12]
    assert seen.expected == pytest.approx(6 / 12)
    page = words(teacher.get(address(grabbed, what="results")))
    assert "5 of 6 mistakes fit this habit; by chance it would be 0.5." in page
    assert "Ann Archer 3 of 3, Ben Baker 2 of 2." in page
    assert "Give these students five positions" in page
    assert "Take 6 from row 3, leaving nothing (2 times)" in page
    assert "Cem Can 0" not in page


def test_the_same_answer_again_is_no_new_evidence(room, ann):
    found = assignment(room, *LINES)
    for _ in range(5):
        give(ann, found, 1, move="3>0")
    assert misconceptions(report(found)) == []
    give(ann, found, 2, move="3>0")
    [seen] = misconceptions(report(found))
    assert (seen.times, seen.slips) == (2, 2)


def test_a_students_own_page_tells_a_habit_where_there_is_evidence(grabbed, teacher, ann, ben):
    mine = f"{address(grabbed)}results/{ann.membership.pk}/"
    page = words(teacher.get(mine))
    assert "3 of 3 mistakes fit this habit; by chance it would be 0.2. Ann Archer 3 of 3." in page
    other = teacher.get(f"{address(grabbed)}results/{grabbed.cem.membership.pk}/")
    assert "Habits behind the mistakes" not in words(other)
    page = words(teacher.get(f"{where_of(grabbed)}?student={ann.membership.pk}"))
    assert "Ann Archer: 3 of 3" in page
    assert "Ben Baker" not in page
    for nonsense in ("x", "00000000-0000-0000-0000-000000000000"):
        assert teacher.get(f"{where_of(grabbed)}?student={nonsense}").status_code == 404


def test_five_positions_are_set_for_those_who_show_it_and_nobody_else(grabbed, teacher, ann, ben):
    form = form_of(teacher, grabbed)
    assert len(form.fields["position"]) == 5
    assert form.fields["title"] == ["A few more positions"]
    response = form.press(teacher, "Publish now", due_at=["2090-01-01T10:00"])
    made = Assignment.objects.exclude(pk=grabbed.pk).get()
    assert response.url == f"{address(made, what='results')}?done=published"
    assert positions(made) == form.fields["position"]
    assert not set(positions(made)) & set(positions(grabbed))
    assert {one.real_name for one in made.students.all()} == {"Ann Archer", "Ben Baker"}
    assert made.due_at.year == 2090
    assert [client.get(address(made)).status_code for client in (ann, ben, grabbed.cem)] == [
        200,
        200,
        404,
    ]
    grab = next(habit for habit in HABITS if habit.key == "grab")
    for item in made.items.all():
        question = ShownQuestion(item).question
        for move in grab.choices(question):
            assert not answer(question).keeps_win(move)
            assert habits(question, move)[0] == grab
    assert form.press(teacher, "Publish now", due_at=["2090-01-01T10:00"]).status_code == 302
    assert Assignment.objects.count() == 2  # a double click makes one
    again = form_of(teacher, grabbed).fields["position"]
    assert len(again) == 5
    assert not set(again) & set(positions(made))


def test_only_some_of_them_and_as_a_draft(grabbed, teacher, ann, ben):
    form = form_of(teacher, grabbed)
    response = form.press(teacher, "Save as a draft", students=[str(ben.membership.pk)])
    made = Assignment.objects.exclude(pk=grabbed.pk).get()
    assert response.url.startswith(address(made, what="edit"))
    assert not made.is_published
    assert [one.real_name for one in made.students.all()] == ["Ben Baker"]
    assert ben.get(address(made)).status_code == 404


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"students": []}, "Choose at least one student."),
        ({"due_at": ["2020-01-01T10:00"]}, "This time has passed. Choose a later time."),
        ({"title": [""]}, "Give the assignment a title."),
        ({"position": ["1+1"]}, "The positions have changed since you opened the page."),
        ({"position": ["x"]}, "The positions have changed since you opened the page."),
        ({"position": []}, "The positions have changed since you opened the page."),
    ],
)
def test_what_cannot_be_set_is_told_and_nothing_is_made(grabbed, teacher, typed, said):
    response = form_of(teacher, grabbed).press(teacher, "Publish now", **typed)
    assert response.status_code == 422
    assert said in words(response)
    assert Assignment.objects.count() == 1


def test_afterwards_the_results_say_whether_it_is_gone(grabbed, teacher, ann, ben):
    form_of(teacher, grabbed).press(teacher, "Publish now")
    made = Assignment.objects.exclude(pk=grabbed.pk).get()
    where = address(made, what="results")
    page = words(teacher.get(where))
    assert "Taking as much as you can: gone for 0 of 2 students" in page
    assert "Archer, Ann: answered 0 of 5, and played the habit’s move 0 times" in page
    grab = next(habit for habit in HABITS if habit.key == "grab")
    for place, item in enumerate(made.items.all(), 1):
        task = ShownQuestion(item)
        give(ann, made, place, move=str(task.facts.winning[0]))
        give(ben, made, place, move=str(grab.choices(task.question)[0]))
        give(ben, made, place, move=str(task.facts.winning[0]))
    page = words(teacher.get(where))
    assert "Taking as much as you can: gone for 1 of 2 students" in page
    assert "Archer, Ann: gone: 0 of 5 first answers follow it" in page
    assert "Baker, Ben: still there: 5 of 5 first answers follow it" in page


def test_where_nothing_shows_it_the_page_says_so(grabbed, homework, teacher):
    page = teacher.get(where_of(homework))
    assert page.status_code == 200
    assert "do not show this habit more often than chance." in words(page)
    assert teacher.post(where_of(homework), {"publish": "1"}).status_code == 409
    assert teacher.get(where_of(grabbed, "no-such")).status_code == 404


def test_it_is_said_where_another_habit_may_play_the_same(room, ann, ben, teacher):
    lines = [f"nim 1+1+{size} misere" for size in (3, 4, 5)]
    found = assignment(room, *lines)
    for client in (ann, ben):
        for place in (1, 2, 3):
            give(client, found, place, move="3>0")
    page = words(teacher.get(where_of(found, "even-ones")))
    assert "The same move may come from: The habit of the other game." in page


def test_of_many_students_with_a_habit_the_first_eight_are_named_and_the_rest_folded(room, teacher):
    homework = assignment(room, *LINES)
    for number in range(10):
        student = person(f"grabs-{number}")
        member(room, student, f"Student No{number}")
        give(student, homework, 1, move="3>0")
    page = teacher.get(address(homework, what="results")).content.decode()
    shown, _, folded = page.partition("Habits behind the mistakes")[2].partition("<summary>2 more")
    names = [f"Student No{number} 1 of 1" for number in range(10)]
    assert [name for name in names if name in " ".join(shown.split())] == names[:8]
    assert [name for name in names if name in " ".join(folded.split())] == names[8:]
