"""What is ticked or typed and not saved: nobody loses it, and in a test it counts."""

import re
import uuid
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.learn.lessons.models import Step
from games.questions.goals import GOALS
from games.questions.shown_question import ShownQuestion
from games.teach.classes.models import Membership
from games.teach.work.answer_drafts import LONGEST
from games.teach.work.models import Item, ItemAttempt, Standing

from ....forms_read import forms_of
from ...test_goals import example
from .assignments import address, answers, assignment, give, person
from .matrix import matrix

pytestmark = pytest.mark.django_db
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


@pytest.fixture
def check(room):
    """Kayles 4 to say who wins, the winning moves and the kinds of nim 1+2+4; an hour long."""
    lines = ("kayles 4 misere who", "nim 1+2+4 misere all", "nim 1+2+4 misere kinds")
    return assignment(room, *lines, mode="check", closes_at=timezone.now() + HOUR)


@pytest.fixture
def practice(room):
    """The same to practise."""
    return assignment(room, "kayles 4 misere who", "nim 1+2+4 misere all")


def keep(client, found, place, *, at=None, **fields):
    """What a script sends while a form is filled in, of a change at a time."""
    edited = round((at or timezone.now()).timestamp() * 1000)
    fields.setdefault("token", uuid.uuid4())
    return client.post(address(found, place, "draft"), {"edited": edited} | fields)


def read(client, where):
    return client.get(where, follow=True).getvalue().decode()


def words(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def form_of(page, name="item-form"):
    return next(form for form in forms_of(page) if form.id == name)


def held(page, name="item-form"):
    """What the form of a question holds, all in a row."""
    fields = form_of(page, name).fields
    beside = {"csrfmiddlewaretoken", "form_key", "token"}
    return [one for name in fields if name not in beside for one in fields[name] if one]


def goes(client, page, to, **filled):
    """Without scripts: go on to a question with what is filled in."""
    form = form_of(page)
    button = next(one for one in form.buttons if one.adds == {"go": [str(to)]})
    return client.post(button.action, form.pressed(button, **filled), follow=True)


def points(teacher, found):
    return [row.points for row in matrix(teacher, found, sort="name")]


def test_in_a_test_what_is_ticked_is_the_answer(ann, ben, check, teacher):
    form = uuid.uuid4()
    said = keep(ann, check, 1, choice="P", token=form)
    assert said.content.decode() == "Saved. You can still change it."
    assert "You’ve answered 1 of 3 questions." in words(read(ann, address(check)))
    keep(ann, check, 1, choice="N", token=form)
    keep(ann, check, 1, choice="N", token=form)
    page = read(ann, address(check, 1))
    assert held(page) == ["N"]
    assert "Saved." in words(page)
    assert answers() == [("Ann Archer", 1, "N", False)]
    keep(ann, check, 1, choice="P", token=form)
    assert [row[2:] for row in answers()] == [("P", True)]
    assert points(teacher, check) == ["1", "0"]
    assert held(read(ben, address(check, 1))) == []


def test_in_homework_it_waits_and_costs_no_try(ann, practice, teacher):
    keep(ann, practice, 1, choice="N")
    page = read(ann, address(practice, 1))
    assert held(page) == ["N"]
    assert "We keep your answer. Press “Save my answer” when you’re ready." in words(page)
    assert not ItemAttempt.objects.exists()
    assert not Standing.objects.exists()
    assert "not started: 1" in words(read(teacher, address(practice, what="results")))

    before = timezone.now()
    give(ann, practice, 1, choice="N")
    keep(ann, practice, 1, choice="N", at=before)  # it was on its way when the answer was sent
    page = read(ann, address(practice, 1))
    assert held(page) == []
    assert "We keep your answer." not in words(page)
    assert answers() == [("Ann Archer", 1, "N", False)]


@pytest.mark.parametrize("kind", ["check", "practice"])
def test_without_scripts_next_and_the_numbers_save_and_go_on(ann, request, kind):
    found = request.getfixturevalue(kind)
    page = read(ann, address(found, 1))
    after = goes(ann, page, 2, choice="P")
    assert after.redirect_chain[-1][0] == address(found, 2)
    after = goes(ann, after.getvalue().decode(), 1, moves="3>3")
    assert after.redirect_chain[-1][0] == address(found, 1)
    assert held(after.getvalue().decode()) == ["P"]
    assert held(read(ann, address(found, 2))) == ["3>3"]
    counts = [("Ann Archer", 1, "P", True), ("Ann Archer", 2, "3>3", True)]
    assert answers() == (counts if kind == "check" else [])


def test_who_goes_on_with_nothing_ticked_has_answered_nothing(ann, check):
    for place, to in ((1, 2), (2, 3), (3, 0)):
        after = goes(ann, read(ann, address(check, place)), to)
        assert after.status_code == 200
    assert after.redirect_chain[-1][0] == address(check)
    assert "You’ve answered 0 of 3 questions." in words(read(ann, address(check)))


def test_who_only_looks_at_a_saved_answer_and_goes_on_changes_nothing(ann, check):
    give(ann, check, 1, choice="P")
    goes(ann, read(ann, address(check, 1)), 2, choice="P")
    assert ItemAttempt.objects.count() == 1


def test_half_an_answer_stays_and_the_page_says_that_it_does_not_count(ann, check):
    said = keep(ann, check, 3, **{"kind-1": "trap"}).content.decode()
    assert said == "Choose a kind for each row. Until then it doesn’t count."
    page = read(ann, address(check, 3))
    assert held(page) == ["trap"]
    assert said in words(page)
    assert "You’ve answered 0 of 3 questions." in words(read(ann, address(check)))
    assert answers() == []


def test_a_change_that_a_later_one_has_overtaken_does_nothing(ann, check):
    form, now = uuid.uuid4(), timezone.now()
    keep(ann, check, 1, choice="N", token=form, at=now)
    keep(ann, check, 1, choice="P", token=form, at=now - SECOND)
    assert held(read(ann, address(check, 1))) == ["N"]
    keep(ann, check, 1, choice="P", at=now + 5 * HOUR)  # a device whose clock is wrong
    give(ann, check, 1, choice="N")
    assert held(read(ann, address(check, 1))) == ["N"]
    assert answers()[-1][2] == "N"


def test_what_arrives_within_half_a_minute_of_the_end_counts(ann, check, teacher):
    end = check.closes_at
    with time_machine.travel(end + 29 * SECOND):
        assert keep(ann, check, 1, choice="N").status_code == 200
    with time_machine.travel(end + 31 * SECOND):
        late = keep(ann, check, 2, moves="3>3")
        assert late.status_code == 409
        assert late.content.decode() == ("Time’s up. New answers don’t count. Nothing was saved.")
        posted = {"token": uuid.uuid4(), "moves": "3>3", "go": "3"}
        page = ann.post(address(check, 2, "draft"), posted).content.decode()
        assert "Time’s up. New answers don’t count. Nothing was saved." in words(page)
    assert answers() == [("Ann Archer", 1, "N", False)]


def test_nobody_keeps_anything_for_somebody_else(ann, ben, check):
    assert keep(ann, check, 1, choice="P", student=str(ben.membership.pk)).status_code == 403
    assert keep(person("carl"), check, 1, choice="P").status_code == 404
    assert keep(ann, check, 1, choice="P", student=str(ann.membership.pk)).status_code == 200
    assert [row[0] for row in answers()] == ["Ann Archer"]


def test_more_than_a_form_holds_is_not_kept(ann, practice):
    assert keep(ann, practice, 2, moves="x" * (LONGEST + 1)).status_code == 422
    assert keep(ann, practice, 2, moves="3>3\0").status_code == 200
    assert held(read(ann, address(practice, 2))) == ["3>3"]


def test_another_try_begins_with_an_empty_form(ann, ben, practice, teacher):
    give(ann, practice, 1, choice="P")
    for client in (ann, ben):
        keep(client, practice, 1, choice="N")
    again = {"students": [ann.membership.pk], "item": practice.items.first().pk, "why": "a drill"}
    granted = teacher.post(address(practice, what="results") + "another-try/", again)
    assert granted.status_code == 302
    assert held(read(ann, address(practice, 1))) == []
    assert held(read(ben, address(practice, 1))) == ["N"]


def test_own_data_holds_what_is_kept(ann, practice):
    keep(ann, practice, 1, choice="P")
    [kept] = ann.get("/me/export/").json()["unsent_answers"]
    assert kept["form"]["choice"] == ["P"]
    assert kept["assignment"] == "Homework"


@pytest.mark.parametrize(
    "asking",
    [asking for asking in GOALS.values() if asking.for_puzzles and not asking.is_game],
    ids=lambda asking: asking.key,
)
def test_every_kind_of_answer_is_kept_as_it_stands(ann, room, asking):
    found = assignment(room)
    step = Step.of(example(asking))
    columns = ("goal", "ruleset", "position", "convention", "to_move")
    Item.objects.filter(assignment=found, order=1).update(
        **{name: getattr(step, name) for name in columns}
    )
    task = ShownQuestion(found.items.first())
    form, fields = "item-form", task.asking.fields(task, task.asking.right(task))
    if asking.is_on_board:
        form, fields = "typed-form", {"typed": ["3 1"]}
    assert keep(ann, found, 1, **fields).status_code == 200
    given = [value for values in fields.values() for value in values if value]
    assert given
    assert sorted(held(read(ann, address(found, 1)), form)) == sorted(given)


# --- the time that is left -------------------------------------------------------------


@pytest.fixture
def timed(room):
    """Kayles 4 to say who wins, ten minutes from the start."""
    return assignment(room, "kayles 4 misere who", mode="check", minutes=10)


def polls(client, page):
    """Ask as the page does; the response."""
    [where] = re.findall(r'data-poll="([^"]+)"', page)
    return client.get(where, headers={"HX-Request": "true"})


def seconds(page):
    [left] = re.findall(r'data-seconds-left="([^"]+)"', page)
    return round(float(left))


def test_a_test_counts_down_and_more_time_comes_by_itself(ann, ben, timed, teacher):
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        ann.post(address(timed, what="start"))
    with time_machine.travel(now + 180 * SECOND, tick=False):
        page = read(ann, address(timed, 1))
        assert seconds(page) == 420
        assert "7 minutes are left." in words(page)
        assert polls(ann, page).status_code == 204
        Membership.objects.filter(pk=ann.membership.pk).update(time_factor=1.5)
        news = polls(ann, page)
        assert seconds(news.content.decode()) == 720
        assert polls(ben, page).status_code == 404  # of somebody who has not this time


def test_once_time_is_up_the_page_says_so_and_then_is_loaded_anew(ann, timed):
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        ann.post(address(timed, what="start"))
        page = read(ann, address(timed, 1))
    with time_machine.travel(now + 601 * SECOND, tick=False):
        assert "Time’s up." in polls(ann, page).content.decode()
    with time_machine.travel(now + 631 * SECOND, tick=False):
        over = polls(ann, page)
        assert over.headers["HX-Redirect"] == "/"
        assert "Time’s up. New answers don’t count." in words(read(ann, address(timed, 1)))


def test_homework_and_a_test_without_an_end_ask_for_no_time(ann, room, practice):
    endless = assignment(room, mode="check")
    for found in (practice, endless):
        assert "data-poll" not in (read(ann, address(found, 1)))
